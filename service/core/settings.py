"""Settings from the environment, all in one struct. A wrong value is refused at start, by its name."""

from __future__ import annotations

import importlib.util
import ipaddress
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, get_type_hints
from urllib.parse import urlsplit

import msgspec

from service.core.urls import is_store, read_url


class SettingsError(ValueError):
    """A variable of the environment has a value that cannot be used."""


def _store_url(text: str) -> str:
    read_url(text)
    return text


def _store_url_or_nothing(text: str) -> str:
    return text and _store_url(text)


def _broker_url(text: str) -> str:
    if text and "://" not in text:
        raise ValueError("is a URL that Celery knows, like redis://host:6379/1 or amqp://user:password@host:5672//")
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


def _folder(text: str) -> str:
    if text and not Path(text).is_dir():
        raise ValueError("is a folder")
    return text


def _networks(text: str) -> tuple[str, ...]:
    try:
        return tuple(str(ipaddress.ip_network(part.strip())) for part in text.split(",") if part.strip())
    except ValueError:
        raise ValueError("is a list of networks like 10.1.0.0/16, separated by commas") from None


SECRETS_KEY_LENGTH = 32


def _secrets_key(text: str) -> tuple[str, ...]:
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    if any(len(each) < SECRETS_KEY_LENGTH for each in found):
        raise ValueError(f"has {SECRETS_KEY_LENGTH} letters or more; several are separated by commas")
    return found


def _push_key(text: str) -> str:
    from py_vapid import Vapid  # type: ignore[import-untyped]  # it has no annotations

    if not text:
        return text
    try:
        if not re.fullmatch("[A-Za-z0-9_-]{43}", text):
            raise ValueError
        Vapid.from_raw(text.encode())
    except ValueError:
        raise ValueError("is a private key of P-256: 32 bytes as base64url, 43 letters") from None
    return text


def _push_contact(text: str) -> str:
    if not re.fullmatch(r"mailto:[^@\s]+@[\w.-]+|https://[\w.-]+", text):
        raise ValueError("is like mailto:somebody@example.org or https://example.org")
    return text


_DOMAIN = r"[a-z0-9-]+(\.[a-z0-9-]+)+"


def _push_services(text: str) -> tuple[str, ...]:
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    if not all(re.fullmatch(rf"{_DOMAIN}|https?://[a-z0-9.-]+(:[0-9]{{1,5}})?", each) for each in found):
        raise ValueError("is a list of domains like push.example.org, or of origins, separated by commas")
    return found


def _traces(text: str) -> str:
    if not text:
        return text
    if urlsplit(text).scheme not in ("http", "https"):
        raise ValueError("is a URL like http://collector:4318")
    if not importlib.util.find_spec("opentelemetry"):
        raise ValueError("needs the extra `otel` to be installed")
    return text


def _limits(text: str) -> str:
    from limits import parse_many

    if text:
        parse_many(text)
    return text


class Variable(msgspec.Struct, frozen=True):
    """How a variable of the environment is read: what it is when absent, who reads it, what it is for."""

    default: str
    read: Callable[[str], Any]
    purpose: str
    is_secret: bool = False
    """Not repeated in a complaint."""


DAY = 86_400


