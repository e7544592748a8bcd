"""Reading requests and sending answers, without a store."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, Response

from service.api.http import requests, responses
from service.api.http.compression import SMALLEST, CachedBody
from service.games.refusals import Term
from service.store.games.idempotency import Answer, IdempotencyKey, Scope
from service.wire.refusals import BadHeader, KeyTooShort, Refused, TokenMalformed, VersionNeeded, WrongContentType

Call = Callable[..., Any]
KEY = "a-key-of-sixteen"


@pytest.fixture
def call() -> Call:
    """Calls a function within a request."""
    app = Flask("test")

    def inside(function: Callable[..., Any], *arguments: Any, path: str = "/path", **request: Any) -> Any:
        with app.test_request_context(path, **request):
            return function(*arguments)

    return inside


def _refusal_of(call: Call, function: Callable[..., Any], **headers: str) -> Any:
    with pytest.raises(Refused) as refused:
        call(function, headers={name.replace("_", "-"): value for name, value in headers.items()})
    return refused.value.refusal


def test_a_token_is_read_from_a_bearer_header_alone(call: Call) -> None:
    assert call(requests.bearer_token) is None
    for header in ("Bearer abc", "bearer  abc ", "BEARER abc"):
        assert call(requests.bearer_token, headers={"Authorization": header}) == "abc"
        assert call(requests.optional_token, headers={"Authorization": header}) == "abc"
    for header in ("abc", "Basic abc", "Bearer", "Bearer a b"):
        assert isinstance(_refusal_of(call, requests.bearer_token, Authorization=header), TokenMalformed)
        assert call(requests.optional_token, headers={"Authorization": header}) is None
    assert call(requests.optional_token) is None


def test_a_version_is_a_number_in_quotes_or_any_tag_that_begins_with_one(call: Call) -> None:
    for header in ('"12"', ' "12" ', '"12.a.fr"'):
        assert call(requests.version, headers={"If-Match": header}) == 12
    assert isinstance(_refusal_of(call, requests.version), VersionNeeded)
    refusal = _refusal_of(call, requests.version, If_Match="12")
    assert refusal == BadHeader("If-Match", Term("header.if_match"))


def test_the_key_of_a_request_is_bound_to_its_token_its_path_and_its_body(call: Call) -> None:
    headers = {"Authorization": "Bearer abc", "Idempotency-Key": "k"}
    found = call(requests.seat_idempotency_key, headers=headers, data=b"body", method="POST")
    assert found == IdempotencyKey.for_request("k", Scope("seat", "abc", "/path"), b"body")
    assert call(requests.seat_idempotency_key, headers={"Authorization": "Bearer abc"}) is None
    assert call(requests.seat_idempotency_key, headers={"Idempotency-Key": "k"}) is None
    refusal = _refusal_of(call, requests.seat_idempotency_key, Idempotency_Key="a b")
    assert refusal == BadHeader("Idempotency-Key", Term("header.idempotency_key"))


def test_a_key_without_a_token_is_long_and_bound_to_the_address(call: Call) -> None:
    sent: Any = {"headers": {"Idempotency-Key": KEY}, "data": b"body", "environ_base": {"REMOTE_ADDR": "10.0.0.1"}}
    found = call(requests.newcomer_idempotency_key, method="POST", **sent)
    assert found == IdempotencyKey.for_request(KEY, Scope("address", "10.0.0.1", "/path"), b"body")
    assert call(requests.newcomer_idempotency_key, "held", method="POST", **sent) == IdempotencyKey.for_request(
        KEY, Scope("seat", "held", "/path"), b"body"
    )
    assert call(requests.newcomer_idempotency_key) is None
    refusal = _refusal_of(call, requests.newcomer_idempotency_key, Idempotency_Key=KEY[1:])
    assert refusal == KeyTooShort("Idempotency-Key", 16)


@pytest.mark.parametrize(
    ("path", "accepted", "language"),
    [
        ("/?lang=uk", "fr", "uk"),
        ("/?lang=xx", "fr", "fr"),
        ("/", "xx, fr-CA;q=0.5, ru;q=0.4", "fr"),
        ("/", "FR", "fr"),
        ("/", "fr;q=0, ru", "ru"),
        ("/", "xx", "en"),
        ("/", "", "en"),
    ],
)
def test_the_language_is_lang_else_the_best_of_accept_language(
    call: Call, path: str, accepted: str, language: str
) -> None:
    assert call(requests.language, path=path, headers={"Accept-Language": accepted}) == language


def test_a_body_is_json_or_missing_where_it_is_optional(call: Call) -> None:
    for kind in ("application/json", "application/json; charset=utf-8"):
        assert call(requests.body, method="POST", data=b'{"a":1}', content_type=kind) == {"a": 1}
    assert call(requests.body, False, method="POST", data=b"") == {}
    for data, required in ((b"{}", False), (b"", True)):
        with pytest.raises(Refused) as refused:
            call(requests.body, required, method="POST", data=data, content_type="text/plain")
        assert isinstance(refused.value.refusal, WrongContentType)


def test_limits_count_by_token_else_by_address(call: Call) -> None:
    here: Any = {"environ_base": {"REMOTE_ADDR": "10.0.0.1"}}
    assert call(requests.address_key, **here) == call(requests.token_key, **here) == "10.0.0.1"
    hashed = call(requests.token_key, headers={"Authorization": "Bearer abc"}, **here)
    assert hashed == hashlib.sha256(b"abc").hexdigest()


def test_an_answer_is_sent_with_etag_and_location(call: Call) -> None:
    full: Response = call(responses.send, Answer(201, b"{}", '"7"', "/v1/games/x"))
    assert (full.status_code, full.data, full.content_type) == (201, b"{}", "application/json")
    assert (full.headers["ETag"], full.headers["Location"]) == ('"7"', "/v1/games/x")
    empty: Response = call(responses.send, Answer(204, b""))
    assert (empty.status_code, empty.data) == (204, b"")
    assert not {"ETag", "Location"} & set(empty.headers.keys())
    assert empty.content_type != "application/json"


def test_a_client_that_has_the_version_gets_304_without_a_body(call: Call) -> None:
    answer = Answer(200, b"{}", '"7"')
    new: Response = call(responses.send_if_new, answer, headers={"If-None-Match": '"6"'})
    assert (new.status_code, new.data, new.content_type) == (200, b"{}", "application/json")
    assert (new.headers["Vary"], new.headers["Cache-Control"]) == ("Authorization", "private, no-cache")
    for header in ('"7"', 'W/"7"', '"6", "7"'):
        old: Response = call(responses.send_if_new, answer, headers={"If-None-Match": header})
        assert (old.status_code, old.data, old.headers["ETag"]) == (304, b"", '"7"')
        assert "Content-Type" not in old.headers
    assert call(responses.send_if_new, answer).status_code == 200


LARGE = CachedBody(b"a" * (SMALLEST + 1), "text/x")


def test_a_cached_body_is_sent_in_an_accepted_encoding_under_one_etag(call: Call) -> None:
    assert LARGE.etag == hashlib.sha256(LARGE.body).hexdigest()[:16]
    plain: Response = call(responses.send_cached, LARGE, "no-cache")
    packed: Response = call(responses.send_cached, LARGE, "no-cache", headers={"Accept-Encoding": "br"})
    assert (plain.data, plain.content_type, plain.headers["Cache-Control"]) == (LARGE.body, "text/x", "no-cache")
    assert "Content-Encoding" not in plain.headers
    assert (packed.data, packed.headers["Content-Encoding"]) == (LARGE.encode("br"), "br")
    assert {answer.headers["ETag"] for answer in (plain, packed)} == {f'"{LARGE.etag}"'}
    assert {answer.headers["Vary"] for answer in (plain, packed)} == {"Accept-Encoding"}
    known = {"Accept-Encoding": "br", "If-None-Match": f'"{LARGE.etag}"'}
    old: Response = call(responses.send_cached, LARGE, "no-cache", headers=known)
    assert (old.status_code, old.data) == (304, b"")
    assert not {"Content-Encoding", "Content-Type"} & set(old.headers.keys())


def test_a_body_is_not_compressed_if_it_is_small_or_gets_no_smaller() -> None:
    small, noise = CachedBody(b"a" * SMALLEST, "x"), CachedBody(hashlib.shake_256(b"").digest(SMALLEST + 1), "x")
    assert small.for_client("br") == ("", small.body)
    assert noise.for_client("br") == ("", noise.body)
    assert LARGE.for_client("gzip") == ("gzip", LARGE.encode("gzip"))
    assert LARGE.encode("gzip") is LARGE.encode("gzip")


def test_an_answer_says_its_language(call: Call) -> None:
    response: Response = call(responses.send_if_new, Answer(200, b"{}", '"1"'), "fr")
    assert response.headers["Content-Language"] == "fr"
    assert set(response.headers["Vary"].split(", ")) == {"Authorization", "Accept-Language"}
