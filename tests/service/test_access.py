"""Who may call what: every endpoint by every kind of caller. An endpoint without a rule fails here."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.service.driver import Table, humans

CALLERS = ("no token", "seat", "host", "wrong seat", "other game", "rotated", "garbage", "not bearer")

_BODIES: dict[str, Any] = {
    "games.create_game": {"rulebook": "toy", "seats": [{"kind": "bot"}]},
    "seats.take_seat": {"name": "New"},
    "moves.play_move": {"type": "choose", "number": 1},
    "moves.preview_move": {"type": "choose", "number": 1},
}
_REFUSED = {401, 403}


class House:
    """A public and a private game, and everybody's tokens."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.public = Table.full(app, "toy", 2)
        self.private = Table.full(app, "toy", 2, visibility="private")
        self.other = Table.full(app, "toy", 2)

    def token(self, table: Table, caller: str) -> str | None:
        tokens: dict[str, Callable[[], str | None]] = {
            "no token": lambda: None,
            "seat": lambda: f"Bearer {table.tokens[2]}",
            "host": lambda: f"Bearer {table.tokens[1]}",
            "wrong seat": lambda: f"Bearer {table.tokens[2]}",
            "other game": lambda: f"Bearer {self.other.tokens[1]}",
            "rotated": lambda: f"Bearer {self._rotated(table)}",
            "garbage": lambda: "Bearer almagest_garbage",
            "not bearer": lambda: "Basic YTpi",
        }
        return tokens[caller]()

    def _rotated(self, table: Table) -> str:
        old = table.tokens[2]
        answer = table.post("/seats/me/token", 2)
        table.tokens[2] = (answer.json or {})["token"]
        return old

    def call(self, table: Table, rule: Any, caller: str) -> TestResponse:
        path = _path(self.app, rule, table.id)
        headers = {"If-Match": '"0"'}
        token = self.token(table, caller)
        if token:
            headers["Authorization"] = token
        method = next(iter(rule.methods - {"HEAD", "OPTIONS"}))
        answer = self.app.test_client().open(
            path, method=method, headers=headers, json=_BODIES.get(rule.endpoint, {}) if method == "POST" else None
        )
        if rule.endpoint == "seats.rotate_token" and answer.json and answer.status_code == 200:
            table.tokens[answer.json["seat"]] = answer.json["token"]
        return answer


def _path(app: Flask, rule: Any, game_id: str) -> str:
    values = {"game_id": game_id, "seat": 1, "rulebook_id": "toy", "name": "docs.css", "filename": "x"}
    _, path = rule.build({name: values[name] for name in rule.arguments}) or ("", "")
    return str(path)


@pytest.fixture
def house(app: Flask, toy: None) -> House:
    return House(app)


def _rules(app: Flask) -> list[tuple[Any, str]]:
    found = []
    for rule in app.url_map.iter_rules():
        if rule.endpoint.startswith("api-docs."):
            continue
        view = app.view_functions[rule.endpoint]
        assert "access" in vars(view), f"{rule.endpoint} has no access rule"
        found.append((rule, vars(view)["access"]))
    return found


def test_every_endpoint_has_a_rule(app: Flask) -> None:
    assert len(_rules(app)) >= 24


def _expected(access: str, caller: str, private: bool) -> set[int] | None:
    """The refusals that are due, or None when the caller is let in."""
    if access in ("everybody", "newcomer"):
        return {403} if access == "newcomer" and private else None
    if caller in ("other game", "rotated", "garbage", "not bearer"):
        return {401}
    if caller == "no token":
        return None if access == "viewer" and not private else {401}
    if access == "host" and caller != "host":
        return {403}
    return None


def test_the_matrix(house: House) -> None:
    wrong = []
    for (rule, access), caller, private in itertools.product(_rules(house.app), CALLERS, (False, True)):
        if rule.endpoint == "seats.leave_seat" and caller in ("seat", "host", "wrong seat"):
            continue  # it succeeds and ends the seat; tested with the seats
        table = house.private if private else house.public
        answer = house.call(table, rule, caller)
        expected = _expected(access, caller, private)
        right = answer.status_code in expected if expected else answer.status_code not in _REFUSED
        if not right or answer.status_code >= 500:
            wrong.append((rule.endpoint, caller, private, answer.status_code))
    assert not wrong


def test_a_refusal_says_how_to_authenticate(house: House) -> None:
    answer = house.app.test_client().get(f"{house.private.path}")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.content_type == "application/problem+json"


def test_the_seat_comes_from_the_token_never_from_the_body(house: House) -> None:
    answer = house.public.play(2, {"type": "choose", "number": 1, "seat": 1}, 0)
    assert answer.status_code == 422
    assert (answer.json or {})["field"] == "seat"


def test_a_private_game_is_joined_with_its_invite_code_alone(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(2), visibility="private")
    assert table.sit("B").status_code == 403
    assert table.sit("B", "wrong").status_code == 403
    assert table.sit("B", table.created["invite"]).status_code == 201


def test_private_games_are_not_listed(house: House) -> None:
    listed = {game["id"] for game in (house.app.test_client().get("/v1/games").json or {})["games"]}
    assert house.public.id in listed
    assert house.private.id not in listed
