"""Settings from the environment, all in one struct. A wrong value is refused at start, by its name."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec


class SettingsError(ValueError):
    """A variable of the environment has a value that cannot be used."""


def _url(text: str) -> str:
    if urlsplit(text).scheme not in ("redis", "rediss", "unix", "redis+socket"):
        raise ValueError("is a URL like redis://host:6379/0 or unix:///path/to/socket")
    return text


def _flag(text: str) -> bool:
    flags = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
    if text.lower() not in flags:
        raise ValueError("is true or false")
    return flags[text.lower()]


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise ValueError(f"is a whole number from {least} to {most}")
        return int(text)

    return read


def _choice(*choices: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in choices:
            raise ValueError(f"is one of {', '.join(choices)}")
        return text

    return read


def _origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path or parts.query or parts.fragment:
        raise ValueError("is a list of origins like https://play.example.org, separated by commas, or *")
    return text


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(part.strip() for part in text.split(",") if part.strip())
    return origins if origins == ("*",) else tuple(_origin(origin) for origin in origins)


def _limits(text: str) -> str:
    from limits import parse_many

    if text:
        parse_many(text)
    return text


class Variable(msgspec.Struct, frozen=True):
    """One variable of the environment: how it is read, what it is when absent, what it is for."""

    name: str
    field: str
    default: str
    read: Callable[[str], Any]
    purpose: str


DAY = 86_400

VARIABLES = (
    Variable("REDIS_URL", "redis_url", "redis://127.0.0.1:6379/0", _url, "where games are stored"),
    Variable(
        "BROKER_URL",
        "broker_url",
        "",
        lambda text: text and _url(text),
        "Celery's broker and the counts of requests; may be wiped; empty: `REDIS_URL`",
    ),
    Variable("API_WORKERS", "api_workers", "2", _number(1, 64), "API processes"),
    Variable(
        "EVENT_WAITERS", "event_waiters", "1000", _number(1, 10_000), "requests that may wait for events, per process"
    ),
    Variable(
        "STREAM_SECONDS",
        "stream_seconds",
        "300",
        _number(1, 86_400),
        "how long a stream of events lasts; clients resume it",
    ),
    Variable(
        "CLIENT_SECONDS",
        "client_seconds",
        "30",
        _number(1, 3600),
        "how long a client may take to send a body, or to take the next part of an answer",
    ),
    Variable("TRUSTED_PROXIES", "trusted_proxies", "0", _number(0, 10), "reverse proxies whose X-Forwarded-For counts"),
    Variable("CORS_ORIGINS", "cors_origins", "", _origins, "origins of other sites' pages, by commas; `*` for all"),
    Variable("RATELIMIT_ENABLED", "ratelimit_enabled", "true", _flag, "whether requests are limited"),
    Variable("RATELIMIT_TOKEN", "ratelimit_token", "3000 per 10 seconds", _limits, "requests of one token"),
    Variable("RATELIMIT_ADDRESS", "ratelimit_address", "10000 per 10 seconds", _limits, "requests of one address"),
    Variable("RATELIMIT_CREATE", "ratelimit_create", "600 per minute", _limits, "games that one address creates"),
    Variable(
        "TURN_SECONDS",
        "turn_seconds",
        "0",
        _number(0, 30 * DAY),
        "time for a decision where a game sets none; 0: no limit",
    ),
    Variable(
        "IDLE_SECONDS", "idle_seconds", str(DAY), _number(1, 365 * DAY), "after this the host may hand a seat to a bot"
    ),
    Variable(
        "OPEN_SECONDS", "open_seconds", str(7 * DAY), _number(1, 365 * DAY), "an open game is abandoned after this"
    ),
    Variable(
        "FINISHED_SECONDS",
        "finished_seconds",
        str(90 * DAY),
        _number(0, 3650 * DAY),
        "how long ended games are kept; 0: for good",
    ),
    Variable(
        "IDEMPOTENCY_SECONDS",
        "idempotency_seconds",
        str(2 * 3600),
        _number(60, 30 * DAY),
        "how long answers are kept for repeated keys",
    ),
    Variable(
        "LOG_FORMAT",
        "log_format",
        "auto",
        _choice("auto", "json", "console"),
        "auto: readable on a terminal, else JSON",
    ),
    Variable(
        "LOG_LEVEL", "log_level", "info", _choice("debug", "info", "warning", "error"), "the least level that is logged"
    ),
)


class Settings(msgspec.Struct, frozen=True):
    """What the environment says; see `VARIABLES` for what each is for."""

    redis_url: str
    broker_url: str
    api_workers: int
    event_waiters: int
    stream_seconds: int
    client_seconds: int
    trusted_proxies: int
    cors_origins: tuple[str, ...]
    ratelimit_enabled: bool
    ratelimit_token: str
    ratelimit_address: str
    ratelimit_create: str
    turn_seconds: int
    idle_seconds: int
    open_seconds: int
    finished_seconds: int
    idempotency_seconds: int
    log_format: str
    log_level: str


def _read(variable: Variable, environment: Mapping[str, str]) -> Any:
    text = environment.get(variable.name, variable.default).strip()
    try:
        return variable.read(text)
    except ValueError as error:
        raise SettingsError(f"{variable.name} {error}, not {text!r}") from None


def load(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings, or `SettingsError` that names the variable."""
    source = os.environ if environment is None else environment
    settings = Settings(**{variable.field: _read(variable, source) for variable in VARIABLES})
    return settings if settings.broker_url else msgspec.structs.replace(settings, broker_url=settings.redis_url)


def checked() -> Settings:
    """The settings of whoever starts something; URLs with a port or an option that cannot be are refused as well.

    Apart from `load`, since redis-py must not be imported before gevent in the process that serves.
    """
    from service.store.client import connect

    settings = load()
    for name, url in (("REDIS_URL", settings.redis_url), ("BROKER_URL", settings.broker_url)):
        try:
            connect(url).connection_pool.make_connection()
        except (ValueError, TypeError) as error:
            raise SettingsError(f"{name} cannot be used: {error}") from None
    return settings


def markdown() -> str:
    """The variables as the table of the README."""
    rows = [f"| `{v.name}` | {f'`{v.default}`' if v.default else 'empty'} | {v.purpose} |" for v in VARIABLES]
    return "\n".join(["| variable | default | what it is for |", "|---|---|---|", *rows])
