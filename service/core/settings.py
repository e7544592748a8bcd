"""Settings from the environment, all in one struct. The service names a wrong variable and refuses to start."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_type_hints

import msgspec

from service.core.parsers import (
    boolean,
    celery_url,
    choice,
    contact_url,
    folder,
    integer,
    networks,
    optional_store_url,
    origins,
    otlp_endpoint,
    push_hosts,
    rate_limits,
    secrets_keys,
    store_url,
    vapid_key,
)
from service.core.urls import is_store, read_url


class SettingsError(ValueError):
    """An environment variable has a value that the service cannot use."""


class Variable(msgspec.Struct, frozen=True):
    """An environment variable: its default, its parser, and a sentence for the table of settings."""

    default: str
    parse: Callable[[str], Any]
    purpose: str
    is_secret: bool = False
    """Error messages leave out the value."""


DAY = 86_400


class Settings(msgspec.Struct, frozen=True):
    """All settings. The variable of a field has the field's name in capitals."""

    redis_url: Annotated[
        str,
        Variable(
            "redis://127.0.0.1:6379/0",
            store_url,
            "where games are stored; also `redis+sentinel://host:port,host:port/name/db`, "
            "`redis+cluster://host:port,host:port`",
        ),
    ]
    store_replicas: Annotated[
        int,
        Variable(
            "0",
            integer(0, 10),
            "replicas that must have a write before the service acknowledges it; otherwise it answers 503",
        ),
    ]
    broker_url: Annotated[
        str,
        Variable(
            "", celery_url, "Celery's broker, also `amqp://`; holds nothing that may not be lost; empty: `REDIS_URL`"
        ),
    ]
    limits_url: Annotated[
        str,
        Variable(
            "",
            optional_store_url,
            "the Redis that counts requests for rate limits; holds nothing that may not be lost; empty: "
            "`BROKER_URL` if that is a Redis, else `REDIS_URL`",
        ),
    ]
    api_workers: Annotated[int, Variable("2", integer(1, 64), "API processes")]
    event_waiters: Annotated[
        int, Variable("1000", integer(1, 10_000), "requests that may wait for events, per process")
    ]
    event_waiters_address: Annotated[
        int,
        Variable("250", integer(1, 10_000), "how many of them one address may have; the oldest spectator makes room"),
    ]
    event_waiters_token: Annotated[
        int, Variable("10", integer(1, 10_000), "how many of them one token may have; the oldest makes room")
    ]
    connections_address: Annotated[
        int,
        Variable(
            "1000",
            integer(1, 20_000),
            "connections that one address may have, per process; no limit behind trusted proxies",
        ),
    ]
    stream_seconds: Annotated[
        int, Variable("300", integer(1, DAY), "how long an event stream lasts; clients then resume it")
    ]
    client_seconds: Annotated[
        int,
        Variable(
            "10",
            integer(1, 3600),
            "how long a client may take to send the headers (at most 10) or the body of a request, or to read a "
            "part of a response",
        ),
    ]
    metrics_port: Annotated[int, Variable("0", integer(0, 65_535), "port for Prometheus metrics; 0: none")]
    metrics_host: Annotated[str, Variable("127.0.0.1", str, "address that the metrics port listens on")]
    trusted_proxies: Annotated[
        int, Variable("0", integer(0, 10), "number of reverse proxies whose X-Forwarded-For is trusted")
    ]
    cors_origins: Annotated[
        tuple[str, ...],
        Variable("", origins, "origins of other sites whose pages may use the API, separated by commas; `*`: all"),
    ]
    ratelimit_enabled: Annotated[bool, Variable("true", boolean, "whether rate limits apply")]
    ratelimit_token: Annotated[
        str, Variable("3000 per 10 seconds", rate_limits, "requests of one token, to all endpoints together")
    ]
    ratelimit_address: Annotated[
        str, Variable("10000 per 10 seconds", rate_limits, "requests of one address, to all endpoints together")
    ]
    ratelimit_create: Annotated[str, Variable("600 per minute", rate_limits, "games that one address may create")]
    ratelimit_pause: Annotated[
        str, Variable("10 per minute", rate_limits, "how often one token may pause a game, and how often resume one")
    ]
    ratelimit_key: Annotated[
        str, Variable("10000 per 10 seconds", rate_limits, "requests of an app's key that has no limits of its own")
    ]
    create_games: Annotated[
        str, Variable("everyone", choice("everyone", "keys"), "who may create games: everyone, or only apps with a key")
    ]
    player_token_seconds: Annotated[
        int, Variable("3600", integer(60, 30 * DAY), "how long the token of an app's user is valid")
    ]
    player_tokens_max: Annotated[
        int, Variable("20", integer(1, 1000), "tokens that one such user may have; a new one revokes the oldest")
    ]
    players_max: Annotated[
        int, Variable("100000", integer(1, 10_000_000), "users of one app who may have a token at the same time")
    ]
    metadata_max: Annotated[
        int, Variable("1024", integer(2, 1024), "bytes of metadata that an app may attach to a user's seat, as JSON")
    ]
    bot_budget_max: Annotated[
        int, Variable("20000", integer(1, 1_000_000), "positions that a strong bot may search for one move, at most")
    ]
    bot_games_max: Annotated[
        int, Variable("50", integer(0, 1_000_000), "running games with only bots that one tenant may have")
    ]
    running_games_address: Annotated[
        int,
        Variable(
            "1000", integer(0, 10_000_000), "open and running games that one address may have created; 0: no limit"
        ),
    ]
    running_games_app: Annotated[
        int, Variable("100000", integer(0, 100_000_000), "open and running games that one app may have; 0: no limit")
    ]
    running_games_player: Annotated[
        int,
        Variable("200", integer(0, 1_000_000), "open and running games that one user of an app may have; 0: no limit"),
    ]
    takebacks_max: Annotated[
        int,
        Variable("20", integer(0, 10_000), "moves that a seat may take back until a move of it is final; 0: no limit"),
    ]
    turn_seconds: Annotated[
        int, Variable("0", integer(0, 30 * DAY), "time for a decision in games that set none; 0: no limit")
    ]
    idle_seconds: Annotated[
        int,
        Variable(
            str(DAY),
            integer(1, 365 * DAY),
            "after this time without a move, the game's host may give the seat to a bot",
        ),
    ]
    pause_seconds: Annotated[
        int,
        Variable(
            str(DAY),
            integer(1, 365 * DAY),
            "the longest pause among several people; then the game goes on by itself",
        ),
    ]
    open_seconds: Annotated[
        int,
        Variable(str(7 * DAY), integer(1, 365 * DAY), "an open game that nobody starts is abandoned after this time"),
    ]
    running_seconds: Annotated[
        int,
        Variable(
            str(30 * DAY),
            integer(0, 3650 * DAY),
            "a running game in which nobody decides is abandoned after this time, and warned of before; 0: never",
        ),
    ]
    finished_seconds: Annotated[
        int, Variable(str(90 * DAY), integer(0, 3650 * DAY), "how long ended games are kept; 0: forever")
    ]
    idempotency_seconds: Annotated[
        int,
        Variable(
            str(2 * 3600),
            integer(60, 30 * DAY),
            "how long responses are kept for requests that repeat an idempotency key",
        ),
    ]
    webhooks_max: Annotated[int, Variable("10", integer(0, 1000), "webhooks that one app may have")]
    webhook_http: Annotated[bool, Variable("false", boolean, "whether webhooks may use `http://`")]
    webhook_networks: Annotated[
        tuple[str, ...],
        Variable("", networks, "private networks that webhooks may reach, like `10.1.0.0/16`, separated by commas"),
    ]
    webhook_seconds: Annotated[
        int, Variable("10", integer(1, 30), "how long the receiver of a webhook may take to answer")
    ]
    webhook_kept_seconds: Annotated[
        int, Variable("3600", integer(0, 7 * DAY), "how long deliveries stay listed and can be sent again")
    ]
    secrets_key: Annotated[
        tuple[str, ...],
        Variable(
            "",
            secrets_keys,
            "keys that encrypt the secrets of webhooks in the store, separated by commas; the first one encrypts, "
            "all of them decrypt",
            is_secret=True,
        ),
    ]
    push_key: Annotated[
        str,
        Variable(
            "", vapid_key, "this server's private VAPID key, 32 bytes as base64url; empty: no Web Push", is_secret=True
        ),
    ]
    push_contact: Annotated[
        str,
        Variable(
            "mailto:almagest@localhost",
            contact_url,
            "contact for push services, `mailto:` or `https:`; some refuse `localhost`",
        ),
    ]
    push_services: Annotated[
        tuple[str, ...],
        Variable(
            "fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com",
            push_hosts,
            "push services that browsers may use, separated by commas: a domain with its subdomains, or an origin",
        ),
    ]
    push_networks: Annotated[
        tuple[str, ...], Variable("", networks, "private networks that push services may be in, separated by commas")
    ]
    push_devices_max: Annotated[
        int,
        Variable("5", integer(1, 50), "browsers that one seat may subscribe for push; a new one removes the oldest"),
    ]
    packs_dir: Annotated[
        str,
        Variable(
            "", folder, "folder of content packs, `<rulebook>/<file>.json`; the service checks them when it starts"
        ),
    ]
    otel_exporter_otlp_endpoint: Annotated[
        str,
        Variable("", otlp_endpoint, "where to send traces by OTLP over HTTP; empty: nowhere; needs the extra `otel`"),
    ]
    log_format: Annotated[
        str, Variable("auto", choice("auto", "json", "console"), "`auto`: readable on a terminal, JSON elsewhere")
    ]
    log_level: Annotated[
        str, Variable("info", choice("debug", "info", "warning", "error"), "lowest level that is logged")
    ]


