"""The list of public games, newest first. Ids sort by time, so a page ends at an id and the next begins below it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import msgspec

from service.games.registry import RULEBOOKS
from service.store import keys, records
from service.store.client import Script, translated_errors
from service.store.games import GameStore
from service.store.records import Game

ENDED = ("finished", "abandoned")


class Page(msgspec.Struct, frozen=True):
    """Some games, and below which id to go on; empty at the end."""

    games: tuple[Game, ...]
    below: str


class Lobby:
    """Lists games by rulebook and status."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._list = Script(store.line, "list")

    def page(self, rulebooks: Sequence[str], statuses: Sequence[str], below: str, limit: int) -> Page:
        with translated_errors():
            ids = self._newest(rulebooks, statuses, below, limit + 1)
            games = self._summaries(ids[:limit])
        return Page(tuple(game for game in games if game), ids[limit - 1] if len(ids) > limit else "")

    def _newest(self, rulebooks: Sequence[str], statuses: Sequence[str], below: str, limit: int) -> list[str]:
        bound = f"({below}" if below else "+"
        found = [
            game_id.decode()
            for shard in range(keys.SHARDS)
            for game_id in self._list(
                [keys.listed(shard, rulebook, status) for rulebook in rulebooks for status in statuses], [bound, limit]
            )
        ]
        return sorted(found, reverse=True)[:limit]

    def _summaries(self, ids: Sequence[str]) -> list[Game | None]:
        pipeline = self._store.client.pipeline(transaction=False)
        for game_id in ids:
            pipeline.execute_command("HMGET", keys.game(game_id), "table", "clock")
        rows: list[Any] = pipeline.execute()
        return [self._summary(game_id, *row) for game_id, row in zip(ids, rows, strict=True)]

    def _summary(self, game_id: str, table: bytes | None, clock: bytes | None) -> Game | None:
        if table is None or clock is None:
            self._forget(game_id)
            return None
        return Game(records.read_table(table), records.read_clock(clock))

    def _forget(self, game_id: str) -> None:
        """An ended game has expired: it leaves the lists when somebody looks."""
        shard = keys.shard_of(game_id)
        for rulebook, status in itertools.product(RULEBOOKS, ENDED):
            self._store.client.zrem(keys.listed(shard, rulebook, status), game_id)
