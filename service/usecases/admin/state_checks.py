"""Checks that a game can be shown and played: all that its viewers ask for is made once."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from service.games.base import State, Viewer
from service.store.games.records import GameRecord
from service.usecases.admin.faults import Fault
from service.usecases.views import render


def check_state(game: GameRecord, state: State, field: str = "state") -> Iterator[Fault]:
    """Check what all states have."""
    if state.players != len(game.table.seats):
        yield Fault(f"{field}.players", f"the table has {len(game.table.seats)} seats")
    if not 1 <= state.rules <= game.rulebook.rules:
        yield Fault(f"{field}.rules", f"here are the rules 1 to {game.rulebook.rules}")
    if state.drawn < 0:
        yield Fault(f"{field}.drawn", "is negative")


def check_shown(game: GameRecord) -> Iterator[Fault]:
    """Make what every viewer gets, and the moves of who decides."""
    viewers: list[Viewer] = [None, *range(1, len(game.table.seats) + 1)]
    for viewer in viewers:
        try:
            _show(game, viewer)
        except Exception as error:
            seen_by = f"seat {viewer}" if viewer else "a spectator"
            yield Fault("game", f"cannot be shown to {seen_by}: {error!r}")
            return
    if game.state is None or game.clock.status != "running":
        return
    try:
        yield from _check_deciders(game, game.state)
    except Exception as error:
        yield Fault("state", f"cannot be played on: {error!r}")


def _show(game: GameRecord, viewer: Viewer) -> None:
    msgspec.json.encode(render.game(game, viewer, "en", frozenset(render.PARTS)))
    if game.state is None:
        return
    known = game.rulebook.known(game.state, viewer)
    msgspec.json.encode(game.rulebook.score(known))
    game.rulebook.phase(known)
    if viewer is not None:
        game.rulebook.explain(known, viewer)


def _check_deciders(game: GameRecord, state: State) -> Iterator[Fault]:
    rulebook = game.rulebook
    for seat in rulebook.deciders(state):
        moves = rulebook.legal_moves(state, seat)
        if not moves:
            yield Fault("state", f"seat {seat} decides and has no move")
        for move in moves[:1]:
            rulebook.apply(state, seat, move)
