"""What every use case needs: the store, the clock, the house's rules, and somebody to hint to."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from service.config import Settings
from service.store.games import GameStore
from service.store.outbox import Owed


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def no_hint(owed: Owed) -> None:
    """Where nobody listens, the sweeper finds the work in the outbox."""


@dataclass(frozen=True)
class Tables:
    """Handed to every use case as its first argument."""

    store: GameStore
    settings: Settings
    hint: Callable[[Owed], None] = no_hint
    now: Callable[[], int] = milliseconds
