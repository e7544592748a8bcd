"""Perft: how many positions lie 1, 2 and 3 moves ahead of a fixed setup. A change of the rules changes the numbers.

`python -m tools.perft [RULEBOOK ...]` counts again and writes the file.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from service.games.play_out import tables
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from tools.games import folder, select_rulebooks

DEPTH = 3
SEED = b"perft"


def leaves(rulebook: AnyRulebook, state: Any, depth: int) -> int:
    """Sequences of so many moves; where several seats decide at once, any of them may move first."""
    choices = [(seat, rulebook.legal_moves(state, seat)) for seat in rulebook.deciders(state)]
    if depth == 1:
        return sum(len(moves) for _, moves in choices)
    return sum(
        leaves(rulebook, rulebook.apply(state, seat, move).state, depth - 1)
        for seat, moves in choices
        for move in moves
    )


def name_of(players: int, options: dict[str, str]) -> str:
    return ", ".join([f"{players} players", *(f"{name} {value}" for name, value in options.items())])


def count(rulebook: AnyRulebook, players: int, options: dict[str, str]) -> list[int]:
    state = rulebook.setup(players, options, Rng(SEED))
    return [leaves(rulebook, state, depth) for depth in range(1, DEPTH + 1)]


def main() -> None:
    for rulebook in select_rulebooks(sys.argv[1:]):
        counts = {name_of(players, options): count(rulebook, players, options) for players, options in tables(rulebook)}
        rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in counts.items())
        (folder(rulebook) / "perft.json").write_text(f"{{\n{rows}\n}}\n")
        print(rulebook.id, counts)


if __name__ == "__main__":
    main()
