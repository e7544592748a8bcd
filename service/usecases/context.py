"""What every use case needs: the store, the clock, the settings, and a way to wake workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from service.core.settings import Settings
from service.store.games.repository import GameStore
from service.store.jobs.outbox import PendingJob
from service.usecases.views.frames import Frames


def no_wakeup(job: PendingJob) -> None:
    """Wake nobody: the sweeper finds the work in the outbox."""


@dataclass(frozen=True)
class Context:
    """Handed to every use case as its first argument."""

    store: GameStore
    settings: Settings
    wake_worker: Callable[[PendingJob], None] = no_wakeup
    clock: Callable[[], int] | None = None
    frames: Frames = field(default_factory=Frames)

    @cached_property
    def now(self) -> Callable[[], int]:
        """The time in milliseconds: the store's, unless a test has set another clock."""
        return self.clock or self.store.now
