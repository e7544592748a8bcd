"""Who may call what: every endpoint by every kind of caller. An endpoint without a rule fails here."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.api.openapi import examples
from service.usecases.accounts import players
from service.usecases.accounts.api_keys import create_key, revoke_key
from tests.driver import Table, humans

SEATED = ("seat", "host", "wrong seat")
STRANGERS = ("no token", "other game", "rotated", "garbage", "not bearer", "other key", "revoked key")
PLAYERS = ("player", "other player", "lapsed player")
CALLERS = (*SEATED, *STRANGERS, *PLAYERS, "key")

_BODIES: dict[str, Any] = {
    "games.create_game": {"rulebook": "toy", "seats": [{"kind": "bot"}]},
    "games.create_games": {"games": [{"rulebook": "toy", "seats": [{"kind": "bot"}]}]},
    "games.quick_play": {"rulebook": "toy", "seats": 2, "name": "New"},
    "seats.take_seat": {"name": "New"},
    "push.subscribe_push": examples.SUBSCRIBE_PUSH,
    "webhooks.create_webhook": {"url": "https://club.example.org/", "events": ["turn.changed"]},
    "moves.play_move": {"type": "choose", "number": 1},
    "moves.preview_move": {"type": "choose", "number": 1},
}
_REFUSED = {401, 403}
_NOWHERE = "0" * 20
SEATS = {"host": 1, "seat": 2, "wrong seat": 3, "player": 2}


class Context:
    """A public and a private game, and everybody's tokens."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.key = create_key(app.extensions["context"], "chess-club").key
        self.other_key = create_key(app.extensions["context"], "other-club").key
        self.public = self._full()
        self.private = self._full(visibility="private")
        self.other = Table.full(app, "toy", 3)
        self.lapsed = self._player("user-2")[:-1] + "-"
        self.revoked = self._revoked_key()

    def token(self, table: Table, caller: str) -> str | None:
        tokens: dict[str, Callable[[], str | None]] = {
            "no token": lambda: None,
            "seat": lambda: f"Bearer {table.tokens[SEATS['seat']]}",
            "host": lambda: f"Bearer {table.tokens[SEATS['host']]}",
            "wrong seat": lambda: f"Bearer {table.tokens[SEATS['wrong seat']]}",
            "other game": lambda: f"Bearer {self.other.tokens[1]}",
            "rotated": lambda: f"Bearer {self._rotated(table)}",
            "garbage": lambda: "Bearer almagest_garbage",
            "not bearer": lambda: "Basic YTpi",
            "key": lambda: f"Bearer {self.key}",
            "other key": lambda: f"Bearer {self.other_key}",
            "revoked key": lambda: f"Bearer {self.revoked}",
            "player": lambda: f"Bearer {self._player('user-2')}",
            "other player": lambda: f"Bearer {self._player('user-8')}",
            "lapsed player": lambda: f"Bearer {self.lapsed}",
        }
        return tokens[caller]()

    def _full(self, **request: Any) -> Table:
        """Three people, the second of them a player of the app."""
        seats: list[Any] = [{"kind": "human", "player": f"user-{number}"} for number in (1, 2, 3)]
        return Table(self.app, "toy", seats, key=self.key, **request)

    def _player(self, player: str) -> str:
        answer = players.issue(self.app.extensions["context"], "chess-club", player)
        return str(json.loads(answer.body)["token"])

    def _revoked_key(self) -> str:
        context = self.app.extensions["context"]
        made = create_key(context, "chess-club")
        revoke_key(context, made.record.id)
        return made.key

    def _rotated(self, table: Table) -> str:
        old = table.tokens[2]
        answer = table.post("/seats/me/token", 2)
        table.tokens[2] = (answer.json or {})["token"]
        return old

    def call(self, table: Table, rule: Any, caller: str) -> TestResponse:
        return self.call_at(table.id, table, rule, caller)

    def call_at(self, game_id: str, table: Table, rule: Any, caller: str) -> TestResponse:
        """As somebody at the table, or not, at whatever game."""
        path = _path(self.app, rule, game_id)
        headers = {"If-Match": '"0"'}
        token = self.token(table, caller)
        if token:
            headers["Authorization"] = token
        method = next(iter(rule.methods - {"HEAD", "OPTIONS"}))
        answer = self.app.test_client().open(
            path,
            method=method,
            headers=headers,
            json=_BODIES.get(rule.endpoint, {}) if method in ("POST", "PATCH", "PUT") else None,
        )
        if rule.endpoint == "seats.rotate_token" and answer.json and answer.status_code == 200:
            table.tokens[answer.json["seat"]] = answer.json["token"]
        return answer


