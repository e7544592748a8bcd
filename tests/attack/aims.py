"""What every attack may cost others at most. `make attack` fails where one is missed; BENCHMARKS.md has the figures."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tests.attack.service import Json


class Aim(msgspec.Struct, frozen=True):
    """A figure of an attack, and what it has to be."""

    attack: str
    figure: str
    wanted: str
    is_met: Callable[[Json], bool]


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
)


def missed(told: Json) -> list[str]:
    """A line for each aim that what was told of some attacks does not meet."""
    judged = [aim for aim in AIMS if aim.attack in told and not aim.is_met(told[aim.attack])]
    return [f"{aim.attack}: {aim.figure} is {told[aim.attack][aim.figure]}, not {aim.wanted}" for aim in judged]
