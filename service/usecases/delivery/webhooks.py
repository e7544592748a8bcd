"""The webhooks of an app, and their deliveries."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from service.core.outbound_addresses import URL_LENGTH, check_url
from service.store.delivery.queue import Delivery, Tries
from service.store.delivery.receivers import WELL, ReceiverHealth
from service.store.delivery.webhooks import Webhook
from service.store.games.idempotency import Answer
from service.store.jobs.outbox import PendingJob
from service.store.redis import keys
from service.usecases.context import Context
from service.usecases.delivery import encryption, signing
from service.usecases.errors import invalid
from service.usecases.views.render import optional_timestamp, timestamp
from service.wire.notices import NOTICE_TYPES, NoticeType
from service.wire.refusals import TEXTS, Busy, Refused, TooManyWebhooks, UnknownDelivery, UnknownWebhook, WebhookParked
from service.wire.webhooks import DeliveryAnswer, DeliveryPage, NewWebhook, WebhookAnswer, Webhooks

ID_PATTERN = "^wh_[0-9a-f]{16}$"
LONGEST_URL = URL_LENGTH
ATTEMPTS = 10
SECRET_LENGTHS = 16, 200
_HALF = 8


class WebhookRequest(msgspec.Struct, frozen=True):
    """A new webhook, or changes to one; None leaves a field as it is."""

    url: str | None = None
    events: tuple[NoticeType, ...] | None = None
    secret: str | None = None
    is_active: bool = False


def _check_url(context: Context, url: str) -> str:
    wrong = check_url(url, context.settings.webhook_networks, context.settings.webhook_http)
    if wrong:
        raise invalid("url", wrong, most=URL_LENGTH)
    return url


def _check_secret(secret: str) -> str:
    least, most = SECRET_LENGTHS
    if not re.fullmatch(f"[!-~]{{{least},{most}}}", secret):
        raise invalid("secret", "secret", least=least, most=most)
    return secret


def _encrypt_secret(context: Context, secret: str, webhook_id: str) -> str:
    return encryption.encrypt(context.settings.secrets_key, _check_secret(secret), webhook_id)


def _webhook_answer(webhook: Webhook, health: ReceiverHealth = WELL) -> WebhookAnswer:
    return WebhookAnswer(
        id=webhook.id,
        url=webhook.url,
        events=webhook.events,
        status=webhook.status,
        created_at=timestamp(webhook.created),
        parked_at=optional_timestamp(webhook.parked),
        failing_since=optional_timestamp(health.since),
        next_try_at=None if webhook.parked else optional_timestamp(health.until),
    )


def _answer(status: int, answer: object) -> Answer:
    return Answer(status, msgspec.json.encode(answer))


def create(context: Context, app: str, request: WebhookRequest) -> Answer:
    url, webhook_id = _check_url(context, request.url or ""), f"wh_{secrets.token_hex(_HALF)}"
    secret = request.secret or signing.make_secret()
    encrypted = _encrypt_secret(context, secret, webhook_id)
    webhook = Webhook(webhook_id, app, url, request.events or NOTICE_TYPES, encrypted, context.now())
    most = context.settings.webhooks_max
    if len(context.store.webhooks.of_app(app)) >= most:
        raise Refused(TooManyWebhooks(most))
    context.store.webhooks.change(None, webhook)
    if len(context.store.webhooks.of_app(app)) > most:
        # Somebody else was faster with the last one.
        context.store.webhooks.change(webhook, None)
        raise Refused(TooManyWebhooks(most))
    return _answer(201, NewWebhook(webhook=_webhook_answer(webhook), secret=secret))


def list_all(context: Context, app: str) -> Answer:
    found = context.store.webhooks.of_app(app)
    return _answer(
        200, Webhooks(webhooks=tuple(_webhook_answer(each, context.store.receivers.health(each.id)) for each in found))
    )


def _find_own(context: Context, app: str, webhook_id: str) -> Webhook:
    """The app's own webhook; those of others are unknown."""
    webhook = context.store.webhooks.find(webhook_id)
    if webhook is None or webhook.app != app:
        raise Refused(UnknownWebhook(webhook_id))
    return webhook


def show(context: Context, app: str, webhook_id: str) -> Answer:
    webhook = _find_own(context, app, webhook_id)
    return _answer(200, _webhook_answer(webhook, context.store.receivers.health(webhook_id)))


def _change_with_retries(
    context: Context, app: str, webhook_id: str, becomes: Callable[[Webhook], Webhook | None]
) -> Webhook | None:
    """Change a webhook, and return it; try again when somebody else has changed it meanwhile."""
    for _ in range(ATTEMPTS):
        webhook = _find_own(context, app, webhook_id)
        after = becomes(webhook)
        if context.store.webhooks.change(webhook, after):
            return after
    raise Refused(Busy())


