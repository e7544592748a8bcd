"""Astra as a Rulebook: which module answers which question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.games.astra import events, known, text, view
from service.games.astra.bots import evaluate
from service.games.astra.content import shown
from service.games.astra.content.pack import PACKS, cards_of
from service.games.astra.move_types import MOVE_TYPES
from service.games.astra.moves import AstraMove, MarkStar, PickBoon, UseAbility
from service.games.astra.refusals import REFUSALS, NothingToMark
from service.games.astra.rules import scoring
from service.games.astra.rules.phases import WRONG_PHASE, deciders
from service.games.astra.rules.setup import setup
from service.games.astra.state import RULES, SCHEMA, STATE_UPGRADES, AstraState
from service.games.astra.words import DREAMERS, END_REASONS, AstraEndReason, Phase
from service.games.base import AUTOMA, Ease, Event, Option, Score, Seat, Viewer
from service.games.move_types import MoveType
from service.games.refusals import Refusal
from service.games.rng import Rng
from service.games.rulebook import Rulebook


class Astra(Rulebook[AstraState, AstraMove]):
    """Discover Ptolemy's 48 constellations."""

    id = "astra"
    min_players = 2
    max_players = 5
    end_reasons = END_REASONS
    rules = RULES
    schema = SCHEMA
    upgrades = STATE_UPGRADES

    state_type = AstraState
    view_type = view.AstraView
    content_type = shown.AstraContent
    move_types = MOVE_TYPES
    event_types = events.EVENTS
    revealing_events = events.REVEALING_EVENTS
    refusal_types = REFUSALS
    ease = Ease(lapses=5, lead=17.0)
    texts = text.TEXTS
    packs = PACKS

    @property
    def options(self) -> tuple[Option, ...]:
        """A-13: who plays the dreamer; and the content pack."""
        return (Option("dreamer", DREAMERS, self.texts.names("option.dreamer")), *super().options)

    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> AstraState:
        return setup(players, options, rng)

    def phase(self, state: AstraState) -> Phase:
        return state.turn.phase

    def deciders(self, state: AstraState) -> tuple[Seat, ...]:
        return deciders(state)

    def other_phase(self, state: AstraState, seat: Seat, move_type: MoveType[AstraState, Any]) -> Refusal:
        return NothingToMark() if move_type.move is MarkStar else WRONG_PHASE[state.turn.phase]

    def acts_for(self, state: AstraState, seat: Seat) -> Seat:
        """A-13: the dreamer dreams for the good of the resting player."""
        return state.turn.seat if seat == AUTOMA else seat

    def known(self, state: AstraState, viewer: Viewer) -> AstraState:
        return known.known(state, viewer)

    def imagine(self, known_state: AstraState, viewer: Viewer, rng: Rng) -> AstraState:
        return known.imagine(known_state, rng)

    def view(self, state: AstraState, viewer: Viewer) -> view.AstraView:
        return view.view(state, viewer)

    def score(self, state: AstraState) -> Score:
        return scoring.score(state)

    def end_reason(self, state: AstraState) -> AstraEndReason | None:
        return state.end_reason

    def evaluate(self, state: AstraState, seat: Seat) -> float:
        return evaluate.evaluate(state, seat)

    def seat_value(self, state: AstraState, seat: Seat) -> float:
        return evaluate.seat_value(state, seat)

    def content(self, pack: str, language: str) -> shown.AstraContent:
        return shown.content(pack, language)

    def tally(self, state: AstraState, event: Event) -> str | None:
        """Who came to own which effect."""
        if isinstance(event, events.CardGained):
            return f"owner:{cards_of(state)[event.card].ability}"
        return None

    def choice(self, state: AstraState, move: AstraMove) -> str:
        match move:
            case UseAbility(card):
                return f"ability:{cards_of(state)[card].ability}"
            case PickBoon(boon) if state.turn.picking:
                return f"boon:{cards_of(state)[state.turn.picking.card].boons[boon].type}"
            case _:
                return move.type
