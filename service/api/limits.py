"""How many requests a token and an address may send, counted in Redis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Flask
from flask_limiter import Limit, Limiter

from service.api.reading import address_key, token_key
from service.config import Settings

_EXEMPT = ("health", "pages", "api-docs")


def _limits(settings: Settings) -> list[str | Callable[[], str] | Limit]:
    return [
        Limit(settings.ratelimit_token, key_function=token_key),
        Limit(settings.ratelimit_address, key_function=address_key),
    ]


def register(app: Flask, settings: Settings) -> None:
    """While the store is away nothing is counted: whatever needs the store answers 503 by itself."""
    if not settings.ratelimit_enabled:
        return
    limiter = Limiter(
        address_key,
        app=app,
        default_limits=_limits(settings),
        storage_uri=settings.broker_url.replace("unix://", "redis+unix://").replace("redis+socket://", "redis+unix://"),
        storage_options={"socket_connect_timeout": 1, "socket_timeout": 1},
        strategy="fixed-window",
        headers_enabled=True,
        swallow_errors=True,
        key_prefix="limits",
    )
    for name in _EXEMPT:
        blueprint = app.blueprints[name]
        if isinstance(blueprint, Blueprint):
            limiter.exempt(blueprint)
    creating = limiter.limit(settings.ratelimit_create, key_func=address_key, override_defaults=False)
    views: dict[str, Any] = app.view_functions
    views["games.create_game"] = creating(views["games.create_game"])
