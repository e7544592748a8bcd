"""A slice of deliveries to one webhook: in order within each game, and what fails is tried again, for a day.

Whoever delivers has the webhook for itself while it does. What came of a try is written down after it: a courier that
is killed in between leaves the delivery to the next, who sends it once more.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version

import msgspec

from service.run.logs import log
from service.run.settings import DAY, Settings
from service.store.calls import is_service
from service.store.deliveries import Delivery, Due, Tries
from service.store.keys import time_of
from service.store.receivers import WELL, Health, Lease
from service.store.webhooks import Webhook
from service.tables import sealing, signing
from service.tables.house import House
from service.wire.webhooks import DeliveryStatus
from worker import metrics
from worker.posting import Posted, post

SLICE, SLICE_SECONDS = 50, 2.0
"""After so many deliveries, or so long, it is another webhook's turn."""
MARGIN_SECONDS = 3.0
FIRST_PAUSE, LONGEST_PAUSE = 5_000, 3_600_000
PATIENCE = 3
"""So many answers in a row that refuse, and the whole webhook pauses; at once when nobody answers at all."""
GIVE_UP = 1000 * DAY
PARKED_SECONDS = 7 * DAY
"""For so long what was given up can be listed and sent again."""
SLOW_SECONDS = 1.0

Post = Callable[[str, bytes, Mapping[str, str], Sequence[str], float], Posted]
"""URL, body, headers, networks that are allowed, seconds."""


class Sliced(msgspec.Struct, frozen=True):
    """How a slice went: whether there is more to deliver now, and whether the receiver takes its time."""

    is_more: bool = False
    is_slow: bool = False


def pause(failures: int) -> int:
    """Milliseconds after so many failures in a row: 5 s, then twice as long each time, at most an hour."""
    return min(FIRST_PAUSE << min(failures - 1, 20), LONGEST_PAUSE)


def lease(settings: Settings) -> int:
    """Milliseconds for which one courier has a webhook: what a slice and its last request can take. Whoever is killed
    keeps others from it for no longer."""
    return round(1000 * (SLICE_SECONDS + settings.webhook_seconds + MARGIN_SECONDS))


@functools.cache
def user_agent() -> str:
    return f"Almagest/{version('almagest')}"


