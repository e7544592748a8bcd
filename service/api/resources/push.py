"""Web Push: a browser subscribes to a push whenever its seat has to decide."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.http.callers import credential
from service.api.http.requests import language
from service.api.http.responses import context, send
from service.api.openapi import examples
from service.api.openapi.operations import BODY, LANGUAGE_HEADER, Blueprint, operation
from service.schemas.push import DeviceWishSchema
from service.schemas.queries import DeviceQuery
from service.usecases.delivery import push
from service.usecases.delivery.push import SubscribePush
from service.wire.enums import reference
from service.wire.refusals import Busy, InvalidField, NotRunning, PushOff

blueprint = Blueprint("push", __name__, url_prefix="/v1", description="Web Push: a push when it is one's turn")
_SEAT = "/games/<game_id:game_id>/seats/me/push"


@blueprint.route("/push", methods=["GET"])
@operation(blueprint, "getPushKey", "everybody", PushOff)
@blueprint.response(200, reference("PushKey"), example=examples.PUSH_KEY)
def get_push_key() -> Response:
    """Get the key that a browser subscribes with"""
    return send(push.key(context()))


@blueprint.route(_SEAT, methods=["PUT"])
@operation(blueprint, "subscribePush", "seat", PushOff, NotRunning, *BODY, Busy, headers=[LANGUAGE_HEADER])
@blueprint.arguments(DeviceWishSchema(), example=examples.SUBSCRIBE_PUSH)
@blueprint.response(200, reference("PushDevice"), example=examples.PUSH_DEVICE)
def subscribe_push(request: SubscribePush, game_id: str) -> Response:
    """Subscribe this browser to a push whenever the seat has to decide

    A push holds a `TurnCall`. The subscription ends with the seat's token, with the game, or when the push service no
    longer knows it.
    """
    return send(push.subscribe(context(), game_id, credential(), request, language()))


@blueprint.route(_SEAT, methods=["DELETE"])
@operation(blueprint, "unsubscribePush", "seat", InvalidField)
@blueprint.arguments(DeviceQuery(), location="query")
@blueprint.response(204)
def unsubscribe_push(query: dict[str, Any], game_id: str) -> Response:
    """Unsubscribe one browser or all"""
    return send(push.unsubscribe(context(), game_id, credential(), query.get("device")))