def _path(app: Flask, rule: Any, game_id: str) -> str:
    values = {"game_id": game_id, "seat": 1, "rulebook_id": "toy", "pack_hash": "0" * 64}
    values |= {"player": "user-9", "hash_": "0" * 16, "name": "docs.css"}
    values |= {"webhook_id": "wh_" + "0" * 16, "delivery_id": "0" * 35}
    _, path = rule.build({name: values[name] for name in rule.arguments}) or ("", "")
    return str(path)


@pytest.fixture
def context(app: Flask, toy: None) -> Context:
    return Context(app)


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
    if access in ("app", "creator", "comer", "lister", "game_app"):
        return _expected_of_apps(access, caller, private)
    if access == "player" or caller in PLAYERS:
        return _expected_of_players(access, caller, private)
    if access in ("everybody", "newcomer"):
        return {404} if access == "newcomer" and private else None
    if caller in ("not bearer", "revoked key"):
        return {401}
    if caller in ("key", "other key"):
        return _expected_of_keys(access, caller, private)
    if caller in ("other game", "rotated", "garbage"):
        return {404} if private else {401}
    if caller == "no token" and private:
        return {401, 404}
    if caller == "no token":
        return None if access == "viewer" else {401}
    if access in ("host", "owner") and caller != "host":
        return {403}
    return None


def _expected_of_keys(access: str, caller: str, private: bool) -> set[int] | None:
    """An app is a spectator of its own games, also private ones, and may end them; a key is no seat."""
    if private and caller == "other key":
        return {404}
    if access == "viewer" or (access == "owner" and caller == "key"):
        return None
    return {403} if access == "owner" else {401}


def _expected_of_players(access: str, caller: str, private: bool) -> set[int] | None:
    """A player is its seat where it sits, and somebody without a token where it does not."""
    if access == "player":
        return None if caller in ("player", "other player") else {401}
    if caller == "lapsed player":
        return None if access == "everybody" else {401}
    as_if = {"player": "seat", "other player": "no token"}[caller]
    return {404} if as_if == "no token" and private and access != "everybody" else _expected(access, as_if, private)


def _expected_of_apps(access: str, caller: str, private: bool) -> set[int] | None:
    """Operations of apps take a key and nothing else; who creates a game may show one, but none that is not good. Nor
    does a player's token that has lapsed seat anybody."""
    if access == "game_app" and caller == "other key":
        return {404} if private else {403}
    if access in ("creator", "comer", "lister"):
        return {401} if caller == "revoked key" or (access, caller) == ("comer", "lapsed player") else None
    return None if caller in ("key", "other key") else {401}


def test_the_matrix(context: Context) -> None:
    wrong = []
    for (rule, access), caller, private in itertools.product(_rules(context.app), CALLERS, (False, True)):
        if rule.endpoint == "seats.leave_seat" and caller in (*SEATED, "player"):
            continue  # it succeeds and ends the seat; tested with the seats
        table = context.private if private else context.public
        answer = context.call(table, rule, caller)
        expected = _expected(access, caller, private)
        right = answer.status_code in expected if expected else answer.status_code not in _REFUSED
        if not right or answer.status_code >= 500 or not _is_its_own(answer, access, caller):
            wrong.append((rule.endpoint, caller, private, answer.status_code))
    assert not wrong


