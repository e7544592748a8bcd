"""The rulebook of Nim: what it is called, and which module answers which question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from almagest_nim.bots.evaluate import evaluate
from almagest_nim.content.shown import NimContent, content
from almagest_nim.events import END_REASONS, EVENTS
from almagest_nim.known import imagine, known
from almagest_nim.move_types import MOVE_TYPES
from almagest_nim.moves import NimMove
from almagest_nim.refusals import REFUSALS
from almagest_nim.rules.scoring import score
from almagest_nim.rules.setup import setup
from almagest_nim.rules.turn import deciders
from almagest_nim.state import RULES, SCHEMA, NimState, phase
from almagest_nim.text import TEXTS
from almagest_nim.view import NimView, view
from service.games.base import Score, Seat, Viewer
from service.games.move_types import MoveType
from service.games.refusals import Refusal, Term, WrongPhase
from service.games.rng import Rng
from service.games.rulebook import Rulebook


class Nim(Rulebook[NimState, NimMove]):
    """Nim with secret cards."""

    id = "nim"
    min_players = 2
    max_players = 3
    end_reasons = END_REASONS
    rules = RULES
    schema = SCHEMA
    state_type = NimState
    view_type = NimView
    content_type = NimContent
    move_types = MOVE_TYPES
    event_types = EVENTS
    refusal_types = REFUSALS
    texts = TEXTS

    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> NimState:
        return setup(players, rng)

    def phase(self, state: NimState) -> str:
        return phase(state)

    def deciders(self, state: NimState) -> tuple[Seat, ...]:
        return deciders(state)

    def other_phase(self, state: NimState, seat: Seat, move_type: MoveType[NimState, Any]) -> Refusal:
        now = phase(state)
        return WrongPhase(Term(f"now.{now}"), section=now)

    def known(self, state: NimState, viewer: Viewer) -> NimState:
        return known(state, viewer)

    def imagine(self, known: NimState, viewer: Viewer, rng: Rng) -> NimState:
        return imagine(known, rng)

    def view(self, state: NimState, viewer: Viewer) -> NimView:
        return view(state, viewer)

    def score(self, state: NimState) -> Score:
        return score(state)

    def end_reason(self, state: NimState) -> str | None:
        return None if any(state.heaps) else "last_stone"

    def evaluate(self, state: NimState, seat: Seat) -> float:
        return evaluate(state, seat)

    def content(self, pack: str, language: str) -> NimContent:
        return content(language)
