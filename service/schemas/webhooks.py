"""Bodies that create and change webhooks."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, post_load, validates

from service.schemas.fields import Items, Message, StrictSchema, Text, item_count, one_of, up_to
from service.usecases.delivery.webhooks import LONGEST_URL, SECRET_LENGTHS, WebhookRequest
from service.wire.notices import NOTICE_TYPES

_EVENTS = {"description": "which events; each once", "uniqueItems": True}
_SECRET = {
    "description": "signs the deliveries; no later answer shows it",
    "minLength": SECRET_LENGTHS[0],
    "maxLength": SECRET_LENGTHS[1],
    "pattern": "^[!-~]*$",
}


class _Webhook(StrictSchema):
    @validates("events")
    def check_events(self, events: list[str], **_: Any) -> None:
        if len(set(events)) < len(events):
            raise ValidationError(Message("twice"))


class WebhookWishSchema(_Webhook):
    """A new webhook."""

    url = Text(required=True, validate=up_to(LONGEST_URL), metadata={"format": "uri"})
    events = Items(
        Text(validate=one_of(NOTICE_TYPES)), required=True, validate=item_count(1, len(NOTICE_TYPES)), metadata=_EVENTS
    )
    secret = Text(metadata=_SECRET)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> WebhookRequest:
        return WebhookRequest(data["url"], tuple(data["events"]), data.get("secret"))


class WebhookChangeSchema(_Webhook):
    """Changes of a webhook."""

    url = Text(validate=up_to(LONGEST_URL), metadata={"format": "uri"})
    events = Items(Text(validate=one_of(NOTICE_TYPES)), validate=item_count(1, len(NOTICE_TYPES)), metadata=_EVENTS)
    secret = Text(metadata=_SECRET)
    status = Text(validate=one_of(("active",)), metadata={"description": "of a webhook that was parked"})

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> WebhookRequest:
        events = tuple(data["events"]) if "events" in data else None
        return WebhookRequest(data.get("url"), events, data.get("secret"), "status" in data)
