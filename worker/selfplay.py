"""Bots playing each other: how long games take, who wins, what is chosen. Feeds the balance tables."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import perf_counter
from typing import Any

import msgspec

from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from worker.bots import BOTS, Bot, decide


class Match(msgspec.Struct, frozen=True):
    """What is played: as many games of this kind as asked for, each with a seed made of `seed` and its number."""

    rulebook: str
    players: int
    policies: tuple[str, ...]
    """One for each seat, or a single one for all."""
    seed: int
    options: dict[str, str] = {}

    def bot(self, seat: int) -> Bot:
        return BOTS[self.policies[(seat - 1) % len(self.policies)]]


class Played(msgspec.Struct):
    """One game, in numbers."""

    moves: int
    seconds: float
    scores: list[int]
    winners: list[int]
    end_reason: str
    offered: Counter[str]
    taken: Counter[str]
    holders: dict[str, list[int]]
    """For each tally, the seats it fell to."""


def play(match: Match, game: int) -> Played:
    """Play one game to its end and count what happens."""
    rulebook: AnyRulebook = RULEBOOKS[match.rulebook]
    seed = f"selfplay/{match.seed}/{game}".encode()
    state = rulebook.setup(match.players, rulebook.complete_options(match.options), Rng(seed))
    rng = Rng(seed + b"/bots")
    offered, taken, holders = Counter[str](), Counter[str](), defaultdict[str, set[int]](set)
    started, moves = perf_counter(), 0
    while deciders := rulebook.deciders(state):
        seat = rng.choice(deciders) if len(deciders) > 1 else deciders[0]
        move = decide(match.bot(rulebook.acts_for(state, seat)), rulebook, state, seat, rng)
        offered.update({rulebook.choice(state, open_move) for open_move in rulebook.legal_moves(state, seat)})
        taken[rulebook.choice(state, move)] += 1
        step = rulebook.apply(state, seat, move)
        for event in step.events:
            if name := rulebook.tally(state, event):
                holders[name].add(event.seat)
        state, moves = step.state, moves + 1
    score = rulebook.score(state)
    return Played(
        moves=moves,
        seconds=perf_counter() - started,
        scores=[seat.total for seat in score.seats],
        winners=list(score.winners),
        end_reason=str(rulebook.end_reason(state)),
        offered=offered,
        taken=taken,
        holders={name: sorted(seats) for name, seats in holders.items()},
    )


def play_many(match: Match, games: int, jobs: int, tick: Callable[[], None]) -> list[Played]:
    """All games, over several processes if asked; `tick` is called after each."""
    played = []
    if jobs == 1:
        for game in range(games):
            played.append(play(match, game))
            tick()
        return played
    with ProcessPoolExecutor(jobs) as pool:
        for result in pool.map(partial(play, match), range(games), chunksize=4):
            played.append(result)
            tick()
    return played


def spread(numbers: Sequence[float]) -> dict[str, float]:
    """A distribution in six numbers."""
    ordered = sorted(numbers)
    last = len(ordered) - 1
    return {
        "min": ordered[0],
        "p10": ordered[round(last * 0.1)],
        "median": statistics.median(ordered),
        "mean": round(statistics.fmean(ordered), 2),
        "p90": ordered[round(last * 0.9)],
        "max": ordered[-1],
    }


def report(match: Match, played: Sequence[Played]) -> dict[str, Any]:
    """The JSON line of `almagest selfplay`."""
    moves, seconds = sum(game.moves for game in played), sum(game.seconds for game in played)
    return {
        "rulebook": match.rulebook,
        "players": match.players,
        "policy": "/".join(match.policies),
        "seed": match.seed,
        "games": len(played),
        "moves": moves,
        "moves_per_second": round(moves / seconds) if seconds else 0,
        "length": spread([game.moves for game in played]),
        "score": spread([score for game in played for score in game.scores]),
        "win_share": {str(seat): round(_wins(played, seat) / len(played), 4) for seat in range(1, match.players + 1)},
        "end_reasons": dict(Counter(game.end_reason for game in played).most_common()),
        "choices": _choices(played),
        "holders": _holders(played),
    }


def _wins(played: Sequence[Played], seat: int) -> float:
    """A shared victory counts in parts."""
    return sum(1 / len(game.winners) for game in played if seat in game.winners)


def _choices(played: Sequence[Played]) -> dict[str, dict[str, float]]:
    offered, taken = Counter[str](), Counter[str]()
    for game in played:
        offered.update(game.offered)
        taken.update(game.taken)
    return {
        name: {"offered": count, "taken": taken[name], "share": round(taken[name] / count, 4)}
        for name, count in sorted(offered.items())
    }


def _holders(played: Sequence[Played]) -> dict[str, dict[str, float]]:
    """How often the seats a tally fell to win, against what would be fair."""
    wins: Mapping[str, list[float]] = defaultdict(list)
    for game in played:
        for name, seats in game.holders.items():
            wins[name] += [1 / len(game.winners) if seat in game.winners else 0.0 for seat in seats]
    players = len(played[0].scores)
    return {
        name: {
            "games": sum(name in game.holders for game in played),
            "seats": len(won),
            "of_fair_share": round(players * sum(won) / len(won), 3),
        }
        for name, won in sorted(wins.items())
    }
