"""What tasks and the sweeper work with: one connection to the store per process."""

from __future__ import annotations

import functools

from service import config
from service.store.games import GameStore
from service.tables.context import Tables
from worker import app


@functools.cache
def tables() -> Tables:
    """Made at the first use, so that a forked process makes its own."""
    settings = config.load()
    return Tables(GameStore(settings.redis_url, settings.idempotency_seconds), settings, app.hint)
