"""The analyses of finished games, stored compressed for as long as the game is."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from service.games.base import Seat
from service.store.games.repository import GameStore
from service.store.redis import keys

FOR_GOOD = -1
"""What PTTL says of a key that does not expire."""


class Turn(msgspec.Struct, frozen=True):
    """A move after which much was otherwise: by how many points, for its seat, and what the strong bot would have
    played, where that is another move and has been looked for."""

    version: int
    seat: Seat
    swing: float
    is_looked_at: bool = False
    instead: Any = None


class Analysed(msgspec.Struct, frozen=True):
    """As far as it is: the points that each seat could expect after each move, then the turning points."""

    points: tuple[tuple[float, ...], ...] = ()
    turns: tuple[Turn, ...] | None = None

    @property
    def is_done(self) -> bool:
        return self.turns is not None and all(turn.is_looked_at for turn in self.turns)


def save(store: GameStore, game_id: str, analysed: Analysed) -> None:
    """Save it until the game expires; not at all, where the game is gone by now."""
    left = store.connection("PTTL", keys.game(game_id))
    if left == FOR_GOOD or left > 0:
        expiry = ("PX", left) if left > 0 else ()
        store.connection("SET", keys.analysis(game_id), zlib.compress(msgspec.json.encode(analysed)), *expiry)


def load(store: GameStore, game_id: str) -> Analysed:
    found: Any = store.connection("GET", keys.analysis(game_id))
    return msgspec.json.decode(zlib.decompress(found), type=Analysed) if found else Analysed()
