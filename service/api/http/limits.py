"""How many requests a token and an address may send, counted in Redis."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import redis
from flask import Flask, Response, abort, current_app, request
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage, RedisStorage, Storage, storage_from_string
from redis.exceptions import RedisClusterException

from service.api.http.callers import calling_app
from service.api.http.problems import problem
from service.api.http.request_counter import RequestCounter
from service.api.http.requests import address_key, token_key
from service.api.resources import health
from service.core.logs import log
from service.core.settings import Settings
from service.core.urls import read_url
from service.store.errors import StoreUnavailable
from service.usecases.accounts.apps import App
from service.wire.refusals import Refused, TooManyRequests

CREATING = ("games.create_game", "games.quick_play", "games.play_again")
"""The endpoints that create games; they share one limit."""
PAUSING = ("games.pause_game", "games.resume_game")
"""Each has the limit for itself, so that whoever has paused can resume."""


def _app() -> App | None:
    """The app of a valid key: then only the limit of the key counts. An invalid key counts as none."""
    try:
        return calling_app()
    except (Refused, StoreUnavailable):
        return None


class Count(NamedTuple):
    """A count that a request adds to: the limits, who makes it, and what is counted together."""

    limits: str
    who: str
    what: str


def _counts(settings: Settings, endpoint: str) -> Iterator[Count]:
    """The counts of a request. An app with a valid key has the limit of its key alone."""
    if app := _app():
        yield Count(app.limits or settings.ratelimit_key, app.key_id, "key")
    else:
        yield Count(settings.ratelimit_token, token_key(), "token")
        yield Count(settings.ratelimit_address, address_key(), "address")
        if endpoint in CREATING:
            yield Count(settings.ratelimit_create, address_key(), "create")
    if endpoint in PAUSING:
        yield Count(settings.ratelimit_pause, token_key(), endpoint)


_parse = functools.lru_cache(1000)(parse_many)


def check(counter: RequestCounter, settings: Settings, endpoint: str, amount: int = 1) -> Response | None:
    """Count a request, or one that stands for several; the answer to one that is above a limit."""
    for limits, who, what in _counts(settings, endpoint):
        for limit in _parse(limits):
            name = f"{limit.amount}/{limit.get_expiry()}/{what}/{who}"
            if not counter.is_within(limit, name, amount):
                return _too_many(limit, counter.seconds_left(limit, name))
    return None


def count_more(amount: int) -> None:
    """Count a request that costs as much as several for so many more, and refuse it above a limit."""
    limit: Callable[[str, int], Response | None] | None = current_app.extensions.get("limits")
    refused = limit(request.endpoint or "", amount) if limit and amount else None
    if refused:
        abort(refused)


def _too_many(limit: RateLimitItem, seconds: float) -> Response:
    response = problem(TooManyRequests(str(limit)))
    response.headers["Retry-After"] = str(min(max(1, math.ceil(seconds)), limit.get_expiry()))
    return response


def _storage(url: str) -> tuple[str, dict[str, Any]]:
    """Translate the address of the store into the address and the options of `limits`."""
    address = read_url(url)
    options: dict[str, Any] = {"socket_connect_timeout": 1, "socket_timeout": 1}
    if address.kind == "single":
        return address.plain.replace("unix://", "redis+unix://"), options
    own = {name: value for name, value in address.options().items() if name not in ("connection_class", "db")}
    hosts = ",".join(f"{host}:{port}" for host, port in address.nodes)
    sentinel = {**address.sentinel_options(), **options}
    extra = {"use_replicas": False, "sentinel_kwargs": sentinel} if address.kind == "sentinel" else {}
    return (
        f"redis+{address.kind}://{hosts}/{address.name}",
        {**options, **own, **extra, "ssl": address.is_encrypted},
    )


RedisStorage.DEPENDENCIES = {"redis": None}
"""`limits` would import valkey's client as well, which came with the embedded server."""


def _open_storage(settings: Settings) -> Storage:
    """A cluster client connects at once. If no node answers, this process counts in its own memory until it ends."""
    try:
        uri, options = _storage(settings.limits_url)
        found: Any = storage_from_string(uri, **options)
    except (redis.RedisError, RedisClusterException) as error:
        log().warning("limits_away", error=type(error).__name__)
        return MemoryStorage()
    storage: Storage = found
    return storage


def register(app: Flask, settings: Settings) -> None:
    """Limit every endpoint, except for probes."""
    if not settings.ratelimit_enabled:
        return
    counter, probes = RequestCounter(_open_storage(settings)), f"{health.blueprint.name}."

    app.extensions["limits"] = functools.partial(check, counter, settings)

    def limit_requests() -> Response | None:
        endpoint = request.endpoint
        if endpoint is None or endpoint.startswith(probes):
            return None
        return check(counter, settings, endpoint)

    app.before_request(limit_requests)
