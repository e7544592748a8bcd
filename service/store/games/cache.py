"""Games as this process saw them last. A commit checks whether that was the newest."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

import msgspec

from service.store.games.records import GameRecord

KEPT = 512
"""How many games a process keeps: more than are played at one time."""
KEPT_SUMMARIES = 1000
"""Games that a process keeps as lists show them: ten of the longest pages."""


def _never(game_id: str) -> bool:
    return False


class GameCache:
    """Keeps only games to whose channel this process subscribes (`live/hub.py`): another would soon be out of date."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._games: OrderedDict[str, GameRecord] = OrderedDict()
        self._is_subscribed: Callable[[str], bool] = _never

    def listen(self, is_subscribed: Callable[[str], bool]) -> None:
        self._is_subscribed = is_subscribed

    def get(self, game_id: str) -> GameRecord | None:
        return self._games.get(game_id) if self._is_subscribed(game_id) else None

    def keep(self, game: GameRecord) -> None:
        game_id = game.table.id
        if not self._is_subscribed(game_id):
            return
        with self._lock:
            self._games[game_id] = game
            self._games.move_to_end(game_id)
            if len(self._games) > KEPT:
                self._games.popitem(last=False)

    def forget(self, game_id: str) -> None:
        with self._lock:
            self._games.pop(game_id, None)


class SummaryCache:
    """Games without their states, as lists show them, with rows that were made of them. A game is the same for as long
    as its nonce is: no channel is needed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._games: OrderedDict[str, tuple[GameRecord, dict[str, msgspec.Raw]]] = OrderedDict()

    def get(self, game_id: str, nonce: str) -> GameRecord | None:
        found = self._games.get(game_id)
        return found[0] if found and found[0].nonce == nonce else None

    def keep(self, game: GameRecord) -> None:
        """Keep a game; one of 0.1 that has no nonce is loaded each time, until somebody writes to it."""
        if not game.nonce:
            return
        with self._lock:
            self._games[game.id] = game, {}
            self._games.move_to_end(game.id)
            if len(self._games) > KEPT_SUMMARIES:
                self._games.popitem(last=False)

    def rows(self, game: GameRecord) -> dict[str, msgspec.Raw]:
        """The rows of a game, by what tells viewers apart; of a game that is not kept, none that last."""
        found = self._games.get(game.id)
        return found[1] if found and found[0] is game else {}
