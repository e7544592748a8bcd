"""What every attack may cost others at most. `make attack` fails where one is missed; BENCHMARKS.md has the figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from tests.attack.service import Json


class Aim(msgspec.Struct, frozen=True):
    """A figure of an attack, and what it has to be."""

    attack: str
    figure: str
    wanted: str
    is_met: Callable[[Json], bool]


class Bound(NamedTuple):
    """What one request may take at most: milliseconds of processor time, and bytes of the answer."""

    ms: float
    bytes: int

    @property
    def aim(self) -> str:
        return f"at most {self.ms} ms and {self.bytes} bytes"

    def is_met(self, row: Json) -> bool:
        return bool(row["ms"] <= self.ms and row["bytes"] <= self.bytes)


BOUNDS = {
    "hints": Bound(1_000, 4_000),
    "analysis": Bound(2_500, 40_000),
    "look": Bound(5, 20_000),
    "list": Bound(10, 120_000),
    "my_list": Bound(10, 80_000),
    "app_list": Bound(20, 160_000),
    "my_events": Bound(40, 200_000),
    "query": Bound(15, 4_000),
    "long_list": Bound(15, 1_000),
    "many_objects": Bound(15, 1_000),
    "many_names": Bound(15, 1_000),
    "many_options": Bound(15, 1_000),
    "long_name": Bound(15, 1_000),
    "deep": Bound(15, 1_000),
    "no_end": Bound(15, 1_000),
    "bulk": Bound(1_500, 200_000),
    "bulk_refused": Bound(150, 20_000),
}
"""The rows of `amplifying.py`. Times are for a slow machine: five times what a fast one takes."""


def _row_aim(row: str, bound: Bound) -> Aim:
    return Aim("amplifying", row, bound.aim, lambda told: bound.is_met(told[row]))


AIMS = (
    Aim("starving", "bot", "a ratio of at most 5", lambda told: told["bot"]["ratio"] <= 5),
    Aim("starving", "dreamer", "a ratio of at most 2", lambda told: told["dreamer"]["ratio"] <= 2),
    Aim("same_address", "bot", "a ratio of at most 5", lambda told: told["bot"]["ratio"] <= 5),
    Aim("same_address", "dreamer", "a ratio of at most 2", lambda told: told["dreamer"]["ratio"] <= 2),
    Aim("listeners", "polls_of_seats_refused", "none", lambda told: told["polls_of_seats_refused"] == 0),
    Aim("slow_heads", "unanswered", "none", lambda told: told["unanswered"] == 0),
    Aim("forging", "tokens_leaked", "none", lambda told: told["tokens_leaked"] == 0),
    Aim("telling", "statuses", "one and the same", lambda told: len(told["statuses"]) == 1),
    Aim("telling", "time", "a ratio of 0.9 to 1.1", lambda told: 0.9 <= told["time"]["ratio"] <= 1.1),
    *(_row_aim(row, bound) for row, bound in BOUNDS.items()),
)


def missed(told: Json) -> list[str]:
    """A line for each aim that what was told of some attacks does not meet."""
    judged = [aim for aim in AIMS if aim.attack in told and not aim.is_met(told[aim.attack])]
    return [f"{aim.attack}: {aim.figure} is {told[aim.attack][aim.figure]}, not {aim.wanted}" for aim in judged]
