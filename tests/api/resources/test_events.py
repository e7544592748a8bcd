"""Waiting for events: long polls and server-sent events, woken by moves, resumed after a cut."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from service.api.http import event_stream
from service.api.resources import events as api_events
from service.store.live.hub import Hub, read
from service.store.live.quotas import ListenerId, ListenerQuotas, ListenerSlots
from tests.driver import Table, play_out
from tests.processes import HUNG, until

CHOOSE = {"type": "choose", "number": 2}


@pytest.fixture
def table(app: Flask, toy: None) -> Table:
    return Table.full(app, "toy", 2)


def _hub(table: Table) -> Hub:
    found: Hub = table.app.extensions["hub"]
    return found


def test_a_long_poll_is_woken_by_a_move(table: Table) -> None:
    newest = table.game()["last_event"]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: table.get(f"/events?after={newest}&wait=30").json or {})
        until(lambda: _hub(table).waiters == 1)
        table.play(1, CHOOSE, 0)
        page = waiting.result(HUNG)
    assert [event["type"] for event in page["events"]] == ["chosen"]
    assert page["next"] == newest + 1
    assert _hub(table).waiters == 0


def test_a_long_poll_ends_empty_when_nothing_happens(table: Table) -> None:
    newest = table.game()["last_event"]
    began = time.monotonic()
    page = table.get(f"/events?after={newest}&wait=1").json or {}
    assert (page["events"], page["next"]) == ([], newest)
    assert time.monotonic() - began > 0.9


def test_a_cursor_beyond_the_last_event_waits_like_others(table: Table) -> None:
    newest = table.game()["last_event"]
    page = table.get("/events?after=999999999&wait=1").json or {}
    assert (page["events"], page["next"]) == ([], newest)


def test_a_seat_that_is_taken_wakes_waiting_requests(app: Flask, toy: None) -> None:
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "human"}])
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(lambda: table.get("/events?wait=30").json or {})
        until(lambda: _hub(table).waiters == 1)
        table.sit("B")
        assert [event["type"] for event in waiting.result(HUNG)["events"]] == ["seat_taken", "game_started"]


def _messages(table: Table, **headers: str) -> Generator[tuple[int, bytes], None, None]:
    """The messages of a stream, as a browser would read them."""
    answer = table.http.get(f"{table.path}/events", headers={"Accept": "text/event-stream", **headers}, buffered=False)
    assert answer.content_type == "text/event-stream"
    with contextlib.closing(answer):
        for chunk in answer.response:
            for block in bytes(chunk).split(b"\n\n"):  # type: ignore[arg-type]  # bytes, not str
                lines = dict(line.split(b": ", 1) for line in block.splitlines() if b": " in line)
                if b"data" in lines:
                    yield int(lines[b"id"]), lines[b"data"]


def test_a_stream_has_the_same_events_with_the_same_ids(table: Table) -> None:
    table.play(1, CHOOSE, 0)
    table.play(2, CHOOSE, 1)
    page = table.get("/events").json or {}
    stream = _messages(table)
    found = [next(stream) for _ in page["events"]]
    assert [number for number, _ in found] == [event["id"] for event in page["events"]]
    assert [table.app.json.loads(data) for _, data in found] == page["events"]
    stream.close()


def test_a_stream_is_resumed_where_it_was_cut_off(table: Table) -> None:
    table.play(1, CHOOSE, 0)
    table.play(2, CHOOSE, 1)
    first = _messages(table)
    seen = [next(first)[0] for _ in range(2)]
    first.close()
    rest = _messages(table, **{"Last-Event-ID": str(seen[-1])})
    newest = table.game()["last_event"]
    seen += [next(rest)[0] for _ in range(newest - 2)]
    assert seen == list(range(1, newest + 1))
    rest.close()


def test_a_quiet_stream_is_kept_alive_and_a_finished_one_ends(
    app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "HEARTBEAT_SECONDS", 0.05)
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    answer = table.http.get(f"{table.path}/events", headers={"Accept": "text/event-stream"}, buffered=False)
    chunks = iter(answer.response)
    while b"still here" not in bytes(next(chunks)):  # type: ignore[arg-type]  # bytes, not str
        pass
    play_out(table)
    rest = b"".join(bytes(chunk) for chunk in chunks)  # type: ignore[arg-type]  # bytes, not str
    assert b"game_finished" in rest
    last = str(table.game()["last_event"])
    again = table.http.get(f"{table.path}/events", headers={"Accept": "text/event-stream", "Last-Event-ID": last})
    assert again.status_code == 204


def test_too_many_waiting_requests_are_refused(app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.full(app, "toy", 2)
    monkeypatch.setattr(_hub(table), "_slots", ListenerSlots(ListenerQuotas(0, 0, 0)))
    newest = table.game()["last_event"]
    answer = table.get(f"/events?after={newest}&wait=5")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    stream = table.get("/events", Accept="text/event-stream")
    assert (stream.status_code, (stream.json or {})["code"]) == (503, "too_many_listeners")
    assert stream.headers["Retry-After"] == "5"


def test_a_stream_releases_its_slot(table: Table) -> None:
    stream = _messages(table)
    next(stream)
    assert _hub(table).waiters == 1
    stream.close()
    assert _hub(table).waiters == 0
    with contextlib.closing(table.http.head(f"{table.path}/events", headers={"Accept": "text/event-stream"})) as head:
        assert head.status_code == 200
    assert _hub(table).waiters == 0


def test_a_stream_ends_with_its_token(app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while there is always something to tell."""
    monkeypatch.setattr(event_stream, "HEARTBEAT_SECONDS", 0.05)
    table = Table.full(app, "toy", 2, visibility="private")
    headers = {**table.headers(1), "Accept": "text/event-stream"}
    answer = table.http.get(f"{table.path}/events", headers=headers, buffered=False)
    chunks = iter(answer.response)
    next(chunks)
    rotated = table.http.post(f"{table.path}/seats/me/token", headers=table.headers(1))
    table.tokens[1] = (rotated.json or {})["token"]
    version = 0
    for _ in chunks:
        if version < 500:
            assert table.play(1, {"type": "draw"}, version).status_code == 200
            version += 1
    assert version < 500


