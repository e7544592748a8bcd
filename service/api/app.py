"""The Flask application. It keeps no state: everything is in the store."""

from __future__ import annotations

import os
from collections.abc import Callable

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api.http import limits, problems
from service.api.http.application import Application
from service.api.http.middleware import HttpMiddleware
from service.api.openapi import description
from service.api.resources import (
    events,
    games,
    health,
    hints,
    me,
    moves,
    players,
    push,
    results,
    rulebooks,
    seats,
    webhooks,
)
from service.api.site import pages
from service.core import logs, tracing
from service.core.parent_process import end_with_parent
from service.core.settings import Settings, load_settings
from service.store.games.repository import GameStore
from service.store.health.readiness import Readiness
from service.store.jobs.outbox import PendingJob
from service.store.live.hub import Hub
from service.store.live.quotas import ListenerQuotas
from service.usecases.content_packs import install_packs
from service.usecases.context import Context, no_wakeup
from service.wire import json

BLUEPRINTS = (rulebooks, games, seats, moves, hints, events, results, players, me, push, webhooks, health)


def listener_quotas(settings: Settings) -> ListenerQuotas:
    return ListenerQuotas(settings.event_waiters, settings.event_waiters_address, settings.event_waiters_token)


def build_context(app: Flask, settings: Settings, wake_worker: Callable[[PendingJob], None]) -> None:
    """Create what holds connections; nothing connects before the first request."""
    store = GameStore(settings.redis_url, settings.idempotency_seconds, settings.store_replicas)
    app.extensions["context"] = Context(store, settings, wake_worker)
    app.extensions["readiness"] = Readiness(store)
    app.extensions["hub"] = Hub(store, listener_quotas(settings))


def create_app(settings: Settings, wake_worker: Callable[[PendingJob], None] = no_wakeup) -> Flask:
    app = Application("almagest", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = json.MAX_BYTES
    # Otherwise werkzeug redirects to the host that the client names.
    app.url_map.merge_slashes = False
    build_context(app, settings, wake_worker)
    api = description.prepare(app)
    for module in BLUEPRINTS:
        api.register_blueprint(module.blueprint)
    pages.register(app)
    limits.register(app, settings)
    problems.register(app)
    _wrap(app, settings)
    return app


def _wrap(app: Flask, settings: Settings) -> None:
    proxies = settings.trusted_proxies
    inner = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0) if proxies else app.wsgi_app
    app.wsgi_app = tracing.add_tracing(HttpMiddleware(inner, settings.cors_origins))  # type: ignore[method-assign]  # Flask documents it so


def wsgi() -> Flask:
    """Create the application for a WSGI server: settings from the environment, wakeups to Celery."""
    from service.api.http import metrics_listener
    from service.store.jobs.broker import wake_worker

    end_with_parent(os.getppid())
    settings = load_settings()
    logs.configure(settings)
    tracing.configure(settings, "api")
    install_packs(settings.packs_dir)
    app = create_app(settings, wake_worker)
    metrics_listener.listen(app, settings)
    return app
