"""Every error answer is problem+json (RFC 9457). The tables of refusals say which status, title and sentence a code has
(`wire/refusals.py` for the service, `refusals.py` of each game for its rules)."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Flask, Response, has_request_context, request
from marshmallow import ValidationError
from marshmallow.exceptions import SCHEMA
from werkzeug.exceptions import HTTPException

from service.api.http.requests import language
from service.core.logs import log
from service.games.refusals import IllegalMove
from service.games.texts import Said
from service.schemas.fields import Message
from service.store.games import idempotency as kept
from service.store.live import quotas
from service.store.redis.errors import StoreUnavailable
from service.wire import refusals
from service.wire.answers import FieldProblem, Problem
from service.wire.refusals import ILLEGAL, TEXTS, Refusal, Refused

PROBLEM_TYPE = "application/problem+json"
RETRY_SECONDS = 1
CROWDED_SECONDS = 5
"""Who finds no place to wait, or has lost it, comes again after a while."""

_BY_STATUS: dict[int, Refusal] = {
    400: refusals.BadRequest(),
    404: refusals.NotFound(),
    405: refusals.MethodNotAllowed(),
    406: refusals.NotAcceptable(),
    413: refusals.BodyTooLarge(),
    415: refusals.WrongContentType(),
}


def _answer(problem: Problem, spoken: str) -> Response:
    response = Response(msgspec.json.encode(problem), problem.status, content_type=PROBLEM_TYPE)
    response.headers["Content-Language"] = spoken
    response.headers["Vary"] = "Accept-Language"
    if problem.status in (429, 503):
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _members(refusal: Refusal) -> dict[str, Any]:
    """The fields of a refusal that the answer has, too."""
    return {name: getattr(refusal, name) for name in refusal.__struct_fields__ if name in Problem.__struct_fields__}


def problem(refusal: Refusal, **more: Any) -> Response:
    """An error answer of the service's own."""
    spoken = language() if has_request_context() else "en"
    body = Problem(
        type=f"/docs#{refusal.code}",
        title=refusal.title(spoken),
        status=refusal.status,
        detail=refusal.sentence(spoken),
        code=refusal.code,
        **_members(refusal),
        **more,
    )
    return _answer(body, spoken)


def _refused(error: Refused) -> Response:
    return problem(error.refusal)


def _illegal(error: IllegalMove) -> Response:
    """The rules' own codes keep their name; all have one status."""
    spoken, refusal, rulebook = language(), error.refusal, error.rulebook
    body = Problem(
        type=f"/docs#{rulebook.id}.{refusal.code}",
        title=TEXTS.say("title.illegal_move", spoken),
        status=ILLEGAL,
        detail=rulebook.sentence(refusal, spoken),
        code=refusal.code,
        ruling=refusal.cited,
        ruling_title=rulebook.ruling_title(refusal.cited, spoken),
    )
    return _answer(body, spoken)


_UNFIT = Said("field.unfit")
"""For messages that are not ours; no field of ours has any left, says a test."""


BODY = "body"
"""The field of what is wrong with the whole of it."""


def _below(path: str, key: str) -> str:
    """An object that is none is named itself."""
    return path if key == SCHEMA else f"{path}.{key}" if path else key


def _flat(messages: Any, path: str = "") -> list[tuple[str, Said]]:
    """Marshmallow's nested messages as pairs of field and what is to be said of it."""
    if isinstance(messages, dict):
        return [pair for key, value in messages.items() for pair in _flat(value, _below(path, str(key)))]
    return [(path or BODY, message.said if isinstance(message, Message) else _UNFIT) for message in messages]


def _invalid(error: ValidationError) -> Response:
    found = _flat(error.messages)
    field, why = found[0]
    spoken = language()
    errors = tuple(FieldProblem(field=name, detail=TEXTS.say(said.key, spoken, **said.values)) for name, said in found)
    return problem(refusals.InvalidField(field, why), errors=errors)


def _reused(_: kept.IdempotencyKeyReused) -> Response:
    return problem(refusals.KeyReused())


def _away(error: StoreUnavailable) -> Response:
    log().warning("store_away", reason=str(error))
    return problem(refusals.StoreAway())


def _crowded(_: quotas.TooManyWaiters) -> Response:
    response = problem(refusals.TooManyListeners())
    response.headers["Retry-After"] = str(CROWDED_SECONDS)
    return response


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if isinstance(error.response, Response):
        return error.response
    response = problem(_BY_STATUS.get(status, refusals.InternalError()))
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def _unexpected(error: Exception) -> Response:
    log().exception("unexpected_error", kind=type(error).__name__)
    return problem(refusals.InternalError())


def register(app: Flask) -> None:
    handlers: dict[type[Exception], Any] = {
        Refused: _refused,
        IllegalMove: _illegal,
        ValidationError: _invalid,
        kept.IdempotencyKeyReused: _reused,
        StoreUnavailable: _away,
        quotas.TooManyWaiters: _crowded,
        HTTPException: _http,
        Exception: _unexpected,
    }
    for kind, handler in handlers.items():
        app.register_error_handler(kind, handler)
