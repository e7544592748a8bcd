"""Parsers of settings: each turns the text of an environment variable into its value, or says what it has to be."""

from __future__ import annotations

import importlib.util
import ipaddress
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from service.core.urls import read_url


def store_url(text: str) -> str:
    read_url(text)
    return text


def optional_store_url(text: str) -> str:
    return text and store_url(text)


def celery_url(text: str) -> str:
    if text and "://" not in text:
        raise ValueError(
            "must be a URL that Celery understands, like redis://host:6379/1 or amqp://user:password@host:5672//"
        )
    return text


def boolean(text: str) -> bool:
    flags = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
    if text.lower() not in flags:
        raise ValueError("must be true or false")
    return flags[text.lower()]


def integer(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return int(text)

    return parse


def choice(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError(f"must be one of {', '.join(choices)}")
        return text

    return parse


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query or parts.fragment:
        raise ValueError("must be a list of origins like https://play.example.org, separated by commas, or *")
    return text


def origins(text: str) -> tuple[str, ...]:
    origins = _split(text)
    return origins if origins == ("*",) else tuple(_origin(origin) for origin in origins)


def folder(text: str) -> str:
    if text and not Path(text).is_dir():
        raise ValueError("must be a folder that exists")
    return text


def networks(text: str) -> tuple[str, ...]:
    try:
        return tuple(str(ipaddress.ip_network(part)) for part in _split(text))
    except ValueError:
        raise ValueError("must be a list of networks like 10.1.0.0/16, separated by commas") from None


SECRETS_KEY_LENGTH = 32


def secrets_keys(text: str) -> tuple[str, ...]:
    found = _split(text)
    if any(len(each) < SECRETS_KEY_LENGTH for each in found):
        raise ValueError(f"must have {SECRETS_KEY_LENGTH} characters or more; separate several by commas")
    return found


def vapid_key(text: str) -> str:
    if not text:
        return text
    from py_vapid import Vapid  # type: ignore[import-untyped]  # it has no annotations

    try:
        if not re.fullmatch("[A-Za-z0-9_-]{43}", text):
            raise ValueError
        Vapid.from_raw(text.encode())
    except ValueError:
        raise ValueError("must be a private key of P-256: 32 bytes as base64url, 43 characters") from None
    return text


def contact_url(text: str) -> str:
    if not re.fullmatch(r"mailto:[^@\s]+@[\w.-]+|https://[\w.-]+", text):
        raise ValueError("must be a contact like mailto:somebody@example.org or https://example.org")
    return text


_DOMAIN = r"[a-z0-9-]+(\.[a-z0-9-]+)+"


def push_hosts(text: str) -> tuple[str, ...]:
    found = _split(text)
    if not all(re.fullmatch(rf"{_DOMAIN}|https?://[a-z0-9.-]+(:[0-9]{{1,5}})?", each) for each in found):
        raise ValueError("must be a list of domains like push.example.org, or of origins, separated by commas")
    return found


def otlp_endpoint(text: str) -> str:
    if not text:
        return text
    if urlsplit(text).scheme not in ("http", "https"):
        raise ValueError("must be a URL like http://collector:4318")
    if not importlib.util.find_spec("opentelemetry"):
        raise ValueError("needs the extra `otel` to be installed")
    return text


_PLAIN_LIMIT = r"[1-9]\d* per ([1-9]\d* )?(second|minute|hour|day)s?"


def rate_limits(text: str) -> str:
    """Most are plain, and the library that reads the others takes long to import."""
    if text and not re.fullmatch(_PLAIN_LIMIT, text):
        from limits import parse_many

        parse_many(text)
    return text
