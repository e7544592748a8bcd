"""Lists of ended games, and of who left one, name no games for long that are gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from service.store.accounts.players import PlayerRecord
from service.store.errors import StoreUnavailable
from service.store.maintenance import daily, pruning
from service.store.maintenance.pruning import ListPruning
from service.store.redis import keys
from service.usecases.context import Context
from tests.driver import Table, play_out
from tests.usecases.clubs import ADA, BO, App

LATER = 100 * 24 * 3600 * 1000
ADA_RECORD = PlayerRecord("chess-club", "user-42")


@pytest.fixture
def club(app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch) -> App:
    monkeypatch.setattr(pruning, "BATCH", 2)
    return App(app)


def _ended(club: App) -> list[Table]:
    tables = [club.table(ADA, BO, options={"rounds": "1"}) for _ in range(5)]
    for table in tables:
        play_out(table)
    return tables


def _named(context: Context) -> dict[str, set[str]]:
    """The games that lists name."""
    client, ada = context.store.client, context.store.players.with_tag(ADA_RECORD).tag
    shards = range(keys.SHARDS)
    lists = {
        "app": [client.zrange(keys.app_games(shard, "chess-club", "toy", "finished"), 0, -1) for shard in shards],
        "lobby": [client.zrange(keys.public_games(shard, "toy", "finished"), 0, -1) for shard in shards],
        "player": [client.zrange(keys.player_games(shard, ada, "finished"), 0, -1) for shard in shards],
        "left": [client.hkeys(keys.player_left(shard, ada)) for shard in shards],
    }
    return {name: {keys.game_of_field(each) for row in rows for each in row} for name, rows in lists.items()}


def _trim(context: Context, later: int = LATER, kept: int = 90 * 24 * 3600) -> int:
    """All of it, whoever has done so before; how many were gone."""
    context.store.client.delete(keys.PRUNING_DONE)
    work, gone = ListPruning(context.store, kept, lambda: context.now() + later), 0
    while (found := work.step()) is not None:
        gone += found
    return gone


def _left(club: App) -> Table:
    table = club.table(BO, {"kind": "human"}, {"kind": "human"})
    club.as_player("user-42", "POST", f"{table.path}/seats", json={"name": "Ada"})
    club.as_player("user-42", "DELETE", f"{table.path}/seats/me")
    return table


def test_games_that_are_gone_are_named_no_more(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    context, store = club.context, club.context.store
    monkeypatch.setattr(type(store), "shard_for", lambda *_: 7)
    tables, departed = _ended(club), [_left(club), _left(club)]
    expired = [*tables[:2], tables[3]]
    store.client.delete(*(keys.game(table.id) for table in (*expired, departed[0])))
    before = _named(context)
    assert _trim(context, later=0) == 1
    assert _named(context) == {**before, "left": before["left"] - {departed[0].id}}
    assert _trim(context, kept=0) == 0
    # In the lobby, at the app, at Ada and at Bo.
    assert _trim(context) == 4 * len(expired)
    kept = {tables[2].id, tables[4].id}
    assert _named(context) == {"app": kept, "lobby": kept, "player": kept, "left": {departed[1].id}}


def test_it_is_done_once_a_day_by_somebody(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "LOOK_SECONDS", 0)
    context = club.context
    assert _trim(context) == 0
    assert 0 < context.store.client.ttl(keys.PRUNING_DONE) <= daily.AGAIN_SECONDS
    work = ListPruning(context.store, 1, context.now)
    assert work.step() is None
    context.store.client.delete(keys.PRUNING_DONE)
    assert work.step() == 0


def test_what_broke_off_begins_anew_after_a_while(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def work() -> Iterator[int]:
        begun.append(True)
        yield 1
        raise StoreUnavailable

    connection = club.context.store.connection
    broken = daily.Daily(connection, keys.PRUNING_DONE, work)
    for wait in (0, daily.LOOK_SECONDS):
        monkeypatch.setattr(daily, "LOOK_SECONDS", wait)
        assert broken.step() == 1
        with pytest.raises(StoreUnavailable):
            broken.step()
    assert broken.step() is None
    assert len(begun) == 2
    assert not connection("EXISTS", keys.PRUNING_DONE)
