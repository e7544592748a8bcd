"""Errors, retries and keys, against a server that misbehaves on command."""

from __future__ import annotations

import time
from collections.abc import Sequence
from email.utils import formatdate
from pathlib import Path

import pytest
from almagest_sdk import Almagest, AstraTable, Retry, astra, errors
from almagest_sdk._codec import decode
from almagest_sdk._responses import retry_after

from tests.sdk import samples
from tests.sdk.scripted import DROP, Reply, Script, scripted

FAST = Retry(attempts=3, first=0.001)
MOVE = astra.Rest()


def _table(script: Script, retry: Retry = FAST) -> AstraTable:
    client = Almagest(script.url, retry=retry)
    return AstraTable(client._transport, decode(AstraTable.response_types.game, samples.game()), token="t")


@pytest.mark.parametrize(
    "faults",
    [
        [Reply(DROP)],
        [Reply(503, samples.problem(503, "store_away"))],
        [Reply(429, samples.problem(429, "too_many_requests")), Reply(DROP)],
    ],
    ids=["connection", "503", "429 and connection"],
)
def test_a_move_is_sent_again_with_the_same_key(faults: Sequence[Reply]) -> None:
    with scripted([*faults, Reply(200, samples.played())]) as script:
        assert _table(script).play(MOVE).version == 4
    assert len(script.requests) == len(faults) + 1
    assert len(set(script.keys())) == 1
    assert all(script.keys())


def test_a_move_given_up_is_repeated_under_its_key() -> None:
    with scripted([Reply(DROP)] * 3 + [Reply(200, samples.played())]) as script:
        table = _table(script)
        with pytest.raises(errors.Unreachable):
            table.play(MOVE)
        table.play(MOVE)
    assert len(set(script.keys())) == 1


def test_another_move_gets_another_key() -> None:
    with scripted([Reply(200, samples.played(4)), Reply(200, samples.played(5))]) as script:
        table = _table(script)
        table.play(MOVE)
        table.play(MOVE)
    assert len(set(script.keys())) == 2
    assert [headers["if-match"] for _, _, headers in script.requests] == ['"3"', '"4"']


def test_retry_after_is_honoured() -> None:
    refused = Reply(503, samples.problem(503, "busy"), {"Retry-After": "1"})
    with scripted([refused, Reply(200, samples.played())]) as script:
        began = time.monotonic()
        _table(script).play(MOVE)
    assert time.monotonic() - began >= 1.0


def test_too_long_a_retry_after_is_told_at_once() -> None:
    refused = Reply(429, samples.problem(429, "too_many_requests"), {"Retry-After": "3600"})
    with scripted([refused]) as script, pytest.raises(errors.TooManyRequests) as caught:
        _table(script).play(MOVE)
    assert caught.value.retry_after == 3600


def test_a_departure_is_not_repeated_blindly() -> None:
    with scripted([Reply(DROP)]) as script, pytest.raises(errors.Unreachable):
        _table(script).leave()
    assert len(script.requests) == 1


def test_errors_say_everything() -> None:
    body = samples.problem(409, "star_not_reachable", ruling="A-3", field="path")
    reply = Reply(409, body, {"X-Request-ID": "abcdefgh"})
    with scripted([reply]) as script, pytest.raises(errors.Refused) as caught:
        _table(script).play(MOVE)
    error = caught.value
    assert (error.status, error.code, error.ruling) == (409, "star_not_reachable", "A-3")
    assert (error.detail, error.request_id) == ("It is star_not_reachable.", "abcdefgh")
    assert str(error) == "It is star_not_reachable. (star_not_reachable, ruling A-3)"
    assert isinstance(error, errors.AlmagestError)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, errors.BadRequest),
        (401, errors.Unauthorized),
        (403, errors.Forbidden),
        (404, errors.NotFound),
        (422, errors.BadRequest),
        (428, errors.BadRequest),
        (500, errors.ServerError),
        (502, errors.ServerError),
    ],
)
def test_each_status_has_its_kind(status: int, kind: type[errors.AlmagestError]) -> None:
    with scripted([Reply(status, b"<html>a proxy</html>")]) as script, pytest.raises(kind) as caught:
        _table(script).score()
    assert (caught.value.code, caught.value.status) == ("http_error", status)


def test_a_stale_version_offers_what_was_missed() -> None:
    stale = samples.problem(412, "stale_version", version=5, missed={"after": 7, "until": 9})
    page = samples.page(samples.event(8), samples.event(9), samples.event(10))
    with scripted([Reply(412, stale), Reply(200, page), Reply(200, samples.page())]) as script:
        with pytest.raises(errors.StaleVersion) as caught:
            _table(script).play(MOVE)
        assert caught.value.version == 5
        assert [event.id for event in caught.value.missed_events()] == [8, 9]
    assert "after=7" in script.requests[1][1]


def test_an_answer_that_cannot_be_read_is_in_the_family() -> None:
    with scripted([Reply(200, {"strange": True})]) as script, pytest.raises(errors.UnexpectedAnswer, match="Score"):
        _table(script).score()


def test_an_address_that_is_none_is_in_the_family() -> None:
    with pytest.raises(errors.Unreachable):
        Almagest("nowhere", retry=Retry(attempts=1)).rulebooks.list()


def test_a_silent_server_is_given_up() -> None:
    from tests.processes import HOST, free_port

    with pytest.raises(errors.Unreachable):
        Almagest(f"http://{HOST}:{free_port()}", retry=FAST).rulebooks.list()


def test_retry_after_may_be_a_date() -> None:
    assert retry_after(None) is None
    assert retry_after("nonsense") is None
    assert 0 < (retry_after(formatdate(time.time() + 10, usegmt=True)) or 0) <= 10
    assert retry_after(formatdate(0, usegmt=True)) == 0.0


def test_pauses_grow_and_vary() -> None:
    retry = Retry(attempts=6, first=1.0, longest=4.0)
    runs = [list(retry.pauses()) for _ in range(50)]
    for pause, most in zip(zip(*runs, strict=True), (1, 2, 4, 4, 4, None), strict=True):
        assert most is None or all(each is not None and most / 2 <= each <= most for each in pause)
    assert len({run[0] for run in runs}) > 1


def test_a_spectator_cannot_play() -> None:
    with scripted([]) as script:
        table = _table(script)
        table.token = None
        with pytest.raises(errors.Unauthorized):
            table.play(MOVE)


def test_unchanged_games_are_not_sent_again() -> None:
    replies = [Reply(200, samples.game(4), {"ETag": '"4"'}), Reply(304, b"", {"ETag": '"4"'})]
    with scripted(replies) as script:
        table = _table(script)
        assert table.refresh() is table.refresh()
    assert script.requests[1][2]["if-none-match"] == '"4"'


def test_the_view_is_never_older_than_what_was_told() -> None:
    page = samples.page(samples.event(8, version=9))
    replies = [Reply(200, page), Reply(200, samples.game(9, view=samples.view(round=2)))]
    with scripted(replies) as script:
        table = _table(script)
        assert table.view.round == 1
        next(table.events())
        assert (table.version, table.view.round) == (9, 2)
        assert table.view.round == 2
    assert len(script.requests) == 2


def test_a_netrc_does_not_replace_the_token_of_a_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password else\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with scripted([Reply(200, samples.played())]) as script:
        _table(script).play(MOVE)
    assert script.requests[0][2]["authorization"] == "Bearer t"
