"""A host who is away is replaced by the vote of the others."""

from __future__ import annotations

import pytest
from flask import Flask

from service.usecases.transaction import load
from tests.driver import Json, Table, humans
from tests.usecases.later import Later

CHOOSE = {"type": "choose", "number": 2}
IDLE = 60


@pytest.fixture
def later(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Later:
    """Time stands still until it is told to go on."""
    later = Later(app, monkeypatch)
    later.by(0)
    return later


def _vote(table: Table, seat: int) -> Json:
    return table.post("/host", seat, {}).json or {}


def _host(game: Json) -> list[int]:
    return [seat["seat"] for seat in game["seats"] if seat["host"]]


def _last_events(table: Table, count: int) -> list[Json]:
    found: list[Json] = (table.get("/events").json or {})["events"]
    return found[-count:]


def _everybody_but_the_host_decides(table: Table, seats: tuple[int, ...]) -> None:
    for version, seat in enumerate(seats):
        assert table.play(seat, CHOOSE, version).status_code == 200


def test_with_all_votes_the_first_voter_is_the_host(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 3, idle_seconds=IDLE)
    _everybody_but_the_host_decides(table, (2, 3))
    later.by(IDLE)
    assert _host(_vote(table, 3)) == [1]
    assert _host(_vote(table, 3)) == [1], "a vote counts once"
    assert _host(_vote(table, 2)) == [3]
    cast, replaced = _last_events(table, 2)
    assert (cast["type"], cast["seat"]) == ("host_vote_cast", 3)
    assert (replaced["type"], replaced["seat"], replaced["former"]) == ("host_replaced", 3, 1)
    assert table.post("/seats/1/bot", 3, {}).status_code == 200, "the new host hands the seat over"
    assert load(table.context, table.id).clock.host_votes == ()


def test_among_two_one_vote_is_enough(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, idle_seconds=IDLE)
    _everybody_but_the_host_decides(table, (2,))
    later.by(IDLE)
    assert _host(_vote(table, 2)) == [2]
    assert _vote(table, 2)["code"] == "already_host"


def test_those_who_are_away_themselves_need_not_vote(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 3, idle_seconds=IDLE)
    _everybody_but_the_host_decides(table, (3,))
    later.by(IDLE)
    assert _host(_vote(table, 3)) == [3]


def test_a_host_who_is_not_away_stays(app: Flask, toy: None, later: Later) -> None:
    table = Table(app, "toy", humans(2), idle_seconds=IDLE)
    waiting = table.post("/host", 1, {}).json or {}
    assert waiting["code"] == "not_running", "in an open game a host has nothing to decide"
    table.sit("P2")
    later.by(IDLE - 1)
    refused = _vote(table, 2)
    assert (refused["code"], refused["seconds_left"]) == ("not_idle", 1)
    assert _vote(table, 1)["code"] == "already_host"
    table.play(1, CHOOSE, 0)
    later.by(IDLE)
    assert _vote(table, 2)["code"] == "owes_nothing"


def test_the_time_of_a_pause_does_not_count(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, idle_seconds=IDLE)
    later.by(10)
    for seat in (1, 2):
        table.post("/pause", seat, {})
    later.by(10 * IDLE)
    assert _vote(table, 2)["seconds_left"] == IDLE - 10
    table.post("/resume", 2, {})
    assert _vote(table, 2)["seconds_left"] == IDLE - 10


@pytest.mark.parametrize("what", ["play", "pause"])
def test_votes_are_void_when_the_host_is_back(app: Flask, toy: None, later: Later, what: str) -> None:
    table = Table.full(app, "toy", 3, idle_seconds=IDLE)
    _everybody_but_the_host_decides(table, (2, 3))
    later.by(IDLE)
    _vote(table, 2)
    assert load(table.context, table.id).clock.host_votes == (2,)
    if what == "play":
        assert table.play(1, CHOOSE, 2).status_code == 200
    else:
        assert table.post("/pause", 1, {}).status_code == 200
    assert load(table.context, table.id).clock.host_votes == ()
    assert _host(table.game()) == [1]


def test_votes_are_void_when_the_host_leaves(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 4, idle_seconds=IDLE)
    _everybody_but_the_host_decides(table, (2, 3, 4))
    later.by(IDLE)
    _vote(table, 3)
    table.http.delete(f"{table.path}/seats/me", headers=table.headers(1))
    assert _host(table.game()) == [2]
    assert load(table.context, table.id).clock.host_votes == ()
