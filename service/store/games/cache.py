"""Games as this process saw them last. A commit checks whether that was the newest."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from service.store.games.records import GameRecord

KEPT = 512
"""How many games a process keeps: more than are played at one time."""


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
