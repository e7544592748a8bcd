"""How many requests a token and an address may send, counted in Redis."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Flask, Response
from flask_limiter import Limit, Limiter, RequestLimit

from service.api.reading import address_key, token_key
from service.config import Settings
from service.errors import problem

_EXEMPT = ("health", "pages", "api-docs")


def _limits(settings: Settings) -> list[str | Callable[[], str] | Limit]:
    return [
        Limit(settings.ratelimit_token, key_function=token_key),
        Limit(settings.ratelimit_address, key_function=address_key),
    ]


def _too_many(limit: RequestLimit) -> Response:
    response = problem("too_many_requests", f"No more than {limit.limit}; try again later.")
    response.headers["Retry-After"] = str(max(1, math.ceil(limit.reset_at - time.time())))
    return response


def register(app: Flask, settings: Settings) -> None:
    """While the store of the counts is away each process counts for itself, and does not wait for it every time."""
    if not settings.ratelimit_enabled:
        return
    limiter = Limiter(
        address_key,
        app=app,
        default_limits=_limits(settings),
        storage_uri=settings.broker_url.replace("unix://", "redis+unix://").replace("redis+socket://", "redis+unix://"),
        storage_options={"socket_connect_timeout": 1, "socket_timeout": 1},
        strategy="fixed-window",
        on_breach=_too_many,
        swallow_errors=True,
        in_memory_fallback_enabled=True,
        key_prefix="limits",
    )
    for name in _EXEMPT:
        blueprint = app.blueprints[name]
        if isinstance(blueprint, Blueprint):
            limiter.exempt(blueprint)
    creating = limiter.limit(settings.ratelimit_create, key_func=address_key, override_defaults=False)
    views: dict[str, Any] = app.view_functions
    views["games.create_game"] = creating(views["games.create_game"])