VARIABLES: dict[str, Variable] = {
    field.upper(): hint.__metadata__[0] for field, hint in get_type_hints(Settings, include_extras=True).items()
}


def _parse(name: str, variable: Variable, environment: Mapping[str, str]) -> Any:
    text = environment.get(name, variable.default).strip()
    try:
        return variable.parse(text)
    except ValueError as error:
        given = "the given value" if variable.is_secret else repr(text)
        raise SettingsError(f"{name} {error}, not {given}") from None


def load_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Parse the environment. `SettingsError` names the variable that is wrong."""
    source = os.environ if environment is None else environment
    return _fill_in_urls(
        Settings(**{name.lower(): _parse(name, variable, source) for name, variable in VARIABLES.items()})
    )


def _fill_in_urls(settings: Settings) -> Settings:
    """Replace empty URLs by the ones they default to."""
    broker = settings.broker_url or settings.redis_url
    if not settings.broker_url and read_url(broker).kind == "cluster":
        raise SettingsError("BROKER_URL must be set beside a cluster, which Celery cannot use as its broker")
    is_redis = is_store(broker) and read_url(broker).kind != "cluster"
    limits = settings.limits_url or (broker if is_redis else settings.redis_url)
    return msgspec.structs.replace(settings, broker_url=broker, limits_url=limits)


def settings_table() -> str:
    """All variables as a Markdown table, for docs/settings.md."""
    rows = [
        f"| `{name}` | {f'`{variable.default}`' if variable.default else 'empty'} | {variable.purpose} |"
        for name, variable in VARIABLES.items()
    ]
    return "\n".join(["| variable | default | what it is for |", "|---|---|---|", *rows])
