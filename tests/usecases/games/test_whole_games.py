"""A whole game of every rulebook over HTTP: created, joined, played, watched, scored, replayed."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from service.games.registry import RULEBOOKS
from service.usecases.views.verify import CannotVerify, verify
from tests.driver import Json, Table, humans, play_out, play_some, rulebooks


@pytest.mark.parametrize("rulebook", rulebooks())
def test_a_game_is_played_scored_and_verified(app: Flask, rulebook: str) -> None:
    table = Table.full(app, rulebook, max(2, RULEBOOKS[rulebook].min_players))
    game = play_out(table)
    assert game["status"] == "finished"
    assert game["result"]["winners"]
    assert game["end_reason"] in RULEBOOKS[rulebook].end_reasons
    score = table.get("/score").json or {}
    assert score["final"]
    assert score["score"] == game["result"]
    replay = table.get("/replay")
    assert len((replay.json or {})["moves"]) == game["version"]
    assert "as published" in verify(replay.data)
    _look_back(table, game)


def _look_back(table: Table, game: Json) -> None:
    """Any moment, over any shoulder; the last one is the end."""
    last = game["version"]
    moments = [table.get(f"?at={at}&eyes=0&include=score").json or {} for at in (0, 1, last)]
    assert [moment["version"] for moment in moments] == [0, 1, last]
    assert moments[0]["view"] != moments[1]["view"] != moments[2]["view"]
    assert [moment["result"] for moment in moments] == [None, None, game["result"]]
    seen = table.get("?at=1&eyes=2").json or {}
    assert seen["seat"] == 2
    assert table.get("?at=1&eyes=9").status_code == 422


def test_before_the_end_nobody_looks_back(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    answer = table.get("?at=0&eyes=2")
    assert answer.status_code == 409
    assert (answer.json or {})["code"] == "not_finished"


@pytest.mark.parametrize("rulebook", rulebooks())
def test_the_most_players_can_play(app: Flask, rulebook: str) -> None:
    table = Table.full(app, rulebook, RULEBOOKS[rulebook].max_players)
    game = play_some(table, 60, seed=2)
    assert game["version"] == 60 or game["status"] == "scoring"


@pytest.mark.parametrize("rulebook", rulebooks())
def test_bots_alone_play_to_the_end(app: Flask, rulebook: str) -> None:
    seats = [{"kind": "bot", "level": "random"}] * max(2, RULEBOOKS[rulebook].min_players)
    table = Table(app, rulebook, seats)
    assert table.created["seat"] is None
    assert table.created["token"] is None
    assert play_out(table)["status"] == "finished"


@pytest.mark.parametrize("rulebook", rulebooks())
def test_events_are_numbered_without_gaps(app: Flask, rulebook: str) -> None:
    table = Table.full(app, rulebook, 2)
    game = play_some(table, 30)
    events: list[dict[str, int]] = []
    while len(events) < game["last_event"]:
        page = table.get(f"/events?after={len(events)}&limit=7").json or {}
        events += page["events"]
        assert page["next"] == events[-1]["id"]
    assert [event["id"] for event in events] == list(range(1, game["last_event"] + 1))
    assert {event["version"] for event in events} == set(range(game["version"] + 1))


def test_before_the_end_there_is_no_replay(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    answer = table.get("/replay")
    assert answer.status_code == 409
    assert (answer.json or {})["code"] == "not_finished"


@pytest.mark.parametrize(
    ("spoiled", "complaint"),
    [
        ({"seed": "00"}, "hash was published"),
        ({"seed": "zz"}, "hexadecimal"),
        ({"id": "0"}, "changed after it was published"),
        ({"final_hash": "0", "replay_hash": ""}, "final state"),
        ({"pack_hash": "0"}, "content pack"),
        ({"rulebook": "chess"}, "no rulebook"),
        ({"moves": [{"seat": 2, "move": {"type": "choose", "number": 7}}]}, "move 1 is not legal"),
        ({"score": {"seats": [], "winners": []}}, "score"),
        ({"moves": 3}, "no replay"),
    ],
)
def test_a_spoiled_replay_is_found_out(app: Flask, toy: None, spoiled: dict[str, object], complaint: str) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "2"})
    play_out(table)
    replay = {**(table.get("/replay").json or {}), **spoiled}
    with pytest.raises(CannotVerify, match=complaint):
        verify(json.dumps(replay).encode())


def test_the_game_starts_when_the_last_seat_is_taken(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(3))
    assert table.game()["status"] == "open"
    assert table.game()["view"] is None
    table.sit("B")
    assert table.game()["status"] == "open"
    taken = table.sit("C").json or {}
    assert taken["game"]["status"] == "running"
    assert taken["seat"] == 3
    assert table.sit("D").status_code == 409
    told = [event["type"] for event in (table.get("/events").json or {})["events"]]
    assert told == ["seat_taken", "seat_taken", "game_started"]
