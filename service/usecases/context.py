"""What every use case needs: the store, the clock, the settings, and a way to wake workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from service.core.settings import Settings
from service.store.games.repository import GameStore
from service.store.jobs.outbox import PendingJob
from service.usecases.views.frames import Frames


def no_wakeup(job: PendingJob) -> None:
    """Where nobody listens, the sweeper finds the work in the outbox."""


@dataclass(frozen=True)
class Context:
    """Handed to every use case as its first argument."""

    store: GameStore
    settings: Settings
    wake_worker: Callable[[PendingJob], None] = no_wakeup
    clock: Callable[[], int] | None = None
    frames: Frames = field(default_factory=Frames)

    def now(self) -> int:
        """In milliseconds; the store's time, unless somebody has set another clock."""
        return self.clock() if self.clock else self.store.now()
