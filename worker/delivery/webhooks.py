"""A slice of deliveries to one webhook: in order within each game, and what fails is tried again, for a day.

Whoever delivers has the webhook for itself while it does. What came of a try is written down after it: a courier that
is killed in between leaves the delivery to the next, who sends it once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from service.core.logs import log
from service.core.settings import DAY
from service.store.delivery.push import is_push_service
from service.store.delivery.queue import Delivery, Due, Tries
from service.store.delivery.receivers import WELL, Health, Lease
from service.store.delivery.webhooks import Webhook
from service.store.redis.keys import time_of
from service.usecases.context import Context
from service.usecases.delivery import encryption, signing
from service.wire.webhooks import DeliveryStatus
from worker import metrics
from worker.delivery.batch import (
    MOST,
    Batch,
    BatchResult,
    Post,
    lease,
    pause,
    user_agent,
)
from worker.delivery.http import Posted, post

PATIENCE = 3
"""So many answers in a row that refuse, and the whole webhook pauses; at once when nobody answers at all."""
GIVE_UP = 1000 * DAY
PARKED_SECONDS = 7 * DAY
"""For so long what was given up can be listed and sent again."""


def _headers(context: Context, webhook: Webhook, delivery: Delivery, now: int) -> dict[str, str]:
    secret = encryption.unseal(context.settings.secrets_key, webhook.secret, webhook.id)
    return {
        "Content-Type": "application/json",
        "User-Agent": user_agent(),
        signing.ID: delivery.id,
        signing.WEBHOOK: webhook.id,
        signing.SIGNATURE: signing.signature(secret, delivery.body, now // 1000),
    }


def _tries(before: Tries | None, posted: Posted, began: int, now: int, is_parked: bool) -> Tries:
    attempts = before.attempts + 1 if before else 1
    status: DeliveryStatus = "delivered" if posted.is_taken else "parked" if is_parked else "waiting"
    after = now + pause(attempts) if status == "waiting" else 0
    return Tries(status, attempts, before.first if before else began, now, after, posted.status, posted.reason)


def _after_failure(health: Health, posted: Posted, began: int, now: int) -> Health:
    failures = health.failures + 1
    is_paused = not posted.status or failures >= PATIENCE
    return Health(failures, health.since or began, now + pause(failures) if is_paused else 0)


class Deliveries(Batch[Due]):
    """One courier's turn at one webhook."""

    def __init__(self, context: Context, send: Post, webhook: Webhook, health: Health) -> None:
        super().__init__(context, send, webhook.id, health)
        self._webhook = webhook

    def _due(self, shard: int) -> list[Due]:
        return self._context.store.deliveries.due(self._webhook.id, shard, self._context.now(), MOST)

    def _is_stopped(self) -> bool:
        return bool(self._webhook.parked) or super()._is_stopped()

    def _carry(self, waiting: Due) -> None:
        began, delivery = self._context.now(), waiting.delivery
        posted = self._sent(delivery)
        self._settle(waiting, posted, began)
        if delivery.tries is None:
            metrics.DELAY_SECONDS.observe(max(began - time_of(delivery.id), 0) / 1000)
        metrics.DELIVERY_SECONDS.observe(posted.seconds)
        result = "delivered" if posted.is_taken else "failed"
        metrics.DELIVERIES.labels(result).inc()
        log().info("delivery", webhook=self._webhook.id, delivery=delivery.id, result=result, reason=posted.reason)

    def _sent(self, delivery: Delivery) -> Posted:
        webhook = self._webhook
        try:
            headers = _headers(self._context, webhook, delivery, self._context.now())
        except encryption.CannotUnseal:
            log().error("webhook_sealed", webhook=webhook.id, advice="SECRETS_KEY is not the one it was sealed with")
            return Posted(0, "secret")
        return self._posted(webhook.url, delivery.body, headers, self._context.settings.webhook_networks)

    def _settle(self, due: Due, posted: Posted, began: int) -> None:
        now = self._context.now()
        self._note(WELL if posted.is_taken else _after_failure(self._health, posted, began, now))
        if self._health.since and now - self._health.since >= GIVE_UP:
            self._park(now)
        first = due.delivery.tries.first if due.delivery.tries else began
        # With its webhook a delivery only waits: it goes on when that does.
        is_parked = not self._webhook.parked and now - first >= GIVE_UP
        tries = _tries(due.delivery.tries, posted, began, now, is_parked)
        self._context.store.deliveries.settle(due, tries, self._forgotten(tries, now))

    def _forgotten(self, tries: Tries, now: int) -> int:
        kept = {"waiting": None, "delivered": self._context.settings.webhook_kept_seconds, "parked": PARKED_SECONDS}
        seconds = kept[tries.status]
        return 0 if seconds is None else now + 1000 * seconds

    def _park(self, now: int) -> None:
        """A day without a single answer that takes anything: somebody has to look at it."""
        self._webhook = msgspec.structs.replace(self._webhook, parked=now)
        webhooks = self._context.store.webhooks
        found = webhooks.find(self._webhook.id)
        if found and webhooks.change(found, msgspec.structs.replace(found, parked=now)):
            log().warning("webhook_parked", webhook=found.id, app=found.app)


def _owed(context: Context, webhook_id: str, shards: Sequence[int]) -> tuple[Webhook, Health] | None:
    """The webhook, if there is anything to do for it now: what is only read costs the store no write."""
    webhook, health, now = (
        context.store.webhooks.find(webhook_id),
        context.store.receivers.health(webhook_id),
        context.now(),
    )
    if webhook is None or webhook.parked or health.until > now:
        return None
    is_due = any(context.store.deliveries.due(webhook_id, shard, now, 1) for shard in shards)
    return (webhook, msgspec.structs.replace(health, until=0)) if is_due else None


def _held(context: Context, webhook: Webhook) -> Lease | None:
    alike = [each.id for each in context.store.webhooks.of_app(webhook.app)]
    return context.store.receivers.take(webhook.id, alike, context.now(), lease(context.settings))


def deliver(context: Context, webhook_id: str, shards: Sequence[int], send: Post = post) -> BatchResult:
    """What waits for a webhook in some shards, as far as a slice goes."""
    owed = _owed(context, webhook_id, shards)
    held = _held(context, owed[0]) if owed else None
    if owed is None or held is None:
        return BatchResult()
    try:
        return Deliveries(context, send, *owed).run(shards)
    finally:
        context.store.receivers.give_back(held)


def _gone(context: Context, shards: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Webhooks that were deleted, or have been parked for long, and where something is kept for them."""
    since = context.now() - 1000 * PARKED_SECONDS
    kept = {each.id for each in context.store.webhooks.all() if not each.parked or each.parked > since}
    return (
        each
        for each in context.store.receivers.addressees(shards)
        if not is_push_service(each[0]) and each[0] not in kept
    )


def tidy(context: Context, shards: Sequence[int]) -> None:
    """Forget what is over, and have every shard know who wants to know what."""
    context.store.webhooks.mend()
    for webhook_id, shard in _gone(context, shards):
        context.store.deliveries.drop(webhook_id, shard)
    for shard in shards:
        context.store.deliveries.forget(shard, context.now())