def _is_its_own(answer: TestResponse, access: str, caller: str) -> bool:
    """What is answered to a seat is that seat's and no other's."""
    told = (answer.get_json(silent=True) or {}) if answer.status_code == 200 and access in ("viewer", "seat") else {}
    return "seat" not in told or told["seat"] == SEATS.get(caller)


def test_no_two_callers_are_the_same(context: Context) -> None:
    tokens = {caller: context.token(context.public, caller) for caller in CALLERS if caller != "rotated"}
    assert len(set(tokens.values())) == len(tokens)


def test_a_seat_plays_for_itself_alone(context: Context) -> None:
    """The wrong seat's move leaves the right one's decision as it was."""
    wrong, right = SEATS["wrong seat"], SEATS["seat"]
    assert context.public.play(wrong, {"type": "choose", "number": 1}, 0).status_code == 200
    assert context.public.game(wrong)["deciders"] == [1, right]
    assert [seat["chosen"] for seat in context.public.game(wrong)["view"]["seats"]] == [None, None, 1]
    assert context.public.play(wrong, {"type": "choose", "number": 2}, 1).status_code == 409
    assert context.public.play(right, {"type": "choose", "number": 2}, 1).status_code == 200


def test_a_refusal_says_how_to_authenticate(context: Context) -> None:
    answer = context.app.test_client().get(f"{context.public.path}/moves")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.content_type == "application/problem+json"


def test_the_seat_comes_from_the_token_never_from_the_body(context: Context) -> None:
    answer = context.public.play(2, {"type": "choose", "number": 1, "seat": 1}, 0)
    assert answer.status_code == 422
    assert (answer.json or {})["field"] == "seat"


def test_a_private_game_is_joined_with_its_invite_code_alone(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(2), visibility="private")
    assert table.sit("B").status_code == 404
    assert table.sit("B", "wrong").status_code == 404
    assert table.sit("B", table.created["invite"]).status_code == 201


def _seen_with(table: Table, token: str, rest: str = "") -> TestResponse:
    return table.app.test_client().get(f"{table.path}{rest}", headers={"Authorization": f"Bearer {token}"})


def test_who_is_invited_reads_a_private_game_until_it_starts_and_nothing_else_of_it(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(2), visibility="private")
    invite, other = table.created["invite"], Table(app, "toy", humans(2), visibility="private").created["invite"]
    seen = _seen_with(table, invite)
    assert (seen.status_code, (seen.json or {})["seat"]) == (200, None)
    assert (seen.json or {})["seed_hash"] == table.created["game"]["seed_hash"]
    assert _seen_with(table, other).status_code == 404
    assert [_seen_with(table, invite, rest).status_code for rest in ("/events", "/moves", "/score")] == [404] * 3
    table.sit("B", invite)
    assert _seen_with(table, invite).status_code == 404


def _shown(answer: TestResponse, game_id: str) -> tuple[int, str, dict[str, str]]:
    headers = {name: value for name, value in answer.headers if name not in ("X-Request-ID", "Content-Length")}
    return answer.status_code, answer.text.replace(game_id, "the game"), headers


def test_a_private_game_and_none_at_all_are_answered_alike(context: Context) -> None:
    """Whatever is asked by who has no right to it; a seat whose token was rotated away is a stranger, too, and so are
    players of the app who do not sit there, or not any more."""
    told_apart = []
    for (rule, access), caller in itertools.product(_rules(context.app), (*STRANGERS, "other player", "lapsed player")):
        if "game_id" not in rule.arguments:
            continue
        private = context.call(context.private, rule, caller)
        nowhere = context.call_at(_NOWHERE, context.private, rule, caller)
        if _shown(private, context.private.id) != _shown(nowhere, _NOWHERE):
            told_apart.append((rule.endpoint, access, caller))
    assert told_apart == []


def test_private_games_are_not_listed(context: Context) -> None:
    listed = {game["id"] for game in (context.app.test_client().get("/v1/games").json or {})["games"]}
    assert context.public.id in listed
    assert context.private.id not in listed
