"""Compressed answers: who gets one, and that no answer with a secret is ever one."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import Any

import brotli  # type: ignore[import-untyped]  # the package has no types
import msgspec
import pytest
import requests
from flask import Flask
from werkzeug.test import TestResponse

from service.api.http import compression
from service.api.openapi.description import build_document
from tests.driver import Table, humans
from tests.processes import HUNG, Server

BOTH = "gzip, deflate, br"
SECRETS = {"token", "invite", "secret"}
OF_THE_RULES = ("view", "move", "event", "content")
"""A token there is a piece on a board."""


def _unpacked(answer: TestResponse) -> bytes:
    match answer.headers.get("Content-Encoding"):
        case "br":
            return bytes(brotli.decompress(answer.get_data()))
        case "gzip":
            return gzip.decompress(answer.get_data())
        case _:
            return answer.get_data()


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("gzip;q=1, br;q=0.5", "gzip"),
        ("*", "br"),
        ("identity", ""),
        ("deflate", ""),
        ("gzip;q=0", ""),
        ("", ""),
        ("gzip;q=x,,;", ""),
    ],
)
def test_the_encoding_is_the_one_that_the_client_likes_best(accepted: str, encoding: str) -> None:
    assert compression.choose_encoding(accepted) == encoding


@pytest.mark.parametrize("encoding", ["br", "gzip", ""])
def test_an_answer_is_compressed_if_the_client_accepts_it(app: Flask, encoding: str) -> None:
    table = Table.full(app, "astra", 2)
    plain = table.get(seat=1)
    answer = table.get(seat=1, Accept_Encoding=encoding)
    assert answer.headers.get("Content-Encoding", "") == encoding
    assert _unpacked(answer) == plain.data
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    assert len(answer.data) < len(plain.data) or not encoding
    assert "Accept-Encoding" in answer.headers.getlist("Vary")
    assert plain.headers.getlist("Vary") == answer.headers.getlist("Vary")


def test_a_played_move_is_compressed(app: Flask) -> None:
    table = Table.full(app, "astra", 2)
    seat = table.game()["deciders"][0]
    move = table.moves(seat)["moves"][0]["move"]
    answer = table.post("/moves?include=moves", seat, move, If_Match='"0"', Accept_Encoding=BOTH)
    assert answer.headers["Content-Encoding"] == "br"
    assert msgspec.json.decode(_unpacked(answer))["version"] == 1


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_the_tag_of_a_compressed_answer_is_known_again(app: Flask, encoding: str) -> None:
    table = Table.full(app, "astra", 2)
    answer = table.get(seat=1, Accept_Encoding=encoding)
    assert answer.headers["ETag"] == table.get(seat=1).headers["ETag"]
    for accepted in (encoding, ""):
        again = table.get(seat=1, Accept_Encoding=accepted, If_None_Match=answer.headers["ETag"])
        assert (again.status_code, again.data) == (304, b"")
        assert "Content-Encoding" not in again.headers


def test_small_answers_and_errors_are_left_as_they_are(app: Flask) -> None:
    client = app.test_client()
    for path in ("/healthz", "/v1/games/none"):
        assert "Content-Encoding" not in client.get(path, headers={"Accept-Encoding": BOTH}).headers


def test_a_head_request_is_answered_without_a_body(app: Flask) -> None:
    table = Table.full(app, "astra", 2)
    answer = table.http.head(table.path, headers={"Accept-Encoding": BOTH})
    assert (answer.status_code, answer.data) == (200, b"")
    assert "Content-Encoding" not in answer.headers


def _names(schema: Any, schemas: dict[str, Any], seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names of all fields below a schema."""
    if isinstance(schema, list):
        for each in schema:
            yield from _names(each, schemas, seen)
    elif isinstance(schema, dict):
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if schemas.get(name, {}).get("x-kind") in OF_THE_RULES:
            return
        if name and name not in seen:
            yield from _names(schemas[name], schemas, seen | {name})
        yield from schema.get("properties", {})
        for each in schema.values():
            yield from _names(each, schemas, seen)


def _operations_with_secrets() -> set[str]:
    spec = build_document()
    schemas = spec["components"]["schemas"]
    return {
        operation["operationId"]
        for path in spec["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
        for status, answer in operation["responses"].items()
        if status < "400" and SECRETS & set(_names(answer.get("content", {}), schemas))
    }


def test_every_answer_that_may_hold_a_secret_is_left_alone() -> None:
    """A new operation with a token in its answer fails here until it is listed."""
    assert _operations_with_secrets() == {
        "createGame",
        "createManyGames",
        "quickPlay",
        "rematch",
        "takeSeat",
        "rotateToken",
        "createPlayerToken",
        "createWebhook",
    }
    games = {"games.create_game", "games.create_games", "games.quick_play", "games.play_again"}
    apps = {"players.create_player_token", "webhooks.create_webhook"}
    assert {*games, *apps, "seats.take_seat", "seats.rotate_token"} == compression.SECRET


def test_answers_with_a_token_are_never_compressed_nor_when_they_are_repeated(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BREACH: the length of a compressed answer tells how much of it is like what the asker wrote."""
    monkeypatch.setattr(compression, "SMALLEST", 0)
    client = app.test_client()
    request = {"rulebook": "astra", "seats": humans(2), "visibility": "private"}
    asked = {"Accept-Encoding": BOTH, "Idempotency-Key": "the-same-key-again"}
    made = [client.post("/v1/games", json=request, headers=asked) for _ in range(2)]
    game = made[0].json or {}
    path, body = f"/v1/games/{game['game']['id']}", {"name": "B", "invite": game["invite"]}
    taken = [client.post(f"{path}/seats", json=body, headers=asked) for _ in range(2)]
    held = {**asked, "Authorization": f"Bearer {game['token']}"}
    rotated = [client.post(f"{path}/seats/me/token", headers=held) for _ in range(2)]
    for answer in (*made, *taken, *rotated):
        assert answer.status_code in (200, 201), answer.data
        assert b"almagest_" in answer.data
        assert "Content-Encoding" not in answer.headers
    assert [made[0].data, taken[0].data, rotated[0].data] == [made[1].data, taken[1].data, rotated[1].data]


def test_over_the_wire(server: Server) -> None:
    """gunicorn sends what the middleware made: compressed answers whole, streams as they come."""
    request = {"rulebook": "astra", "seats": [{"kind": "human"}, {"kind": "human"}]}
    made = requests.post(f"{server.url}/v1/games", json=request, headers={"Accept-Encoding": BOTH}, timeout=HUNG)
    assert "Content-Encoding" not in made.headers
    address = f"{server.url}/v1/games/{made.json()['game']['id']}"
    requests.post(f"{address}/seats", json={"name": "B"}, timeout=HUNG)
    plain = requests.get(address, headers={"Accept-Encoding": "identity"}, timeout=HUNG)
    for encoding in ("br", "gzip"):
        answer = requests.get(address, headers={"Accept-Encoding": encoding}, timeout=HUNG)
        assert answer.headers["Content-Encoding"] == encoding
        assert int(answer.headers["Content-Length"]) < len(plain.content)
        assert answer.json() == plain.json()
    asked = {"Accept": "text/event-stream", "Accept-Encoding": BOTH}
    with requests.get(f"{address}/events?include=view,moves", headers=asked, stream=True, timeout=HUNG) as stream:
        assert "Content-Encoding" not in stream.headers
        lines = stream.iter_lines()
        assert next(lines).startswith(b"retry: ")
        assert any(line == b"event: frame" for line in lines)
