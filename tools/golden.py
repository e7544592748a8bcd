"""Golden games: for every way a game can end, one that ends so, with its exact final state.

`python -m tools.golden [RULEBOOK ...]` plays seeded games until each end reason has been seen and writes them down.
"""

from __future__ import annotations

import functools
import json
import operator
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from service.games.base import Seat
from service.games.play_out import Turn, random_game, tables
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from tools.games import folder, select_rulebooks

TRIES = 4000


class Golden(msgspec.Struct):
    """A finished game and what has to come out when it is replayed."""

    rulebook: str
    players: int
    options: dict[str, str]
    seed: str
    end_reason: str
    scores: list[int]
    winners: list[int]
    digest: str
    moves: list[tuple[Seat, dict[str, Any]]]


def replay(rulebook: AnyRulebook, golden: Golden) -> Any:
    """The final state."""
    state = rulebook.setup(golden.players, golden.options, Rng(bytes.fromhex(golden.seed)))
    union = functools.reduce(operator.or_, rulebook.move_classes)
    for seat, move in golden.moves:
        state = rulebook.apply(state, seat, msgspec.convert(move, union)).state
    return state


def write_down(rulebook: AnyRulebook, options: dict[str, str], seed: bytes, turns: list[Turn]) -> Golden:
    final = turns[-1].step.state
    score = rulebook.score(final)
    return Golden(
        rulebook=rulebook.id,
        players=final.players,
        options=options,
        seed=seed.hex(),
        end_reason=str(rulebook.end_reason(final)),
        scores=[seat.total for seat in score.seats],
        winners=list(score.winners),
        digest=rulebook.digest(final),
        moves=[(seat, msgspec.to_builtins(move)) for _, seat, move, _ in turns],
    )


def games(rulebook: AnyRulebook) -> Iterator[Golden]:
    for number in range(TRIES):
        for players, options in tables(rulebook):
            seed = f"golden/{number}".encode()
            yield write_down(rulebook, options, seed, list(random_game(rulebook, players, options, seed)))


def find(rulebook: AnyRulebook) -> dict[str, Golden]:
    """The first game for every end reason."""
    found: dict[str, Golden] = {}
    for golden in games(rulebook):
        found.setdefault(golden.end_reason, golden)
        if set(found) == set(rulebook.end_reasons):
            return found
    missing = set(rulebook.end_reasons) - set(found)
    raise SystemExit(f"{rulebook.id}: no game ended with {sorted(missing)}")


def as_text(golden: Golden) -> str:
    """One move a line, so that a change reads as a diff."""
    plain = msgspec.to_builtins(golden)
    moves = ",\n  ".join(json.dumps(move) for move in plain.pop("moves"))
    return json.dumps(plain, indent=1)[:-2] + f',\n "moves": [\n  {moves}\n ]\n}}\n'


def main() -> None:
    for rulebook in select_rulebooks(sys.argv[1:]):
        place = folder(rulebook) / "golden"
        place.mkdir(parents=True, exist_ok=True)
        for reason, golden in find(rulebook).items():
            (place / f"{reason}.json").write_text(as_text(golden))
            print(f"{rulebook.id}: {reason}: {golden.players} players, {len(golden.moves)} moves, {golden.scores}")


if __name__ == "__main__":
    main()
