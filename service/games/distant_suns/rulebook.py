"""Distant Suns as a Rulebook: which module answers which question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.games.base import Event, Option, Plain, Rulebook, Score, Seat, Step, Unavailable, Viewer
from service.games.distant_suns import events, explain, heuristics, known, labels, packs, view
from service.games.distant_suns.content.pack import pack_problems
from service.games.distant_suns.moves import DistantSunsMove
from service.games.distant_suns.rules import play, rounds, scoring
from service.games.distant_suns.rules.setup import setup
from service.games.distant_suns.state import DistantSunsState, deciders
from service.games.rng import Rng


class DistantSuns(Rulebook[DistantSunsState, DistantSunsMove]):
    """Draw your way through the cosmos."""

    id = "distant_suns"
    names = labels.TEXTS.names("game")
    min_players = 2
    max_players = 4
    end_reasons = rounds.END_REASONS
    state_type = DistantSunsState
    move_types = explain.MOVE_TYPES
    event_types = events.EVENT_TYPES

    @property
    def options(self) -> tuple[Option, ...]:
        return (Option("pack", packs.installed(), labels.TEXTS.names("option.pack")),)

    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> DistantSunsState:
        return setup(players, options["pack"], rng)

    def deciders(self, state: DistantSunsState) -> tuple[Seat, ...]:
        return deciders(state)

    def legal_moves(self, state: DistantSunsState, seat: Seat) -> Sequence[DistantSunsMove]:
        return play.legal_moves(state, seat)

    def check(self, state: DistantSunsState, seat: Seat, move: DistantSunsMove) -> None:
        play.check(state, seat, move)

    def apply(self, state: DistantSunsState, seat: Seat, move: DistantSunsMove) -> Step[DistantSunsState]:
        return play.apply(state, seat, move)

    def known(self, state: DistantSunsState, viewer: Viewer) -> DistantSunsState:
        return known.known(state, viewer)

    def imagine(self, known_state: DistantSunsState, viewer: Viewer, rng: Rng) -> DistantSunsState:
        return known.imagine(known_state, rng)

    def view(self, state: DistantSunsState, viewer: Viewer) -> Plain:
        return view.view(state, viewer)

    def explain(self, state: DistantSunsState, seat: Seat) -> tuple[Unavailable, ...]:
        return explain.explain(state, seat)

    def score(self, state: DistantSunsState) -> Score:
        return scoring.score(state)

    def end_reason(self, state: DistantSunsState) -> str | None:
        return rounds.end_reason(state)

    def evaluate(self, state: DistantSunsState, seat: Seat) -> float:
        return heuristics.evaluate(state, seat)

    def label(self, state: DistantSunsState, move: DistantSunsMove, language: str) -> str:
        return labels.label(state, move, language)

    def ruling(self, move: DistantSunsMove) -> str:
        return labels.ruling(move)

    def content(self, pack: str, language: str) -> Plain:
        return labels.content(pack, language)

    def content_problems(self, data: bytes) -> tuple[str, ...]:
        return pack_problems(data)

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
