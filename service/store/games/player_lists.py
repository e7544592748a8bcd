"""What a commit writes for the players of a game: lists of their games, and messages on their channels."""

from __future__ import annotations

import msgspec

from service.store.accounts.players import tag_of
from service.store.games.records import GameRecord, SeatRecord
from service.store.redis import keys

RESUME_SECONDS = 86_400
"""How long we know which of a player's games have ended, for a client that comes back."""


class PlayerListChanges(msgspec.Struct, frozen=True):
    """Keys, and which of them gets the game, loses it, or notes a change that is no move."""

    names: list[str] = []
    seated: list[int] = []
    parted: list[int] = []
    changed: list[int] = []
    left: dict[int, str] = {}
    """Keys that remember the name of a player who has left, so that an erasure finds the name."""
    channels: list[str] = []


NO_CHANGES = PlayerListChanges()


def _players(game: GameRecord | None) -> dict[str, SeatRecord]:
    if game is None or not game.table.app:
        return {}
    return {tag_of(game.table.app, seat.player): seat for seat in game.table.seats if seat.player}


def player_list_changes(before: GameRecord | None, after: GameRecord, position: int) -> PlayerListChanges:
    """`position` is the place of the first of these keys among `KEYS` of the script."""
    if not after.table.app:
        return NO_CHANGES
    old, new = _players(before), _players(after)
    if before is not None and before.clock.status == after.clock.status and old.keys() == new.keys():
        return PlayerListChanges(channels=[keys.player_channel(tag) for tag in new])
    return _KeyCollector(before, after, position).collect(old, new)


class _KeyCollector:
    """Collects keys and their positions."""

    def __init__(self, before: GameRecord | None, after: GameRecord, position: int) -> None:
        self._shard, self._position = keys.shard_of(after.id), position
        self._was, self._is = before.clock.status if before else "", after.clock.status
        self._names: list[str] = []

    def _at(self, name: str) -> int:
        self._names.append(name)
        return self._position + len(self._names) - 1

    def collect(self, old: dict[str, SeatRecord], new: dict[str, SeatRecord]) -> PlayerListChanges:
        gone = old.keys() - new.keys()
        moved = old.keys() if self._was != self._is else gone
        return PlayerListChanges(
            seated=[self._at(keys.player_games(self._shard, tag, self._is)) for tag in new],
            parted=[self._at(keys.player_games(self._shard, tag, self._was)) for tag in moved],
            changed=[self._at(keys.player_changed(self._shard, tag)) for tag in {**old, **new}],
            left={self._at(keys.player_left(self._shard, tag)): old[tag].name for tag in gone if self._was == "open"},
            channels=[keys.player_channel(tag) for tag in {**old, **new}],
            names=self._names,
        )
