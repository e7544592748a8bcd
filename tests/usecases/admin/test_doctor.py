"""What the doctor says of a node of the store: how it is, what was found; and what to do, where something is wrong."""

from __future__ import annotations

import dataclasses
import platform
import sys
import sysconfig
from importlib.metadata import version
from typing import Any

import msgspec
import pytest
from flask import Flask
from kombu.connection import Connection

from service.store.delivery.webhooks import Webhook
from service.store.errors import StoreUnavailable
from service.store.games.migrations import TABLE_SCHEMA
from service.store.health import node_report
from service.store.health.node_report import Away, Node
from service.store.jobs.broker import celery
from service.store.redis import keys
from service.store.redis.clock import WAKEUP_GRACE
from service.usecases.admin import doctor
from service.usecases.admin.doctor import CLOCK_SECONDS, Finding, check_clocks, check_node, examine
from service.usecases.admin.games import STUCK_SECONDS
from service.usecases.context import Context
from service.usecases.delivery.encryption import encrypt
from tests.driver import Table, humans

MIB = 2**20
SETTINGS = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
INFO: dict[str, Any] = {
    "aof_last_write_status": "ok",
    "aof_last_bgrewrite_status": "ok",
    "aof_current_size": 3 * MIB,
    "used_memory": 75 * MIB,
    "maxmemory": 100 * MIB,
    "role": "master",
    "connected_slaves": 2,
    "redis_version": "7.2.4",
}


