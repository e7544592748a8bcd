"""A batch of deliveries to one webhook: in order within each game, and what fails is tried again, for a day.

The deliverer writes down what came of a try after it. If it is killed in between, the next one sends that delivery once
more.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from service.core.logs import log
from service.core.settings import DAY
from service.store.delivery.queue import Delivery, Tries
from service.store.delivery.webhooks import Webhook
from service.store.redis.keys import time_of
from service.usecases.context import Context
from service.usecases.delivery import encryption, signing
from service.wire.webhooks import DeliveryStatus
from worker import metrics
from worker.delivery.batch import WEBHOOK_RETRIES, Batch, Post, user_agent
from worker.delivery.clean_up import PARKED_SECONDS
from worker.delivery.http import post
from worker.delivery.results import BatchResult, PostResult

GIVE_UP = 1000 * DAY


def _headers(context: Context, webhook: Webhook, delivery: Delivery, now: int) -> dict[str, str]:
    secret = encryption.decrypt(context.settings.secrets_key, webhook.secret, webhook.id)
    seconds = now // 1000
    return signing.standard_headers(secret, delivery.id, delivery.body, seconds) | {
        "Content-Type": "application/json",
        "User-Agent": user_agent(),
        signing.ID: delivery.id,
        signing.WEBHOOK: webhook.id,
        signing.SIGNATURE: signing.signature(secret, delivery.body, seconds),
    }


def _tries(before: Tries | None, posted: PostResult, began: int, now: int, is_parked: bool) -> Tries:
    attempts = before.attempts + 1 if before else 1
    status: DeliveryStatus = "delivered" if posted.is_accepted else "parked" if is_parked else "waiting"
    after = now + WEBHOOK_RETRIES.pause(attempts) if status == "waiting" else 0
    return Tries(status, attempts, before.first if before else began, now, after, posted.status, posted.reason)


class WebhookBatch(Batch[Delivery]):
    """A batch of deliveries to one webhook."""

    policy = WEBHOOK_RETRIES

    def __init__(self, context: Context, send: Post, webhook: Webhook) -> None:
        super().__init__(context, send, webhook.id, context.store.deliveries)
        self._webhook = webhook

    def _siblings(self) -> Sequence[str]:
        return [each.id for each in self._context.store.webhooks.of_app(self._webhook.app)]

    def _has_stopped(self) -> bool:
        return bool(self._webhook.parked) or super()._has_stopped()

    def _deliver(self, delivery: Delivery) -> None:
        began = self._context.now()
        posted = self._sign_and_post(delivery)
        self._settle(delivery, posted, began)
        if delivery.tries is None:
            metrics.DELAY_SECONDS.observe(max(began - time_of(delivery.id), 0) / 1000)
        metrics.DELIVERY_SECONDS.observe(posted.seconds)
        result = "delivered" if posted.is_accepted else "failed"
        metrics.DELIVERIES.labels(result).inc()
        log().info("delivery", webhook=self._webhook.id, delivery=delivery.id, result=result, reason=posted.reason)

    def _sign_and_post(self, delivery: Delivery) -> PostResult:
        webhook = self._webhook
        try:
            headers = _headers(self._context, webhook, delivery, self._context.now())
        except encryption.CannotDecrypt:
            log().error("webhook_secret_unreadable", webhook=webhook.id, advice="another SECRETS_KEY encrypted it")
            return PostResult(0, "secret")
        return self._post(webhook.url, delivery.body, headers, self._context.settings.webhook_networks)

    def _settle(self, delivery: Delivery, posted: PostResult, began: int) -> None:
        now = self._context.now()
        self._save_health(posted.is_accepted, posted, began, now)
        if self._health.since and now - self._health.since >= GIVE_UP:
            self._park(now)
        first = delivery.tries.first if delivery.tries else began
        # With its webhook a delivery only waits: it goes on when that does.
        is_parked = not self._webhook.parked and now - first >= GIVE_UP
        tries = _tries(delivery.tries, posted, began, now, is_parked)
        self._queue.settle(delivery, tries, self._delete_at(tries, now))

    def _delete_at(self, tries: Tries, now: int) -> int:
        kept = {"waiting": None, "delivered": self._context.settings.webhook_kept_seconds, "parked": PARKED_SECONDS}
        seconds = kept[tries.status]
        return 0 if seconds is None else now + 1000 * seconds

    def _park(self, now: int) -> None:
        """Stop delivering after a day in which the webhook took nothing: somebody has to look at it."""
        self._webhook = msgspec.structs.replace(self._webhook, parked=now)
        webhooks = self._context.store.webhooks
        found = webhooks.find(self._webhook.id)
        if found and webhooks.change(found, msgspec.structs.replace(found, parked=now)):
            log().warning("webhook_parked", webhook=found.id, app=found.app)


def deliver(context: Context, webhook_id: str, shards: Sequence[int], send: Post = post) -> BatchResult:
    """Deliver a batch of what waits for a webhook in some shards."""
    webhook = context.store.webhooks.find(webhook_id)
    return BatchResult() if webhook is None or webhook.parked else WebhookBatch(context, send, webhook).run(shards)
