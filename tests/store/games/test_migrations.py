"""Records know their age: older ones are upgraded when read, newer ones are refused and stay as they are."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from flask import Flask

from service.games.registry import RULEBOOKS
from service.store.errors import RecordIsNewer
from service.store.games import migrations
from service.store.games.lists import Lobby
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.jobs.outbox import Outbox
from service.store.redis import keys
from tests.driver import Table, play_some

MOVE = {"type": "choose", "number": 2}


def _newer(kind: str, record: bytes) -> bytes:
    """A record as the next version of the service would write it, with a field that this one does not know."""
    if kind == "state":
        values = msgspec.msgpack.decode(record)
        return msgspec.msgpack.encode([values[0] + 1, *values[1:], "new"])
    plain = msgspec.json.decode(record)
    return msgspec.json.encode({**plain, "schema": plain["schema"] + 1, "new": True})


@pytest.fixture
def table(app: Flask, toy: None) -> Table:
    return Table.full(app, "toy", 2)


@pytest.mark.parametrize("kind", ["table", "clock", "state"])
def test_a_record_of_the_next_schema_is_refused_and_stays_byte_for_byte(table: Table, kind: str) -> None:
    store, key = table.context.store.client, keys.game(table.id)
    store.hset(key, kind, _newer(kind, store.hget(key, kind)))
    before = store.hgetall(key)
    asked = [
        table.get(),
        table.get("/moves", 1),
        table.get("/score"),
        table.get("/events"),
        table.play(1, MOVE, 0),
        table.post("/moves/preview", 1, MOVE),
        table.post("/seats/me/token", 1, {}),
        table.http.delete(f"{table.path}/seats/me", headers=table.headers(1)),
    ]
    assert {answer.status_code for answer in asked} == {503}
    assert {(answer.json or {})["code"] for answer in asked} == {"newer_record"}
    assert all("Retry-After" in answer.headers for answer in asked)
    assert store.hgetall(key) == before


@pytest.mark.parametrize("kind", ["table", "clock"])
def test_a_list_leaves_out_what_only_a_newer_version_can_read(app: Flask, table: Table, kind: str) -> None:
    store, key = table.context.store.client, keys.game(table.id)
    readable = Table.full(app, "toy", 2)
    store.hset(key, kind, _newer(kind, store.hget(key, kind)))
    page = Lobby(table.context.store).page(["toy"], ["running"], "", 10)
    assert [game.id for game in page.games] == [readable.id]


def test_the_sweeper_leaves_the_work_of_a_newer_version_to_its_workers(app: Flask, toy: None) -> None:
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "bot"}])
    store, key = table.context.store.client, keys.game(table.id)
    shard, late = keys.shard_of(table.id), table.context.now() + 60_000
    store.hset(key, "clock", _newer("clock", store.hget(key, "clock")))
    assert Outbox(table.context.store).claim_pending(shard, late) == []
    assert store.zscore(keys.outbox(shard), table.id) is not None


def test_an_older_table_is_upgraded_step_by_step(monkeypatch: pytest.MonkeyPatch, table: Table) -> None:
    """No table has changed yet; this is how one will be read that has."""
    record = table.context.store.client.hget(keys.game(table.id), "table")

    def upgrade(plain: dict[str, Any]) -> dict[str, Any]:
        return {**plain, "schema": TABLE_SCHEMA + 1, "visibility": plain["seen_by"]}

    monkeypatch.setattr(migrations, "TABLE_SCHEMA", TABLE_SCHEMA + 1)
    monkeypatch.setattr(migrations, "_PRESENT_TABLE", b"none")
    monkeypatch.setitem(migrations.TABLE_UPGRADES, TABLE_SCHEMA, upgrade)
    old = record.replace(b'"visibility"', b'"seen_by"')
    assert migrations.read_table(old).visibility == "public"


def test_a_clock_of_0_1_has_no_number_and_calls_the_automa_after_the_dreamer() -> None:
    clock = migrations.read_clock(b'{"status":"running","version":3,"owed":"dreamer"}')
    assert (clock.schema, clock.version, clock.pending) == (CLOCK_SCHEMA, 3, "automa")


def test_a_clock_may_say_its_number_wherever_it_likes() -> None:
    clock = migrations.read_clock(b'{"status":"running","version":3,"schema":%d}' % CLOCK_SCHEMA)
    assert (clock.schema, clock.version) == (CLOCK_SCHEMA, 3)


@pytest.mark.parametrize("schema", [0, 99])
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_state_of_no_known_schema_is_refused(app: Flask, rulebook: str, schema: int) -> None:
    table = Table.full(app, rulebook, 2)
    play_some(table, 3)
    record = table.context.store.client.hget(keys.game(table.id), "state")
    values = msgspec.msgpack.decode(record)
    with pytest.raises(RecordIsNewer):
        migrations.read_state(RULEBOOKS[rulebook], msgspec.msgpack.encode([schema, *values[1:]]))


def test_every_older_layout_of_a_clock_and_a_table_says_which_it_is_after_each_step(table: Table) -> None:
    for clock in ({"status": "open"}, {"status": "open", "schema": 1, "owed": "bot"}):
        step = migrations.CLOCK_UPGRADES[1](clock)
        assert step == {"status": "open", "schema": 2, "owed": clock.get("owed", "")}
        assert migrations.CLOCK_UPGRADES[2](step) == {**step, "schema": 3}
    for upgrade in (migrations.TABLE_UPGRADES[1], migrations._set_schema(2)):
        assert upgrade({"id": "x", "schema": 1}) == {"id": "x", "schema": 2}
    record = msgspec.json.decode(table.context.store.client.hget(keys.game(table.id), "table"))
    old = migrations.read_table(msgspec.json.encode({**record, "schema": 1}))
    assert (old.schema, old.id) == (TABLE_SCHEMA, table.id)
