"""What a commit writes for an app and its players: lists of their games, names of players, and messages on their
channels."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from service.store.accounts.players import unsalted_tag
from service.store.games.records import GameRecord, SeatRecord, Table
from service.store.redis import keys

RESUME_SECONDS = 86_400
"""How long we know which of a player's games have ended, for a client that comes back."""

TagOf = Callable[[str, str], str]
"""The tag of a player, by app and id."""


class PlayerListChanges(msgspec.Struct, frozen=True):
    """Keys, and which of them gets the game, loses it, or notes a change that is no move."""

    names: list[str] = []
    seated: list[int] = []
    parted: list[int] = []
    changed: list[int] = []
    left: dict[int, str] = {}
    """Keys that remember a name of a player in this game, so that an erasure finds it."""
    channels: list[str] = []


NO_CHANGES = PlayerListChanges()


def _players(game: GameRecord | None, tag_of: TagOf) -> dict[str, SeatRecord]:
    if game is None or not game.table.app:
        return {}
    return {seat.tag or tag_of(game.table.app, seat.player): seat for seat in game.table.seats if seat.player}


def _guests(table: Table | None) -> set[tuple[str, str]]:
    """Tags and names of players who sit at a table that is not their app's."""
    return {(seat.tag, seat.name) for seat in table.seats if seat.tag and not seat.player} if table else set()


def player_list_changes(
    before: GameRecord | None, after: GameRecord, position: int, tag_of: TagOf = unsalted_tag
) -> PlayerListChanges:
    """`position` is the place of the first of these keys among `KEYS` of the script."""
    if before is not None and before.table is after.table and before.clock.status == after.clock.status:
        return _channels(_players(after, tag_of)) if after.table.app else NO_CHANGES
    guests = _guests(after.table) - _guests(before.table if before else None)
    if not after.table.app and not guests:
        return NO_CHANGES
    old, new = _players(before, tag_of), _players(after, tag_of)
    is_same = before is not None and before.clock.status == after.clock.status and old.keys() == new.keys()
    if is_same and not guests:
        return _channels(new)
    return _KeyCollector(before, after, position).collect(old, new, guests)


def _channels(players: dict[str, SeatRecord]) -> PlayerListChanges:
    return PlayerListChanges(channels=[keys.player_channel(tag) for tag in players])


class _KeyCollector:
    """Collects keys and their positions."""

    def __init__(self, before: GameRecord | None, after: GameRecord, position: int) -> None:
        self._shard, self._position, self._app = keys.shard_of(after.id), position, after.table.app
        self._was, self._is = before.clock.status if before else "", after.clock.status
        self._rulebook = after.table.rulebook
        self._id = after.id
        self._names: list[str] = []

    def _at(self, name: str) -> int:
        self._names.append(name)
        return self._position + len(self._names) - 1

    def collect(
        self, old: dict[str, SeatRecord], new: dict[str, SeatRecord], guests: set[tuple[str, str]]
    ) -> PlayerListChanges:
        has_moved, gone, all_tags = self._was != self._is, old.keys() - new.keys(), {**old, **new}
        moved = {tag: seat for tag, seat in old.items() if has_moved or tag in gone}
        come = [tag for tag in new if has_moved or tag not in old]
        names = [(tag, old[tag].name) for tag in gone] if self._was == "open" else []
        return PlayerListChanges(
            seated=[
                *(self._at(keys.player_games(self._shard, tag, self._is)) for tag in come),
                *(self._at(name) for name in self._app_lists(self._is) if has_moved),
            ],
            parted=[
                *(self._at(name) for tag, seat in moved.items() for name in self._old_lists(tag, seat)),
                *(self._at(name) for name in self._app_lists(self._was) if has_moved),
            ],
            changed=[self._at(keys.player_changed(self._shard, tag)) for tag in all_tags] if moved or come else [],
            left={
                self._at(keys.player_left(self._shard, tag)): keys.name_field(self._id, name)
                for tag, name in (*names, *sorted(guests))
                if name
            },
            channels=[keys.player_channel(tag) for tag in all_tags],
            names=self._names,
        )

    def _app_lists(self, status: str) -> list[str]:
        """The list of the app's games of a status, if there is an app and the game had that status."""
        return [keys.app_games(self._shard, self._app, self._rulebook, status)] if self._app and status else []

    def _old_lists(self, tag: str, seat: SeatRecord) -> list[str]:
        """A seat without a tag is of 0.2, which named the player's list otherwise."""
        tags = [tag] if seat.tag else list(dict.fromkeys((tag, unsalted_tag(self._app, seat.player))))
        return [keys.player_games(self._shard, each, self._was) for each in tags]
