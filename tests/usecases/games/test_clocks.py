"""Time at the table: per decision, from a bank, paused; and what is shown of it."""

from __future__ import annotations

import pytest
from flask import Flask

from service.store.jobs.outbox import Outbox
from service.store.redis import keys
from service.usecases.transaction import load
from tests.driver import Json, Table, humans
from tests.usecases.later import Later
from worker import turns

CHOOSE = {"type": "choose", "number": 2}
BANK = {"bank": 100, "increment": 10}


@pytest.fixture
def later(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Later:
    """Time stands still until it is told to go on."""
    later = Later(app, monkeypatch)
    later.by(0)
    return later


def _left(table: Table) -> list[float]:
    return [clock["left"] for clock in table.game()["clocks"]]


def _code(table: Table, seat: int, version: int) -> str:
    return str((table.play(seat, CHOOSE, version).json or {}).get("code", "played"))


def test_a_time_for_each_decision_is_the_same_as_turn_seconds(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, clock={"per_decision": 60})
    game = table.game()
    assert game["turn_seconds"] == 60
    assert game["clock"] == {"per_decision": 60, "bank": None, "increment": None}
    assert _left(table) == [60, 60]


def test_a_bank_pays_for_own_decisions_alone_and_earns_with_each(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, clock=BANK)
    later.by(30)
    assert table.play(1, CHOOSE, 0).status_code == 200
    assert _left(table) == [80, 100]
    later.by(15)
    assert table.play(2, CHOOSE, 1).status_code == 200
    assert _left(table) == [80, 65]
    clocks = table.game()["clocks"]
    assert [clock["since"] is not None for clock in clocks] == [True, True]


def test_a_bank_runs_only_while_its_seat_decides(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, clock=BANK)
    table.play(1, CHOOSE, 0)
    later.by(90)
    assert _left(table) == [110, 100]
    assert [clock["since"] is None for clock in table.game()["clocks"]] == [True, False]


def test_when_a_bank_is_empty_a_bot_plays(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, clock={"bank": 100})
    later.by(40)
    table.play(1, CHOOSE, 0)
    context = later.by(61)
    assert [(job.kind, job.game_id) for job in Outbox(context.store).claim_late(_shard(table), context.now())] == [
        ("late", table.id)
    ]
    assert turns.play_for_late_seats(context, table.id, 1) == "played"
    told = [event["type"] for event in (table.get("/events").json or {})["events"]]
    assert told.count("time_ran_out") == 1
    assert _left(table) == [60, pytest.approx(0.001)]
    assert load(context, table.id).clock.deadline == context.now() + 1


def _shard(table: Table) -> int:
    return keys.shard_of(table.id)


def test_what_is_taken_back_gives_no_time(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, clock=BANK)
    later.by(30)
    table.play(1, CHOOSE, 0)
    later.by(5)
    assert table.post("/moves/undo", 1, {}, If_Match='"1"').status_code == 200
    later.by(5)
    table.play(1, CHOOSE, 2)
    assert _left(table)[0] == 100 - 40 + 10


def test_bots_rest_too(app: Flask, toy: None, later: Later) -> None:
    table = Table(app, "toy", [*humans(1), {"kind": "bot"}])
    assert load(table.context, table.id).clock.pending == "bot"
    table.post("/pause", 1, {})
    assert load(table.context, table.id).clock.pending == ""
    assert turns.run(table.context, "bot", table.id, 0) == "skipped"
    table.post("/resume", 1, {})
    assert load(table.context, table.id).clock.pending == "bot"


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"clock": {}}, "clock.bank"),
        ({"clock": {"bank": 60, "per_decision": 60}}, "clock.bank"),
        ({"clock": {"per_decision": 60, "increment": 5}}, "clock.increment"),
        ({"clock": {"bank": 60}, "turn_seconds": 5}, "turn_seconds"),
        ({"clock": {"bank": 0}}, "clock.bank"),
    ],
)
def test_a_clock_that_makes_no_sense_is_refused_by_field(app: Flask, toy: None, wish: Json, field: str) -> None:
    made = app.test_client().post("/v1/games", json={"rulebook": "toy", "seats": humans(2), **wish})
    assert made.status_code == 422
    assert (made.json or {})["field"] == field
