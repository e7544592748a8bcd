"""What problems say by their headers."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.exceptions import ServiceUnavailable

from service.api.http import problems
from service.api.http.problems import CROWDED_SECONDS, RETRY_SECONDS, problem
from service.games.refusals import NOT_YOUR_DECISION, IllegalMove
from service.games.registry import RULEBOOKS
from service.store.errors import StoreUnavailable
from service.store.live.quotas import TooManyWaiters
from service.wire import refusals


@pytest.mark.parametrize(
    ("refusal", "retry"),
    [
        (refusals.StoreAway(), str(RETRY_SECONDS)),
        (refusals.TooManyRequests("1 per 1 minute"), str(RETRY_SECONDS)),
        (refusals.NotFound(), None),
        (refusals.InternalError(), None),
    ],
)
def test_a_temporary_refusal_says_when_to_retry(refusal: refusals.Refusal, retry: str | None) -> None:
    answer = problem(refusal)
    assert answer.headers.get("Retry-After") == retry
    assert (answer.status_code, answer.content_type) == (refusal.status, "application/problem+json")
    assert (answer.headers["Content-Language"], answer.headers["Vary"]) == ("en", "Accept-Language")


def test_a_missing_token_is_answered_with_www_authenticate() -> None:
    assert problem(refusals.TokenNeeded()).headers["WWW-Authenticate"] == "Bearer"
    assert "WWW-Authenticate" not in problem(refusals.NotTheHost()).headers


def test_the_retry_after_of_an_http_error_is_passed_on() -> None:
    with Flask("asked").test_request_context():
        answer = problems._handle_http_error(ServiceUnavailable(retry_after=7))
    assert (answer.status_code, answer.headers["Retry-After"]) == (500, "7")


def test_a_move_against_the_rules_is_refused_with_the_ruling_and_its_title() -> None:
    refusal, astra = NOT_YOUR_DECISION, RULEBOOKS["astra"]
    with Flask("asked").test_request_context(headers={"Accept-Language": "fr"}):
        told: Any = problems._handle_illegal_move(IllegalMove(refusal, astra)).json
    assert told == {
        "type": f"/docs#astra.{refusal.code}",
        "title": refusals.TEXTS.say("title.illegal_move", "fr"),
        "status": refusals.ILLEGAL,
        "detail": astra.sentence(refusal, "fr"),
        "code": refusal.code,
        "ruling": refusal.cited_ruling,
        "ruling_title": astra.ruling_title(refusal.cited_ruling, "fr"),
    }


@pytest.mark.parametrize(
    ("error", "status", "code", "retry"),
    [
        (StoreUnavailable("away"), 503, "store_away", str(RETRY_SECONDS)),
        (TooManyWaiters(), 503, "too_many_listeners", str(CROWDED_SECONDS)),
        (ZeroDivisionError("secret"), 500, "internal_error", None),
    ],
)
def test_what_goes_wrong_has_a_code(
    app: Flask, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, code: str, retry: str | None
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("service.usecases.views.lists.page", fail)
    answer = app.test_client().get("/v1/games")
    assert (answer.status_code, (answer.json or {})["code"]) == (status, code)
    assert answer.headers.get("Retry-After") == retry
    assert "secret" not in answer.text


def test_a_wrong_method_is_answered_with_the_allowed_ones(app: Flask) -> None:
    answer = app.test_client().put("/v1/games")
    assert (answer.status_code, (answer.json or {})["code"]) == (405, "method_not_allowed")
    assert {"GET", "POST"} <= set(answer.headers["Allow"].split(", "))
