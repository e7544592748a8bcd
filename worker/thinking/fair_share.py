"""Which job is next: one for which a person waits, whoever made the game; then that of the tenant who had least
thinking lately."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from service.store.jobs.outbox import BotJob

HALF_SECONDS = 60.0
"""After so long, thinking that was done counts half."""
NOTHING = 0.001
"""Seconds that the ledger drops."""


class Ledger:
    """The seconds of thinking that each share, or game, had, which count less the longer ago they were."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._at = clock, clock()
        self._seconds: dict[str, float] = defaultdict(float)

    def _age(self) -> None:
        now = self._clock()
        left = 0.5 ** ((now - self._at) / HALF_SECONDS)
        kept = ((name, seconds * left) for name, seconds in self._seconds.items())
        self._seconds = defaultdict(float, {name: seconds for name, seconds in kept if seconds > NOTHING})
        self._at = now

    def charge(self, name: str, seconds: float) -> None:
        self._age()
        self._seconds[name] += seconds

    def seconds_of(self, name: str) -> float:
        return self._seconds.get(name, 0.0)


def _share(job: BotJob) -> str:
    """What a tenant's games without a person use does not count where a person waits."""
    return f"{job.priority} {job.tenant}"


class FairShare:
    """Shares the bot processes out. A person waits for no share: tenants count among games without a person, and among
    people only where several of them wait for the same process."""

    def __init__(self, processes: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = max(processes - 1, 1)
        self._ledger = Ledger(clock)
        self._by_share: Counter[str] = Counter()
        self._by_priority: Counter[str] = Counter()

    def _is_allowed(self, job: BotJob) -> bool:
        """All games together in which nobody waits have at most all processes but one."""
        return job.priority == "person" or self._by_priority["nobody"] < self._most

    def _rank(self, job: BotJob) -> tuple[bool, int, float, float, int]:
        share = _share(job)
        seconds, of_game = self._ledger.seconds_of(share), self._ledger.seconds_of(job.game_id)
        return job.priority == "nobody", self._by_share[share], seconds, of_game, job.due

    def order(self, jobs: Iterable[BotJob]) -> list[BotJob]:
        """The jobs that may be taken now, the next one first."""
        return sorted(filter(self._is_allowed, jobs), key=self._rank)

    def begin(self, job: BotJob) -> None:
        self._by_share[_share(job)] += 1
        self._by_priority[job.priority] += 1

    def end(self, job: BotJob, seconds: float) -> None:
        self._by_share[_share(job)] -= 1
        self._by_priority[job.priority] -= 1
        self._by_share += Counter()
        self._ledger.charge(_share(job), seconds)
        if job.priority == "person":
            self._ledger.charge(job.game_id, seconds)
