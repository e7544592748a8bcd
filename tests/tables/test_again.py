"""Playing again, and sitting down at once."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.store import keys
from service.tables import finish, quick, rematch
from service.tables.writing import load
from tests.driver import Json, Table, humans, play_out
from tests.tables.later import Later

WISH = {"rulebook": "toy", "seats": 2, "name": "Hypatia"}


def _finished(app: Flask, seats: list[Json] | None = None) -> Table:
    table = Table(app, "toy", seats or humans(2), options={"rounds": "1"})
    free = [seat for seat in table.game(1)["seats"] if not seat["taken"]]
    for seat in free:
        table.sit(f"P{seat['seat']}")
    play_out(table)
    return table


def _again(table: Table, seat: int, key: str | None = None) -> TestResponse:
    return table.post("/rematch", seat, {}, **({"Idempotency_Key": key} if key else {}))


def test_the_first_offers_and_the_others_calls_seat_them_a_seat_further_up(app: Flask, toy: None) -> None:
    table = _finished(app)
    first = _again(table, 1)
    assert first.status_code == 201
    following = (first.json or {})["game"]
    assert (first.json or {})["seat"] == 2
    assert following["status"] == "open"
    told = (table.get("/events").json or {})["events"][-1]
    assert (told["type"], told["seat"], told["game"]) == ("rematch_offered", 1, following["id"])
    assert table.game()["rematch"] == following["id"]
    second = _again(table, 2).json or {}
    assert (second["seat"], second["game"]["id"], second["game"]["status"]) == (1, following["id"], "running")
    assert [seat["name"] for seat in second["game"]["seats"]] == ["P2", "P1"]
    assert second["game"]["seed_hash"] != table.game()["seed_hash"]


def test_bots_play_again_and_one_person_needs_nobody_else(app: Flask, toy: None) -> None:
    table = _finished(app, [*humans(1), {"kind": "bot", "level": "random"}])
    taken = _again(table, 1).json or {}
    assert taken["game"]["status"] == "running"
    assert [seat["kind"] for seat in taken["game"]["seats"]] == ["bot", "human"]


def test_the_seats_are_kept_for_those_who_played(app: Flask, toy: None) -> None:
    table = _finished(app)
    following = ((_again(table, 1).json or {})["game"])["id"]
    stranger = app.test_client().post(f"/v1/games/{following}/seats", json={"name": "Nobody"})
    assert (stranger.status_code, (stranger.json or {})["code"]) == (409, "seats_reserved")
    assert _again(table, 2).status_code == 201


def test_a_private_game_is_followed_by_a_private_one(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"}, visibility="private")
    for seat in (1, 2):
        assert table.play(seat, {"type": "choose", "number": 2}, seat - 1).status_code == 200
    finish.score(table.house, table.id, 2)
    taken = _again(table, 1).json or {}
    assert taken["game"]["visibility"] == "private"
    assert app.test_client().get(f"/v1/games/{taken['game']['id']}").status_code in (401, 404)


def test_a_repeated_call_gets_the_same_answer_and_a_second_one_is_refused(app: Flask, toy: None) -> None:
    table = _finished(app)
    first, again = (_again(table, 1, "the-key-of-the-first-call") for _ in range(2))
    assert first.data == again.data
    refused = _again(table, 1)
    assert (refused.status_code, (refused.json or {})["code"]) == (409, "rematch_agreed")


def test_there_is_no_rematch_before_the_end(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    assert (_again(table, 1).json or {})["code"] == "not_finished"
    assert table.post("/rematch", None, {}).status_code == 401


@pytest.mark.parametrize("players", [2, 3])
def test_all_who_ask_at_once_meet_at_one_table(app: Flask, toy: None, players: int) -> None:
    table = _finished(app, humans(players))
    with ThreadPoolExecutor(players) as pool:
        answers = list(pool.map(lambda seat: _again(table, seat), range(1, players + 1)))
    assert [answer.status_code for answer in answers] == [201] * players
    assert len({(answer.json or {})["game"]["id"] for answer in answers}) == 1
    met = load(table.house, table.game()["rematch"])
    assert met.clock.status == "running"
    open_games = app.test_client().get("/v1/games?status=open").json or {}
    assert not open_games["games"]


def test_everybody_moves_up_one_seat() -> None:
    assert [rematch.next_seat(seat, 3) for seat in (1, 2, 3)] == [3, 1, 2]


def _quick(app: Flask, key: str | None = None, **wish: object) -> TestResponse:
    headers = {"Idempotency-Key": key} if key else {}
    return app.test_client().post("/v1/quick", json={**WISH, **wish}, headers=headers)


def _sat(answer: TestResponse) -> tuple[str, str]:
    assert answer.status_code == 201, answer.data
    game = (answer.json or {})["game"]
    return game["id"], game["status"]


def test_who_comes_first_waits_and_the_second_begins(app: Flask, toy: None) -> None:
    (waiting, first), (joined, second) = (_sat(_quick(app)) for _ in range(2))
    assert (waiting, first, second) == (joined, "open", "running")
    assert _sat(_quick(app))[1] == "open"


@pytest.mark.parametrize(
    "other", [{"seats": 3}, {"options": {"rounds": "1"}}, {"clock": {"bank": 60}}, {"clock": {"per_decision": 60}}]
)
def test_only_the_same_wishes_meet(app: Flask, toy: None, other: Json) -> None:
    assert _sat(_quick(app))[0] != _sat(_quick(app, **other))[0]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_hundred_at_once_fill_tables_exactly(app: Flask, toy: None, seats: int) -> None:
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: _sat(_quick(app, seats=seats))[0], range(100)))
    assert set(Counter(answers).values()) == {seats}
    house = app.extensions["house"]
    assert {load(house, game).clock.status for game in answers} == {"running"}


def test_a_table_of_the_lobby_that_waits_is_filled_first(
    app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(app, "toy", humans(2))
    Later(app, monkeypatch).by(quick.FORGOTTEN_MILLISECONDS / 1000 + 1)
    assert _sat(_quick(app)) == (table.id, "running")


@pytest.mark.parametrize(
    "unfit", [{"options": {"rounds": "1"}}, {"visibility": "private"}, {"turn_seconds": 60}, {"takebacks": False}]
)
def test_a_table_of_the_lobby_with_other_terms_is_left_alone(
    app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch, unfit: Json
) -> None:
    table = Table(app, "toy", humans(2), **unfit)
    Later(app, monkeypatch).by(quick.FORGOTTEN_MILLISECONDS / 1000 + 1)
    assert _sat(_quick(app))[0] != table.id


def test_a_place_that_was_taken_otherwise_is_skipped(app: Flask, toy: None) -> None:
    waiting, _ = _sat(_quick(app))
    assert app.test_client().post(f"/v1/games/{waiting}/seats", json={"name": "Direct"}).status_code == 201
    other, status = _sat(_quick(app))
    assert (other != waiting, status) == (True, "open")


def test_a_place_at_a_table_that_never_came_is_skipped(app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was to open it was killed before."""
    waiting, _ = _sat(_quick(app))
    app.extensions["house"].store.client.delete(keys.game(waiting))
    monkeypatch.setattr(quick, "OPENING_SECONDS", 0.05)
    assert _sat(_quick(app))[1] == "open"


def test_a_repeated_call_sits_down_once(app: Flask, toy: None) -> None:
    first, again = (_quick(app, "a-key-that-is-sent-twice") for _ in range(2))
    assert first.data == again.data
    assert _sat(_quick(app))[1] == "running"


@pytest.mark.parametrize(("wish", "field"), [({"seats": 8}, "seats"), ({"options": {"x": "y"}}, "options.x")])
def test_what_cannot_be_played_is_refused_by_field(app: Flask, toy: None, wish: Json, field: str) -> None:
    refused = _quick(app, **wish)
    assert (refused.status_code, (refused.json or {})["field"]) == (422, field)
