"""What a seat was advised, kept for a while."""

from __future__ import annotations

from typing import Any

import msgspec

from service.games.base import Seat
from service.store.games.records import Game
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.client import translated_errors
from service.wire.narrowing import union

KEPT_SECONDS = 600


class Advised(msgspec.Struct, frozen=True):
    """A move that the strong bot likes: what it is worth until the seat decides again, what it gains at once, and what
    the others can make of it; all in points, by the heuristic."""

    move: Any
    worth: float
    gains: float
    leaves: float


class Advice(msgspec.Struct, frozen=True):
    """What the strong bot would play for a seat at a version, the best first."""

    version: int
    moves: tuple[Advised, ...]


def keep(store: GameStore, game_id: str, seat: Seat, advice: Advice) -> None:
    with translated_errors():
        store.line("SET", keys.advice(game_id, seat), msgspec.json.encode(advice), "EX", KEPT_SECONDS)


def kept(store: GameStore, game: Game, seat: Seat) -> Advice | None:
    with translated_errors():
        found: Any = store.line("GET", keys.advice(game.id, seat))
    return _read(game, found) if found else None


def _read(game: Game, data: bytes) -> Advice:
    advice, move = msgspec.json.decode(data, type=Advice), union(game.rulebook.move_types)
    moves = tuple(msgspec.structs.replace(each, move=msgspec.convert(each.move, move)) for each in advice.moves)
    return msgspec.structs.replace(advice, moves=moves)
