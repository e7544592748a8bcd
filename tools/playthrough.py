"""Playthroughs: a whole game per player count as readable text, reviewed as a diff when the rules change.

`python -m tools.playthrough [RULEBOOK ...]` writes them again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import orjson

from service.games.base import Event
from service.games.play_out import random_game
from service.games.rulebook import AnyRulebook
from tools.games import folder, select_rulebooks


def text(rulebook: AnyRulebook, players: int) -> str:
    return "\n".join(_lines(rulebook, players)) + "\n"


def _lines(rulebook: AnyRulebook, players: int) -> Iterator[str]:
    yield f"{rulebook.names['en']}, {players} players, seed playthrough/{players}, random moves"
    final = None
    turns = random_game(rulebook, players, {}, f"playthrough/{players}".encode())
    for number, (state, seat, move, step) in enumerate(turns, 1):
        legal = len(rulebook.legal_moves(state, seat))
        yield f"{number:>4} seat {seat} of {legal:>3}: {rulebook.label(state, move, 'en')}"
        yield from (f"       - {_event(event)}" for event in step.events)
        final = step.state
    yield from _ledger(rulebook, final)


def _event(event: Event) -> str:
    told = {key: value for key, value in event.plain().items() if key not in ("type", "seat")}
    return f"{event.type}, seat {event.seat} {orjson.dumps(told).decode()}"


def _ledger(rulebook: AnyRulebook, final: Any) -> Iterator[str]:
    score = rulebook.score(final)
    yield f"end: {rulebook.end_reason(final)}; winners: {list(score.winners)}; state {rulebook.digest(final)}"
    for seat in score.seats:
        yield f"seat {seat.seat}: {seat.total}"
        yield from (f"       {line.amount:>4} {line.rule} {line.source}".rstrip() for line in seat.lines)


def main() -> None:
    for rulebook in select_rulebooks(sys.argv[1:]):
        place = folder(rulebook) / "playthrough"
        place.mkdir(parents=True, exist_ok=True)
        for players in range(rulebook.min_players, rulebook.max_players + 1):
            (place / f"{players}.txt").write_text(text(rulebook, players))
            print(f"{rulebook.id}: {players} players")


if __name__ == "__main__":
    main()
