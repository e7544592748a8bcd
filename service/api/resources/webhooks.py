"""Webhooks of an app, and their deliveries."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.http.callers import require_app
from service.api.http.requests import language
from service.api.http.responses import context, send
from service.api.openapi import examples
from service.api.openapi.operations import BODY, LANGUAGE_HEADER, Blueprint, operation
from service.schemas.queries import DeliveriesQuery
from service.schemas.requests import NothingSchema
from service.schemas.webhooks import WebhookChangeSchema, WebhookWishSchema
from service.usecases.delivery import webhooks
from service.usecases.delivery.webhooks import WebhookRequest
from service.wire.enums import reference
from service.wire.refusals import Busy, InvalidField, TooManyWebhooks, UnknownDelivery, UnknownWebhook, WebhookParked

blueprint = Blueprint(
    "webhooks", __name__, url_prefix="/v1/webhooks", description="Webhooks: an app gets the events of its games"
)


def _app() -> str:
    return require_app("webhooks").name


@blueprint.route("", methods=["POST"])
@operation(blueprint, "createWebhook", "app", TooManyWebhooks, *BODY)
@blueprint.arguments(WebhookWishSchema(), example=examples.CREATE_WEBHOOK)
@blueprint.response(201, reference("NewWebhook"), example=examples.NEW_WEBHOOK)
def create_webhook(request: WebhookRequest) -> Response:
    """Create a webhook for the events of the app's games

    The secret signs every delivery; the server makes one if the request has none. Only this answer shows it.
    """
    return send(webhooks.create(context(), _app(), request))


@blueprint.route("", methods=["GET"])
@operation(blueprint, "listWebhooks", "app")
@blueprint.response(200, reference("Webhooks"), example=examples.WEBHOOKS)
def list_webhooks() -> Response:
    """List the app's webhooks"""
    return send(webhooks.list_all(context(), _app()))


@blueprint.route("/<webhook_id:webhook_id>", methods=["GET"])
@operation(blueprint, "getWebhook", "app", UnknownWebhook)
@blueprint.response(200, reference("WebhookAnswer"), example=examples.WEBHOOK)
def get_webhook(webhook_id: str) -> Response:
    """Get a webhook"""
    return send(webhooks.show(context(), _app(), webhook_id))


@blueprint.route("/<webhook_id:webhook_id>", methods=["PATCH"])
@operation(blueprint, "changeWebhook", "app", UnknownWebhook, Busy, *BODY)
@blueprint.arguments(WebhookChangeSchema(), example={"status": "active"})
@blueprint.response(200, reference("WebhookAnswer"), example=examples.WEBHOOK)
def change_webhook(request: WebhookRequest, webhook_id: str) -> Response:
    """Change a webhook, or reactivate a parked one

    The server tries waiting deliveries at once.
    """
    return send(webhooks.change(context(), _app(), webhook_id, request))


@blueprint.route("/<webhook_id:webhook_id>", methods=["DELETE"])
@operation(blueprint, "deleteWebhook", "app", UnknownWebhook, Busy)
@blueprint.response(204)
def delete_webhook(webhook_id: str) -> Response:
    """Delete a webhook, and the deliveries that wait for it"""
    return send(webhooks.delete(context(), _app(), webhook_id))


@blueprint.route("/<webhook_id:webhook_id>/deliveries", methods=["GET"])
@operation(blueprint, "listDeliveries", "app", UnknownWebhook, InvalidField, headers=[LANGUAGE_HEADER])
@blueprint.arguments(DeliveriesQuery(), location="query")
@blueprint.response(200, reference("DeliveryPage"), example=examples.DELIVERIES)
def list_deliveries(query: dict[str, Any], webhook_id: str) -> Response:
    """List deliveries, newest first"""
    status, cursor = query.get("status", ""), query.get("cursor", "")
    found = webhooks.deliveries(context(), _app(), webhook_id, status, cursor, query["limit"], language())
    return send(found, language())


@blueprint.route("/<webhook_id:webhook_id>/deliveries/<notice_id:delivery_id>/again", methods=["POST"])
@operation(blueprint, "sendAgain", "app", UnknownWebhook, UnknownDelivery, WebhookParked, *BODY)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(204)
def send_again(_: dict[str, Any], webhook_id: str, delivery_id: str) -> Response:
    """Send a delivery again, now

    Possible in every status. The delivery keeps its id.
    """
    return send(webhooks.resend(context(), _app(), webhook_id, delivery_id))
