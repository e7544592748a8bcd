"""Versions: ETag, 304, 428, 412, and decisions that several seats owe at once."""

from __future__ import annotations

import random

import pytest
from flask import Flask

from service.usecases.games import finish
from service.usecases.views import render
from tests.driver import Table, humans, play_one

CHOOSE = {"type": "choose", "number": 2}


@pytest.fixture
def table(app: Flask, toy: None) -> Table:
    return Table.full(app, "toy", 2)


def test_the_etag_begins_with_the_version(table: Table) -> None:
    assert table.get().headers["ETag"].startswith('"0.')
    table.play(1, CHOOSE, 0)
    assert table.get().headers["ETag"].startswith('"1.')


def test_a_client_that_has_this_version_gets_304(table: Table) -> None:
    tag = table.get(seat=1).headers["ETag"]
    again = table.get(seat=1, If_None_Match=tag)
    assert again.status_code == 304
    assert again.data == b""
    assert again.headers["ETag"] == tag
    table.play(1, CHOOSE, 0)
    assert table.get(seat=1, If_None_Match=tag).status_code == 200


def _tags(table: Table) -> list[str]:
    """Of all who look, in two languages."""
    seats = [seat for seat in table.tokens if seat]
    return [
        table.get(seat=seat, Accept_Language=language).headers["ETag"]
        for seat in (None, *seats)
        for language in ("en", "fr")
    ]


def test_tags_never_repeat_over_a_whole_game_with_joins_leaves_rotations_and_bots(app: Flask, toy: None) -> None:
    table = Table(app, "toy", [*humans(3), {"kind": "bot"}], options={"rounds": "2"})
    tags = _tags(table)
    table.sit("B")
    tags += _tags(table)
    table.http.delete(f"{table.path}/seats/me", headers=table.headers(2))
    del table.tokens[2]
    tags += _tags(table)
    table.sit("C")
    table.tokens[1] = (table.post("/seats/me/token", 1).json or {})["token"]
    tags += _tags(table)
    table.sit("D")
    tags += _tags(table)
    chance = random.Random(1)
    while (game := table.game())["status"] == "running":
        play_one(table, chance, game)
        tags += _tags(table)
    finish.score(table.context, table.id, game["version"])
    tags += _tags(table)
    assert table.game()["status"] == "finished"
    assert len(tags) == len(set(tags)) > 50


def test_a_store_that_went_back_has_other_tags_for_the_same_version(table: Table) -> None:
    client = table.context.store.client
    saved = {key: client.dump(key) for key in client.scan_iter()}
    table.play(1, CHOOSE, 0)
    held = table.get(seat=1).headers["ETag"]
    client.flushdb()
    for key, kept in saved.items():
        client.restore(key, 0, kept)
    assert table.play(1, CHOOSE, 0).status_code == 200
    again = table.get(seat=1, If_None_Match=held)
    assert (again.status_code, again.headers["ETag"] == held) == (200, False)


def test_the_next_edition_has_other_tags_for_the_same_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may tell more of it. What was held before is still good for a move."""
    held = table.get(seat=1).headers["ETag"]
    monkeypatch.setattr(render, "EDITION", "030")
    again = table.get(seat=1, If_None_Match=held)
    assert (again.status_code, again.headers["ETag"] == held) == (200, False)
    assert table.post("/moves", 1, CHOOSE, If_Match=held).status_code == 200


def test_a_client_that_waits_from_before_the_start_sees_the_start(app: Flask, toy: None) -> None:
    """As found: a tag came back after the start, and the client got 304 for ever."""
    table = Table(app, "toy", humans(2))
    held = {table.get(seat=1).headers["ETag"]}
    table.sit("B")
    for version in range(4):
        answer = table.get(seat=1, If_None_Match=next(iter(held)))
        assert answer.status_code == 200
        assert answer.headers["ETag"] not in held
        held = {answer.headers["ETag"]}
        table.play(1 + version % 2, CHOOSE, version)


def test_a_spectators_tag_is_not_a_players(table: Table) -> None:
    spectators = table.get().headers["ETag"]
    assert table.get(seat=1, If_None_Match=spectators).status_code == 200
    assert table.get(seat=2, If_None_Match=table.get(seat=1).headers["ETag"]).status_code == 200


@pytest.mark.parametrize("what", ["", "/moves", "/score"])
def test_304_wherever_a_tag_is_sent(table: Table, what: str) -> None:
    tag = table.get(what, 1).headers["ETag"]
    again = table.get(what, 1, If_None_Match=tag)
    assert (again.status_code, again.data) == (304, b"")
    table.play(1, CHOOSE, 0)
    assert table.get(what, 1, If_None_Match=tag).status_code == 200


def test_any_tag_of_the_game_is_good_for_a_move(table: Table) -> None:
    for tag in (table.get().headers["ETag"], table.get(seat=2).headers["ETag"], '"0"', '"0.3"'):
        assert table.post("/moves/preview", 1, CHOOSE, If_Match=tag).status_code == 200
    assert table.post("/moves", 1, CHOOSE, If_Match=table.get(seat=1).headers["ETag"]).status_code == 200


def test_a_move_without_version_is_refused(table: Table) -> None:
    answer = table.post("/moves", 1, CHOOSE)
    assert answer.status_code == 428
    assert (answer.json or {})["code"] == "version_needed"


@pytest.mark.parametrize("header", ["0", "*", '"x"', 'W/"0"', '"0", "1"', '""', '"99999999999"'])
def test_an_unreadable_version_is_refused(table: Table, header: str) -> None:
    assert table.post("/moves", 1, CHOOSE, If_Match=header).status_code == 400


def test_a_stale_version_is_answered_with_the_missed_events(table: Table) -> None:
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


def test_a_seat_that_has_decided_waits_for_the_others(table: Table) -> None:
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
