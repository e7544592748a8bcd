"""What a caller wants to have with an answer, so that it need not ask again: view, moves, score."""

from __future__ import annotations

from typing import Any, Literal, get_args

from service.games.base import Move, Score, Seat, View, Viewer
from service.games.rulebook import AnyRulebook
from service.store.games.records import GameRecord
from service.wire.answers import Offer

Part = Literal["view", "moves", "score"]
Parts = frozenset[Part]
PARTS: tuple[Part, ...] = get_args(Part)
NOTHING: Parts = frozenset()
VIEW_ALONE: Parts = frozenset({"view"})


def view_of(game: GameRecord, viewer: Viewer, parts: Parts) -> View | None:
    """The board, once there is one."""
    return game.rulebook.view(game.state, viewer) if game.state and "view" in parts else None


def score_of(game: GameRecord, viewer: Viewer, parts: Parts) -> Score | None:
    """The ledgers: final after the end, before it as far as the viewer may know."""
    if game.state is None or "score" not in parts:
        return None
    return game.result or game.rulebook.score(game.rulebook.known(game.state, viewer))


def moves_of(game: GameRecord, viewer: Viewer, language: str, parts: Parts) -> tuple[Offer, ...] | None:
    """Every legal move of a viewer who decides."""
    if viewer is None or "moves" not in parts or not game.clock.decision(viewer):
        return None
    return tuple(offered(game, viewer, language))


def _offer(rulebook: AnyRulebook, known: Any, move: Move, language: str) -> Offer:
    return Offer(move=move, label=rulebook.label(known, move, language), ruling=rulebook.ruling(move))


def offers(rulebook: AnyRulebook, known: Any, seat: Seat, language: str, kind: str | None = None) -> list[Offer]:
    """Every legal move of a seat in what it knows, or every one of a kind."""
    legal = rulebook.legal_moves(known, seat)
    return [_offer(rulebook, known, move, language) for move in legal if kind in (None, move.type)]


def offered(game: GameRecord, seat: Seat, language: str, kind: str | None = None) -> list[Offer]:
    if game.clock.status != "running" or not game.clock.decision(seat):
        return []
    return offers(game.rulebook, game.rulebook.known(game.dealt, seat), seat, language, kind)
