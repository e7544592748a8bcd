"""Which job is next: one for which a person waits, then that of the tenant who had least thinking lately."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from service.store.jobs.outbox import BotJob

HALF_SECONDS = 60.0
"""After so long, the thinking that a tenant had counts half."""
NOTHING = 0.001
"""Seconds that the ledger drops."""


class Ledger:
    """The seconds of thinking that each tenant had, which count less the longer ago they were."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._at = clock, clock()
        self._seconds: dict[str, float] = defaultdict(float)

    def _age(self) -> None:
        now = self._clock()
        left = 0.5 ** ((now - self._at) / HALF_SECONDS)
        kept = ((tenant, seconds * left) for tenant, seconds in self._seconds.items())
        self._seconds = defaultdict(float, {tenant: seconds for tenant, seconds in kept if seconds > NOTHING})
        self._at = now

    def charge(self, tenant: str, seconds: float) -> None:
        self._age()
        self._seconds[tenant] += seconds

    def seconds_of(self, tenant: str) -> float:
        return self._seconds.get(tenant, 0.0)


class FairShare:
    """Shares the bot processes out among tenants: no tenant ever has all of them."""

    def __init__(self, processes: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = max(processes - 1, 1)
        self._ledger = Ledger(clock)
        self._by_tenant: Counter[str] = Counter()
        self._by_priority: Counter[str] = Counter()

    def _is_allowed(self, job: BotJob) -> bool:
        """One tenant, and all games together in which nobody waits, have at most all processes but one."""
        crowded = job.priority == "nobody" and self._by_priority["nobody"] >= self._most
        return self._by_tenant[job.tenant] < self._most and not crowded

    def _rank(self, job: BotJob) -> tuple[bool, int, float, int]:
        tenant = job.tenant
        return job.priority == "nobody", self._by_tenant[tenant], self._ledger.seconds_of(tenant), job.due

    def order(self, jobs: Iterable[BotJob]) -> list[BotJob]:
        """The jobs that may be taken now, the next one first."""
        return sorted(filter(self._is_allowed, jobs), key=self._rank)

    def begin(self, job: BotJob) -> None:
        self._by_tenant[job.tenant] += 1
        self._by_priority[job.priority] += 1

    def end(self, job: BotJob, seconds: float) -> None:
        self._by_tenant[job.tenant] -= 1
        self._by_priority[job.priority] -= 1
        self._by_tenant += Counter()
        self._ledger.charge(job.tenant, seconds)
