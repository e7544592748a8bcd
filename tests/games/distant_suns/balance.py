"""The numbers of the balance table: `python -m tests.games.distant_suns.balance --players 2 --games 200 --seed 1`."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict

from service.games.distant_suns import RULEBOOK
from service.games.distant_suns.events import NothingDrawn, ShapeDrawn
from service.games.rng import Rng
from worker.bots import BOTS, decide


class Balance:
    """What is counted over many games."""

    def __init__(self, players: int, bot: str) -> None:
        self.players, self.bot = players, BOTS[bot]
        self.games = 0
        self.wins: defaultdict[int, float] = defaultdict(float)
        self.points = Counter[str]()
        self.drawn, self.nothing, self.turns = Counter[int](), Counter[int](), Counter[int]()

    def play(self, seed: bytes) -> None:
        rng = Rng(seed + b"/bots")
        state = RULEBOOK.setup(self.players, RULEBOOK.complete_options({}), Rng(seed))
        while deciders := RULEBOOK.deciders(state):
            step = RULEBOOK.apply(state, deciders[0], decide(self.bot, RULEBOOK, state, deciders[0], rng))
            self.drawn.update(event.round for event in step.events if isinstance(event, ShapeDrawn))
            self.nothing.update(event.round for event in step.events if isinstance(event, NothingDrawn))
            state = step.state
        score = RULEBOOK.score(state)
        self.games += 1
        self.turns[state.turns] += 1
        for seat in score.winners:
            self.wins[seat] += 1 / len(score.winners)
        for ledger in score.seats:
            for line in ledger.lines:
                self.points[line.rule] += line.amount

    def report(self) -> str:
        missions = {rule: points for rule, points in self.points.items() if rule.startswith("mission.")}
        rounds = {number: _share(self.drawn[number], self.drawn[number] + self.nothing[number]) for number in (1, 2, 3)}
        rows = {
            "games": self.games,
            "wins by seat": {seat: _share(self.wins[seat], self.games) for seat in range(1, self.players + 1)},
            "turns": dict(sorted(self.turns.items())),
            "drawn": _share(self.drawn.total(), self.drawn.total() + self.nothing.total()),
            "drawn by round": rounds,
            "of mission points": {rule: _share(points, sum(missions.values())) for rule, points in missions.items()},
            "points per seat": {
                rule: round(points / self.games / self.players, 1) for rule, points in self.points.items()
            },
        }
        return "\n".join(f"{name:<18} {value}" for name, value in rows.items())


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="greedy", choices=sorted(BOTS))
    options = parser.parse_args()
    balance = Balance(options.players, options.bot)
    for game in range(options.games):
        balance.play(f"balance/{options.seed}/{game}".encode())
    print(balance.report())


if __name__ == "__main__":
    main()
