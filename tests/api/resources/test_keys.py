"""Keys of apps: made once, known by their hash, good for their scopes alone; whose games, limits and share they are."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.games.base import LANGUAGES
from service.store.accounts import api_keys
from service.store.redis import keys
from service.usecases.accounts.api_keys import all_keys, create_key, revoke_key
from service.usecases.accounts.tenants import tenant_of
from service.usecases.context import Context
from service.usecases.transaction import load
from tests.processes import everything

REQUEST: dict[str, Any] = {"rulebook": "toy", "seats": [{"kind": "human"}, {"kind": "human"}]}
IDEMPOTENT = "0123456789abcdef"
BOTS: dict[str, Any] = {"rulebook": "toy", "seats": [{"kind": "bot"}, {"kind": "bot"}]}


def create(app: Flask, key: str | None, request: dict[str, Any] = REQUEST, **headers: str) -> TestResponse:
    shown = {"Authorization": f"Bearer {key}"} if key else {}
    return app.test_client().post(
        "/v1/games", json=request, headers={**shown, **{name.replace("_", "-"): text for name, text in headers.items()}}
    )


def code(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, (answer.json or {})["code"]


def stored(context: Context) -> bytes:
    return everything(context.store.client)


@pytest.fixture
def only_keys(make_app: Callable[..., Flask], toy: None) -> Flask:
    return make_app(CREATE_GAMES="keys")


def test_a_game_made_with_a_key_is_the_apps(app: Flask, context: Context, toy: None) -> None:
    made = create_key(context, "chess-club")
    mine = (create(app, made.key).json or {})["game"]["id"]
    nobodys = (create(app, None).json or {})["game"]["id"]
    assert load(context, mine).table.app == "chess-club"
    assert load(context, nobodys).table.app == ""


def test_the_store_knows_no_key(app: Flask, context: Context, toy: None) -> None:
    made = create_key(context, "chess-club")
    assert create(app, made.key).status_code == 201
    assert made.key.removeprefix("ak_").encode() not in stored(context)
    secret = made.key.removeprefix("ak_").partition("_")[2]
    assert len(secret) > 40
    assert secret.encode() not in stored(context)


def test_where_only_apps_create_games_others_are_refused(only_keys: Flask) -> None:
    context: Context = only_keys.extensions["context"]
    assert code(create(only_keys, None)) == (401, "key_needed")
    assert code(create(only_keys, "almagest_garbage")) == (401, "key_needed")
    quick = {"rulebook": "toy", "seats": 2, "name": "Ada"}
    assert code(only_keys.test_client().post("/v1/quick", json=quick)) == (401, "key_needed")
    assert create(only_keys, create_key(context, "chess-club").key).status_code == 201


def test_an_invited_player_takes_a_seat_without_a_key(only_keys: Flask) -> None:
    key = create_key(only_keys.extensions["context"], "chess-club").key
    game_id = (create(only_keys, key).json or {})["game"]["id"]
    assert only_keys.test_client().post(f"/v1/games/{game_id}/seats", json={"name": "Ada"}).status_code == 201


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_is_good_for_its_scopes_alone(app: Flask, context: Context, toy: None, language: str) -> None:
    other = create_key(context, "chess-club", ("webhooks",))
    refused = create(app, other.key, Accept_Language=language)
    assert code(refused) == (403, "scope_missing")
    assert "games" in (refused.json or {})["detail"]


@pytest.mark.parametrize("wrong", ["ak_", "ak_none", "ak_0000000000_" + "x" * 43])
def test_a_key_that_there_is_not_is_refused_where_none_is_needed(app: Flask, toy: None, wrong: str) -> None:
    assert code(create(app, wrong)) == (401, "key_unknown")


def test_the_name_of_a_key_is_not_enough(app: Flask, context: Context, toy: None) -> None:
    made = create_key(context, "chess-club")
    assert code(create(app, made.key[:-1] + ("A" if made.key[-1] != "A" else "B"))) == (401, "key_unknown")


def test_a_revoked_key_is_believed_for_seconds_at_most(
    app: Flask, context: Context, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, second = create_key(context, "chess-club"), create_key(context, "chess-club")
    assert create(app, made.key).status_code == 201
    revoke_key(context, made.record.id)
    assert create(app, made.key).status_code == 201
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 5)
    assert code(create(app, made.key)) == (401, "key_unknown")
    assert create(app, second.key).status_code == 201


def test_the_last_use_is_noted_once_a_minute(
    app: Flask, context: Context, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = create_key(context, "chess-club")
    assert [each.used for each in all_keys(context)] == [0]
    create(app, made.key)
    (first,) = all_keys(context)
    assert 0 <= context.now() - first.used < 60_000
    earlier = first.used - 30_000
    context.store.client.hset(keys.APP_KEYS_USED, made.record.id, earlier)
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + api_keys.KNOWN_SECONDS + 1)
    create(app, made.key)
    assert [each.used for each in all_keys(context)] == [earlier]
    context.store.client.hset(keys.APP_KEYS_USED, made.record.id, earlier - 60_000)
    monkeypatch.setattr(time, "monotonic", lambda: now + 2 * api_keys.KNOWN_SECONDS + 2)
    create(app, made.key)
    assert all_keys(context)[0].used >= first.used


def test_tokens_of_seats_are_never_looked_up_among_keys(
    app: Flask, context: Context, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    created = create(app, None).json or {}
    monkeypatch.setattr(context.store.apps, "find", lambda *_: pytest.fail("asked for a key"))
    seat = {"Authorization": f"Bearer {created['token']}"}
    assert app.test_client().get(f"/v1/games/{created['game']['id']}", headers=seat).status_code == 200
    assert create(app, created["token"]).status_code == 201


def test_the_same_request_of_an_app_is_carried_out_once(app: Flask, context: Context, toy: None) -> None:
    """Without the app's key nobody finds the answer."""
    one, other = create_key(context, "chess-club"), create_key(context, "go-club")
    first, again = (create(app, one.key, Idempotency_Key=IDEMPOTENT) for _ in range(2))
    assert first.data == again.data
    assert create(app, other.key, Idempotency_Key=IDEMPOTENT).data != first.data
    assert create(app, None, Idempotency_Key=IDEMPOTENT).data != first.data
    assert code(create(app, one.key, Idempotency_Key="7")) == (422, "key_too_short")


