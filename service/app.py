"""The WSGI application: a stateless front of the store."""

from __future__ import annotations

import importlib.util
import signal
from collections.abc import Callable

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service import config, errors, json, logs
from service.api import description, events, games, health, limits, moves, pages, results, rulebooks, seats
from service.api.envelope import Envelope
from service.config import Settings
from service.parent import end_with_parent
from service.store.games import GameStore
from service.store.hub import Hub
from service.store.outbox import Owed
from service.tables.context import Tables, no_hint

BLUEPRINTS = (rulebooks, games, seats, moves, events, results, health)


def create_app(settings: Settings, hint: Callable[[Owed], None] = no_hint) -> Flask:
    """Make the application; nothing is connected before the first request."""
    app = Flask("almagest", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = json.MAX_BYTES
    store = GameStore(settings.redis_url, settings.idempotency_seconds)
    app.extensions["tables"] = Tables(store, settings, hint)
    app.extensions["hub"] = Hub(store, settings.event_waiters)
    api = description.prepare(app)
    for module in BLUEPRINTS:
        api.register_blueprint(module.blueprint)
    pages.register(app)
    limits.register(app, settings)
    errors.register(app)
    _wrap(app, settings)
    return app


def _wrap(app: Flask, settings: Settings) -> None:
    proxies = settings.trusted_proxies
    inner = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0) if proxies else app.wsgi_app
    # The documented way to add middleware is to replace the method.
    app.wsgi_app = Envelope(inner, settings.cors_origins)  # type: ignore[method-assign]


def _celery_hint() -> Callable[[Owed], None]:
    """The worker's, where it is installed."""
    if importlib.util.find_spec("worker.app") is None:
        return no_hint
    hint: Callable[[Owed], None] = importlib.import_module("worker.app").hint
    return hint


def wsgi() -> Flask:
    """The application as the servers start it: settings from the environment, hints to Celery."""
    end_with_parent(signal.SIGKILL)
    settings = config.load()
    logs.configure(settings)
    return create_app(settings, _celery_hint())
