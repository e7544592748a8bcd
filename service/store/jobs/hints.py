"""The hints of a seat, kept for ten minutes."""

from __future__ import annotations

from typing import Any

import msgspec

from service.games.base import Seat
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.wire.narrowing import union

KEPT_SECONDS = 600


class HintMove(msgspec.Struct, frozen=True):
    """A move that the strong bot likes: what it is worth until the seat decides again, what it gains at once, and what
    the others can make of it; all in points, by the heuristic."""

    move: Any
    worth: float
    gains: float
    leaves: float


class SeatHints(msgspec.Struct, frozen=True):
    """What the strong bot would play for a seat at a version, the best first."""

    version: int
    moves: tuple[HintMove, ...]


def save(store: GameStore, game_id: str, seat: Seat, hints: SeatHints) -> None:
    store.connection("SET", keys.hints(game_id, seat), msgspec.json.encode(hints), "EX", KEPT_SECONDS)


def find(store: GameStore, game: GameRecord, seat: Seat) -> SeatHints | None:
    found: Any = store.connection("GET", keys.hints(game.id, seat))
    return _read(game, found) if found else None


def _read(game: GameRecord, data: bytes) -> SeatHints:
    hints, move = msgspec.json.decode(data, type=SeatHints), union(game.rulebook.move_classes)
    moves = tuple(msgspec.structs.replace(each, move=msgspec.convert(each.move, move)) for each in hints.moves)
    return msgspec.structs.replace(hints, moves=moves)
