"""/games/{id}/moves: what can be played, what it would do, and playing it."""

from __future__ import annotations

import functools
from typing import Any

from flask import Response

from service.api.http.callers import credential, required_credential
from service.api.http.requests import body, language, seat_idempotency_key, version
from service.api.http.responses import context, send, send_if_new
from service.api.openapi import examples
from service.api.openapi.operations import (
    BODY,
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    KEYED,
    LANGUAGE_HEADER,
    Blueprint,
    operation,
)
from service.schemas.moves import load_move
from service.schemas.queries import MovesQuery, WithFrameQuery, WithPartsQuery
from service.schemas.requests import NothingSchema
from service.usecases.games import takeback
from service.usecases.games.play_move import Person, submit
from service.usecases.views import lookup
from service.wire.enums import reference
from service.wire.refusals import (
    Busy,
    InvalidField,
    NothingToTakeBack,
    NotRunning,
    Paused,
    StaleVersion,
    TakebacksOff,
    TooManyTakebacks,
    VersionNeeded,
)

blueprint = Blueprint("moves", __name__, url_prefix="/v1/games/<game_id:game_id>/moves", description="Playing")

_BODY = {"required": True, "content": {"application/json": {"schema": reference("Move"), "example": examples.MOVE}}}


@blueprint.route("", methods=["GET"])
@operation(blueprint, "listMoves", "seat", InvalidField, headers=[IF_NONE_MATCH, LANGUAGE_HEADER])
@blueprint.arguments(MovesQuery(), location="query")
@blueprint.response(200, reference("LegalMoves"), example=examples.MOVES, headers=ETAG)
@blueprint.alt_response(304, description="The caller has this version already", success=True)
def list_moves(query: dict[str, Any], game_id: str) -> Response:
    """List the legal moves of one's own seat, and why other types of moves are not possible"""
    lang = language()
    return send_if_new(lookup.moves(context(), game_id, credential(), lang, query.get("type")), lang)


@blueprint.route("", methods=["POST"])
@operation(
    blueprint,
    "playMove",
    "seat",
    *BODY,
    *KEYED,
    NotRunning,
    Paused,
    StaleVersion,
    VersionNeeded,
    Busy,
    moves=True,
    headers=[IF_MATCH, IDEMPOTENCY_KEY, LANGUAGE_HEADER],
)
@blueprint.arguments(WithPartsQuery(), location="query")
@blueprint.response(200, reference("PlayedMove"), example=examples.PLAYED, headers=ETAG)
@blueprint.doc(requestBody=_BODY)
def play_move(query: dict[str, Any], game_id: str) -> Response:
    """Play one move

    The body is the move. The server plays it exactly once per Idempotency-Key, however often a client sends it.
    """
    person = Person(required_credential(), language(), query["include"])
    read = functools.partial(load_move, body())
    return send(submit(context(), game_id, person, version(), read, seat_idempotency_key()), person.language)


@blueprint.route("/undo", methods=["POST"])
@operation(
    blueprint,
    "takeBackMove",
    "seat",
    *BODY,
    *KEYED,
    NotRunning,
    Paused,
    TakebacksOff,
    NothingToTakeBack,
    TooManyTakebacks,
    StaleVersion,
    VersionNeeded,
    Busy,
    headers=[IF_MATCH, IDEMPOTENCY_KEY, LANGUAGE_HEADER],
)
@blueprint.arguments(WithPartsQuery(), location="query")
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("PlayedMove"), example=examples.TAKEN_BACK, headers=ETAG)
def take_back_move(query: dict[str, Any], _: dict[str, Any], game_id: str) -> Response:
    """Take back one's own last move

    Possible in the same turn, if the move revealed nothing hidden, nobody else has decided since, and no bot or automa
    is about to: `can_take_back` of the game says so. It makes a new version. A seat can take back a number of moves
    (20, unless the host has set another) until one of its moves is final.
    """
    person = Person(required_credential(), language(), query["include"])
    return send(takeback.take_back(context(), game_id, person, version(), seat_idempotency_key()), person.language)


@blueprint.route("/preview", methods=["POST"])
@operation(blueprint, "previewMove", "seat", *BODY, NotRunning, Paused, moves=True, headers=[LANGUAGE_HEADER])
@blueprint.arguments(WithFrameQuery(), location="query")
@blueprint.response(200, reference("Preview"), example=examples.PREVIEW)
@blueprint.doc(requestBody=_BODY)
def preview_move(query: dict[str, Any], game_id: str) -> Response:
    """Preview a move: what it would do, as far as the caller may know; it changes nothing"""
    caller, lang = required_credential(), language()
    read = functools.partial(load_move, body())
    return send(lookup.preview(context(), game_id, caller, read, lang, query["include"]), lang)
