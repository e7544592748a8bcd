"""Bad input gets a problem with a code, and the field that is wrong."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.driver import Table, humans

REQUEST: dict[str, Any] = {"rulebook": "toy", "seats": humans(2)}
UNREADABLE: dict[str, bytes] = {
    "empty": b"",
    "not json": b"{",
    "trailing": b"{} {}",
    "nan": b'{"rulebook": NaN}',
    "infinity": b'{"rulebook": -Infinity}',
    "overflow": b'{"turn_seconds": 1e999}',
    "huge integer": b'{"turn_seconds": ' + b"9" * 5000 + b"}",
    "large integer": b'{"turn_seconds": 9007199254740993}',
    "duplicate key": b'{"rulebook": "toy", "rulebook": "toy"}',
    "deep arrays": b"[" * 5000 + b"]" * 5000,
    "deep objects": b'{"a":' * 20 + b"1" + b"}" * 20,
    "lone surrogate": rb'{"rulebook": "\ud800"}',
    "half a pair in a key": rb'{"\udc00": 1}',
    "nul": rb'{"rulebook": "a\u0000b"}',
    "raw control": b'{"rulebook": "a\x01b"}',
    "not utf-8": b'{"rulebook": "\xff\xfe"}',
    "byte order mark": b"\xef\xbb\xbf{}",
    "many names": b"{" + b",".join(b'"%d":0' % number for number in range(201)) + b"}",
    "a string without an end": b"[" * 17 + b'"' + rb"\"" * 8000,
}


@pytest.fixture
def http_post(app: Flask, toy: None) -> Any:
    client = app.test_client()

    def post(data: bytes, content_type: str = "application/json", path: str = "/v1/games") -> TestResponse:
        return client.post(path, data=data, content_type=content_type)

    return post


def _problem(answer: TestResponse, status: int) -> dict[str, Any]:
    problem = answer.json or {}
    assert answer.status_code == status, answer.data
    assert answer.content_type == "application/problem+json"
    assert {"type", "title", "status", "detail", "code"} <= set(problem)
    assert problem["status"] == status
    return problem


def test_unreadable_bodies(http_post: Any) -> None:
    for name, data in UNREADABLE.items():
        assert _problem(http_post(data), 400)["code"] == "unreadable_json", name


def test_at_most_200_names_of_an_object_are_read(http_post: Any) -> None:
    names = ",".join(f'"{number}":0' for number in range(200))
    assert _problem(http_post(f"{{{names}}}".encode()), 422)["code"] == "invalid_field"


def test_an_answer_names_20_wrong_fields_at_most_and_cuts_long_names(http_post: Any) -> None:
    wrong = {**REQUEST, **{f"{number}": 0 for number in range(100)}}
    assert len(_problem(http_post(json.dumps(wrong).encode()), 422)["errors"]) == 20
    named = _problem(http_post(json.dumps({**REQUEST, "a" * 10_000: 0}).encode()), 422)
    assert named["field"] == named["errors"][0]["field"] == "a" * 100


def test_a_list_that_is_too_long_is_refused_as_a_whole(http_post: Any) -> None:
    refused = _problem(http_post(json.dumps({**REQUEST, "seats": [1] * 5_000}).encode()), 422)
    assert [each["field"] for each in refused["errors"]] == ["seats"]


def test_unreadable_moves(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    headers = table.headers(1, If_Match='"0"', Content_Type="application/json")
    for path, data in itertools.product(("moves", "moves/preview"), UNREADABLE.values()):
        _problem(table.http.post(f"{table.path}/{path}", data=data, headers=headers), 400)


def test_too_large(http_post: Any) -> None:
    assert _problem(http_post(b'{"rulebook": "' + b"a" * 17_000 + b'"}'), 413)["code"] == "body_too_large"


def test_wrong_content_type(http_post: Any) -> None:
    body = json.dumps(REQUEST).encode()
    for content_type in ("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert _problem(http_post(body, content_type), 415)["code"] == "wrong_content_type"
    assert http_post(body, "application/json; charset=utf-8").status_code == 201


WRONG_FIELDS: list[tuple[dict[str, Any], str]] = [
    ({"colour": "red"}, "colour"),
    ({"rulebook": 7}, "rulebook"),
    ({"rulebook": None}, "rulebook"),
    ({"rulebook": "chess"}, "rulebook"),
    ({"seats": []}, "seats"),
    ({"seats": humans(5)}, "seats"),
    ({"seats": "two"}, "seats"),
    ({"seats": [{"kind": "cat"}]}, "seats.0.kind"),
    ({"seats": [{"kind": "human", "level": "greedy"}]}, "seats.0.level"),
    ({"seats": [{"kind": "bot", "level": "best"}]}, "seats.0.level"),
    ({"seats": [{"kind": "human", "token": "x"}]}, "seats.0.token"),
    ({"options": {"rounds": "7"}}, "options.rounds"),
    ({"options": {"stars": "7"}}, "options.stars"),
    ({"options": {"rounds": 1}}, "options.rounds"),
    ({"options": []}, "options"),
    ({"options": {"rounds": []}}, "options.rounds"),
    ({"clock": 5}, "clock"),
    ({"visibility": "secret"}, "visibility"),
    ({"turn_seconds": "5"}, "turn_seconds"),
    ({"turn_seconds": 1.0}, "turn_seconds"),
    ({"turn_seconds": True}, "turn_seconds"),
    ({"turn_seconds": 0}, "turn_seconds"),
    ({"turn_seconds": -1}, "turn_seconds"),
    ({"idle_seconds": "x"}, "idle_seconds"),
    ({"options": {"idle_seconds": "x"}}, "options.idle_seconds"),
    ({"seats": [{"kind": "bot"}], "visibility": "private"}, "visibility"),
]


def test_the_wrong_field_is_named(http_post: Any) -> None:
    for change, field in WRONG_FIELDS:
        problem = _problem(http_post(json.dumps({**REQUEST, **change}).encode()), 422)
        assert (problem["field"], problem["code"]) == (field, "invalid_field")


def test_a_missing_field_is_named(http_post: Any) -> None:
    for missing, other in (("rulebook", "seats"), ("seats", "rulebook")):
        assert _problem(http_post(json.dumps({other: REQUEST[other]}).encode()), 422)["field"] == missing


def test_a_body_that_is_no_object(http_post: Any) -> None:
    for body in (b"[]", b"3", b'"text"', b"null"):
        assert _problem(http_post(body), 422)["field"] == "body"


WRONG_MOVES: list[tuple[dict[str, Any], str]] = [
    ({"type": "fly"}, "type"),
    ({"number": 1}, "type"),
    ({"type": 3}, "type"),
    ({"type": "choose"}, "number"),
    ({"type": "choose", "number": "1"}, "number"),
    ({"type": "choose", "number": 1.0}, "number"),
    ({"type": "choose", "number": True}, "number"),
    ({"type": "choose", "number": None}, "number"),
    ({"type": "choose", "number": 1, "extra": 2}, "extra"),
    ({"type": "draw", "note": 3}, "note"),
    ({"type": "draw", "note": "a" * 101}, "note"),
]


def test_a_wrong_move_names_its_field(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    for move, field in WRONG_MOVES:
        assert _problem(table.play(1, move, 0), 422)["field"] == field


def test_a_move_that_is_no_object(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    headers = table.headers(1, If_Match='"0"', Content_Type="application/json")
    for move in (b"[]", b"3", b'"rest"', b"null"):
        _problem(table.http.post(f"{table.path}/moves", data=move, headers=headers), 422)


UNFIT_NAMES = (
    "",
    " ",
    "a" * 41,
    "a\nb",
    "a\u202eb",
    "a\u200fb",
    "a\u2066b",
    "\u0007",
    "a\u2028b",
    "\ue000",
    "\u200b",
    "a\u200bb",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u3164",
    "\U000e0041",
    "\u200d",
)


def test_unfit_names(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(2))
    for name in UNFIT_NAMES:
        assert _problem(table.sit(name), 422)["field"] == "name", ascii(name)


def test_names_are_normalised(app: Flask, toy: None) -> None:
    names = {
        "  Hypatia ": "Hypatia",
        "Zoe\u0308": "Zo\u00eb",
        "Гипатия": "Гипатия",
        "\u2b50": "\u2b50",
        "a" * 40: "a" * 40,
    }
    for given, stored in names.items():
        table = Table(app, "toy", humans(2))
        assert table.sit(given).status_code == 201
        assert table.game()["seats"][1]["name"] == stored


def test_wrong_queries_of_lists(app: Flask) -> None:
    limits = ("limit=0", "limit=101", "limit=x", "limit=1.5")
    for query in (*limits, "status=lost", "rulebook=chess", "cursor=%00", "cursor=zz", "page=2"):
        assert _problem(app.test_client().get(f"/v1/games?{query}"), 422)["field"] == query.split("=")[0]


def test_wrong_queries_and_headers_of_events(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    for query in ("after=-1", "after=x", "limit=0", "wait=31", "wait=1.5", "after=²", "x=1"):
        _problem(table.get(f"/events?{query}"), 422)
    for last in ("x", "-1", "1" * 10, "", "\u0661".encode().decode("latin1")):
        _problem(table.get("/events", None, Last_Event_ID=last), 400)


def test_a_wrong_idempotency_key(app: Flask, toy: None) -> None:
    for key in ("", " ", "a b", "é".encode().decode("latin1"), "a" * 256):
        _problem(app.test_client().post("/v1/games", json=REQUEST, headers={"Idempotency-Key": key}), 400)


def test_what_is_not_there(app: Flask) -> None:
    games = ("/v1/games/x", "/v1/games/" + "0" * 20)
    for path in (*games, "/v1/nothing", "/v1/rulebooks/chess", "/docs/../x", "/web/" + "a" * 300, "/docs/" + "a" * 300):
        _problem(app.test_client().get(path), 404)


def test_wrong_methods(app: Flask) -> None:
    answer = app.test_client().delete("/v1/games")
    assert _problem(answer, 405)["code"] == "method_not_allowed"
    assert "POST" in answer.headers["Allow"]


def test_an_unknown_language_is_refused_and_an_unknown_preference_is_english(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/v1/rulebooks?lang=xx").status_code == 422
    answer = client.get("/v1/rulebooks", headers={"Accept-Language": "xx, yy;q=0.5"})
    assert answer.headers["Content-Language"] == "en"
    for accepted, given in (
        ("uk", "uk"),
        ("uk-UA,ru;q=0.5", "uk"),
        ("fr-FR,en;q=0.8", "fr"),
        ("tlh, ru;q=0.3, en;q=0", "ru"),
    ):
        answer = client.get("/v1/rulebooks", headers={"Accept-Language": accepted})
        assert answer.headers["Content-Language"] == given
    assert client.get("/v1/rulebooks?lang=fr", headers={"Accept-Language": "uk"}).headers["Content-Language"] == "fr"


def test_names_of_many_writings_are_taken(http_post: Any) -> None:
    for name in ("Зоря", "نگاه\u200cکن", "👩\u200d🚀", "O'Brien-Ω 3"):
        request = json.dumps({"rulebook": "toy", "seats": [{"kind": "human", "name": name}, {"kind": "bot"}]})
        assert http_post(request.encode()).status_code == 201, name