def test_nobody_waits_for_the_news_of_a_game_that_is_over(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    play_out(table)
    newest = table.game()["last_event"]
    page = table.get(f"/events?after={newest}&wait=30").json or {}
    assert (page["events"], page["next"], page["status"]) == ([], newest, "finished")


def test_a_channel_finds_events_without_a_message(table: Table) -> None:
    """A subscription can fall silent without an end, behind a proxy or when the store is replaced."""
    with _hub(table).game_channel(table.id, ListenerId("here")) as (channel, slot):
        newest = table.game()["last_event"]
        assert channel.wait(newest, 10, 0, slot) == []
        channel.add_entry = lambda *_: None  # type: ignore[method-assign]  # the news gets lost
        table.play(1, CHOOSE, 0)
        assert channel.wait(newest, 10, 0, slot) == []
        del channel.add_entry
        channel.expect(newest + 1)
        assert [number for number, _ in channel.wait(newest, 10, 0, slot)] == [newest + 1]


def test_every_listener_gets_every_event_in_order(table: Table) -> None:
    """Forty listeners in one process, sixty moves; the large form is in the bench."""
    total = 60
    heard: list[list[int]] = [[] for _ in range(40)]
    start = table.game()["last_event"]
    goal = threading.Event()

    def listen(mine: list[int]) -> None:
        after = start
        while not goal.is_set() or after < table.game()["last_event"]:
            page = table.app.test_client().get(f"{table.path}/events?after={after}&wait=2").json or {}
            mine += [event["id"] for event in page["events"]]
            after = page["next"]

    with ThreadPoolExecutor(len(heard)) as pool:
        for mine in heard:
            pool.submit(listen, mine)
        until(lambda: _hub(table).waiters == len(heard))
        for version in range(total):
            assert table.play(1, {"type": "draw"}, version).status_code == 200
        goal.set()
    assert all(mine == list(range(start + 1, start + total + 1)) for mine in heard)


def test_a_page_tells_nothing_later_than_the_state_it_speaks_of(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a client that reads of its own turn in the events would wait for it with the deciders of before."""

    def read_late(*asked: Any) -> Any:
        table.play(1, CHOOSE, 0)
        return read(*asked)

    monkeypatch.setattr(api_events, "read", read_late)
    newest = table.game()["last_event"]
    page = table.get("/events?include=view").json or {}
    assert page["deciders"] == [1, 2]
    assert (page["next"], page["frame"]["last_event"]) == (newest, newest)
