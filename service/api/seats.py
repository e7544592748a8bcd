"""/games/{id}/seats: come, go, rotate the token, hand a seat to a bot."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.answering import send, tables
from service.api.describing import BODY_CODES, ETAG, IDEMPOTENCY_KEY, Blueprint, operation
from service.api.reading import once, token
from service.schemas import examples
from service.schemas.answers import GameSchema, NewTokenSchema, TakenSeatSchema
from service.schemas.requests import NothingSchema, TakeSeatSchema
from service.tables import seats

blueprint = Blueprint("seats", __name__, url_prefix="/v1/games/<game_id:game_id>/seats", description="Coming and going")


@blueprint.route("", methods=["POST"])
@operation(blueprint, "takeSeat", "newcomer", "not_open", *BODY_CODES, "key_reused", headers=[IDEMPOTENCY_KEY])
@blueprint.arguments(TakeSeatSchema(), example=examples.TAKE_SEAT)
@blueprint.response(201, TakenSeatSchema(), example=examples.TAKEN, headers=ETAG)
def take_seat(body: dict[str, Any], game_id: str) -> Response:
    """Take a free seat"""
    return send(seats.take(tables(), game_id, body["name"], body["invite"], once()))


@blueprint.route("/me", methods=["DELETE"])
@operation(blueprint, "leaveSeat", "seat", "not_running")
@blueprint.response(204)
def leave_seat(game_id: str) -> Response:
    """Leave

    Before the start the seat is free again; afterwards a bot takes it over.
    """
    return send(seats.leave(tables(), game_id, token()))


@blueprint.route("/me/token", methods=["POST"])
@operation(blueprint, "rotateToken", "seat", *BODY_CODES, "key_reused", headers=[IDEMPOTENCY_KEY])
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, NewTokenSchema(), example=examples.NEW_TOKEN)
def rotate_token(_: dict[str, Any], game_id: str) -> Response:
    """Rotate the own token"""
    return send(seats.rotate(tables(), game_id, token(), once()))


@blueprint.route("/<seat_number:seat>/bot", methods=["POST"])
@operation(
    blueprint,
    "handSeatToBot",
    "host",
    "unknown_seat",
    "not_running",
    "not_idle",
    *BODY_CODES,
    "key_reused",
    headers=[IDEMPOTENCY_KEY],
)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, GameSchema(), example=examples.GAME, headers=ETAG)
def hand_seat_to_bot(_: dict[str, Any], game_id: str, seat: int) -> Response:
    """Hand an idle seat to a bot

    Only the host can, and only once the seat has owed a decision for longer than `idle_seconds`.
    """
    return send(seats.hand_to_bot(tables(), game_id, token(), seat, once()))
