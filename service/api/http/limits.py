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
from service.store.redis.errors import StoreUnavailable
from service.usecases.accounts.apps import App
from service.wire.refusals import Refused, TooManyRequests

CREATING = ("games.create_game", "games.quick_play", "games.play_again")
"""All ways to a new game; they are counted together."""


def _app() -> App | None:
    """Who shows a key that is good is limited by the key alone; whoever shows another is anybody."""
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


def _limits(settings: Settings) -> list[str | Callable[[], str] | Limit]:
    def of_the_key() -> str:
        found = _app()
        return (found and found.limits) or settings.ratelimit_key

    return [
        Limit(settings.ratelimit_token, key_function=token_key, exempt_when=_is_app),
        Limit(settings.ratelimit_address, key_function=address_key, exempt_when=_is_app),
        Limit(of_the_key, key_function=_key_id, exempt_when=_is_no_app),
    ]


def _too_many(limit: RequestLimit) -> Response:
    response = problem(TooManyRequests(str(limit.limit)))
    left = math.ceil(limit.reset_at - time.time())
    response.headers["Retry-After"] = str(min(max(1, left), limit.limit.get_expiry()))
    return response


def _counted_at(url: str) -> dict[str, Any]:
    """The address in the words of the library that counts."""
    address = read_url(url)
    options: dict[str, Any] = {"socket_connect_timeout": 1, "socket_timeout": 1}
    if address.kind == "single":
        return {"storage_uri": address.plain.replace("unix://", "redis+unix://"), "storage_options": options}
    read = {name: value for name, value in address.options().items() if name not in ("connection_class", "db")}
    hosts = ",".join(f"{host}:{port}" for host, port in address.nodes)
    asked = {**address.sentinel_options(), **options}
    watched = {"use_replicas": False, "sentinel_kwargs": asked} if address.kind == "sentinel" else {}
    return {
        "storage_uri": f"redis+{address.kind}://{hosts}/{address.name}",
        "storage_options": {**options, **read, **watched, "ssl": address.is_encrypted},
    }


def _limiter(app: Flask, settings: Settings, **counted: Any) -> Limiter:
    return Limiter(
        address_key,
        app=app,
        default_limits=_limits(settings),
        **counted,
        strategy="fixed-window",
        on_breach=_too_many,
        swallow_errors=True,
        in_memory_fallback_enabled=True,
        key_prefix="limits",
    )


def _started(app: Flask, settings: Settings) -> Limiter:
    """A cluster is asked at once where everything is; who finds nobody there counts for itself, as long as it runs."""
    try:
        return _limiter(app, settings, **_counted_at(settings.limits_url))
    except (redis.RedisError, RedisClusterException) as error:
        log().warning("limits_away", error=type(error).__name__)
        return _limiter(app, settings, storage_uri="memory://")


def register(app: Flask, settings: Settings) -> None:
    """While the store of the counts is away each process counts for itself, and does not wait for it every time."""
    if not settings.ratelimit_enabled:
        return
    limiter = _started(app, settings)
    limiter.exempt(health.blueprint)
    creating = limiter.shared_limit(
        settings.ratelimit_create, "create", key_func=address_key, override_defaults=False, exempt_when=_is_app
    )
    views: dict[str, Any] = app.view_functions
    for endpoint in CREATING:
        views[endpoint] = creating(views[endpoint])