def test_an_app_has_its_own_share_of_thinking(make_app: Callable[..., Flask], toy: None) -> None:
    app = make_app(BOT_GAMES_MAX="1")
    context: Context = app.extensions["context"]
    one, other = create_key(context, "chess-club"), create_key(context, "go-club")
    assert create(app, None, BOTS).status_code == 201
    assert create(app, one.key, BOTS).status_code == 201
    assert code(create(app, one.key, BOTS)) == (429, "too_many_bot_games")
    assert code(create(app, create_key(context, "chess-club").key, BOTS)) == (429, "too_many_bot_games")
    assert create(app, other.key, BOTS).status_code == 201


def test_every_app_is_a_tenant_of_its_own() -> None:
    assert tenant_of("10.0.0.1", "chess-club") == tenant_of("10.0.0.2", "chess-club")
    assert (
        len({tenant_of("10.0.0.1"), tenant_of("10.0.0.1", "one"), tenant_of("one"), tenant_of("10.0.0.1", "two")}) == 4
    )


def test_a_key_has_limits_of_its_own(make_app: Callable[..., Flask], toy: None) -> None:
    limits = {"RATELIMIT_TOKEN": "3 per hour", "RATELIMIT_ADDRESS": "2 per hour", "RATELIMIT_CREATE": "1 per hour"}
    app = make_app(RATELIMIT_ENABLED="true", RATELIMIT_KEY="4 per hour", **limits)
    context: Context = app.extensions["context"]
    usual, other = create_key(context, "chess-club"), create_key(context, "chess-club", limits="3 per hour")
    assert [create(app, usual.key).status_code for _ in range(5)] == [201] * 4 + [429]
    assert [create(app, other.key).status_code for _ in range(4)] == [201] * 3 + [429]
    assert [create(app, None).status_code for _ in range(2)] == [201, 429]


def test_a_key_that_there_is_not_has_no_limits_of_its_own(make_app: Callable[..., Flask], toy: None) -> None:
    app = make_app(RATELIMIT_ENABLED="true", RATELIMIT_ADDRESS="3 per hour")
    answers = [create(app, f"ak_{number:010}_x") for number in range(4)]
    assert [answer.status_code for answer in answers] == [401, 401, 401, 429]


def test_quick_play_of_an_app_stays_among_its_own_tables(app: Flask, context: Context, toy: None) -> None:
    one, other = create_key(context, "chess-club"), create_key(context, "go-club")
    request = {"rulebook": "toy", "seats": 2, "name": "Ada"}

    def sat(key: str | None) -> str:
        shown = {"Authorization": f"Bearer {key}"} if key else {}
        answer = app.test_client().post("/v1/quick", json=request, headers=shown)
        return str((answer.json or {})["game"]["id"])

    tables = [sat(one.key), sat(other.key), sat(None), sat(one.key), sat(other.key), sat(None)]
    assert tables[:3] == tables[3:]
    assert len(set(tables)) == 3
    assert [load(context, table).table.app for table in tables[:3]] == ["chess-club", "go-club", ""]
