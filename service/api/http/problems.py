"""Every error answer is problem+json (RFC 9457). The tables of refusals say which status, title and sentence a code has
(`wire/refusals.py` for the service, `refusals.py` of each game for its rules)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from flask import Flask, Response, has_request_context, request
from flask.globals import request_ctx
from marshmallow import ValidationError
from marshmallow.exceptions import SCHEMA
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from service.api.http import addresses
from service.api.http.requests import language
from service.core.logs import log
from service.games.refusals import IllegalMove
from service.games.texts import LazyText
from service.schemas.fields import LONGEST_NAME, MOST_ERRORS, Message
from service.schemas.requests import InvalidGames
from service.store.errors import RecordIsDamaged, StoreUnavailable
from service.store.games.idempotency import IdempotencyKeyReused
from service.store.live.quotas import TooManyWaiters
from service.usecases.games.bulk import CannotCreate
from service.wire import refusals
from service.wire.answers import FailedGame, FieldProblem, Problem
from service.wire.refusals import ILLEGAL, TEXTS, Refusal, Refused

PROBLEM_TYPE = "application/problem+json"
RETRY_SECONDS = 1
CROWDED_SECONDS = 5
"""When a client that finds no free slot, or has lost its slot, may try again."""

_BY_STATUS: dict[int, Refusal] = {
    400: refusals.BadRequest(),
    404: refusals.NotFound(),
    405: refusals.MethodNotAllowed(),
    406: refusals.NotAcceptable(),
    413: refusals.BodyTooLarge(),
    415: refusals.WrongContentType(),
}


def _answer(problem: Problem, lang: str) -> Response:
    response = Response(msgspec.json.encode(problem), problem.status, content_type=PROBLEM_TYPE)
    response.headers["Content-Language"] = lang
    response.headers["Vary"] = "Accept-Language"
    if problem.status in (429, 503):
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _members(refusal: Refusal) -> dict[str, Any]:
    """Pick the fields of a refusal that a `Problem` has, too."""
    return {name: getattr(refusal, name) for name in refusal.__struct_fields__ if name in Problem.__struct_fields__}


def problem(refusal: Refusal, **more: Any) -> Response:
    """An error answer of the service's own."""
    lang = language() if has_request_context() else "en"
    body = Problem(
        type=f"/docs#{refusal.code}",
        title=refusal.title(lang),
        status=refusal.status,
        detail=refusal.sentence(lang),
        code=refusal.code,
        **_members(refusal),
        **more,
    )
    return _answer(body, lang)


def _handle_refusal(error: Refused) -> Response:
    return problem(error.refusal)


def _handle_illegal_move(error: IllegalMove) -> Response:
    """Answer with the code of the rulebook; all of them share one status."""
    lang, refusal, rulebook = language(), error.refusal, error.rulebook
    body = Problem(
        type=f"/docs#{rulebook.id}.{refusal.code}",
        title=TEXTS.say("title.illegal_move", lang),
        status=ILLEGAL,
        detail=rulebook.sentence(refusal, lang),
        code=refusal.code,
        ruling=refusal.cited_ruling,
        ruling_title=rulebook.ruling_title(refusal.cited_ruling, lang),
    )
    return _answer(body, lang)


_OTHER_MESSAGE = LazyText("field.unfit")
"""Stands for messages of marshmallow itself; a test checks that no field of ours has one."""
BODY = "body"
"""The `field` of an error about the body as a whole."""


def _field_path(path: str, key: str) -> str:
    """Name a field by its path; marshmallow puts errors about a whole object under the key `SCHEMA`."""
    name = key[:LONGEST_NAME]
    return path if key == SCHEMA else f"{path}.{name}" if path else name


def _flatten(messages: Any, path: str = "") -> Iterator[tuple[str, LazyText]]:
    """Turn marshmallow's nested messages into pairs of field and message."""
    if isinstance(messages, dict):
        for key, value in messages.items():
            yield from _flatten(value, _field_path(path, str(key)))
        return
    for message in messages:
        yield path or BODY, message.text if isinstance(message, Message) else _OTHER_MESSAGE


def _handle_invalid_field(error: ValidationError) -> Response:
    found = list(itertools.islice(_flatten(error.messages), MOST_ERRORS))
    field, why = found[0]
    lang = language()
    errors = tuple(FieldProblem(field=name, detail=TEXTS.say(text.key, lang, **text.values)) for name, text in found)
    return problem(refusals.InvalidField(field, why), errors=errors)


def _games_refused(failed: Sequence[tuple[int, Refusal]], count: int) -> Response:
    """Answer which of several games cannot be created, each with its own code."""
    lang = language()
    rows = tuple(
        FailedGame(index=index, code=why.code, detail=why.sentence(lang), field=getattr(why, "field", None))
        for index, why in failed
    )
    first = f"games.{rows[0].index}" + (f".{rows[0].field}" if rows[0].field else "")
    return problem(refusals.GamesRefused(len(rows), count, first), failed=rows)


def _handle_refused_games(error: CannotCreate) -> Response:
    return _games_refused(error.failed, error.count)


def _handle_invalid_games(error: InvalidGames) -> Response:
    firsts = ((index, next(_flatten(messages))) for index, messages in sorted(error.messages.items()))
    return _games_refused([(index, refusals.InvalidField(*first)) for index, first in firsts], error.count)


def _handle_reused_key(_: IdempotencyKeyReused) -> Response:
    return problem(refusals.KeyReused())


def _handle_store_unavailable(error: StoreUnavailable) -> Response:
    log().warning("store_away", reason=str(error))
    return problem(refusals.StoreAway())


def _handle_damaged_record(_: RecordIsDamaged) -> Response:
    """Answer where a part of a game that no use case has translated is damaged: events, or a state before a move."""
    return problem(refusals.DamagedRecord((request.view_args or {}).get("game_id", "")))


def _handle_too_many_waiters(_: TooManyWaiters) -> Response:
    response = problem(refusals.TooManyListeners())
    response.headers["Retry-After"] = str(CROWDED_SECONDS)
    return response


def _refusal(error: HTTPException) -> Refusal:
    """The row of an error of werkzeug's; one about the address or the method says what to do instead."""
    adapter = request_ctx.url_adapter if has_request_context() else None
    if isinstance(error, NotFound) and adapter:
        return refusals.NotFound(addresses.advice(adapter, request.path))
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        allowed = sorted(set(error.valid_methods) - {"HEAD", "OPTIONS"})
        return refusals.MethodNotAllowed(request.method, ", ".join(allowed))
    return _BY_STATUS.get(error.code or 500, refusals.InternalError())


def _handle_http_error(error: HTTPException) -> Response:
    if isinstance(error.response, Response):
        return error.response
    response = problem(_refusal(error))
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Retry-After"):
            response.headers[name] = value
    return response


def _handle_unexpected_error(error: Exception) -> Response:
    log().exception("unexpected_error", kind=type(error).__name__)
    return problem(refusals.InternalError())


def register(app: Flask) -> None:
    handlers: dict[type[Exception], Any] = {
        Refused: _handle_refusal,
        IllegalMove: _handle_illegal_move,
        ValidationError: _handle_invalid_field,
        CannotCreate: _handle_refused_games,
        InvalidGames: _handle_invalid_games,
        IdempotencyKeyReused: _handle_reused_key,
        StoreUnavailable: _handle_store_unavailable,
        RecordIsDamaged: _handle_damaged_record,
        TooManyWaiters: _handle_too_many_waiters,
        HTTPException: _handle_http_error,
        Exception: _handle_unexpected_error,
    }
    for kind, handler in handlers.items():
        app.register_error_handler(kind, handler)
