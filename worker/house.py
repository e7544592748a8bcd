"""What tasks and the sweeper work with: one connection to the store per process."""

from __future__ import annotations

import functools

from service.run.packs import install_packs
from service.run.queue import hint
from service.run.settings import load_settings
from service.store.games import GameStore
from service.tables.house import House


@functools.cache
def house() -> House:
    """Made at the first use, so that a forked process makes its own."""
    settings = load_settings()
    install_packs(settings.packs_dir)
    store = GameStore(settings.redis_url, settings.idempotency_seconds, settings.store_replicas)
    return House(store, settings, hint)
