"""How many requests a token and an address may send, counted in Redis."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import redis
from flask import Flask, Response
from flask_limiter import Limit, Limiter, RequestLimit
from redis.exceptions import RedisClusterException

from service.api.http.callers import calling_app
from service.api.http.problems import problem
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


def _is_app() -> bool:
    return _app() is not None


def _is_no_app() -> bool:
    return _app() is None


def _key_id() -> str:
    found = _app()
    return found.key_id if found else ""


def _limit(
    scope: str, limit: str | Callable[[], str], key: Callable[[], str], exempt_when: Callable[[], bool]
) -> Limit:
    """One number for all endpoints together; flask-limiter would count each by itself."""
    return Limit(limit, key_function=key, scope=scope, shared=True, exempt_when=exempt_when)


def _limits(settings: Settings) -> list[str | Callable[[], str] | Limit]:
    def key_limit() -> str:
        found = _app()
        return (found and found.limits) or settings.ratelimit_key

    return [
        _limit("token", settings.ratelimit_token, token_key, _is_app),
        _limit("address", settings.ratelimit_address, address_key, _is_app),
        _limit("key", key_limit, _key_id, _is_no_app),
    ]


def _too_many(limit: RequestLimit) -> Response:
    response = problem(TooManyRequests(str(limit.limit)))
    left = math.ceil(limit.reset_at - time.time())
    response.headers["Retry-After"] = str(min(max(1, left), limit.limit.get_expiry()))
    return response


def _storage(url: str) -> dict[str, Any]:
    """Translate the address of the store into the arguments of `limits`."""
    address = read_url(url)
    options: dict[str, Any] = {"socket_connect_timeout": 1, "socket_timeout": 1}
    if address.kind == "single":
        return {"storage_uri": address.plain.replace("unix://", "redis+unix://"), "storage_options": options}
    own = {name: value for name, value in address.options().items() if name not in ("connection_class", "db")}
    hosts = ",".join(f"{host}:{port}" for host, port in address.nodes)
    sentinel = {**address.sentinel_options(), **options}
    extra = {"use_replicas": False, "sentinel_kwargs": sentinel} if address.kind == "sentinel" else {}
    return {
        "storage_uri": f"redis+{address.kind}://{hosts}/{address.name}",
        "storage_options": {**options, **own, **extra, "ssl": address.is_encrypted},
    }


def _limiter(app: Flask, settings: Settings, **storage: Any) -> Limiter:
    return Limiter(
        address_key,
        app=app,
        default_limits=_limits(settings),
        **storage,
        strategy="fixed-window",
        on_breach=_too_many,
        swallow_errors=True,
        in_memory_fallback_enabled=True,
        key_prefix="limits",
    )


def _connect_limiter(app: Flask, settings: Settings) -> Limiter:
    """A cluster client connects at once. If no node answers, this process counts in its own memory until it ends."""
    try:
        return _limiter(app, settings, **_storage(settings.limits_url))
    except (redis.RedisError, RedisClusterException) as error:
        log().warning("limits_away", error=type(error).__name__)
        return _limiter(app, settings, storage_uri="memory://")


def register(app: Flask, settings: Settings) -> None:
    """Limit every endpoint. While Redis is unavailable, every process counts in its own memory."""
    if not settings.ratelimit_enabled:
        return
    limiter = _connect_limiter(app, settings)
    limiter.exempt(health.blueprint)
    creating = limiter.shared_limit(
        settings.ratelimit_create, "create", key_func=address_key, override_defaults=False, exempt_when=_is_app
    )
    views: dict[str, Any] = app.view_functions
    for endpoint in CREATING:
        views[endpoint] = creating(views[endpoint])
    for endpoint in PAUSING:
        limit = limiter.limit(settings.ratelimit_pause, key_func=token_key, override_defaults=False)
        views[endpoint] = limit(views[endpoint])