def _refused() -> None:
    raise ConnectionRefusedError


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for one that is not here."""
    monkeypatch.setattr(celery, "connection_for_write", _refused)


def _node(settings: dict[str, str] | None = SETTINGS, off: float = 0.0, **info: Any) -> Node:
    return Node("a", settings, {**INFO, **info}, off, ("0.2.0",))


def _found(node: Node, replicas: int = 0) -> dict[str, Finding]:
    return {finding.what: finding for finding in check_node(node, replicas)}


def test_a_store_that_is_as_it_should_be() -> None:
    found = _found(_node())
    assert {what: (each.level, each.found) for what, each in found.items() if what != "a: clock"} == {
        "a: appendonly": ("ok", "yes"),
        "a: appendfsync": ("ok", "always"),
        "a: maxmemory-policy": ("ok", "noeviction"),
        "a: version": ("ok", "7.2.4"),
        "a: almagest": ("ok", "0.2.0"),
        "a: disk": ("ok", "its file has 3.0 MiB"),
        "a: memory": ("ok", "75.0 MiB of 100.0 MiB used"),
        "a: replication": ("ok", "primary, replicas: 2"),
    }
    assert found["a: clock"].level == "ok"
    assert not any(each.advice for each in found.values())


@pytest.mark.parametrize(
    ("what", "level", "said", "info"),
    [
        ("disk", "bad", "aof_last_write_status failed", {"aof_last_write_status": "err"}),
        (
            "disk",
            "bad",
            "aof_last_write_status, aof_last_bgrewrite_status failed",
            {"aof_last_write_status": "err", "aof_last_bgrewrite_status": "err"},
        ),
        ("memory", "warn", "75.0 MiB used, no maxmemory", {"maxmemory": 0}),
        ("memory", "warn", "75.1 MiB of 100.0 MiB used", {"used_memory": 75.1 * MIB}),
        ("memory", "warn", "90.0 MiB of 100.0 MiB used", {"used_memory": 90 * MIB}),
        ("memory", "bad", "90.1 MiB of 100.0 MiB used", {"used_memory": 90.1 * MIB}),
        ("replication", "bad", "it is a slave", {"role": "slave"}),
        ("version", "warn", "6.2.14", {"redis_version": "6.2.14", "cluster_enabled": 1}),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(what: str, level: str, said: str, info: dict[str, Any]) -> None:
    found = _found(_node(**info))[f"a: {what}"]
    assert (found.level, found.found) == (level, said)
    assert found.advice


def test_a_cluster_of_the_first_redis_that_has_channels_by_slots_is_fine() -> None:
    assert _found(_node(redis_version="7.0.0", cluster_enabled=1))["a: version"].level == "ok"


def test_a_node_has_the_replicas_that_a_write_waits_for() -> None:
    assert _found(_node(), replicas=2)["a: replication"].level == "ok"
    found = _found(_node(), replicas=3)["a: replication"]
    assert (found.level, found.found) == ("bad", "primary, replicas: 2 of 3")
    assert "STORE_REPLICAS" in found.advice


def test_what_a_node_does_not_say_is_not_held_against_it() -> None:
    silent = msgspec.structs.replace(_node(), info={"used_memory": MIB, "maxmemory": 2 * MIB, "role": "master"})
    found = _found(silent)
    assert (found["a: disk"].level, found["a: disk"].found) == ("ok", "no file is kept")
    assert found["a: replication"].found == "primary, replicas: 0"
    assert (found["a: version"].level, found["a: version"].found) == ("ok", "it does not tell")


def test_one_store_may_be_older_than_a_cluster() -> None:
    assert _found(_node(redis_version="6.2.14", cluster_enabled=0))["a: version"].level == "ok"


def test_versions_that_run_side_by_side_are_told() -> None:
    found = _found(msgspec.structs.replace(_node(), running=("0.2.0", "0.3.0")))["a: almagest"]
    assert (found.level, found.found) == ("warn", "0.2.0, 0.3.0")
    assert "upgrade" in found.advice
    found = _found(msgspec.structs.replace(_node(), running=()))["a: almagest"]
    assert (found.level, found.found) == ("ok", "it does not tell")


def test_the_store_knows_who_is_connected_with_which_version(context: Context) -> None:
    """Those of redis-cli and others are not counted."""
    (node,) = node_report.look(context.store)
    assert isinstance(node, Node)
    named = tuple(map(int, node.info["redis_version"].split(".")[:2])) >= (7, 2)
    assert node.running == ((version("almagest"),) if named else ())


def test_a_host_that_does_not_tell_its_settings_is_asked_to() -> None:
    found = _found(_node(settings=None))
    assert (found["a: settings"].level, found["a: settings"].found) == ("warn", "it does not tell its settings")
    assert found["a: settings"].advice
    assert "a: appendonly" not in found


@pytest.mark.parametrize(
    ("setting", "value", "level"),
    [("appendonly", "no", "bad"), ("appendfsync", "everysec", "warn"), ("maxmemory-policy", "allkeys-lru", "bad")],
)
def test_a_setting_that_loses_games_is_named(setting: str, value: str, level: str) -> None:
    found = _found(_node({**SETTINGS, setting: value}))[f"a: {setting}"]
    assert (found.level, found.found) == (level, value)
    assert setting in found.advice


def test_a_setting_that_is_not_told_is_missed() -> None:
    found = _found(_node({}))["a: appendonly"]
    assert (found.level, found.found) == ("bad", "")


@pytest.mark.parametrize("off", [-3600, -2 * CLOCK_SECONDS, 2 * CLOCK_SECONDS])
def test_a_clock_that_is_off_is_told_by_how_much(off: float) -> None:
    found = _found(_node(off=off))["a: clock"]
    assert found.level == "warn"
    assert found.found.endswith(" s against this machine")
    assert float(found.found.split()[0]) == off
    assert found.found[0] in "+-"
    assert found.advice


def test_a_clock_that_is_off_by_little_is_fine() -> None:
    for off in (-CLOCK_SECONDS, CLOCK_SECONDS):
        assert _found(_node(off=off))["a: clock"].level == "ok"


@pytest.mark.parametrize(("offs", "level", "apart"), [((0.5, -0.5), "ok", "1.0"), ((3600, 3604), "warn", "4.0")])
def test_masters_are_held_against_each_other(offs: tuple[float, ...], level: str, apart: str) -> None:
    """All of them may be off alike; what matters to games is that a successor goes on with the same time."""
    (found,) = check_clocks([_node(off=off) for off in offs])
    assert (found.what, found.level, found.found) == ("clocks", level, f"{apart} s apart")
    assert bool(found.advice) is (level != "ok")
    assert check_clocks([_node(off=3600)]) == []


def _examined(context: Context, limit: int = 9) -> dict[str, Finding]:
    return {finding.what: finding for finding in examine(context, limit) if ":" not in finding.what}


def _told(found: dict[str, Finding], what: str) -> tuple[str, str]:
    return found[what].level, found[what].found


def test_a_house_that_is_as_it_should_be(context: Context) -> None:
    found = _examined(context)
    of_games = ["records", "outbox", "deadlines", "accounts", "webhooks", "deliveries"]
    assert list(found) == ["writes", *of_games, "broker", "limits", "python"]
    assert _told(found, "writes") == ("ok", "a move could be written on every shard")
    assert _told(found, "records") == ("ok", "0 of 0 games read")
    assert _told(found, "outbox") == ("ok", "0 games, the oldest since 0 s")
    assert _told(found, "deadlines") == ("ok", "0 games have one")
    assert _told(found, "webhooks") == ("ok", "0 webhooks")
    assert _told(found, "limits") == ("ok", "requests are not limited")


def test_no_more_games_are_read_than_were_asked_for(app: Flask, context: Context, toy: None) -> None:
    for _ in range(3):
        Table(app, "toy", humans(2))
    assert _told(_examined(context, limit=2), "records") == ("ok", "2 of 3 games read")


def test_records_that_cannot_be_read_are_counted_by_why(app: Flask, context: Context, toy: None) -> None:
    tables = [Table(app, "toy", humans(2)) for _ in range(3)]
    for table in tables[:2]:
        context.store.client.hset(keys.game(table.id), "table", b"{")
    _overwrite(context, tables[2], b'"schema":%d' % TABLE_SCHEMA, b'"schema":9')
    found = _examined(context)["records"]
    assert found.level == "bad"
    assert "unreadable: 2 (" in found.found
    assert "newer_record: 1 (" in found.found
    assert all(table.id in found.found for table in tables)
    assert "upgrade" in found.advice
    assert "backup" in found.advice


def _overwrite(context: Context, table: Table, old: bytes, new: bytes) -> None:
    stored = context.store.client.hget(keys.game(table.id), "table")
    context.store.client.hset(keys.game(table.id), "table", stored.replace(old, new, 1))


@pytest.mark.parametrize(
    ("what", "key", "grace", "late"),
    [
        ("outbox", keys.outbox, WAKEUP_GRACE, "1 games, the oldest since {} s"),
        ("deadlines", keys.deadlines, 0, "one is over since {} s"),
    ],
)
def test_what_nobody_does_is_noticed_once_it_is_late(
    context: Context, what: str, key: Any, grace: int, late: str
) -> None:
    now = context.now()
    context.store.client.zadd(key(keys.TOGETHER[0]), {"a-game": now + grace})
    after = {seconds: _later(context, now, seconds) for seconds in (STUCK_SECONDS, STUCK_SECONDS + 1)}
    assert _examined(after[STUCK_SECONDS])[what].level == "ok"
    found = _examined(after[STUCK_SECONDS + 1])[what]
    assert (found.level, found.found) == ("bad", late.format(STUCK_SECONDS + 1))
    assert found.advice


def _later(context: Context, now: int, seconds: float) -> Context:
    return dataclasses.replace(context, clock=lambda: now + round(1000 * seconds))


def test_webhooks_that_are_parked_are_named_before_those_with_plain_secrets(context: Context) -> None:
    webhooks = context.store.webhooks
    sealed = Webhook("wh_1", "chess", "https://a.example/", (), encrypt(["k" * 32], "s", "wh_1"), 1)
    webhooks.change(None, sealed)
    assert _told(_examined(context), "webhooks") == ("ok", "1 webhooks")
    webhooks.change(None, msgspec.structs.replace(sealed, id="wh_2", secret=encrypt([], "s", "wh_2")))
    assert _told(_examined(context), "webhooks") == ("warn", "the secrets of 1 are stored as they are")
    assert "SECRETS_KEY" in _examined(context)["webhooks"].advice
    for number, app in (("3", "go"), ("4", "bridge")):
        webhooks.change(None, msgspec.structs.replace(sealed, id=f"wh_{number}", app=app, parked=1))
    assert _told(_examined(context), "webhooks") == ("warn", "2 of 4 are parked: bridge, go")
    assert _examined(context)["webhooks"].advice


def test_counters_of_requests_are_asked_where_there_are_limits(context: Context) -> None:
    limited = dataclasses.replace(context, settings=_limited(context, context.settings.redis_url))
    assert _told(_examined(limited), "limits") == ("ok", "requests are counted")
    away = dataclasses.replace(context, settings=_limited(context, "redis://127.0.0.1:1"))
    found = _examined(away)["limits"]
    assert (found.level, found.found) == ("warn", "the counters are away")
    assert "LIMITS_URL" in found.advice


def _limited(context: Context, url: str) -> Any:
    return msgspec.structs.replace(context.settings, ratelimit_enabled=True, limits_url=url)


def test_a_broker_that_is_away_is_told_by_its_error(context: Context) -> None:
    found = _examined(context)["broker"]
    assert (found.level, found.found) == ("warn", "it is away (ConnectionRefusedError)")
    assert "BROKER_URL" in found.advice


@pytest.mark.parametrize(("options", "level"), [("--enable-shared", "warn"), ("--enable-optimizations", "ok")])
def test_a_slow_python_is_a_hint_and_no_failure(
    context: Context, monkeypatch: pytest.MonkeyPatch, options: str, level: str
) -> None:
    monkeypatch.setattr(sysconfig, "get_config_vars", lambda *_: [options, "-O3", None])
    monkeypatch.setattr(sys, "base_prefix", "/opt/python")
    found = _examined(context)["python"]
    assert (found.level, found.found) == (level, platform.python_version())
    assert ("--enable-optimizations" in found.advice) is (level == "warn")
    assert doctor.is_well([found])


def test_a_broker_that_answers_is_told(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    there: Any = Connection("memory://")  # type: ignore[no-untyped-call]  # it has no annotations
    monkeypatch.setattr(celery, "connection_for_write", lambda: there)
    assert _told(_examined(context), "broker") == ("ok", "it answers")


def test_a_store_that_takes_no_writes_is_told_by_its_cause(context: Context) -> None:
    client = context.store.client
    client.config_set("maxmemory", 1)
    try:
        found = _examined(context)["writes"]
    finally:
        client.config_set("maxmemory", 0)
    assert (found.level, found.found) == ("bad", "full")
    assert found.advice


def test_a_node_that_is_away_is_told_by_why() -> None:
    (found,) = check_node(Away("a", "ConnectionRefusedError"), 0)
    assert (found.what, found.level) == ("a", "bad")
    assert "ConnectionRefusedError" in found.found
    assert "REDIS_URL" in found.advice


def test_games_of_a_store_that_is_away_in_part_are_one_finding(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> Any:
        raise StoreUnavailable("slot 7")

    monkeypatch.setattr(doctor, "_outbox", away)
    found = _examined(context)
    assert list(found) == ["writes", "games", "broker", "limits", "python"]
    assert found["games"].level == "bad"
    assert "slot 7" in found["games"].found
    assert found["games"].advice


def test_a_store_is_held_against_the_replicas_that_the_settings_name(context: Context) -> None:
    wanting = dataclasses.replace(context, settings=msgspec.structs.replace(context.settings, store_replicas=2))
    found = {finding.what: finding for finding in examine(wanting, 9)}["store: replication"]
    assert (found.level, found.found) == ("bad", "primary, replicas: 0 of 2")


def test_causes_for_which_some_shards_take_no_writes_are_counted(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "causes", lambda *_: ["full", None, "away", "full"])
    assert _told(_examined(context), "writes") == ("bad", "full: 2 of 4 shards, away: 1 of 4 shards")
