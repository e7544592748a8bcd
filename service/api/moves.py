"""/games/{id}/moves: what can be played, what it would do, and playing it."""

from __future__ import annotations

import functools
from typing import Any

from flask import Response

from service.api.answering import in_language, send, tables
from service.api.describing import BODY_CODES, ETAG, IDEMPOTENCY_KEY, IF_MATCH, LANGUAGE_HEADER, Blueprint, operation
from service.api.reading import body, language, once, seat_token, token, version
from service.games.base import Move, Rulebook
from service.schemas import examples
from service.schemas.answers import LegalMovesSchema, PlayedMoveSchema, PreviewSchema
from service.schemas.moves import any_move, load_move
from service.schemas.queries import MovesQuery
from service.tables import play, watch

blueprint = Blueprint("moves", __name__, url_prefix="/v1/games/<game_id:game_id>/moves", description="Playing")

_BODY = {
    "required": True,
    "content": {"application/json": {"schema": any_move(), "example": examples.MOVE}},
}


def _read(found: Any, rulebook: Rulebook[Any, Any]) -> Move:
    return load_move(rulebook, found)


@blueprint.route("", methods=["GET"])
@operation(blueprint, "listMoves", "seat", "invalid_field", headers=[LANGUAGE_HEADER])
@blueprint.arguments(MovesQuery(), location="query")
@blueprint.response(200, LegalMovesSchema(), example=examples.MOVES, headers=ETAG)
def list_moves(query: dict[str, Any], game_id: str) -> Response:
    """List every legal move of the own seat, and why other kinds are not possible"""
    spoken = language()
    return in_language(send(watch.moves(tables(), game_id, token(), spoken, query.get("type"))), spoken)


@blueprint.route("", methods=["POST"])
@operation(
    blueprint,
    "playMove",
    "seat",
    *BODY_CODES,
    "bad_header",
    "illegal_move",
    "not_running",
    "not_your_decision",
    "stale_version",
    "key_reused",
    "version_needed",
    headers=[IF_MATCH, IDEMPOTENCY_KEY],
)
@blueprint.response(200, PlayedMoveSchema(), example=examples.PLAYED, headers=ETAG)
@blueprint.doc(requestBody=_BODY)
def play_move(game_id: str) -> Response:
    """Play one move

    The body is the move itself. It is carried out exactly once for one Idempotency-Key, however often it is sent.
    """
    person = play.Person(seat_token())
    read = functools.partial(_read, body())
    return send(play.submit(tables(), game_id, person, version(), read, once()))


@blueprint.route("/preview", methods=["POST"])
@operation(blueprint, "previewMove", "seat", *BODY_CODES, "illegal_move", "not_running", "not_your_decision")
@blueprint.response(200, PreviewSchema(), example=examples.PREVIEW)
@blueprint.doc(requestBody=_BODY)
def preview_move(game_id: str) -> Response:
    """Check a move and see what it would do, as far as the caller may know; nothing is changed"""
    held = seat_token()
    return send(watch.preview(tables(), game_id, held, functools.partial(_read, body())))
