"""The body that subscribes a browser to Web Push."""

from __future__ import annotations

from typing import Any

from marshmallow import post_load

from service.games.base import LANGUAGES
from service.schemas.fields import Inner, StrictSchema, Text, like, one_of, up_to
from service.usecases.delivery.push import AUTH_PATTERN, LONGEST_URL, P256DH_PATTERN, SubscribePush


class PushKeysSchema(StrictSchema):
    """The keys that encrypt pushes, so that the push service cannot read them."""

    p256dh = Text(required=True, validate=like(P256DH_PATTERN, "p256dh"))
    auth = Text(required=True, validate=like(AUTH_PATTERN, "auth"))


class DeviceWishSchema(StrictSchema):
    """A `PushSubscription` of the browser, as `toJSON` gives it."""

    endpoint = Text(required=True, validate=up_to(LONGEST_URL), metadata={"format": "uri"})
    keys = Inner(PushKeysSchema(), required=True)
    language = Text(
        validate=one_of(LANGUAGES), metadata={"description": "of the pushes; default: the language of the request"}
    )

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> SubscribePush:
        keys = data["keys"]
        return SubscribePush(data["endpoint"], keys["p256dh"], keys["auth"], data.get("language"))
