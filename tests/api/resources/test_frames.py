"""Frames: what a client draws comes with what happened, so that nobody has to ask again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.usecases.transaction import load
from service.usecases.views import frames
from service.usecases.views.render import PARTS
from service.wire.answers import Frame
from tests.driver import Table, play_some

ALL = "include=view,moves,score"


@pytest.fixture(params=list(RULEBOOKS))
def table(request: pytest.FixtureRequest, app: Flask) -> Table:
    table = Table.full(app, request.param, 2)
    play_some(table, 6)
    while 0 in table.game()["deciders"]:
        play_some(table, 1)
    return table


def _asked_apart(table: Table, seat: int | None) -> dict[str, Any]:
    """The parts of a frame, each by a request of its own."""
    game = table.game(seat)
    decides = seat in game["deciders"]
    return {
        "rulebook": game["rulebook"],
        "version": game["version"],
        "etag": table.get(seat=seat).headers["ETag"],
        "status": game["status"],
        "deciders": game["deciders"],
        "deadline": game["deadline"],
        "last_event": game["last_event"],
        "view": game["view"],
        "moves": table.moves(seat)["moves"] if seat and decides else None,
        "score": (table.get("/score", seat).json or {})["score"],
        "clocks": game["clocks"],
        "abandon_at": game["abandon_at"],
        "paused_at": game["paused_at"],
        "paused_until": game["paused_until"],
        "pause": game["pause"],
        "can_take_back": game["can_take_back"],
        "can_ask_hints": game["can_ask_hints"],
    }


def _decider(table: Table) -> tuple[int, dict[str, Any]]:
    seat = table.game()["deciders"][0]
    return seat, table.moves(seat)["moves"][0]["move"]


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_a_frame_equals_the_answer_of_the_game(table: Table, seat: int | None) -> None:
    page = table.get(f"/events?{ALL}", seat).json or {}
    assert page["frame"] == _asked_apart(table, seat)
    assert (page["status"], page["deciders"]) == (page["frame"]["status"], page["frame"]["deciders"])


def test_parts_that_are_not_included_are_null(table: Table) -> None:
    frame = (table.get("/events?include=score", 1).json or {})["frame"]
    assert frame["view"] is frame["moves"] is None
    assert frame["score"]
    assert (table.get("/events", 1).json or {})["frame"] is None


@pytest.mark.parametrize("query", ["include=cards", "include=view,cards", "include=", "include=view,view"])
def test_unknown_words_are_refused_with_the_field(table: Table, query: str) -> None:
    answer = table.get(f"/events?{query}", 1)
    assert (answer.status_code, (answer.json or {})["field"]) == (422, "include")
    assert table.get("?include=view", 1).status_code == 422


def test_a_move_and_a_game_are_answered_with_the_same_parts(table: Table) -> None:
    seat, move = _decider(table)
    version = table.game()["version"]
    played = table.post("/moves?include=moves,score", seat, move, If_Match=f'"{version}"')
    assert played.status_code == 200, played.data
    after = (played.json or {})["game"]
    apart = _asked_apart(table, seat)
    assert {name: after[name] for name in ("view", "moves", "score")} == {
        name: apart[name] for name in ("view", "moves", "score")
    }
    assert played.headers["ETag"] == apart["etag"]
    looked = table.get("?include=moves,score", seat)
    assert looked.json == after
    assert looked.headers["ETag"] == apart["etag"]


def test_a_preview_shows_what_the_caller_would_see_and_could_do(table: Table) -> None:
    seat, move = _decider(table)
    before = table.game(seat)
    answer = table.post(f"/moves/preview?{ALL}", seat, move)
    preview = answer.json or {}
    assert answer.status_code == 200, answer.data
    assert table.game(seat) == before
    version = before["version"]
    assert table.play(seat, move, version).status_code == 200
    after = table.get("?include=moves,score", seat).json or {}
    assert preview["view"].keys() == after["view"].keys()
    assert preview["view"]["seats"][seat - 1]["seat"] == seat
    told = (table.get(f"/events?after={before['last_event']}").json or {})["events"]
    assert preview["events"][0]["type"] == told[0]["type"]


def test_viewers_who_see_the_same_share_one_frame(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    original = frames.frame

    def counted(*values: Any) -> Frame:
        made.append(values)
        return original(*values)

    monkeypatch.setattr(frames, "frame", counted)
    seen = [table.get(f"/events?{ALL}").json for _ in range(3)]
    assert seen[0] == seen[1] == seen[2]
    assert len(made) == 1
    table.get(f"/events?{ALL}", 1)
    assert len(made) == 2


def test_legal_moves_are_made_for_deciders_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    deciders = table.game()["deciders"]
    if deciders == [1, 2]:
        return
    (seat,) = deciders
    asked: list[int] = []
    rulebook = RULEBOOKS[table.created["rulebook"]]
    original = rulebook.legal_moves

    def noted(state: Any, who: int) -> Any:
        asked.append(who)
        return original(state, who)

    monkeypatch.setattr(rulebook, "legal_moves", noted)
    assert (table.get(f"/events?{ALL}", 3 - seat).json or {})["frame"]["moves"] is None
    assert (table.get(f"/events?{ALL}").json or {})["frame"]["moves"] is None
    assert asked == []


def test_frames_of_twins_are_the_same_for_every_viewer(table: Table) -> None:
    """What differs in secrets alone cannot be told apart by a frame."""
    game = load(table.context, table.id)
    rulebook, rng = game.rulebook, Rng(b"twins")
    for viewer in (None, 1, 2):
        twin = rulebook.imagine(rulebook.known(game.dealt, viewer), viewer, rng)
        of_twin = frames.frame(msgspec.structs.replace(game, state=twin), viewer, "en", frozenset(PARTS))
        assert of_twin == frames.frame(game, viewer, "en", frozenset(PARTS))


def _messages(text: str) -> list[dict[str, str]]:
    return [dict(line.split(": ", 1) for line in part.splitlines() if ": " in line) for part in text.split("\n\n")]


def test_a_stream_begins_with_a_frame_and_tells_one_after_the_news(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    newest = table.game()["last_event"]
    stream = table.http.get(
        f"{table.path}/events?after={newest}&{ALL}",
        headers=table.headers(2, Accept="text/event-stream"),
        buffered=False,
    )
    told: Iterator[Any] = iter(stream.response)
    assert b"retry" in next(told)
    first = _messages(next(told).decode())[0]
    assert (first["event"], first["id"]) == ("frame", str(newest))
    assert json.loads(first["data"])["moves"]
    table.play(1, {"type": "choose", "number": 1}, 0)
    event, frame, *_ = _messages(next(told).decode())
    assert json.loads(event["data"])["type"] == "chosen"
    assert frame["event"] == "frame"
    assert frame["id"] == event["id"] == str(newest + 1)
    assert json.loads(frame["data"])["version"] == 1
    stream.close()


def test_a_long_poll_without_events_has_no_frame(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    newest = table.game()["last_event"]
    page = table.get(f"/events?after={newest}&wait=1&{ALL}", 1).json or {}
    assert (page["events"], page["frame"], page["deciders"]) == ([], None, [1, 2])
