"""Every error answer is problem+json (RFC 9457). One table says which status and title a code has."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from service import json
from service.games.base import IllegalMove
from service.json import UnreadableJson
from service.logs import log
from service.store.answers import KeyReused
from service.store.client import StoreAway
from service.store.hub import TooManyWaiters
from service.tables.refusals import Refused

PROBLEM_TYPE = "application/problem+json"
RETRY_SECONDS = 1

PROBLEMS: dict[str, tuple[int, str]] = {
    "bad_request": (400, "Bad request"),
    "unreadable_json": (400, "Unreadable JSON"),
    "bad_header": (400, "Unreadable header"),
    "token_needed": (401, "Token needed"),
    "token_unknown": (401, "Unknown token"),
    "not_the_host": (403, "Only for the host"),
    "invite_wrong": (403, "Invite code needed"),
    "not_found": (404, "Not found"),
    "unknown_game": (404, "Unknown game"),
    "unknown_seat": (404, "Unknown seat"),
    "unknown_rulebook": (404, "Unknown rulebook"),
    "method_not_allowed": (405, "Method not allowed"),
    "not_acceptable": (406, "Not acceptable"),
    "illegal_move": (409, "Illegal move"),
    "not_open": (409, "Game not open"),
    "not_running": (409, "Game not running"),
    "not_your_decision": (409, "Not your decision"),
    "not_finished": (409, "Game not finished"),
    "not_idle": (409, "Seat not idle"),
    "not_scoring": (409, "Nothing to score"),
    "not_automatic": (409, "A person sits here"),
    "stale_version": (412, "Stale version"),
    "body_too_large": (413, "Body too large"),
    "uri_too_long": (414, "Address too long"),
    "wrong_content_type": (415, "Wrong content type"),
    "expectation_failed": (417, "Expectation failed"),
    "invalid_field": (422, "Invalid field"),
    "key_reused": (422, "Idempotency key reused"),
    "version_needed": (428, "Version needed"),
    "too_many_requests": (429, "Too many requests"),
    "headers_too_large": (431, "Headers too large"),
    "internal_error": (500, "Internal error"),
    "store_away": (503, "Store away"),
    "busy": (503, "Busy"),
}

_BY_STATUS = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "body_too_large",
    415: "wrong_content_type",
    429: "too_many_requests",
}


def problem(code: str, detail: str, title: str | None = None, status: int | None = None, **extra: Any) -> Response:
    """An error answer. `extra` are further members: ruling, field, version and the like."""
    default_status, default_title = PROBLEMS.get(code, (409, "Illegal move"))
    body = {
        "type": f"/docs#{code}",
        "title": title or default_title,
        "status": status or default_status,
        "detail": detail,
        "code": code,
        **extra,
    }
    response = Response(json.dumps(body), body["status"], content_type=PROBLEM_TYPE)
    if body["status"] in (429, 503):
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    if body["status"] == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _refused(error: Refused) -> Response:
    return problem(error.code, error.detail, **error.extra)


def _illegal(error: IllegalMove) -> Response:
    """The rules' own codes keep their name; all are 409."""
    refusal = error.refusal
    return problem(refusal.code, refusal.detail, "Illegal move", 409, ruling=refusal.ruling)


def _unreadable(error: UnreadableJson) -> Response:
    return problem("unreadable_json", f"The JSON cannot be read: {error}.")


def _flat(messages: Any, path: str = "") -> list[tuple[str, str]]:
    """Marshmallow's nested messages as pairs of field and sentence."""
    if isinstance(messages, dict):
        return [pair for key, value in messages.items() for pair in _flat(value, f"{path}.{key}" if path else str(key))]
    return [(path, str(message)) for message in messages]


def _invalid(error: ValidationError) -> Response:
    found = _flat(error.messages)
    field, sentence = found[0]
    errors = [{"field": name, "detail": text} for name, text in found]
    named = f"{field}: {sentence}" if field and field != "_schema" else sentence
    return problem("invalid_field", named, field=field, errors=errors)


def _reused(_: KeyReused) -> Response:
    return problem("key_reused", "This Idempotency-Key was used for another request.")


def _away(error: StoreAway) -> Response:
    log().warning("store_away", reason=str(error))
    return problem("store_away", "The store of games is away for a moment; try again.")


def _crowded(_: TooManyWaiters) -> Response:
    return problem("busy", "Too many requests wait for events here; try again.")


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return Response(error.get_response(request.environ).get_data(), status, dict(error.get_headers()))
    response = problem(_BY_STATUS.get(status, "internal_error"), error.description or "", status=status)
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def _unexpected(error: Exception) -> Response:
    log().exception("unexpected_error", kind=type(error).__name__)
    return problem("internal_error", "Something went wrong here; the request id helps to find out what.")


def register(app: Flask) -> None:
    handlers: dict[type[Exception], Any] = {
        Refused: _refused,
        IllegalMove: _illegal,
        UnreadableJson: _unreadable,
        ValidationError: _invalid,
        KeyReused: _reused,
        StoreAway: _away,
        TooManyWaiters: _crowded,
        HTTPException: _http,
        Exception: _unexpected,
    }
    for kind, handler in handlers.items():
        app.register_error_handler(kind, handler)
