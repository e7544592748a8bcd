"""Whatever is wrong with a field is said in the caller's language; no message of marshmallow's own gets out."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.games.base import LANGUAGES
from service.wire.refusals import TEXTS
from tests.driver import Table

SEATS = [{"kind": "human"}, {"kind": "bot"}]
REQUESTS: list[Any] = [
    [],
    "text",
    {},
    {"rulebook": None, "seats": None},
    {"rulebook": {}, "seats": {}},
    {"rulebook": "chess", "seats": []},
    {"rulebook": "astra", "seats": [None, 1, {}]},
    {"rulebook": "astra", "seats": SEATS, "options": None},
    {"rulebook": "astra", "seats": SEATS, "options": []},
    {"rulebook": "astra", "seats": SEATS, "options": {"pack": None}},
    {"rulebook": "astra", "seats": SEATS, "options": {"pack": []}},
    {"rulebook": "astra", "seats": SEATS, "options": {"pack": "none", "moon": "full"}},
    {"rulebook": "astra", "seats": SEATS, "options": {"strong_budget": "many"}},
    {"rulebook": "astra", "seats": [{"kind": "human", "level": "greedy"}, {"kind": "cat", "level": "weak"}]},
    {"rulebook": "astra", "seats": [{"kind": "human", "name": "\u202e"}, {"kind": "human", "name": "x" * 41}]},
    {"rulebook": "astra", "seats": SEATS, "turn_seconds": "60", "idle_seconds": 0, "visibility": 1, "more": 1},
    {"rulebook": "astra", "seats": SEATS * 5},
]
QUERIES = ["limit=x", "limit=0", "status=none", "cursor=!", "rulebook=chess", "more=1"]


def _said(language: str, body: Any) -> list[str]:
    errors = body.get("errors") or [{"detail": body["detail"]}]
    return [error["detail"] for error in errors] + [body["title"]]


@pytest.mark.parametrize("body", REQUESTS, ids=str)
def test_a_wrong_request_is_refused_in_every_language(app: Flask, body: Any) -> None:
    answers = {
        language: app.test_client().post("/v1/games", json=body, headers={"Accept-Language": language})
        for language in LANGUAGES
    }
    assert {answer.status_code for answer in answers.values()} == {422}
    for language, answer in answers.items():
        assert answer.headers["Content-Language"] == language
        assert TEXTS.say("field.unfit", language) not in _said(language, answer.json)
    assert len({tuple(_said(language, answer.json)) for language, answer in answers.items()}) == len(LANGUAGES)


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_is_refused_in_every_language(app: Flask, query: str) -> None:
    for language in LANGUAGES:
        answer = app.test_client().get(f"/v1/games?{query}", headers={"Accept-Language": language})
        assert (answer.status_code, answer.headers["Content-Language"]) == (422, language)
        assert TEXTS.say("field.unfit", language) not in _said(language, answer.json)


@pytest.mark.parametrize("move", [{}, [], {"type": 1}, {"type": "observe"}, {"type": "observe", "card": 1}])
def test_a_move_is_refused_in_every_language(app: Flask, move: Any) -> None:
    table = Table.full(app, "astra", 2)
    for language in LANGUAGES:
        headers = {**table.headers(1), "If-Match": '"0"', "Accept-Language": language}
        answer = table.http.post(f"{table.path}/moves", json=move, headers=headers)
        assert (answer.status_code, answer.headers["Content-Language"]) == (422, language)
        assert TEXTS.say("field.unfit", language) not in _said(language, answer.json)
