"""Webhooks and deliveries as their app sees them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from service.wire.answers import Time
from service.wire.notices import NoticeType

WebhookStatus = Literal["active", "parked"]
Outcome = Literal["answered", "late", "inside", "certificate", "name", "connection", "secret", "failed"]
"""The result of an attempt: an answer, or why there is none. The texts have a sentence for each."""
DeliveryStatus = Literal["waiting", "delivered", "parked"]


class WebhookAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An address of the app that gets the events of its games."""

    id: str
    url: str
    events: tuple[NoticeType, ...]
    status: Annotated[WebhookStatus, Meta(description="parked: nothing was taken for a day, and nothing is sent")]
    created_at: Time
    parked_at: Time | None
    failing_since: Annotated[Time | None, Meta(description="null while the last delivery was taken")]
    next_try_at: Annotated[Time | None, Meta(description="until then nothing is sent")]


class NewWebhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook, and the secret that signs its deliveries. Only this answer shows the secret."""

    webhook: WebhookAnswer
    secret: str


class Webhooks(msgspec.Struct, frozen=True, kw_only=True):
    """All webhooks of the app, the oldest first."""

    webhooks: tuple[WebhookAnswer, ...]


class DeliveryAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A notice on its way to one webhook."""

    id: Annotated[str, Meta(description="the notice's id, also in the header `Almagest-Id`")]
    type: NoticeType
    game: str
    status: DeliveryStatus
    created_at: Time
    attempts: int
    tried_at: Annotated[Time | None, Meta(description="the last time")]
    next_try_at: Annotated[Time | None, Meta(description="null: as soon as it is its turn, or never again")]
    answer: Annotated[int | None, Meta(description="the status that the receiver answered with last")]
    reason: Annotated[str | None, Meta(description="the result of the last attempt")]


class DeliveryPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some deliveries, newest first; `next` is the cursor of the following page."""

    deliveries: tuple[DeliveryAnswer, ...]
    next: str | None


WEBHOOK_ANSWERS: tuple[type[msgspec.Struct], ...] = (Webhooks, NewWebhook, DeliveryPage)
