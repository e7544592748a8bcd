"""Versions: ETag, 304, 428, 412, and decisions that several seats owe at once."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.service.driver import Table, humans

CHOOSE = {"type": "choose", "number": 2}


@pytest.fixture
def table(app: Flask, toy: None) -> Table:
    return Table.full(app, "toy", 2)


def test_the_etag_is_the_version(table: Table) -> None:
    assert table.get().headers["ETag"] == '"0"'
    table.play(1, CHOOSE, 0)
    assert table.get().headers["ETag"] == '"1"'


def test_who_has_this_version_gets_304(table: Table) -> None:
    tag = table.get(seat=1).headers["ETag"]
    again = table.get(seat=1, If_None_Match=tag)
    assert again.status_code == 304
    assert again.data == b""
    assert again.headers["ETag"] == tag
    table.play(1, CHOOSE, 0)
    assert table.get(seat=1, If_None_Match=tag).status_code == 200


def test_the_etag_changes_when_somebody_comes_or_goes(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(3))
    tags = [table.get().headers["ETag"]]
    table.sit("B")
    tags.append(table.get().headers["ETag"])
    table.sit("C")
    tags.append(table.get().headers["ETag"])
    table.http.delete(f"{table.path}/seats/me", headers=table.headers(2))
    tags.append(table.get().headers["ETag"])
    assert tags == ['"0.1"', '"0.2"', '"0"', '"0.1"']


def test_a_move_without_version_is_refused(table: Table) -> None:
    answer = table.post("/moves", 1, CHOOSE)
    assert answer.status_code == 428
    assert (answer.json or {})["code"] == "version_needed"


@pytest.mark.parametrize("header", ["0", "*", '"x"', 'W/"0"', '"0", "1"', '""', '"99999999999"'])
def test_an_unreadable_version_is_refused(table: Table, header: str) -> None:
    assert table.post("/moves", 1, CHOOSE, If_Match=header).status_code == 400


def test_both_forms_of_the_etag_are_versions(table: Table) -> None:
    assert table.post("/moves", 1, CHOOSE, If_Match='"0.3"').status_code == 200


def test_a_stale_version_is_told_what_it_missed(table: Table) -> None:
    table.play(1, CHOOSE, 0)
    table.play(2, CHOOSE, 1)
    seen = table.game()["last_event"]
    table.play(1, CHOOSE, 2)
    table.play(2, CHOOSE, 3)
    answer = table.play(1, CHOOSE, 2)
    assert answer.status_code == 412
    problem = answer.json or {}
    assert problem["version"] == 4
    assert problem["missed"] == {"after": seen, "until": table.game()["last_event"]}


def test_a_version_of_the_future_is_refused(table: Table) -> None:
    assert table.play(1, CHOOSE, 7).status_code == 412


def test_sealed_decisions_made_at_the_same_version_are_both_taken(table: Table) -> None:
    assert table.play(1, CHOOSE, 0).status_code == 200
    assert table.play(2, CHOOSE, 0).status_code == 200
    assert table.game()["version"] == 2


def test_a_decision_that_has_changed_since_is_stale(table: Table) -> None:
    """Seat 1 draws, which leaves it with another decision than before."""
    assert table.play(1, {"type": "draw"}, 0).status_code == 200
    assert table.play(1, CHOOSE, 0).status_code == 412
    assert table.play(2, CHOOSE, 0).status_code == 200
    assert table.play(1, CHOOSE, 1).status_code == 200


def test_who_has_decided_waits_for_the_others(table: Table) -> None:
    table.play(1, CHOOSE, 0)
    answer = table.play(1, CHOOSE, 1)
    assert answer.status_code == 409
    assert (answer.json or {})["code"] == "not_your_decision"


def test_the_rules_refuse_with_code_and_ruling(table: Table) -> None:
    answer = table.play(1, {"type": "choose", "number": 9}, 0)
    problem = answer.json or {}
    assert answer.status_code == 409
    assert (problem["code"], problem["ruling"]) == ("no_such_number", "T-2")
    assert answer.content_type == "application/problem+json"


def test_nobody_moves_before_the_start(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(2))
    answer = table.play(1, CHOOSE, 0)
    assert answer.status_code == 409
    assert (answer.json or {})["code"] == "not_running"
    offered = table.moves(1)
    assert offered["moves"] == []
    assert {why["type"] for why in offered["unavailable"]} == {"choose", "draw"}
