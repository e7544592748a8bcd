"""Many seeded random games with every invariant of the rulebook checked after every move.

`python -m tools.soak [--games N] [--jobs N] [RULEBOOK ...]`; the suite plays a share of the same games.
"""

from __future__ import annotations

import argparse
import functools
import runpy
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from service.games.play_out import random_game, tables
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook
from tools.games import folder, select_rulebooks

Invariants = Callable[[AnyRulebook, Any], None]


@functools.cache
def invariants_of(rulebook: AnyRulebook) -> Invariants:
    """`check` of the file `invariants.py` beside the other proofs."""
    check: Invariants = runpy.run_path(str(folder(rulebook) / "invariants.py"))["check"]
    return check


def soak(name: str, number: int) -> tuple[str, int]:
    """One game; how it ended and after how many moves."""
    rulebook = RULEBOOKS[name]
    check = invariants_of(rulebook)
    kinds = tables(rulebook)
    players, options = kinds[number % len(kinds)]
    moves, state = 0, None
    for before, _, _, step in random_game(rulebook, players, options, f"soak/{number}".encode()):
        if not moves:
            check(rulebook, before)
        state, moves = step.state, moves + 1
        check(rulebook, state)
    return str(rulebook.end_reason(state)), moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("rulebooks", nargs="*")
    options = parser.parse_args()
    for rulebook in select_rulebooks(options.rulebooks):
        with ProcessPoolExecutor(options.jobs) as pool:
            results = list(pool.map(partial(soak, rulebook.id), range(options.games), chunksize=25))
        reasons = dict(Counter(reason for reason, _ in results).most_common())
        moves = sum(count for _, count in results)
        print(f"{rulebook.id}: {len(results)} games, {moves} moves, every invariant held after each; ends: {reasons}")


if __name__ == "__main__":
    main()
