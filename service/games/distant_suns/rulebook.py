"""Distant Suns as a Rulebook: which module answers which question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.games.base import Ease, Event, Score, Seat, State, Viewer
from service.games.distant_suns import events, known, printed, view
from service.games.distant_suns.bots.evaluate import evaluate, seat_value
from service.games.distant_suns.content import shown
from service.games.distant_suns.content.pack import PACKS, short_hash
from service.games.distant_suns.move_types import MOVE_TYPES
from service.games.distant_suns.moves import DistantSunsMove, FillSlot
from service.games.distant_suns.refusals import REFUSALS
from service.games.distant_suns.rules import phases, rounds, scoring
from service.games.distant_suns.rules.setup import setup
from service.games.distant_suns.state import PAST_LAYOUTS, RULES, SCHEMA, STATE_UPGRADES, DistantSunsState, phase
from service.games.distant_suns.text import TEXTS
from service.games.move_types import MoveType
from service.games.refusals import Refusal
from service.games.rng import Rng
from service.games.rulebook import Rulebook


class DistantSuns(Rulebook[DistantSunsState, DistantSunsMove]):
    """Draw your way through the cosmos."""

    id = "distant_suns"
    min_players = 2
    max_players = 4
    end_reasons = printed.END_REASONS
    rules = RULES
    schema = SCHEMA
    upgrades = STATE_UPGRADES
    past_layouts = PAST_LAYOUTS

    state_type = DistantSunsState
    view_type = view.DistantSunsView
    content_type = shown.DistantSunsContent
    move_types = MOVE_TYPES
    event_types = events.EVENTS
    revealing_events = events.REVEALING_EVENTS
    refusal_types = REFUSALS
    ease = Ease(lapses=10, lead=20.0)
    foresight = 2
    texts = TEXTS
    packs = PACKS

    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> DistantSunsState:
        return setup(players, options, rng)

    def phase(self, state: DistantSunsState) -> printed.DistantSunsPhase:
        return phase(state)

    def deciders(self, state: DistantSunsState) -> tuple[Seat, ...]:
        return phases.deciders(state)

    def other_phase(self, state: DistantSunsState, seat: Seat, move_type: MoveType[DistantSunsState, Any]) -> Refusal:
        return phases.other_phase(state, seat)

    def not_deciding(self, state: DistantSunsState, seat: Seat) -> Refusal:
        return phases.not_deciding(state, seat)

    def worth_trying(self, state: DistantSunsState, seat: Seat) -> Sequence[DistantSunsMove]:
        """D-6: all slots act alike."""
        moves = self.legal_moves(state, seat)
        return moves[:1] if moves and isinstance(moves[0], FillSlot) else moves

    def known(self, state: DistantSunsState, viewer: Viewer) -> DistantSunsState:
        return known.known(state, viewer)

    def imagine(self, known_state: DistantSunsState, viewer: Viewer, rng: Rng) -> DistantSunsState:
        return known.imagine(known_state, rng)

    def view(self, state: DistantSunsState, viewer: Viewer) -> view.DistantSunsView:
        return view.view(state, viewer)

    def score(self, state: DistantSunsState) -> Score:
        return scoring.score(state)

    def end_reason(self, state: DistantSunsState) -> printed.DistantSunsEndReason | None:
        return rounds.end_reason(state)

    def evaluate(self, state: DistantSunsState, seat: Seat) -> float:
        return evaluate(state, seat)

    def seat_value(self, state: DistantSunsState, seat: Seat) -> float:
        return seat_value(state, seat)

    def content(self, pack: str, language: str) -> shown.DistantSunsContent:
        return shown.content(pack, language)

    def names_pack(self, pack_hash: str, state: State) -> bool:
        """Version 0.1 named a pack by the first digits of its hash."""
        return pack_hash in (state.pack_hash, short_hash(state.pack_hash))

    def tally(self, state: DistantSunsState, event: Event) -> str | None:
        """Who came first to a world, and who used upgrades."""
        match event:
            case events.WorldReached():
                return f"world:{event.world}:{event.points}"
            case events.UpgradesUsed():
                return event.type
            case _:
                return None

    def choice(self, state: DistantSunsState, move: DistantSunsMove) -> str:
        """How turns end, round by round."""
        return f"round_{state.round}:{move.type}"
