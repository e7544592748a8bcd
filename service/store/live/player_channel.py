"""Those who listen to one player, and which of its games have changed meanwhile."""

from __future__ import annotations

import threading
import time

import msgspec

from service.store.live.quotas import ListenerSlot


class ChangedGames(msgspec.Struct, frozen=True):
    """Games that have changed, and up to which number that is known; `is_all`: others may have changed, too."""

    upto: int
    games: tuple[str, ...] = ()
    is_all: bool = False


class PlayerChannel:
    """Numbers the changes, so that each listener knows up to where it has read."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._upto = 0
        self._missed = 0
        self._games: dict[str, int] = {}
        self.waiters = 0
        self.left_at = 0.0

    def wake(self) -> None:
        """Any game may have changed."""
        with self._changed:
            self._upto += 1
            self._missed = self._upto
            self._games.clear()
            self._changed.notify_all()

    def nudge(self) -> None:
        """Let all who wait check whether they have lost their slot."""
        with self._changed:
            self._changed.notify_all()

    def add_change(self, game_id: str) -> None:
        with self._changed:
            self._upto += 1
            self._games[game_id] = self._upto
            self._changed.notify_all()

    @property
    def upto(self) -> int:
        return self._upto

    def wait(self, after: int, seconds: float, slot: ListenerSlot) -> ChangedGames:
        """Wait for changes since `after`; none when the time is up, or the slot is lost."""
        until = time.monotonic() + seconds
        with self._changed:
            while self._upto <= after and not slot.is_lost and (left := until - time.monotonic()) > 0:
                self._changed.wait(left)
            games = tuple(game_id for game_id, number in self._games.items() if number > after)
            return ChangedGames(self._upto, games, self._missed > after)