def change(context: Context, app: str, webhook_id: str, request: WebhookRequest) -> Answer:
    """Change a webhook, and retry at once what waits for it."""

    def becomes(webhook: Webhook) -> Webhook:
        return msgspec.structs.replace(
            webhook,
            url=webhook.url if request.url is None else _check_url(context, request.url),
            events=request.events or webhook.events,
            secret=webhook.secret if request.secret is None else _encrypt_secret(context, request.secret, webhook_id),
            parked=0 if request.is_active else webhook.parked,
        )

    webhook = _change_with_retries(context, app, webhook_id, becomes)
    for shard in range(keys.SHARDS):
        context.store.deliveries.retry_now(webhook_id, shard)
    context.store.receivers.save_health(webhook_id, WELL)
    return _answer(200, _webhook_answer(webhook or _find_own(context, app, webhook_id)))


def delete(context: Context, app: str, webhook_id: str) -> Answer:
    """Delete a webhook, and all that waits for it."""
    _change_with_retries(context, app, webhook_id, lambda _: None)
    for shard in range(keys.SHARDS):
        context.store.deliveries.drop(webhook_id, shard)
    return Answer(204, b"")


class _NoticeHead(msgspec.Struct, frozen=True):
    """What a list of deliveries shows of a notice."""

    type: NoticeType
    game: str


_notice_head = msgspec.json.Decoder(_NoticeHead)


def _outcome_text(tries: Tries, language: str) -> str:
    """The outcome of the last try in words; one that this version does not know is given as it is."""
    key = f"delivery.{tries.reason}"
    return TEXTS.say(key, language, status=tries.answer) if key in TEXTS else tries.reason


def _delivery_answer(webhook: Webhook, delivery: Delivery, language: str) -> DeliveryAnswer:
    notice, tries = _notice_head.decode(delivery.body), delivery.tries
    status = tries.status if tries else "waiting"
    return DeliveryAnswer(
        id=delivery.id,
        type=notice.type,
        game=notice.game,
        status="parked" if webhook.parked and status == "waiting" else status,
        created_at=timestamp(keys.time_of(delivery.id)),
        attempts=tries.attempts if tries else 0,
        tried_at=optional_timestamp(tries.last) if tries else None,
        next_try_at=optional_timestamp(tries.next) if tries and not webhook.parked else None,
        answer=(tries.answer or None) if tries else None,
        reason=_outcome_text(tries, language) if tries else None,
    )


def _stored_status(webhook: Webhook, status: str) -> str:
    """What waits for a parked webhook is stored as waiting, and shown as parked."""
    return "waiting" if webhook.parked and status == "parked" else status


def deliveries(
    context: Context, app: str, webhook_id: str, status: str, cursor: str, limit: int, language: str = "en"
) -> Answer:
    """One page, newest first. The cursor is the last id of the page before."""
    webhook = _find_own(context, app, webhook_id)
    found = context.store.deliveries.page(webhook_id, _stored_status(webhook, status), cursor, limit + 1)
    page = tuple(_delivery_answer(webhook, each, language) for each in found[:limit])
    return _answer(200, DeliveryPage(deliveries=page, next=page[-1].id if len(found) > limit else None))


def resend(context: Context, app: str, webhook_id: str, delivery_id: str) -> Answer:
    """Send a delivery once more, now, whatever became of it."""
    webhook = _find_own(context, app, webhook_id)
    if webhook.parked:
        raise Refused(WebhookParked())
    if not context.store.deliveries.resend(webhook_id, delivery_id, context.now()):
        raise Refused(UnknownDelivery(delivery_id))
    context.store.secure(keys.shard_of(delivery_id))
    health = context.store.receivers.health(webhook_id)
    context.store.receivers.save_health(webhook_id, msgspec.structs.replace(health, until=0))
    context.wake_worker(PendingJob("webhook", keys.game_of(delivery_id), 0))
    return Answer(204, b"")


def all_rows(context: Context) -> list[dict[str, Any]]:
    """All webhooks of all apps, for the operator."""
    found = [(each, context.store.receivers.health(each.id)) for each in context.store.webhooks.all()]
    return [
        {
            "id": webhook.id,
            "app": webhook.app,
            "status": webhook.status,
            "failing_since": health.since,
            "next_try": 0 if webhook.parked else health.until,
            "url": webhook.url,
        }
        for webhook, health in found
    ]
