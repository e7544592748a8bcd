"""Nebula as a Rulebook: which module answers which question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from service.games.base import Ease, Event, Language, Option, Score, Seat, Viewer
from service.games.move_types import MoveType
from service.games.nebula import events, known, view
from service.games.nebula.bots import evaluate, taking
from service.games.nebula.content import shown
from service.games.nebula.content.pack import PACKS
from service.games.nebula.move_types import MOVE_TYPES
from service.games.nebula.moves import NebulaMove
from service.games.nebula.refusals import REFUSALS
from service.games.nebula.rules import chaos, phases, scoring
from service.games.nebula.rules.setup import setup
from service.games.nebula.state import (
    PAST_LAYOUTS,
    PHASES,
    RULES,
    SCHEMA,
    STATE_UPGRADES,
    VARIANTS,
    NebulaEndReason,
    NebulaState,
    Phase,
)
from service.games.nebula.text import TEXTS
from service.games.refusals import Refusal
from service.games.rng import Rng
from service.games.rulebook import Rulebook


class Nebula(Rulebook[NebulaState, NebulaMove]):
    """Two to four players fill galaxies with stars taken from three clusters."""

    id = "nebula"
    min_players = 2
    max_players = 4
    end_reasons = get_args(NebulaEndReason)
    rules = RULES
    schema = SCHEMA
    upgrades = STATE_UPGRADES
    past_layouts = PAST_LAYOUTS

    state_type = NebulaState
    view_type = view.NebulaView
    content_type = shown.NebulaContent
    move_types = MOVE_TYPES
    event_types = events.EVENTS
    revealing_events = events.REVEALING_EVENTS
    refusal_types = REFUSALS
    ease = Ease(lapses=5, lead=20.0)
    # With more it beats the greedy bot in nine games of ten (BENCHMARKS.md), with less it has no three moves to advise.
    budget = 750
    # A turn more leaves fewer worlds to look at, and was not better in 26 games (BENCHMARKS.md).
    foresight = 0
    texts = TEXTS
    packs = PACKS

    @property
    def options(self) -> tuple[Option, ...]:
        return (*super().options, Option("variant", VARIANTS, TEXTS.names("option.variant")))

    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> NebulaState:
        return setup(players, options, rng)

    def phase(self, state: NebulaState) -> str:
        return PHASES[state.phase]

    def deciders(self, state: NebulaState) -> tuple[Seat, ...]:
        return phases.deciders(state)

    def not_deciding(self, state: NebulaState, seat: Seat) -> Refusal:
        return phases.not_deciding(state)

    def other_phase(self, state: NebulaState, seat: Seat, move_type: MoveType[NebulaState, Any]) -> Refusal:
        return phases.other_phase(state, move_type.move)

    def known(self, state: NebulaState, viewer: Viewer) -> NebulaState:
        return known.known(state, viewer)

    def imagine(self, known_state: NebulaState, viewer: Viewer, rng: Rng) -> NebulaState:
        return known.imagine(known_state, viewer, rng)

    def view(self, state: NebulaState, viewer: Viewer) -> view.NebulaView:
        return view.view(state, viewer)

    def score(self, state: NebulaState) -> Score:
        return scoring.score(state)

    def end_reason(self, state: NebulaState) -> str | None:
        return state.ending or None

    def worth_trying(self, state: NebulaState, seat: Seat) -> Sequence[NebulaMove]:
        """Of the ways to take the same stars, one."""
        if state.phase is not Phase.TAKE:
            return self.legal_moves(state, seat)
        return [*taking.promising_moves(state), *chaos.turn_moves(state, seat)]

    def evaluate(self, state: NebulaState, seat: Seat) -> float:
        return evaluate.evaluate(state, seat)

    def foresee(self, state: NebulaState, seat: Seat) -> float:
        return taking.foresee(state, seat)

    def seat_value(self, state: NebulaState, seat: Seat) -> float:
        return evaluate.seat_value(state, seat)

    def content(self, pack: str, language: str) -> shown.NebulaContent:
        return shown.content(PACKS.by_name(pack), cast(Language, language))

    def tally(self, state: NebulaState, event: Event) -> str | None:
        return events.tally(event)