class Settings(msgspec.Struct, frozen=True):
    """What the environment says. A field's variable has its name, in capitals."""

    redis_url: Annotated[
        str,
        Variable(
            "redis://127.0.0.1:6379/0",
            _store_url,
            "where games are stored; also `redis+sentinel://host:port,host:port/name/db`, "
            "`redis+cluster://host:port,host:port`",
        ),
    ]
    store_replicas: Annotated[
        int, Variable("0", _number(0, 10), "replicas that have a write before it is acknowledged, else 503")
    ]
    broker_url: Annotated[
        str, Variable("", _broker_url, "Celery's broker, also `amqp://`; may be wiped; empty: `REDIS_URL`")
    ]
    limits_url: Annotated[
        str,
        Variable(
            "",
            _store_url_or_nothing,
            "a Redis for the counts of requests; may be wiped; empty: `BROKER_URL` if it is one, else `REDIS_URL`",
        ),
    ]
    api_workers: Annotated[int, Variable("2", _number(1, 64), "API processes")]
    event_waiters: Annotated[
        int, Variable("1000", _number(1, 10_000), "requests that may wait for events, per process")
    ]
    event_waiters_address: Annotated[
        int, Variable("250", _number(1, 10_000), "how many of them may be of one address; the oldest spectator yields")
    ]
    event_waiters_token: Annotated[
        int, Variable("10", _number(1, 10_000), "how many of them may be of one token; the oldest yields")
    ]
    connections_address: Annotated[
        int,
        Variable("1000", _number(1, 20_000), "connections of one address, per process; not counted of trusted proxies"),
    ]
    stream_seconds: Annotated[
        int, Variable("300", _number(1, DAY), "how long a stream of events lasts; clients resume it")
    ]
    client_seconds: Annotated[
        int,
        Variable(
            "10",
            _number(1, 3600),
            "how long a client may take to send a head (10 at most), or a body, or to take a part of an answer",
        ),
    ]
    metrics_port: Annotated[int, Variable("0", _number(0, 65_535), "counters for Prometheus at this port; 0: nowhere")]
    metrics_host: Annotated[str, Variable("127.0.0.1", str, "the address where that port listens")]
    trusted_proxies: Annotated[int, Variable("0", _number(0, 10), "reverse proxies whose X-Forwarded-For counts")]
    cors_origins: Annotated[
        tuple[str, ...], Variable("", _origins, "origins of other sites' pages, by commas; `*` for all")
    ]
    ratelimit_enabled: Annotated[bool, Variable("true", _flag, "whether requests are limited")]
    ratelimit_token: Annotated[str, Variable("3000 per 10 seconds", _limits, "requests of one token")]
    ratelimit_address: Annotated[str, Variable("10000 per 10 seconds", _limits, "requests of one address")]
    ratelimit_create: Annotated[str, Variable("600 per minute", _limits, "games that one address creates")]
    ratelimit_key: Annotated[
        str, Variable("10000 per 10 seconds", _limits, "requests of an app's key that has no limits of its own")
    ]
    create_games: Annotated[
        str, Variable("everyone", _choice("everyone", "keys"), "who creates games: everyone, or apps with a key")
    ]
    player_token_seconds: Annotated[
        int, Variable("3600", _number(60, 30 * DAY), "how long a token of an app's user is good")
    ]
    player_tokens_max: Annotated[
        int, Variable("20", _number(1, 1000), "tokens that one such user may have; one more ends the oldest")
    ]
    players_max: Annotated[
        int, Variable("100000", _number(1, 10_000_000), "users of one app who may have such a token at the same time")
    ]
    metadata_max: Annotated[
        int, Variable("1024", _number(2, 1024), "bytes of what an app may say of a user at a seat, as JSON")
    ]
    bot_budget_max: Annotated[
        int, Variable("20000", _number(1, 1_000_000), "positions that a strong bot may look at for a move, at most")
    ]
    bot_games_max: Annotated[
        int, Variable("50", _number(0, 1_000_000), "running games without a person that one creator may have")
    ]
    turn_seconds: Annotated[
        int, Variable("0", _number(0, 30 * DAY), "time for a decision where a game sets none; 0: no limit")
    ]
    idle_seconds: Annotated[
        int, Variable(str(DAY), _number(1, 365 * DAY), "after this the host may hand a seat to a bot")
    ]
    open_seconds: Annotated[int, Variable(str(7 * DAY), _number(1, 365 * DAY), "an open game is abandoned after this")]
    finished_seconds: Annotated[
        int, Variable(str(90 * DAY), _number(0, 3650 * DAY), "how long ended games are kept; 0: for good")
    ]
    idempotency_seconds: Annotated[
        int, Variable(str(2 * 3600), _number(60, 30 * DAY), "how long answers are kept for repeated keys")
    ]
    webhooks_max: Annotated[int, Variable("10", _number(0, 1000), "webhooks that one app may have")]
    webhook_http: Annotated[bool, Variable("false", _flag, "whether webhooks may be at `http://`, too")]
    webhook_networks: Annotated[
        tuple[str, ...],
        Variable("", _networks, "networks of the host's own that webhooks may be in, `10.1.0.0/16`, by commas"),
    ]
    webhook_seconds: Annotated[
        int, Variable("10", _number(1, 30), "how long the receiver of a webhook may take for one event")
    ]
    webhook_kept_seconds: Annotated[
        int, Variable("3600", _number(0, 7 * DAY), "how long what was delivered can be listed and sent again")
    ]
    secrets_key: Annotated[
        tuple[str, ...],
        Variable(
            "",
            _secrets_key,
            "what the secrets of webhooks are sealed with in the store; several by commas: the first seals",
            is_secret=True,
        ),
    ]
    push_key: Annotated[
        str,
        Variable(
            "",
            _push_key,
            "the private key by which push services know this host, 32 bytes as base64url; empty: no Web Push",
            is_secret=True,
        ),
    ]
    push_contact: Annotated[
        str,
        Variable(
            "mailto:almagest@localhost",
            _push_contact,
            "whom push services can write to, `mailto:` or `https:`; some take no `localhost`",
        ),
    ]
    push_services: Annotated[
        tuple[str, ...],
        Variable(
            "fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com",
            _push_services,
            "push services that browsers may name, by commas: a domain and all below it, or an origin",
        ),
    ]
    push_networks: Annotated[
        tuple[str, ...],
        Variable("", _networks, "networks of the host's own that push services may be in, by commas"),
    ]
    push_devices_max: Annotated[
        int, Variable("5", _number(1, 50), "devices on which one seat is called; one more ends the oldest")
    ]
    packs_dir: Annotated[
        str,
        Variable("", _folder, "a folder of content packs, `<rulebook>/<file>.json`, checked at the start and playable"),
    ]
    otel_exporter_otlp_endpoint: Annotated[
        str,
        Variable("", _traces, "where traces are sent, by OTLP over HTTP; empty: nowhere; needs the extra `otel`"),
    ]
    log_format: Annotated[
        str, Variable("auto", _choice("auto", "json", "console"), "auto: readable on a terminal, else JSON")
    ]
    log_level: Annotated[
        str, Variable("info", _choice("debug", "info", "warning", "error"), "the least level that is logged")
    ]


