"""Nebula as a rulebook: every method asks the module that knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from service.games.base import Event, Option, Plain, Rulebook, Score, Seat, Step, Unavailable, Viewer
from service.games.nebula import events, explain, heuristics, known, labels, view
from service.games.nebula.content import pack
from service.games.nebula.content.pack import TEXTS
from service.games.nebula.moves import NebulaMove
from service.games.nebula.rules import game_end, gate, scoring, setup, table
from service.games.nebula.state import NebulaState
from service.games.rng import Rng


class Nebula(Rulebook[NebulaState, NebulaMove]):
    """Two to four players fill galaxies with stars taken from three clusters."""

    id = "nebula"
    names = TEXTS.names("name")
    min_players = 2
    max_players = 4
    end_reasons = game_end.REASONS
    state_type = NebulaState
    move_types = get_args(NebulaMove)
    event_types = events.EVENTS

    @property
    def options(self) -> tuple[Option, ...]:
        return (
            Option("pack", pack.NAMES, TEXTS.names("option.pack")),
            Option("variant", ("full", "introductory"), TEXTS.names("option.variant")),
        )

    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> NebulaState:
        return setup.setup(pack.load(options["pack"]), players, full=options["variant"] == "full", rng=rng)

    def deciders(self, state: NebulaState) -> tuple[Seat, ...]:
        return gate.deciders(state)

    def legal_moves(self, state: NebulaState, seat: Seat) -> Sequence[NebulaMove]:
        return table.legal_moves(state, seat)

    def check(self, state: NebulaState, seat: Seat, move: NebulaMove) -> None:
        table.check(state, seat, move)

    def apply(self, state: NebulaState, seat: Seat, move: NebulaMove) -> Step[NebulaState]:
        table.check(state, seat, move)
        return table.apply(state, seat, move)

    def known(self, state: NebulaState, viewer: Viewer) -> NebulaState:
        return known.known(state, viewer)

    def imagine(self, known_state: NebulaState, viewer: Viewer, rng: Rng) -> NebulaState:
        return known.imagine(known_state, viewer, rng)

    def view(self, state: NebulaState, viewer: Viewer) -> Plain:
        return view.view(state, viewer)

    def explain(self, state: NebulaState, seat: Seat) -> tuple[Unavailable, ...]:
        return explain.explain(state, seat)

    def score(self, state: NebulaState) -> Score:
        return scoring.score(state)

    def end_reason(self, state: NebulaState) -> str | None:
        return state.ending or None

    def evaluate(self, state: NebulaState, seat: Seat) -> float:
        return heuristics.evaluate(state, seat)

    def label(self, state: NebulaState, move: NebulaMove, language: str) -> str:
        return labels.label(state, move, language)

    def ruling(self, move: NebulaMove) -> str:
        return table.KINDS[type(move)].ruling

    def content(self, name: str, language: str) -> Plain:
        return labels.content(name, language)

    def content_problems(self, data: bytes) -> tuple[str, ...]:
        return pack.problems(data)

    def tally(self, state: NebulaState, event: Event) -> str | None:
        return events.tally(event)
