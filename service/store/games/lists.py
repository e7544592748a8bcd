"""Lists of games, newest first. Ids sort by time, so a page ends at an id and the next begins below it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
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
Names = Callable[[range], Sequence[str]]
"""The names of the lists in some shards."""
_words = msgspec.msgpack.Decoder(list[str])


class Page(msgspec.Struct, frozen=True):
    """Some games, and below which id to go on; empty at the end."""

    games: tuple[GameRecord, ...]
    below: str


class Lists:
    """Reads a list of games over all shards."""

    _is_read_often = False
    """Whether many callers read the same list."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._list = Script(store.connection, "games/list")
        self._nonces = Script(store.connection, "games/nonces")

    def _page(self, lists: Names, below: str, limit: int) -> Page:
        ids = self.newest(lists, below, limit + 1)
        games = self.current_summaries(ids[:limit])
        return Page(tuple([game for game in games if game]), ids[limit - 1] if len(ids) > limit else "")

    def newest(self, lists: Names, below: str, limit: int) -> list[str]:
        bound = f"({below}" if below else "+"
        groups = keys.shard_groups(self._store.connection.shards_per_command)
        calls = [(lists(shards), (bound, limit)) for shards in groups]
        answers = raise_on_error(self._list.gather(calls, is_repeated=self._is_read_often and not below))
        found = [game_id for answer in answers for game_id in _words.decode(answer)]
        return sorted(found, reverse=True)[:limit]

    def current_summaries(self, ids: Sequence[str]) -> list[GameRecord | None]:
        """Games without their states. This process loads only those that have changed since it saw them last."""
        kept = self._store.summaries
        nonces = self._read_nonces(ids)
        found = {game_id: kept.get(game_id, nonces[game_id]) for game_id in ids}
        changed = [game_id for game_id, game in found.items() if game is None]
        found |= zip(changed, self.summaries(changed), strict=True)
        return [found[game_id] for game_id in ids]

    def _read_nonces(self, ids: Iterable[str]) -> dict[str, str]:
        """The nonces of games, with one script per shard or for all of them."""
        groups: dict[int, list[str]] = {}
        for game_id in ids:
            groups.setdefault(keys.shard_of(game_id) // self._store.connection.shards_per_command, []).append(game_id)
        answers = raise_on_error(self._nonces.gather([(list(map(keys.game, group)), ()) for group in groups.values()]))
        nonces = itertools.chain.from_iterable(map(_words.decode, answers))
        return dict(zip(itertools.chain.from_iterable(groups.values()), nonces, strict=True))

    def summaries(self, ids: Sequence[str]) -> list[GameRecord | None]:
        """Games without their states, as they are stored."""
        commands = [("HMGET", keys.game(game_id), "table", "clock", "mark") for game_id in ids]
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

    def _read_summary(
        self, game_id: str, table: bytes | None, clock: bytes | None, nonce: bytes | None
    ) -> GameRecord | None:
        if table is None and clock is None:
            self._forget(game_id)
            return None
        if table is None or clock is None:
            raise RecordIsDamaged("game", "table or clock is missing")
        game = GameRecord(read_table(table), read_clock(clock), nonce=(nonce or b"").decode(errors="replace"))
        self._store.summaries.keep(game)
        return game

    def _forget(self, game_id: str) -> None:
        """Take a game that has expired off the lists."""
        raise NotImplementedError


@functools.lru_cache(maxsize=1024)
def _public_lists(rulebooks: tuple[str, ...], statuses: tuple[str, ...], shards: range) -> tuple[str, ...]:
    """Their names; a page looks into almost a thousand."""
    kinds = list(itertools.product(rulebooks, statuses))
    return tuple([keys.public_games(shard, *kind) for kind in kinds for shard in shards])


class Lobby(Lists):
    """Public games by rulebook and status."""

    _is_read_often = True

    def page(self, rulebooks: Sequence[str], statuses: Sequence[str], below: str, limit: int) -> Page:
        return self._page(functools.partial(_public_lists, tuple(rulebooks), tuple(statuses)), below, limit)

    def _forget(self, game_id: str) -> None:
        shard = keys.shard_of(game_id)
        for rulebook, status in itertools.product(RULEBOOKS, ENDED):
            self._store.connection("ZREM", keys.public_games(shard, rulebook, status), game_id)


class AppGames(Lists):
    """All games of one app by rulebook and status, also private and rigged ones."""

    def __init__(self, store: GameStore, app: str) -> None:
        super().__init__(store)
        self._app = app

    def page(self, rulebooks: Sequence[str], statuses: Sequence[str], below: str, limit: int) -> Page:
        kinds = list(itertools.product(rulebooks, statuses))

        def lists(shards: range) -> list[str]:
            return [keys.app_games(shard, self._app, *kind) for kind in kinds for shard in shards]

        return self._page(lists, below, limit)

    def _forget(self, game_id: str) -> None:
        shard = keys.shard_of(game_id)
        for kind in itertools.product(RULEBOOKS, ENDED):
            self._store.connection("ZREM", keys.app_games(shard, self._app, *kind), game_id)


class PlayerGames(Lists):
    """The games of one player by status, also private ones."""

    def __init__(self, store: GameStore, player: PlayerRecord) -> None:
        super().__init__(store)
        self._tags = store.players.tags(player)

    def page(self, statuses: Sequence[str], below: str, limit: int) -> Page:
        return self._page(self._lists(statuses), below, limit)

    def _lists(self, statuses: Sequence[str]) -> Names:
        kinds = list(itertools.product(self._tags, statuses))
        return lambda shards: [keys.player_games(shard, *kind) for kind in kinds for shard in shards]

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
        calls = [(lists(shards), ()) for shards in groups]
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
