"""Private games are counted as they are: by commits, and put right once a day."""

from __future__ import annotations

from flask import Flask

from service.store.maintenance.list_repair import ListRepair
from service.store.redis import keys
from service.usecases.admin import games
from service.usecases.context import Context
from tests.driver import Table


def _unlisted(context: Context, status: str) -> set[str]:
    client = context.store.client
    rows = [client.zrange(keys.private_games(shard, "toy", status), 0, -1) for shard in range(keys.SHARDS)]
    return {game_id.decode() for row in rows for game_id in row}


def _put_right(context: Context) -> int:
    work, found = ListRepair(context.store), 0
    while (step := work.step()) is not None:
        found += step
    return found


def test_games_of_old_and_what_an_older_version_has_written_is_put_right(
    app: Flask, context: Context, toy: None
) -> None:
    """Private games that are on no list, on the list of a status that they had, or gone."""
    private = [Table.full(app, "toy", 2, visibility="private") for _ in range(3)]
    Table.full(app, "toy", 2)
    games.abandon(context, private[2].id)
    assert _unlisted(context, "running") == {private[0].id, private[1].id}
    assert _unlisted(context, "abandoned") == {private[2].id}
    shard_of = {table.id: keys.shard_of(table.id) for table in private}
    client = context.store.client
    client.zrem(keys.private_games(shard_of[private[0].id], "toy", "running"), private[0].id)
    client.zadd(keys.private_games(shard_of[private[2].id], "toy", "running"), {private[2].id: 0})
    client.zadd(keys.private_games(keys.TOGETHER[0], "toy", "open"), {keys.new_game_id(keys.TOGETHER[0], 1): 0})
    assert _put_right(context) == 3
    assert _unlisted(context, "running") == {private[0].id, private[1].id}
    assert _unlisted(context, "open") == set()
    client.delete(keys.LIST_REPAIR_DONE)
    assert _put_right(context) == 0
