"""Who made a game: told apart, not found out; and how much thinking anybody can ask for."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.games.base import LANGUAGES
from service.store.jobs.outbox import bot_games
from service.usecases.accounts.tenants import tenant_of
from service.usecases.context import Context
from service.usecases.transaction import load
from tests.processes import everything
from worker import turns

BOTS = [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]
GUEST = [{"kind": "human"}, {"kind": "bot", "level": "random"}]


def post(client: FlaskClient, address: str, seats: list[dict[str, str]], language: str = "en", **wish: Any) -> Any:
    return client.post(
        "/v1/games",
        json={"rulebook": "astra", "seats": seats, **wish},
        environ_base={"REMOTE_ADDR": address},
        headers={"Accept-Language": language},
    )


def test_addresses_are_told_apart() -> None:
    assert len({tenant_of(f"10.0.{number}.7") for number in range(200)}) == 200


def test_whoever_has_a_network_is_one_creator() -> None:
    assert tenant_of("2001:db8:1:2::7") == tenant_of("2001:db8:1:2:ffff::1")
    assert tenant_of("2001:db8:1:2::7") != tenant_of("2001:db8:1:3::7")
    assert tenant_of("fe80::1%eth0") == tenant_of("fe80::2")
    assert tenant_of("::ffff:10.0.0.7") == tenant_of("10.0.0.7")


def test_a_game_knows_its_creator_and_no_address(app: Flask, context: Context) -> None:
    made = post(app.test_client(), "10.11.12.13", GUEST).json
    assert load(context, made["game"]["id"]).table.tenant == tenant_of("10.11.12.13")
    assert tenant_of("10.11.12.13") not in json.dumps(made)
    assert b"10.11.12.13" not in everything(context.store.client)


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_without_a_person_have_a_limit_for_each_creator(make_app: Callable[..., Flask], language: str) -> None:
    client = make_app(BOT_GAMES_MAX="2").test_client()
    assert [post(client, "10.0.0.1", BOTS).status_code for _ in range(2)] == [201, 201]
    refused = post(client, "10.0.0.1", BOTS, language)
    assert refused.status_code == 429
    assert refused.headers["Retry-After"]
    assert (refused.json["code"], refused.json["field"]) == ("too_many_bot_games", "seats")
    assert " 2 " in refused.json["detail"]
    assert post(client, "10.0.0.1", GUEST).status_code == 201
    assert post(client, "10.0.0.2", BOTS).status_code == 201


def test_a_game_that_is_over_does_not_count(make_app: Callable[..., Flask]) -> None:
    app = make_app(BOT_GAMES_MAX="1")
    context: Context = app.extensions["context"]
    game_id = post(app.test_client(), "10.0.0.1", BOTS).json["game"]["id"]
    assert bot_games(context.store, tenant_of("10.0.0.1")) == 1
    while owed := load(context, game_id).clock.pending:
        turns.run(context, owed, game_id, load(context, game_id).clock.version)
    assert bot_games(context.store, tenant_of("10.0.0.1")) == 0
    assert post(app.test_client(), "10.0.0.1", BOTS).status_code == 201


def test_the_host_says_how_long_bots_think(make_app: Callable[..., Flask]) -> None:
    client = make_app(BOT_BUDGET_MAX="500").test_client()
    assert post(client, "10.0.0.1", GUEST, options={"strong_budget": 500}).status_code == 201
    refused = post(client, "10.0.0.1", GUEST, options={"strong_budget": 501})
    assert refused.status_code == 422
    assert refused.json["field"] == "options.strong_budget"
    assert "500" in refused.json["detail"]
