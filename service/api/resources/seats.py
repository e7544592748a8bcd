"""/games/{id}/seats: come, go, rotate the token, hand a seat to a bot."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.http.callers import credential, optional_player
from service.api.http.requests import language, newcomer_idempotency_key, seat_idempotency_key
from service.api.http.responses import context, send
from service.api.openapi import examples
from service.api.openapi.operations import (
    BODY,
    ETAG,
    IDEMPOTENCY_KEY,
    KEYED,
    LANGUAGE_HEADER,
    NEWCOMERS_KEY,
    NEWLY_KEYED,
    Blueprint,
    operation,
)
from service.schemas.requests import NothingSchema, ResignSchema, TakeSeatSchema
from service.usecases.games import seats
from service.wire.enums import reference
from service.wire.refusals import (
    AlreadyBot,
    AlreadySeated,
    Busy,
    NotIdle,
    NotOpen,
    NotRunning,
    OwesNothing,
    SeatsReserved,
    TooManyGames,
    UnknownSeat,
)

blueprint = Blueprint("seats", __name__, url_prefix="/v1/games/<game_id:game_id>/seats", description="Coming and going")


@blueprint.route("", methods=["POST"])
@operation(
    blueprint,
    "takeSeat",
    "newcomer",
    NotOpen,
    SeatsReserved,
    AlreadySeated,
    *BODY,
    *NEWLY_KEYED,
    Busy,
    TooManyGames,
    headers=[NEWCOMERS_KEY, LANGUAGE_HEADER],
)
@blueprint.arguments(TakeSeatSchema(), example=examples.TAKE_SEAT)
@blueprint.response(201, reference("TakenSeat"), example=examples.TAKEN, headers=ETAG)
def take_seat(body: dict[str, Any], game_id: str) -> Response:
    """Take a free seat

    With a player's token, in a game of the same app, that player takes the seat.
    """
    lang, key, player = language(), newcomer_idempotency_key(), optional_player()
    answer = seats.take_seat(
        context(), game_id, body["name"], body["invite"], lang, key, player, entropy=body.get("entropy", "")
    )
    return send(answer, lang)


@blueprint.route("/me", methods=["DELETE"])
@operation(blueprint, "leaveSeat", "seat", NotRunning, Busy)
@blueprint.response(204)
def leave_seat(game_id: str) -> Response:
    """Leave a game

    Before the start the seat becomes free; afterwards a bot plays on.
    """
    return send(seats.leave_seat(context(), game_id, credential()))


@blueprint.route("/me/resign", methods=["POST"])
@operation(blueprint, "resignSeat", "seat", NotRunning, *BODY, *KEYED, Busy, headers=[IDEMPOTENCY_KEY])
@blueprint.arguments(ResignSchema(), required=False, example={"level": "greedy"})
@blueprint.response(204)
def resign_seat(body: dict[str, Any], game_id: str) -> Response:
    """Resign

    A bot of the chosen level plays on, and the seat has `resigned`. When only bots are left, the game is abandoned.
    """
    return send(seats.resign(context(), game_id, credential(), body["level"], seat_idempotency_key()))


@blueprint.route("/me/token", methods=["POST"])
@operation(blueprint, "rotateToken", "seat", *BODY, *KEYED, Busy, headers=[IDEMPOTENCY_KEY])
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("NewToken"), example=examples.NEW_TOKEN)
def rotate_token(_: dict[str, Any], game_id: str) -> Response:
    """Replace the token of one's own seat"""
    return send(seats.rotate_token(context(), game_id, credential(), seat_idempotency_key()))


@blueprint.route("/<seat_number:seat>/bot", methods=["POST"])
@operation(
    blueprint,
    "handSeatToBot",
    "host",
    UnknownSeat,
    NotRunning,
    NotIdle,
    OwesNothing,
    AlreadyBot,
    *BODY,
    *KEYED,
    Busy,
    headers=[IDEMPOTENCY_KEY, LANGUAGE_HEADER],
)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("Game"), example=examples.GAME, headers=ETAG)
def hand_seat_to_bot(_: dict[str, Any], game_id: str, seat: int) -> Response:
    """Hand an idle seat to a bot

    Only the host can, once the seat has not decided for longer than `idle_seconds`.
    """
    lang = language()
    return send(seats.hand_to_bot(context(), game_id, credential(), seat, lang, seat_idempotency_key()), lang)
