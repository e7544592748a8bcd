"""Speed of the rules by processor time: random self-play against python-chess in the same run, the showing of a move,
and a state's bytes."""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import chess
from msgspec.structs import replace

from service.games.distant_suns.content.pack import PACKS
from service.games.distant_suns.rules.drawing import drawings, ground_for
from service.games.distant_suns.state import DistantSunsState, Sheet
from service.games.play_out import Turn, random_game
from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook

PLAYERS = 3
SLICES = 15
SECONDS = 0.4


def chess_slice(rng: random.Random) -> float:
    """Moves per second of random chess: legal moves listed, one pushed."""
    moves, started = 0, process_time()
    while (elapsed := process_time() - started) < SECONDS:
        board = chess.Board()
        while (legal := list(board.legal_moves)) and board.halfmove_clock < 150 and process_time() - started < SECONDS:
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
    return moves / elapsed


def rules_slice(rulebook: AnyRulebook, rng: random.Random, games: list[int]) -> float:
    """Moves per second of a random game: legal moves listed, one applied."""
    moves, started, options = 0, process_time(), rulebook.complete_options({})
    while (elapsed := process_time() - started) < SECONDS:
        games[0] += 1
        state = rulebook.setup(PLAYERS, options, Rng(games[0].to_bytes(8, "big")))
        while (deciders := rulebook.deciders(state)) and process_time() - started < SECONDS:
            seat = deciders[int(rng.random() * len(deciders))]
            legal = rulebook.legal_moves(state, seat)
            state = rulebook.apply(state, seat, legal[int(rng.random() * len(legal))]).state
            moves += 1
    return moves / elapsed


def self_play(rulebook: AnyRulebook) -> dict[str, Any]:
    """Slices in turn, so that both sides meet the same machine; the median of the ratios, the least and the largest."""
    rng, games = random.Random(1), [0]
    rules_slice(rulebook, rng, games)
    pairs = [(rules_slice(rulebook, rng, games), chess_slice(rng)) for _ in range(SLICES)]
    ratios = sorted(ours / theirs for ours, theirs in pairs)
    return {
        "moves_per_second": round(statistics.median(ours for ours, _ in pairs)),
        "chess_moves_per_second": round(statistics.median(theirs for _, theirs in pairs)),
        "ratio_to_chess": round(statistics.median(ratios), 2),
        "spread": [round(ratios[0], 2), round(ratios[-1], 2)],
    }


def showing_microseconds(rulebook: AnyRulebook, games: int = 20) -> dict[str, float]:
    """What a move of a new game costs besides: the view of each seat, the score, and whether it can be taken back."""
    turns = [turn for game in range(games) for turn in random_game(rulebook, PLAYERS, {}, b"shown%d" % game)]
    actions: dict[str, Callable[[Turn], object]] = {
        "views": lambda turn: [rulebook.view(turn.step.state, seat) for seat in range(1, PLAYERS + 1)],
        "score": lambda turn: rulebook.score(turn.step.state),
        "has_learned": lambda turn: rulebook.has_learned(turn.state, turn.seat, turn.move, turn.step),
    }
    return {f"{name}_microseconds": _mean_microseconds(action, turns) for name, action in actions.items()}


def _mean_microseconds(action: Callable[[Turn], object], turns: list[Turn]) -> float:
    started = process_time()
    for turn in turns:
        action(turn)
    return round((process_time() - started) / len(turns) * 1e6, 2)


def microseconds(action: Callable[[], object], repeats: int = 2000) -> float:
    runs = []
    for _ in range(5):
        started = process_time()
        for _ in range(repeats):
            action()
        runs.append((process_time() - started) / repeats * 1e6)
    return round(statistics.median(runs), 2)


def state_bytes(rulebook: AnyRulebook) -> dict[str, float]:
    turns = list(random_game(rulebook, PLAYERS, {}, b"bench"))
    state = turns[len(turns) // 2][0]
    data = rulebook.encode(state)
    return {
        "encode_microseconds": microseconds(lambda: rulebook.encode(state)),
        "decode_microseconds": microseconds(lambda: rulebook.decode(data)),
        "bytes": len(data),
    }


def sheets_in_the_middle(games: int) -> Iterator[Sheet]:
    """The sheets of Distant Suns after half of a random game."""
    rulebook = RULEBOOKS["distant_suns"]
    for game in range(games):
        turns = list(random_game(rulebook, PLAYERS, {}, b"sheets%d" % game))
        state = turns[len(turns) // 2][0]
        assert isinstance(state, DistantSunsState)
        yield from state.sheets


def listing_milliseconds(games: int = 20) -> dict[str, float]:
    """The median time to list every drawing of a shape, by the upgrades that may be used; each is listed once."""
    times: dict[int, list[float]] = {0: [], 1: [], 2: []}
    for sheet in sheets_in_the_middle(games):
        for shape in PACKS.by_name("classic").shapes.values():
            for upgrades, taken in times.items():
                ready = replace(sheet, filled=(1 << upgrades) - 1, used=0, owed=0)
                started = process_time()
                drawings(ground_for(PACKS.by_name("classic"), shape, ready))
                taken.append(1000 * (process_time() - started))
    return {f"{upgrades} upgrades": round(statistics.median(taken), 3) for upgrades, taken in times.items()}


def main() -> None:
    found = {name: self_play(book) | showing_microseconds(book) | state_bytes(book) for name, book in RULEBOOKS.items()}
    print(json.dumps(found | {"distant_suns_drawings_listed_ms": listing_milliseconds()}))


if __name__ == "__main__":
    main()
