"""Whose turn it is to be thought for: who waits with a person, then who had least of it lately. Pure but for time."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from service.store.jobs.outbox import Waiting

HALF_SECONDS = 60.0
"""After so long, thinking that was done for somebody counts half."""
NOTHING = 0.001
"""Seconds that are not worth remembering."""


class Ledger:
    """Seconds of thinking by tenant, that count less the longer ago they were."""

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


class Shares:
    """The thinkers' places: who has them, and who is next. The last place is never for somebody who has the others."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = max(places - 1, 1)
        self._ledger = Ledger(clock)
        self._by_tenant: Counter[str] = Counter()
        self._by_priority: Counter[str] = Counter()

    def _has_room(self, waiting: Waiting) -> bool:
        """One tenant, and all games together in which nobody waits, have all places but one at most."""
        crowded = waiting.priority == "nobody" and self._by_priority["nobody"] >= self._most
        return self._by_tenant[waiting.tenant] < self._most and not crowded

    def _turn(self, waiting: Waiting) -> tuple[bool, int, float, int]:
        tenant = waiting.tenant
        return waiting.priority == "nobody", self._by_tenant[tenant], self._ledger.seconds_of(tenant), waiting.due

    def order(self, waiting: Iterable[Waiting]) -> list[Waiting]:
        """Those who may be thought for now, the next one first."""
        return sorted(filter(self._has_room, waiting), key=self._turn)

    def begin(self, waiting: Waiting) -> None:
        self._by_tenant[waiting.tenant] += 1
        self._by_priority[waiting.priority] += 1

    def end(self, waiting: Waiting, seconds: float) -> None:
        self._by_tenant[waiting.tenant] -= 1
        self._by_priority[waiting.priority] -= 1
        self._by_tenant += Counter()
        self._ledger.charge(waiting.tenant, seconds)
