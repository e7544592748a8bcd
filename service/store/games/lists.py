"""Lists of games, newest first. Ids sort by time, so a page ends at an id and the next begins below it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from service.games.registry import RULEBOOKS
from service.store import damaged
from service.store.accounts.players import PlayerRecord
from service.store.errors import RecordError, RecordIsDamaged
from service.store.games.migrations import read_clock, read_table
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.client import raise_on_error
from service.store.redis.scripts import Script
from service.wire.words import ENDED

BATCH = 100
LIVE = ("open", "running", "scoring")


class Page(msgspec.Struct, frozen=True):
    """Some games, and below which id to go on; empty at the end."""

    games: tuple[GameRecord, ...]
    below: str


class Lists:
    """Reads a list of games over all shards."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._list = Script(store.connection, "games/list")

    def _page(self, lists: Callable[[int], list[str]], below: str, limit: int) -> Page:
        ids = self.newest(lists, below, limit + 1)
        games = self.summaries(ids[:limit])
        return Page(tuple([game for game in games if game]), ids[limit - 1] if len(ids) > limit else "")

    def newest(self, lists: Callable[[int], list[str]], below: str, limit: int) -> list[str]:
        bound = f"({below}" if below else "+"
        calls: list[tuple[list[str], list[str | int]]] = [
            ([name for shard in shards for name in lists(shard)], [bound, limit])
            for shards in keys.shard_groups(self._store.connection.shards_per_command)
        ]
        found = [game_id.decode() for ids in raise_on_error(self._list.gather(calls)) for game_id in ids]
        return sorted(found, reverse=True)[:limit]

    def summaries(self, ids: Sequence[str]) -> list[GameRecord | None]:
        commands = [("HMGET", keys.game(game_id), "table", "clock") for game_id in ids]
        rows = self._store.connection.gather(commands) if commands else []
        return [self._summary(game_id, row) for game_id, row in zip(ids, rows, strict=True)]

    def _summary(self, game_id: str, row: Any) -> GameRecord | None:
        """A game without its state; None if it is gone, or if this process cannot read it."""
        try:
            return self._read_summary(game_id, *damaged.require_answer(row))
        except RecordIsDamaged as found:
            damaged.report(game_id, found)
        except RecordError:
            pass
        return None

    def _read_summary(self, game_id: str, table: bytes | None, clock: bytes | None) -> GameRecord | None:
        if table is None and clock is None:
            self._forget(game_id)
            return None
        if table is None or clock is None:
            raise RecordIsDamaged("game", "table or clock is missing")
        return GameRecord(read_table(table), read_clock(clock))

    def _forget(self, game_id: str) -> None:
        """Take a game that has expired off the lists."""
        raise NotImplementedError


@functools.lru_cache(maxsize=1024)
def _public_lists(rulebooks: tuple[str, ...], statuses: tuple[str, ...], shard: int) -> list[str]:
    """Their names; a page looks into more than a thousand."""
    return [keys.public_games(shard, *kind) for kind in itertools.product(rulebooks, statuses)]


class Lobby(Lists):
    """Public games by rulebook and status."""

    def page(self, rulebooks: Sequence[str], statuses: Sequence[str], below: str, limit: int) -> Page:
        return self._page(functools.partial(_public_lists, tuple(rulebooks), tuple(statuses)), below, limit)

    def _forget(self, game_id: str) -> None:
        shard = keys.shard_of(game_id)
        for rulebook, status in itertools.product(RULEBOOKS, ENDED):
            self._store.connection("ZREM", keys.public_games(shard, rulebook, status), game_id)


class PlayerGames(Lists):
    """The games of one player by status, also private ones."""

    def __init__(self, store: GameStore, player: PlayerRecord) -> None:
        super().__init__(store)
        self._tags = store.players.tags(player)

    def page(self, statuses: Sequence[str], below: str, limit: int) -> Page:
        return self._page(self._lists(statuses), below, limit)

    def _lists(self, statuses: Sequence[str]) -> Callable[[int], list[str]]:
        return lambda shard: [keys.player_games(shard, tag, status) for tag in self._tags for status in statuses]

    def ids(self) -> Iterator[str]:
        """The ids of all games of the player, the newest first; some games may be gone."""
        below, more = "", True
        while more:
            found = self.newest(self._lists((*LIVE, *ENDED)), below, BATCH)
            yield from found
            below, more = found[-1] if found else "", bool(found)

    def live(self, most: int) -> list[str]:
        """The ids of the newest games that have not ended."""
        return self.newest(self._lists(LIVE), "", most)

    def count_live(self) -> int:
        """How many games of the player have not ended."""
        groups = keys.shard_groups(self._store.connection.shards_per_command)
        lists = self._lists(LIVE)
        calls: list[tuple[list[str], list[str | int]]] = [
            ([name for shard in shards for name in lists(shard)], []) for shards in groups
        ]
        return sum(raise_on_error(Script(self._store.connection, "games/count").gather(calls)))

    def changed_since(self, at: int) -> list[str]:
        """The ids of games that began or ended, or that the player joined or left, since this time."""
        names = [keys.player_changed(shard, tag) for shard in range(keys.SHARDS) for tag in self._tags]
        rows = raise_on_error(self._store.connection.gather([("ZRANGEBYSCORE", name, at, "+inf") for name in names]))
        return [game_id.decode() for row in rows for game_id in row]

    def forget(self, game_id: str) -> None:
        """Take a game off all lists of the player."""
        shard = keys.shard_of(game_id)
        lists = [keys.player_games(shard, tag, status) for tag in self._tags for status in (*LIVE, *ENDED)]
        changed = [keys.player_changed(shard, tag) for tag in self._tags]
        for name in (*lists, *changed):
            self._store.connection("ZREM", name, game_id)

    def _forget(self, game_id: str) -> None:
        shard = keys.shard_of(game_id)
        for tag, status in itertools.product(self._tags, ENDED):
            self._store.connection("ZREM", keys.player_games(shard, tag, status), game_id)
