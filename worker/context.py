"""What tasks and the sweeper work with: one connection to the store per process."""

from __future__ import annotations

import functools

from service.core.settings import load_settings
from service.store.games.repository import GameStore
from service.store.jobs.broker import wake_worker
from service.usecases.content_packs import install_packs
from service.usecases.context import Context


@functools.cache
def context() -> Context:
    """Built at the first use, so that a forked process builds its own."""
    settings = load_settings()
    install_packs(settings.packs_dir)
    store = GameStore(settings.redis_url, settings.idempotency_seconds, settings.store_replicas)
    return Context(store, settings, wake_worker)