VARIABLES: dict[str, Variable] = {
    field.upper(): hint.__metadata__[0] for field, hint in get_type_hints(Settings, include_extras=True).items()
}


def _read(name: str, variable: Variable, environment: Mapping[str, str]) -> Any:
    text = environment.get(name, variable.default).strip()
    try:
        return variable.read(text)
    except ValueError as error:
        given = "what was given" if variable.is_secret else repr(text)
        raise SettingsError(f"{name} {error}, not {given}") from None


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings, or `SettingsError` that names the variable."""
    source = os.environ if environment is None else environment
    return _completed(Settings(**{name.lower(): _read(name, variable, source) for name, variable in VARIABLES.items()}))


def _completed(settings: Settings) -> Settings:
    """What is empty is the same as something else."""
    broker = settings.broker_url or settings.redis_url
    if not settings.broker_url and read_url(broker).kind == "cluster":
        raise SettingsError("BROKER_URL is needed beside a cluster: Celery cannot use that as a broker")
    is_redis = is_store(broker) and read_url(broker).kind != "cluster"
    limits = settings.limits_url or (broker if is_redis else settings.redis_url)
    return msgspec.structs.replace(settings, broker_url=broker, limits_url=limits)


def checked_settings() -> Settings:
    """The settings of whoever starts something; URLs with a port or an option that cannot be, and
    content packs that cannot be played with, are refused as well.

    Apart from `load_settings`, since redis-py must not be imported before gevent in the process that serves.
    """
    from service.core.content_packs import install_packs
    from service.store.jobs.broker import check_broker
    from service.store.redis.client import check_address

    settings = load_settings()
    checks = (
        ("REDIS_URL", settings.redis_url, check_address),
        ("BROKER_URL", settings.broker_url, check_broker),
        ("LIMITS_URL", settings.limits_url, check_address),
    )
    for name, url, check in checks:
        try:
            check(url)
        except (ValueError, TypeError, ImportError, KeyError) as error:
            raise SettingsError(f"{name} cannot be used: {error}") from None
    install_packs(settings.packs_dir)
    return settings


def settings_table() -> str:
    """The variables as the table of the README."""
    rows = [
        f"| `{name}` | {f'`{variable.default}`' if variable.default else 'empty'} | {variable.purpose} |"
        for name, variable in VARIABLES.items()
    ]
    return "\n".join(["| variable | default | what it is for |", "|---|---|---|", *rows])
