"""How long hints take with the default budget: decisions out of greedy games, one by one. Prints one JSON object.

Run it as `python -m tests.bench.bench_hints`.
"""

from __future__ import annotations

import argparse
import json
import statistics
from time import perf_counter

from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from worker.bots import BOTS, decide
from worker.bots.hints import best_moves, rng_for


def seconds(rulebook_id: str, decisions: int, every: int) -> list[float]:
    rulebook, found = RULEBOOKS[rulebook_id], list[float]()
    for game in range(decisions):
        rng = Rng(b"hints/%d" % game)
        state, number = rulebook.setup(2, rulebook.complete_options({}), rng), 0
        while deciders := rulebook.deciders(state):
            seat, number = deciders[0], number + 1
            if seat and number % every == 0:
                known, began = rulebook.known(state, seat), perf_counter()
                best_moves(rulebook, known, seat, rng_for(rulebook, known, seat), rulebook.budget)
                found.append(perf_counter() - began)
                if len(found) == decisions:
                    return found
            state = rulebook.apply(state, seat, decide(BOTS["greedy"], rulebook, state, seat, rng)).state
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=60, help="of each rulebook")
    parser.add_argument("--every", type=int, default=5, help="decision of a game")
    options = parser.parse_args()
    report = {}
    for rulebook in sorted(RULEBOOKS):
        taken = sorted(seconds(rulebook, options.decisions, options.every))
        report[rulebook] = {
            "decisions": len(taken),
            "median": round(statistics.median(taken), 3),
            "p95": round(taken[round(0.95 * (len(taken) - 1))], 3),
            "slowest": round(taken[-1], 3),
        }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
