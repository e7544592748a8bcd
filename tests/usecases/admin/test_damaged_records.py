"""Bytes in the store that no version writes: lists and other games go on, and the doctor finds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import structlog
from flask import Flask
from prometheus_client import REGISTRY

from service.store import damaged
from service.store.jobs.outbox import Outbox
from service.store.redis import keys
from service.usecases.accounts.api_keys import create_key
from service.usecases.admin import games
from service.usecases.admin.doctor import examine, is_well
from service.usecases.context import Context
from service.usecases.transaction import load
from tests.driver import Json, Table, humans, play_out, play_some
from tests.usecases.clubs import ADA, BO, App
from worker import turns
from worker.sweeper import Sweeper

JUNK = b"\xff\x00{not a record"
Plant = Callable[[Any, str], object]

LISTED: dict[str, tuple[str, Plant]] = {
    "table": ("table", lambda client, game_id: client.hset(keys.game(game_id), "table", JUNK)),
    "empty table": ("table", lambda client, game_id: client.hset(keys.game(game_id), "table", b"")),
    "table of another form": ("table", lambda client, game_id: client.hset(keys.game(game_id), "table", b"[1]")),
    "no table": ("game", lambda client, game_id: client.hdel(keys.game(game_id), "table")),
    "clock": ("clock", lambda client, game_id: client.hset(keys.game(game_id), "clock", JUNK)),
    "no clock": ("game", lambda client, game_id: client.hdel(keys.game(game_id), "clock")),
    "a text instead of a game": (
        "key",
        lambda client, game_id: (client.delete(keys.game(game_id)), client.set(keys.game(game_id), JUNK)),
    ),
}
"""Records that lists read: the game is left out of them."""
OWN: dict[str, tuple[str, Plant]] = {
    "revision": ("revision", lambda client, game_id: client.hset(keys.game(game_id), "rev", JUNK)),
    "state": ("state", lambda client, game_id: client.hset(keys.game(game_id), "state", JUNK)),
    "empty state": ("state", lambda client, game_id: client.hset(keys.game(game_id), "state", b"\x90")),
    "score": ("score", lambda client, game_id: client.hset(keys.game(game_id), "score", JUNK)),
    "archive": ("archive", lambda client, game_id: client.hset(keys.game(game_id), "archive", b"\x02" + JUNK)),
}
"""Records that only the game itself reads."""


def _met(kind: str) -> float:
    return REGISTRY.get_sample_value("almagest_damaged_records_total", {"record": kind}) or 0.0


def _records(context: Context) -> tuple[str, str]:
    (found,) = (finding for finding in examine(context, 99) if finding.what == "records")
    return found.level, found.found


def _lobby(app: Flask) -> list[str]:
    answer = app.test_client().get("/v1/games")
    assert answer.status_code == 200, answer.data
    return [game["id"] for game in (answer.json or {})["games"]]


def _problem(answer: Any) -> tuple[int, str]:
    return answer.status_code, (answer.json or {}).get("code", "")


@pytest.fixture
def club(app: Flask, toy: None) -> App:
    damaged._logged.clear()
    return App(app)


def _tables(club: App) -> list[Table]:
    return [club.table(ADA, BO) for _ in range(3)]


@pytest.mark.parametrize(("kind", "plant"), LISTED.values(), ids=LISTED)
def test_a_damaged_game_is_left_out_of_lists_counted_logged_once_and_found(
    app: Flask, context: Context, club: App, kind: str, plant: Plant
) -> None:
    bad, *good = _tables(club)
    wanted = sorted((table.id for table in good), reverse=True)
    plant(context.store.client, bad.id)
    before = _met(kind)
    with structlog.testing.capture_logs() as lines:
        assert _lobby(app) == wanted
        assert club.games("user-42") == wanted
        assert club.games("user-42", "?turn=mine") == [each for each in wanted if each in club.games("user-42")]
        news = club.as_player("user-42", "GET", "/v1/me/events").json or {}
    assert {each["game"] for each in news["games"]} == set(wanted)
    assert _met(kind) >= before + 2
    (line,) = (line for line in lines if line["event"] == "damaged_record")
    assert (line["game"], line["record"], line["log_level"]) == (bad.id, kind, "error")
    _check_its_own(context, bad)
    assert [case.id for case in games.list_games(context, games.Filter(), 9) if not case.troubles] == wanted


def _check_its_own(context: Context, bad: Table) -> None:
    """Its own requests are answered with a problem, and the doctor finds it."""
    asked = [bad.get(), bad.get(seat=1), bad.get("/moves", 1), bad.play(1, {"type": "choose", "number": 1}, 0)]
    assert {_problem(answer) for answer in asked} == {(500, "damaged_record")}
    assert all(bad.id in (answer.json or {})["detail"] for answer in asked)
    level, found = _records(context)
    assert (level, found.startswith("unreadable: 1")) == ("bad", True)
    assert bad.id in found
    assert not is_well(examine(context, 99))
    assert isinstance(games.read_game(context.store, bad.id), games.UnreadableGame)


@pytest.mark.parametrize(("kind", "plant"), OWN.values(), ids=OWN)
def test_a_game_with_another_damaged_record_stops_nobody_else(
    app: Flask, context: Context, club: App, kind: str, plant: Plant
) -> None:
    bad, *good = _tables(club)
    plant(context.store.client, bad.id)
    before = _met(kind)
    assert {table.id for table in good} <= set(_lobby(app))
    assert {table.id for table in good} <= set(club.games("user-42"))
    news = club.as_player("user-42", "GET", "/v1/me/events").json or {}
    assert {each["game"] for each in news["games"]} == {table.id for table in good}
    assert _met(kind) > before
    _check_its_own(context, bad)
    assert play_some(good[0], 1)["version"] == 1


@pytest.mark.parametrize("plant", ["an entry that is no JSON", "an entry without fields", "another type"])
def test_damaged_events_are_a_problem_of_their_game(app: Flask, context: Context, club: App, plant: str) -> None:
    bad, good = _tables(club)[:2]
    client, name = context.store.client, keys.events(bad.id)
    if plant == "another type":
        client.delete(name)
        client.set(name, JUNK)
    else:
        client.xadd(name, {"m": b"", "e": JUNK} if "JSON" in plant else {"x": JUNK}, id="900-0")
    answer = bad.get("/events")
    assert _problem(answer) == (500, "damaged_record")
    assert (good.get("/events").json or {})["events"]
    assert _records(context)[0] == "bad"


def test_workers_go_on_past_damaged_games(app: Flask, context: Context, toy: None) -> None:
    """A game that waits for a worker, and one whose time is up, cannot be read; a third is played."""
    seats: list[Json] = [{"kind": "bot"}, {"kind": "bot"}]
    bad, good = (Table(app, "toy", seats) for _ in range(2))
    late = Table(app, "toy", humans(2))
    context.store.client.hset(keys.game(bad.id), "clock", JUNK)
    context.store.client.hset(keys.game(late.id), "table", JUNK)
    client = context.store.client
    for table in (bad, good):
        client.zadd(keys.outbox(keys.shard_of(table.id)), {table.id: 1})
    client.zadd(keys.deadlines(keys.shard_of(late.id)), {late.id: 1})
    sweeper = Sweeper(context, lambda *job: False)
    sweeper.sweep()
    assert turns.run(context, "late", late.id, 0) == "skipped"
    assert turns.run_thinking(context, bad.id) == "skipped"
    assert turns.run_thinking(context, good.id) in ("played", "scored")
    assert load(context, good.id).clock.version > 0


def test_a_damaged_job_stops_no_other(app: Flask, context: Context, toy: None) -> None:
    bad, good = (Table(app, "toy", [{"kind": "bot"}, {"kind": "bot"}]) for _ in range(2))
    context.store.client.hset(keys.job_meta(keys.shard_of(bad.id)), bad.id, b"bot \xff")
    before = _met("job")
    assert good.id in {job.game_id for job in Outbox(context.store).bot_jobs(context.now())}
    assert _met("job") > before


def test_damaged_keys_and_webhooks_are_left_out_and_found(app: Flask, context: Context, club: App) -> None:
    url = {"url": "https://receiver.example/hook", "events": ["game.finished"]}
    made = club.call("POST", "/v1/webhooks", club.key, json=url)
    assert made.status_code == 201, made.data
    other = create_key(context, "other-club")
    client = context.store.client
    client.hset(keys.WEBHOOKS, "w-bad", JUNK)
    client.hset(keys.APP_KEYS, other.key.split("_")[1], JUNK)
    context.store.apps._known.clear()
    listed = club.call("GET", "/v1/webhooks", club.key).json or {}
    assert [each["id"] for each in listed["webhooks"]] == [(made.json or {})["webhook"]["id"]]
    assert _problem(club.call("GET", "/v1/webhooks", other.key)) == (401, "key_unknown")
    (found,) = (finding for finding in examine(context, 9) if finding.what == "accounts")
    assert (found.level, found.found) == ("bad", "damaged: 1 keys of apps, 1 webhooks")
    assert _met("webhook") > 0
    assert _met("app_key") > 0


def test_an_ended_game_with_a_damaged_archive_is_found(app: Flask, context: Context, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    play_out(table)
    client, name = context.store.client, keys.game(table.id)
    kept = client.hget(name, "archive")
    client.hset(name, "archive", kept[:-9])
    assert {_problem(table.get(what)) for what in ("", "/events", "/replay", "/score")} == {(500, "damaged_record")}
    assert _records(context)[0] == "bad"
    client.hset(name, "archive", kept)
    assert table.get("/replay").status_code == 200
    assert _records(context)[0] == "ok"


@pytest.mark.parametrize(
    ("field", "old", "new", "named"),
    [
        ("table", b'"host":1', b'"host":9', "table.host"),
        ("table", b'"created":1', b'"created":1234567', "table.created"),
        ("table", b'"name":"Bo"', b'"name":"\\u202e"', "table.seats[1].name"),
        ("clock", b'"since":[[1,', b'"since":[[7,', "clock.since"),
        ("clock", b'"events":', b'"events":1', "clock.events"),
    ],
)
def test_records_that_can_be_read_but_do_not_fit_together_stop_no_list_and_are_found(
    app: Flask, context: Context, club: App, field: str, old: bytes, new: bytes, named: str
) -> None:
    bad, *good = _tables(club)
    client, name = context.store.client, keys.game(bad.id)
    found = client.hget(name, field)
    assert old in found
    client.hset(name, field, found.replace(old, new, 1))
    assert {table.id for table in good} <= set(_lobby(app))
    assert {table.id for table in good} <= set(club.games("user-42"))
    level, told = _records(context)
    assert level == "bad"
    assert told.startswith(f"inconsistent: 1 ({bad.id}: {named}: ")