def _headers(house: House, webhook: Webhook, delivery: Delivery, now: int) -> dict[str, str]:
    secret = sealing.unseal(house.settings.secrets_key, webhook.secret, webhook.id)
    return {
        "Content-Type": "application/json",
        "User-Agent": user_agent(),
        signing.ID: delivery.id,
        signing.WEBHOOK: webhook.id,
        signing.SIGNATURE: signing.signature(secret, delivery.body, now // 1000),
    }


def _posted(house: House, send: Post, webhook: Webhook, delivery: Delivery) -> Posted:
    settings = house.settings
    try:
        headers = _headers(house, webhook, delivery, house.now())
    except sealing.CannotUnseal:
        log().error("webhook_sealed", webhook=webhook.id, advice="SECRETS_KEY is not the one it was sealed with")
        return Posted(0, "its secret cannot be read")
    return send(webhook.url, delivery.body, headers, settings.webhook_networks, settings.webhook_seconds)


def _tries(before: Tries | None, posted: Posted, began: int, now: int, is_parked: bool) -> Tries:
    attempts = before.attempts + 1 if before else 1
    status: DeliveryStatus = "delivered" if posted.is_taken else "parked" if is_parked else "waiting"
    after = now + pause(attempts) if status == "waiting" else 0
    return Tries(status, attempts, before.first if before else began, now, after, posted.status, posted.reason)


def _after_failure(health: Health, posted: Posted, began: int, now: int) -> Health:
    failures = health.failures + 1
    is_paused = not posted.status or failures >= PATIENCE
    return Health(failures, health.since or began, now + pause(failures) if is_paused else 0)


class Slice:
    """One courier's turn at one webhook."""

    def __init__(self, house: House, send: Post, webhook: Webhook, health: Health) -> None:
        self._house, self._send, self._webhook, self._health = house, send, webhook, health
        self._left, self._until = SLICE, time.monotonic() + SLICE_SECONDS
        self._is_slow = False

    def run(self, shards: Iterable[int]) -> Sliced:
        for shard in shards:
            while dues := self._due(shard):
                for due in dues:
                    if self._is_over():
                        return Sliced(True, self._is_slow)
                    self._deliver(due)
                    if self._is_stopped():
                        return Sliced(False, self._is_slow)
        return Sliced(False, self._is_slow)

    def _due(self, shard: int) -> list[Due]:
        """Nobody is told what a successor of the store would not know."""
        found = self._house.store.deliveries.due(self._webhook.id, shard, self._house.now(), SLICE)
        if found:
            self._house.store.secure(shard)
        return found

    def _is_over(self) -> bool:
        """Who takes his time has one delivery a turn."""
        return self._is_slow or not self._left or time.monotonic() > self._until

    def _is_stopped(self) -> bool:
        return bool(self._webhook.parked or self._health.until)

    def _deliver(self, due: Due) -> None:
        self._left -= 1
        began, delivery = self._house.now(), due.delivery
        posted = _posted(self._house, self._send, self._webhook, delivery)
        self._is_slow = posted.seconds > SLOW_SECONDS
        self._settle(due, posted, began)
        if delivery.tries is None:
            metrics.DELAY_SECONDS.observe(max(began - time_of(delivery.id), 0) / 1000)
        metrics.DELIVERY_SECONDS.observe(posted.seconds)
        result = "delivered" if posted.is_taken else "failed"
        metrics.DELIVERIES.labels(result).inc()
        log().info("delivery", webhook=self._webhook.id, delivery=delivery.id, result=result, reason=posted.reason)

    def _settle(self, due: Due, posted: Posted, began: int) -> None:
        now = self._house.now()
        self._note(WELL if posted.is_taken else _after_failure(self._health, posted, began, now))
        if self._health.since and now - self._health.since >= GIVE_UP:
            self._park(now)
        first = due.delivery.tries.first if due.delivery.tries else began
        # With its webhook a delivery only waits: it goes on when that does.
        is_parked = not self._webhook.parked and now - first >= GIVE_UP
        tries = _tries(due.delivery.tries, posted, began, now, is_parked)
        self._house.store.deliveries.settle(due, tries, self._forgotten(tries, now))

    def _forgotten(self, tries: Tries, now: int) -> int:
        kept = {"waiting": None, "delivered": self._house.settings.webhook_kept_seconds, "parked": PARKED_SECONDS}
        seconds = kept[tries.status]
        return 0 if seconds is None else now + 1000 * seconds

    def _note(self, health: Health) -> None:
        if health != self._health:
            self._health = health
            self._house.store.receivers.note(self._webhook.id, health)

    def _park(self, now: int) -> None:
        """A day without a single answer that takes anything: somebody has to look at it."""
        self._webhook = msgspec.structs.replace(self._webhook, parked=now)
        webhooks = self._house.store.webhooks
        found = webhooks.find(self._webhook.id)
        if found and webhooks.change(found, msgspec.structs.replace(found, parked=now)):
            log().warning("webhook_parked", webhook=found.id, app=found.app)


def _owed(house: House, webhook_id: str, shards: Sequence[int]) -> tuple[Webhook, Health] | None:
    """The webhook, if there is anything to do for it now: what is only read costs the store no write."""
    webhook, health, now = house.store.webhooks.find(webhook_id), house.store.receivers.health(webhook_id), house.now()
    if webhook is None or webhook.parked or health.until > now:
        return None
    is_due = any(house.store.deliveries.due(webhook_id, shard, now, 1) for shard in shards)
    return (webhook, msgspec.structs.replace(health, until=0)) if is_due else None


def _held(house: House, webhook: Webhook) -> Lease | None:
    alike = [each.id for each in house.store.webhooks.of_app(webhook.app)]
    return house.store.receivers.take(webhook.id, alike, house.now(), lease(house.settings))


def deliver(house: House, webhook_id: str, shards: Sequence[int], send: Post = post) -> Sliced:
    """What waits for a webhook in some shards, as far as a slice goes."""
    owed = _owed(house, webhook_id, shards)
    held = _held(house, owed[0]) if owed else None
    if owed is None or held is None:
        return Sliced()
    try:
        return Slice(house, send, *owed).run(shards)
    finally:
        house.store.receivers.give_back(held)


def _gone(house: House, shards: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Webhooks that were deleted, or have been parked for long, and where something is kept for them."""
    since = house.now() - 1000 * PARKED_SECONDS
    kept = {each.id for each in house.store.webhooks.all() if not each.parked or each.parked > since}
    return (
        each for each in house.store.receivers.addressees(shards) if not is_service(each[0]) and each[0] not in kept
    )


def tidy(house: House, shards: Sequence[int]) -> None:
    """Forget what is over, and have every shard know who wants to know what."""
    house.store.webhooks.mend()
    for webhook_id, shard in _gone(house, shards):
        house.store.deliveries.drop(webhook_id, shard)
    for shard in shards:
        house.store.deliveries.forget(shard, house.now())
