"""Many games in one call: all of them or none, each once, within the limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.schemas.requests import GameWishesSchema
from service.store.errors import StoreUnavailable
from service.store.games.repository import GameStore
from service.usecases.accounts.api_keys import create_key
from service.usecases.transaction import load
from tests.driver import Json
from tests.usecases.clubs import ADA, BO, App

ONE: Json = {"rulebook": "toy", "seats": [ADA, BO]}
OPEN: Json = {"rulebook": "toy", "seats": [ADA, {"kind": "human"}], "visibility": "private"}
BOTS: Json = {"rulebook": "toy", "seats": [{"kind": "bot"}, {"kind": "bot"}]}
KEY = "a-key-of-sixteen"


@pytest.fixture
def club(app: Flask, toy: None) -> App:
    return App(app)


def _create(club: App, *games: Json, key: str | None = None, once: str | None = KEY) -> TestResponse:
    headers = {"Idempotency-Key": once} if once else {}
    return club.call("POST", "/v1/games/bulk", key or club.key, json={"games": list(games)}, headers=headers)


def _games(answer: TestResponse) -> list[Json]:
    assert answer.status_code == 201, answer.data
    found: list[Json] = (answer.json or {})["games"]
    return found


def _failed(answer: TestResponse) -> list[tuple[int, str, str | None]]:
    problem = answer.json or {}
    assert (answer.status_code, problem["code"]) == (422, "games_refused"), answer.data
    return [(each["index"], each["code"], each.get("field")) for each in problem["failed"]]


def _count(club: App) -> int:
    return len((club.call("GET", "/v1/games?limit=100", club.key).json or {})["games"])


def test_games_are_created_in_their_order_and_can_be_played(club: App) -> None:
    running, waiting, bots = _games(_create(club, ONE, OPEN, BOTS))
    assert [each["game"]["status"] for each in (running, waiting, bots)] == ["running", "open", "running"]
    assert [each["player"] for each in running["tokens"]] == ["user-42", "user-43"]
    assert (running["seat"], running["token"]) == (1, running["tokens"][0]["token"])
    assert (running["invite"], bots["seat"], bots["token"], bots["tokens"]) == (None, None, None, [])
    assert [seat["player"] for seat in running["game"]["seats"]] == ["user-42", "user-43"]
    assert waiting["invite"]
    assert "view" not in running["game"]
    assert load(club.context, running["game"]["id"]).table.app == "chess-club"
    path, token = f"/v1/games/{running['game']['id']}/moves", running["tokens"][1]["token"]
    move = {"type": "choose", "number": 1}
    assert club.call("POST", path, token, json=move, headers={"If-Match": '"0"'}).status_code == 200
    assert len(club.games("user-42")) == 2


def test_a_repeated_call_creates_nothing_and_gets_the_same_answer(club: App) -> None:
    first = _create(club, ONE, OPEN, BOTS)
    assert _create(club, ONE, OPEN, BOTS).data == first.data
    assert _count(club) == 3
    reused = _create(club, ONE, OPEN)
    assert (reused.status_code, (reused.json or {})["code"]) == (422, "key_reused")
    assert len({each["game"]["id"] for each in _games(_create(club, ONE, OPEN, BOTS, once=None))}) == 3
    assert _count(club) == 6


def test_a_call_that_broke_off_is_completed_by_its_repetition(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    commit, commits = GameStore.commit, 0

    def away(store: GameStore, change: Any) -> Any:
        nonlocal commits
        commits += 1
        if commits == 3:
            raise StoreUnavailable("away")
        return commit(store, change)

    monkeypatch.setattr(GameStore, "commit", away)
    assert _create(club, *[ONE] * 5).status_code == 503
    assert _count(club) == 2
    club.set(running_games_app=3)
    created = _games(_create(club, *[ONE] * 5))
    assert len({each["game"]["id"] for each in created}) == _count(club) == 5, "it was allowed when it began"


def test_where_one_game_cannot_be_created_none_is_and_each_fault_is_named(club: App) -> None:
    two = {**ONE, "seats": [ADA, ADA]}
    answer = _create(club, ONE, two, {**ONE, "options": {"x": "y"}}, {**BOTS, "visibility": "private"}, BOTS)
    assert _failed(answer) == [
        (1, "invalid_field", "seats.1.player"),
        (2, "invalid_field", "options.x"),
        (3, "invalid_field", "visibility"),
    ]
    assert (answer.json or {})["field"] == "games.1.seats.1.player"
    wrong = _create(club, ONE, {**ONE, "rulebook": "chess"}, {**ONE, "seats": [{"kind": "cat"}]}, "nothing")  # type: ignore[arg-type]
    assert _failed(wrong) == [
        (1, "invalid_field", "rulebook"),
        (2, "invalid_field", "seats.0.kind"),
        (3, "invalid_field", "body"),
    ]
    rig = create_key(club.context, "chess-club", ("games", "players", "rig")).key
    rigged = {**ONE, "rig": {"draws": ["no such card"]}}
    assert _failed(_create(club, ONE, rigged, key=rig)) == [(1, "invalid_field", "rig.draws.0")]
    assert _count(club) == 0
    assert _games(_create(club, ONE)), "the same key is good for what is right"


def test_limits_count_the_games_of_the_call(club: App) -> None:
    club.set(running_games_app=3, bot_games_max=1, running_games_player=2)
    assert _failed(_create(club, BOTS, BOTS, ONE, once=None)) == [(1, "too_many_bot_games", "seats")]
    assert _failed(_create(club, OPEN, OPEN, OPEN, once=None)) == [(2, "too_many_games", "seats.0.player")]
    cem = {**ONE, "seats": [{"kind": "human", "player": "cem"}, {"kind": "bot"}]}
    assert _failed(_create(club, ONE, ONE, cem, cem, once=None)) == [(3, "too_many_games", None)]
    assert _count(club) == 0
    assert len(_games(_create(club, ONE, ONE, cem, once=None))) == 3
    assert _failed(_create(club, BOTS, once=None)) == [(0, "too_many_games", None)]


def test_a_call_takes_1_to_100_games_of_256_kilobytes(club: App) -> None:
    for games in ([], [OPEN] * 101):
        refused = _create(club, *games)
        assert (refused.status_code, (refused.json or {})["field"]) == (422, "games")
    club.set(metadata_max=4096)
    large = {**OPEN, "seats": [{**ADA, "metadata": {"note": "x" * 2000}}, {"kind": "human"}]}
    assert len(_games(_create(club, *[large] * 100))) == 100
    too_large = _create(club, *[{**OPEN, "seats": [{**ADA, "metadata": {"note": "x" * 2700}}]}] * 100)
    assert too_large.status_code == 413
    assert GameWishesSchema.MAX_BYTES == 256 * 1024


def test_a_strangers_large_body_is_not_read(club: App) -> None:
    body = {"games": [OPEN] * 100}
    for token, code in ((None, "key_needed"), ("ak_0000000000_x", "key_unknown")):
        assert (club.call("POST", "/v1/games/bulk", token, json=body).json or {})["code"] == code
    hooks = create_key(club.context, "chess-club", ("webhooks",)).key
    assert (_create(club, OPEN, key=hooks).json or {})["code"] == "scope_missing"
    games = create_key(club.context, "chess-club", ("games",)).key
    assert (_create(club, OPEN, key=games).json or {})["code"] == "scope_missing"
    assert (_create(club, {**BOTS, "rig": {"seed": "s"}}).json or {})["code"] == "scope_missing"
    assert _count(club) == 0


def test_a_call_counts_as_many_requests_as_it_has_games(make_app: Callable[..., Flask], toy: None) -> None:
    club = App(make_app(RATELIMIT_ENABLED="true"))
    key = create_key(club.context, "chess-club", limits="10 per minute").key
    assert len(_games(_create(club, *[OPEN] * 6, key=key, once=None))) == 6
    refused = _create(club, *[OPEN] * 6, key=key, once=None)
    assert (refused.status_code, (refused.json or {})["code"]) == (429, "too_many_requests")
    assert _count(club) == 6


def test_a_repeated_answer_does_not_name_who_was_erased(club: App) -> None:
    _create(club, ONE, OPEN)
    assert club.call("DELETE", "/v1/players/user-42", club.key).status_code == 204
    again = _create(club, ONE, OPEN)
    assert b"Ada" not in again.data
    assert b"user-42" not in again.data
    assert [each["player"] for each in _games(again)[0]["tokens"]] == ["user-43"]


def _count_calls(monkeypatch: pytest.MonkeyPatch, kind: type, name: str, sent: list[str]) -> None:
    original = getattr(kind, name)

    def send(*asked: Any, **more: Any) -> Any:
        sent.append(name)
        return original(*asked, **more)

    monkeypatch.setattr(kind, name, send)


def test_a_hundred_games_cost_few_commands_besides_their_commits(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    for name in ("gather", "__call__"):
        _count_calls(monkeypatch, type(club.context.store.connection), name, sent)
    _games(_create(club, *[ONE] * 100))
    assert len(sent) <= 100 + 20
