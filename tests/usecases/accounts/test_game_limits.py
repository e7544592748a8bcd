"""How many open and running games an address, an app and a player may have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.games.base import LANGUAGES
from service.store.jobs.tenant_games import unfinished_games
from service.store.maintenance.running_games_repair import RunningGamesRepair
from service.store.redis import keys
from service.usecases.accounts.api_keys import create_key
from service.usecases.accounts.tenants import tenant_of
from service.usecases.context import Context
from service.usecases.games import finish
from tests.driver import Table, humans, play_out
from tests.usecases.clubs import ADA, BO, App

pytestmark = pytest.mark.usefixtures("toy")
REQUEST = {"rulebook": "toy", "seats": humans(2)}
QUICK = {"rulebook": "toy", "seats": 2, "name": "A"}
HERE, ELSEWHERE = "10.0.0.1", "10.0.0.2"


def _post(app: Flask, path: str, body: Any, address: str = HERE, **headers: str) -> TestResponse:
    return app.test_client().post(path, json=body, environ_base={"REMOTE_ADDR": address}, headers=headers)


def _code(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, (answer.json or {})["code"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_has_a_number_of_open_and_running_games(make_app: Callable[..., Flask], language: str) -> None:
    app = make_app(RUNNING_GAMES_ADDRESS="2")
    assert [_post(app, "/v1/games", REQUEST).status_code for _ in range(2)] == [201, 201]
    refused = _post(app, "/v1/games", REQUEST, **{"Accept-Language": language})
    assert _code(refused) == (429, "too_many_games")
    assert refused.headers["Retry-After"]
    assert " 2" in (refused.json or {})["detail"]
    assert (refused.json or {})["most"] == 2
    assert _post(app, "/v1/games", REQUEST, ELSEWHERE).status_code == 201


def test_a_game_that_is_over_makes_room(make_app: Callable[..., Flask]) -> None:
    app = make_app(RUNNING_GAMES_ADDRESS="1")
    made = _post(app, "/v1/games", REQUEST).json or {}
    assert _code(_post(app, "/v1/games", REQUEST)) == (429, "too_many_games")
    seat = {"Authorization": f"Bearer {made['token']}"}
    assert app.test_client().delete(f"/v1/games/{made['game']['id']}", headers=seat).status_code == 204
    assert _post(app, "/v1/games", REQUEST).status_code == 201


def test_the_same_request_gets_its_answer_when_the_limit_is_reached(make_app: Callable[..., Flask]) -> None:
    app, key = make_app(RUNNING_GAMES_ADDRESS="1"), {"Idempotency-Key": "0123456789abcdef"}
    first = _post(app, "/v1/games", REQUEST, **key)
    assert _post(app, "/v1/games", REQUEST, **key).data == first.data


def test_0_sets_no_limit(make_app: Callable[..., Flask]) -> None:
    app = make_app(RUNNING_GAMES_ADDRESS="0")
    assert {_post(app, "/v1/games", REQUEST).status_code for _ in range(5)} == {201}


def test_quick_play_opens_no_table_beyond_the_limit_but_finds_one(make_app: Callable[..., Flask]) -> None:
    app = make_app(RUNNING_GAMES_ADDRESS="1")
    assert _post(app, "/v1/quick", QUICK).status_code == 201
    assert _code(_post(app, "/v1/quick", {**QUICK, "seats": 3})) == (429, "too_many_games")
    assert _post(app, "/v1/quick", {**QUICK, "seats": 3}, ELSEWHERE).status_code == 201
    assert _post(app, "/v1/quick", QUICK).status_code == 201


def test_a_rematch_is_a_game_like_any(make_app: Callable[..., Flask]) -> None:
    app = make_app(RUNNING_GAMES_ADDRESS="1")
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    play_out(table)
    other = Table(app, "toy", humans(2))
    assert _code(table.post("/rematch", 1, {})) == (429, "too_many_games")
    finish.delete(other.context, other.id, other.tokens[1])
    assert table.post("/rematch", 1, {}).status_code == 201


def test_an_app_has_a_number_of_its_own(make_app: Callable[..., Flask]) -> None:
    app = make_app(RUNNING_GAMES_ADDRESS="1", RUNNING_GAMES_APP="2")
    context: Context = app.extensions["context"]
    one, other = ({"Authorization": f"Bearer {create_key(context, name).key}"} for name in ("chess-club", "go-club"))
    assert [_post(app, "/v1/games", REQUEST, **one).status_code for _ in range(2)] == [201, 201]
    refused = _post(app, "/v1/games", REQUEST, ELSEWHERE, **one)
    assert _code(refused) == (429, "too_many_games")
    assert "app" in (refused.json or {})["detail"]
    assert _post(app, "/v1/games", REQUEST, **other).status_code == 201
    assert _post(app, "/v1/games", REQUEST).status_code == 201


def test_a_player_has_a_number_of_games(app: Flask) -> None:
    club = App(app)
    club.set(running_games_player=2)
    club.table(ADA, {"kind": "human"})
    club.table(ADA, {"kind": "human"})
    seated = club.call("POST", "/v1/games", club.key, json={"rulebook": "toy", "seats": [BO, ADA]})
    assert _code(seated) == (429, "too_many_games")
    assert ((seated.json or {})["field"], (seated.json or {})["most"]) == ("seats.1.player", 2)
    free = club.table(BO, {"kind": "human"})
    assert _code(club.as_player("user-42", "POST", f"{free.path}/seats", json={"name": "Ada"})) == (
        429,
        "too_many_games",
    )
    assert _code(club.as_player("user-42", "POST", "/v1/quick", json=QUICK)) == (429, "too_many_games")
    assert club.as_player("user-43", "POST", "/v1/quick", json=QUICK).status_code == 201


def test_the_index_is_repaired_once_a_day(app: Flask, context: Context) -> None:
    tenant = tenant_of("127.0.0.1")
    table = Table.full(app, "toy", 2)
    index = keys.unfinished_games(keys.shard_of(table.id))
    assert unfinished_games(context.store, tenant) == 1
    context.store.client.delete(index)
    context.store.client.zadd(index, {keys.tenant_entry(tenant, f"{table.id[:-3]}00{table.id[-1]}"): 0})
    assert sum(_all_steps(RunningGamesRepair(context.store, 0, context.now))) == 2
    assert context.store.client.zrange(index, 0, -1) == [keys.tenant_entry(tenant, table.id).encode()]


def _all_steps(repair: RunningGamesRepair) -> Iterator[int]:
    while (repaired := repair.step()) is not None:
        yield repaired
