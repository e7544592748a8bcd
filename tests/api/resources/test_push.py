"""Web Push over the API: a seat says where it is called; what cannot be is refused by its field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.core.settings import SettingsError, load_settings
from service.usecases.accounts.api_keys import create_key
from service.usecases.context import Context
from tests.driver import Table, play_out
from tests.pushing import PUSH_KEY, Browser

SERVICE = "https://updates.push.services.mozilla.com"
MakeApp = Callable[..., Flask]


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    return make_app(PUSH_KEY=PUSH_KEY, PUSH_DEVICES_MAX="2")


@pytest.fixture
def table(app: Flask, toy: None) -> Table:
    return Table.full(app, "toy", 2)


def put(table: Table, seat: int | None, subscription: Any, **headers: str) -> TestResponse:
    shown = {"Authorization": f"Bearer {table.tokens[seat]}"} if seat else {}
    http = table.app.test_client()
    return http.put(f"{table.path}/seats/me/push", json=subscription, headers={**shown, **headers})


def delete(table: Table, seat: int, device: str = "") -> TestResponse:
    shown = {"Authorization": f"Bearer {table.tokens[seat]}"}
    query = f"?device={device}" if device else ""
    return table.app.test_client().delete(f"{table.path}/seats/me/push{query}", headers=shown)


def languages(table: Table) -> list[tuple[int, str]]:
    devices = table.context.store.push.subscriptions(table.id)
    return sorted((device.seat, device.language) for device in devices)


def test_the_hosts_push_key_is_public(app: Flask) -> None:
    told = app.test_client().get("/v1/push")
    assert told.status_code == 200
    key = (told.json or {})["public_key"]
    assert len(key) == 87
    assert PUSH_KEY not in told.text


def test_a_seat_subscribes_in_its_language_and_ends_it(table: Table) -> None:
    phone, desk, others = Browser(SERVICE, "uk"), Browser(SERVICE), Browser(SERVICE)
    first = put(table, 1, phone.subscription)
    assert first.status_code == 200
    assert put(table, 1, phone.subscription).json == first.json, "the same browser is the same device"
    assert put(table, 1, desk.subscription, **{"Accept-Language": "fr"}).status_code == 200
    assert put(table, 2, others.subscription).status_code == 200
    assert languages(table) == [(1, "fr"), (1, "uk"), (2, "en")]
    device = (first.json or {})["device"]
    assert delete(table, 2, device).status_code == 204
    assert languages(table) == [(1, "fr"), (1, "uk"), (2, "en")], "it is not that seat's"
    assert delete(table, 1, device).status_code == 204
    assert languages(table) == [(1, "fr"), (2, "en")]
    assert delete(table, 1).status_code == 204
    assert delete(table, 1).status_code == 204
    assert languages(table) == [(2, "en")]


def test_a_player_subscribes_with_its_own_token(app: Flask, toy: None) -> None:
    context: Context = app.extensions["context"]
    key = create_key(context, "club").key
    table = Table(app, "toy", [{"kind": "human", "player": f"user-{number}"} for number in (1, 2)], key=key)
    http = app.test_client()
    made = http.post("/v1/players/user-2/token", headers={"Authorization": f"Bearer {key}"}, json={})
    table.tokens[2] = (made.json or {})["token"]
    assert put(table, 2, Browser(SERVICE).subscription).status_code == 200
    assert languages(table) == [(2, "en")]


def _without(subscription: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in subscription.items() if key != name}


GOOD = Browser(SERVICE).subscription
OFF_THE_CURVE = "BA" + "A" * 85


@pytest.mark.parametrize(
    ("subscription", "field"),
    [
        (_without(GOOD, "endpoint"), "endpoint"),
        (_without(GOOD, "keys"), "keys"),
        ({**GOOD, "expirationTime": None}, "expirationTime"),
        ({**GOOD, "language": "tlh"}, "language"),
        ({**GOOD, "endpoint": "https://push.example.org/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://evilpush.services.mozilla.com.example.org/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://notpush.apple.com/x"}, "endpoint"),
        ({**GOOD, "endpoint": SERVICE.replace("https", "http") + "/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://a|b.push.apple.com/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://user@web.push.apple.com/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://.push.apple.com/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://web..push.apple.com/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://-.push.apple.com/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://web-.push.apple.com/x"}, "endpoint"),
        ({**GOOD, "endpoint": f"https://{'a' * 64}.push.apple.com/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://web.push.apple.com./x"}, "endpoint"),
        *(({**GOOD, "endpoint": f"https://web.push.apple.com:{port}/x"}, "endpoint") for port in (22, 443, 8443, "")),
        ({**GOOD, "endpoint": "https://push.apple.com:25/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://127.0.0.1/x"}, "endpoint"),
        ({**GOOD, "endpoint": "https://web.push.apple.com/" + "x" * 1000}, "endpoint"),
        ({**GOOD, "keys": {**GOOD["keys"], "p256dh": "short"}}, "keys.p256dh"),
        ({**GOOD, "keys": {**GOOD["keys"], "p256dh": OFF_THE_CURVE}}, "keys.p256dh"),
        ({**GOOD, "keys": {**GOOD["keys"], "auth": "A" * 21}}, "keys.auth"),
        ({**GOOD, "keys": {"p256dh": GOOD["keys"]["p256dh"]}}, "keys.auth"),
    ],
)
def test_a_wrong_subscription_is_refused_by_its_field(table: Table, subscription: dict[str, Any], field: str) -> None:
    answer = put(table, 1, subscription)
    assert (answer.status_code, (answer.json or {})["field"]) == (422, field)
    assert languages(table) == []


def test_strangers_and_ended_games_are_refused(table: Table) -> None:
    assert put(table, None, GOOD).status_code == 401
    for seat in (1, 2):
        table.app.test_client().delete(
            f"{table.path}/seats/me", headers={"Authorization": f"Bearer {table.tokens[seat]}"}
        )
    assert put(table, 1, GOOD).status_code == 401


def test_a_finished_game_calls_nobody(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    assert put(table, 1, GOOD).status_code == 200
    play_out(table)
    assert languages(table) == []
    assert (put(table, 1, GOOD).json or {})["code"] == "not_running"


def test_a_host_without_a_key_says_so(make_app: MakeApp, toy: None) -> None:
    app = make_app()
    for answer in (app.test_client().get("/v1/push"), put(Table.full(app, "toy", 2), 1, GOOD)):
        assert (answer.status_code, (answer.json or {})["code"]) == (404, "push_off")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PUSH_KEY", "short"),
        ("PUSH_KEY", "A" * 43),
        ("PUSH_CONTACT", "somebody"),
        ("PUSH_SERVICES", "*"),
        ("PUSH_SERVICES", "https://push.example.org/path"),
        ("PUSH_NETWORKS", "here"),
        ("PUSH_DEVICES_MAX", "0"),
    ],
)
def test_settings_that_cannot_be_are_refused_and_the_key_is_not_repeated(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name) as refused:
        load_settings({name: value})
    assert name != "PUSH_KEY" or value not in str(refused.value)
