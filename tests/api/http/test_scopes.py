"""Whose idempotency key it is: nobody gets the answer to somebody else's, and nobody reads it from the store."""

from __future__ import annotations

import hashlib

import pytest
from cryptography.exceptions import InvalidTag
from flask import Flask
from werkzeug.test import TestResponse

from service.games.base import LANGUAGES
from service.store.games.idempotency import Answer, IdempotencyKey, IdempotencyKeyReused, Scope
from service.usecases.accounts import tokens
from tests.driver import Table, humans

KEY = "a-key-of-the-victim"
VICTIM = "127.0.0.77"
REQUEST = {"rulebook": "toy", "seats": humans(2)}


def _create(app: Flask, address: str, key: str, **headers: str) -> TestResponse:
    return app.test_client().post(
        "/v1/games", json=REQUEST, headers={"Idempotency-Key": key, **headers}, environ_base={"REMOTE_ADDR": address}
    )


@pytest.mark.parametrize("forged", [VICTIM, f"Bearer {VICTIM}", f"address {VICTIM}", f"Basic {VICTIM}"])
def test_an_address_is_not_forged_as_a_token(app: Flask, toy: None, forged: str) -> None:
    """`make attack` calls this the forged scope."""
    own = (_create(app, VICTIM, KEY).json or {})["token"]
    assert own == (_create(app, VICTIM, KEY).json or {})["token"]
    other = _create(app, "127.0.0.1", KEY, Authorization=forged)
    assert other.status_code == 201
    assert (other.json or {})["token"] != own


def test_neighbours_in_a_network_have_different_keys(app: Flask, toy: None) -> None:
    own, other = (_create(app, f"2001:db8::{number}", KEY).json or {} for number in (1, 2))
    assert own["token"] != other["token"]


def test_a_token_shown_by_a_newcomer_is_no_scope(app: Flask, toy: None) -> None:
    """Else a made-up token, of one letter, would make a short key do."""
    first = _create(app, VICTIM, KEY, Authorization="Bearer x")
    assert first.data == _create(app, VICTIM, KEY).data
    assert _create(app, VICTIM, "short", Authorization="Bearer x").status_code == 422


def test_two_seats_may_use_the_same_key(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    seats = [table.post("/seats/me/token", seat, Idempotency_Key="1").json or {} for seat in (1, 2)]
    assert [answer["seat"] for answer in seats] == [1, 2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_that_others_could_guess_is_refused_without_a_token(app: Flask, toy: None, language: str) -> None:
    headers = {"Accept-Language": language}
    short = _create(app, VICTIM, "k" * 15, **headers).json or {}
    assert (short["status"], short["code"], short["field"]) == (422, "key_too_short", "Idempotency-Key")
    assert "16" in short["detail"]
    assert _create(app, VICTIM, "k" * 16, **headers).status_code == 201
    table = Table(app, "toy", humans(3))
    assert table.post("/seats", None, {"name": "B"}, Idempotency_Key="short").status_code == 422


def test_what_the_store_knows_does_not_open_an_answer() -> None:
    """It knows the hash of a token, the path, and whatever keys people like."""
    token = "almagest_token"
    key = IdempotencyKey.for_request("1", Scope("seat", token, "/path"), b"")
    sealed = key.encrypt(Answer(200, b"almagest_new"))
    assert b"almagest" not in sealed
    known = Scope("seat", hashlib.sha256(token.encode()).hexdigest(), "/path")
    for other in (known, Scope("address", token, "/path"), Scope("seat", token, "/other")):
        guess = IdempotencyKey.for_request("1", other, b"")
        assert guess.name != key.name
        with pytest.raises(InvalidTag):
            guess.decrypt(sealed)


def test_an_answer_comes_back_for_its_own_request_alone() -> None:
    scope, given = Scope("seat", "t", "/path"), Answer(200, b"body", '"1"')
    sealed = IdempotencyKey.for_request("1", scope, b"request").encrypt(given)
    assert IdempotencyKey.for_request("1", scope, b"request").decrypt(sealed) == given
    with pytest.raises(IdempotencyKeyReused):
        IdempotencyKey.for_request("1", scope, b"another").decrypt(sealed)


def test_a_changed_answer_is_not_believed() -> None:
    key = IdempotencyKey.for_request("1", Scope("seat", "t", "/path"), b"")
    sealed = bytearray(key.encrypt(Answer(200, b"body")))
    sealed[-20] ^= 1
    with pytest.raises(InvalidTag):
        key.decrypt(bytes(sealed))


def test_secrets_have_their_documented_length() -> None:
    """256 and 80 bits, in letters of 6 and 5 bits; an invite code can be read out."""
    assert len(tokens.new_token()) == len(tokens.TOKEN_PREFIX) + 43
    invite = tokens.new_invite()
    assert (len(invite), invite) == (16, invite.lower())
