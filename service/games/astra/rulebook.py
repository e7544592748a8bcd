"""Astra as a Rulebook: which module answers which question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from service.games.astra import events, explain, heuristics, known, labels, packs, view
from service.games.astra.moves import (
    AstraMove,
    Discard,
    Dream,
    EndTurn,
    MarkStar,
    Observe,
    PickBoon,
    Rest,
    UseAbility,
)
from service.games.astra.rules import ability, boons, discovery, dream, free_marks, observe, rest, scoring
from service.games.astra.rules.gains import Log
from service.games.astra.rules.phases import deciders, refuse_if
from service.games.astra.rules.setup import setup
from service.games.astra.state import AstraState
from service.games.base import (
    AUTOMA,
    Event,
    Option,
    Plain,
    Rulebook,
    Score,
    Seat,
    Step,
    Unavailable,
    Viewer,
)
from service.games.rng import Rng

_REST = (Rest(),)
_END_TURN = (EndTurn(),)


class Astra(Rulebook[AstraState, AstraMove]):
    """Discover Ptolemy's 48 constellations."""

    id = "astra"
    names = labels.TEXTS.names("game")
    min_players = 2
    max_players = 5
    end_reasons = tuple(
        f"{cause}_in_{whose}_turn" for cause in ("replacement", "sphere", "dream") for whose in ("first", "other")
    )
    state_type = AstraState
    move_types = explain.MOVE_TYPES
    event_types = events.EVENT_TYPES

    @property
    def options(self) -> tuple[Option, ...]:
        """A-13: who plays the dreamer; and the content pack."""
        return (
            Option("dreamer", ("worker", "player"), labels.TEXTS.names("option.dreamer")),
            Option("pack", packs.installed(), labels.TEXTS.names("option.pack")),
        )

    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> AstraState:
        return setup(players, options, rng)

    def deciders(self, state: AstraState) -> tuple[Seat, ...]:
        return deciders(state)

    def acts_for(self, state: AstraState, seat: Seat) -> Seat:
        """A-13: the dreamer dreams for the good of the resting player."""
        return state.turn.seat if seat == AUTOMA else seat

    def legal_moves(self, state: AstraState, seat: Seat) -> Sequence[AstraMove]:
        if seat not in deciders(state):
            return ()
        match state.turn.phase:
            case "ability":
                actions = _END_TURN if state.turn.skips_action else _REST
                return [*ability.moves(state, seat), *observe.moves(state, seat), *actions]
            case "marking":
                return free_marks.moves(state)
            case "action":
                return [*observe.moves(state, seat), *_END_TURN]
            case "boons":
                return boons.moves(state, seat)
            case "discard":
                return discovery.discards(state, seat)
            case "dream":
                return dream.moves(state)
            case "over":
                return ()
            case phase:
                assert_never(phase)

    def check(self, state: AstraState, seat: Seat, move: AstraMove) -> None:
        match move:
            case Observe():
                observe.check(state, seat, move)
            case UseAbility():
                ability.check(state, seat, move)
            case MarkStar():
                free_marks.check(state, seat, move)
            case PickBoon():
                boons.check(state, seat, move)
            case Discard():
                discovery.check(state, seat, move)
            case Dream():
                dream.check(state, seat, move)
            case Rest() | EndTurn():
                refuse_if(explain.REFUSALS[type(move)](state, seat))
            case _:
                assert_never(move)

    def apply(self, state: AstraState, seat: Seat, move: AstraMove) -> Step[AstraState]:
        self.check(state, seat, move)
        log: Log = []
        after = self._resolve(state, seat, move, log)
        return Step(after, tuple(log))

    def _resolve(self, state: AstraState, seat: Seat, move: AstraMove, log: Log) -> AstraState:
        match move:
            case Observe():
                return observe.apply(state, seat, move, log)
            case UseAbility():
                return ability.apply(state, seat, move, log)
            case MarkStar():
                return free_marks.apply(state, seat, move, log)
            case Rest():
                return rest.apply(state, seat, log)
            case EndTurn():
                return discovery.begin_discovery(state, log)
            case PickBoon():
                state = boons.apply(state, seat, move, log)
                return discovery.after_boons(state, log) if boons.is_done(state) else state
            case Discard():
                return discovery.apply(state, seat, move, log)
            case Dream():
                return dream.apply(state, move, log)
            case _:
                assert_never(move)

    def known(self, state: AstraState, viewer: Viewer) -> AstraState:
        return known.known(state, viewer)

    def imagine(self, known_state: AstraState, viewer: Viewer, rng: Rng) -> AstraState:
        return known.imagine(known_state, rng)

    def view(self, state: AstraState, viewer: Viewer) -> Plain:
        return view.view(state, viewer)

    def explain(self, state: AstraState, seat: Seat) -> tuple[Unavailable, ...]:
        return explain.explain(state, seat)

    def score(self, state: AstraState) -> Score:
        return scoring.score(state)

    def end_reason(self, state: AstraState) -> str | None:
        return state.end_reason or None

    def evaluate(self, state: AstraState, seat: Seat) -> float:
        return heuristics.evaluate(state, seat)

    def label(self, state: AstraState, move: AstraMove, language: str) -> str:
        return labels.label(state, move, language)

    def ruling(self, move: AstraMove) -> str:
        return labels.RULINGS[type(move)]

    def content(self, pack: str, language: str) -> Plain:
        return labels.content(pack, language)

    def content_problems(self, data: bytes) -> tuple[str, ...]:
        return packs.problems(data)

    def tally(self, state: AstraState, event: Event) -> str | None:
        """Who came to own which effect."""
        if isinstance(event, events.CardGained):
            return f"owner:{packs.cards_of(state)[event.card].ability}"
        return None

    def choice(self, state: AstraState, move: AstraMove) -> str:
        match move:
            case UseAbility(card):
                return f"ability:{packs.cards_of(state)[card].ability}"
            case PickBoon(boon) if state.turn.picking:
                return f"boon:{packs.cards_of(state)[state.turn.picking.card].boons[boon].type}"
            case _:
                return move.type
