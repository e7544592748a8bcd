"""Games as this process saw them last. Nothing here is believed: a commit says whether it was the newest."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from service.store.games.records import GameRecord

KEPT = 512
"""Games of a process; those that are played now are among them."""


def _unheard(game_id: str) -> bool:
    return False


class GameCache:
    """Kept only of games whose news are heard (`hub.py`): without them a game would be old as a rule."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._games: OrderedDict[str, GameRecord] = OrderedDict()
        self._is_heard: Callable[[str], bool] = _unheard

    def listen(self, is_heard: Callable[[str], bool]) -> None:
        self._is_heard = is_heard

    def get(self, game_id: str) -> GameRecord | None:
        return self._games.get(game_id) if self._is_heard(game_id) else None

    def keep(self, game: GameRecord) -> None:
        game_id = game.table.id
        if not self._is_heard(game_id):
            return
        with self._lock:
            self._games[game_id] = game
            self._games.move_to_end(game_id)
            if len(self._games) > KEPT:
                self._games.popitem(last=False)

    def forget(self, game_id: str) -> None:
        with self._lock:
            self._games.pop(game_id, None)
