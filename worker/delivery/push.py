"""A batch of pushes to one push service. Each is written when it is sent, from the game as it is then: if the seat has
decided meanwhile, nothing is sent.

A push service answers for all of its subscriptions. So it has one deliverer at a time and pauses as a whole when nobody
answers, while a subscription that is gone concerns itself alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

import http_ece  # type: ignore[import-untyped]  # it has no annotations
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid  # type: ignore[import-untyped]  # likewise
from py_vapid.utils import b64urldecode  # type: ignore[import-untyped]  # likewise

from service.core.logs import log
from service.core.settings import Settings
from service.store.delivery.push import (
    PendingPush,
    PushSubscription,
    PushTries,
    seats_to_decide,
)
from service.store.delivery.receivers import WELL, Health
from service.usecases.context import Context
from service.usecases.delivery import push
from service.usecases.transaction import load
from service.wire.push import TurnCall
from service.wire.refusals import Refused
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

LIFE_SECONDS = 3600
"""After so long nobody is called to a turn any more, and no push service keeps the pending."""
ATTEMPTS = 5
LONGEST_PAUSE = 300_000
_SIGNED_SECONDS = 12 * 3600
_GONE = (404, 410)
"""There is no such subscription any more."""
_BUSY = 429
_FAULTY = 500


def _is_passing(posted: Posted) -> bool:
    """Whether it is worth trying again."""
    return not posted.status or posted.status == _BUSY or posted.status >= _FAULTY


def _pause(failures: int) -> int:
    return min(pause(failures), LONGEST_PAUSE)


def _sealed(subscription: PushSubscription, pending: TurnCall) -> bytes:
    """So that the subscription alone can read it (RFC 8291)."""
    sealed: bytes = http_ece.encrypt(
        msgspec.json.encode(pending),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=b64urldecode(subscription.p256dh.encode()),
        auth_secret=b64urldecode(subscription.auth.encode()),
        version="aes128gcm",
    )
    return sealed


def _headers(settings: Settings, subscription: PushSubscription, pending: PendingPush, now: int) -> dict[str, str]:
    """A browser shows only the newest push of a game, while it matters (RFC 8030); the host signs it (RFC 8292)."""
    parts = urlsplit(subscription.url)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": now // 1000 + _SIGNED_SECONDS,
        "sub": settings.push_contact,
    }
    signed: dict[str, str] = Vapid.from_raw(settings.push_key.encode()).sign(claims)
    return {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIFE_SECONDS - (now - pending.tries.since) // 1000),
        "Topic": pending.game_id,
        "Urgency": "normal",
        "User-Agent": user_agent(),
    }


class PushBatch(Batch[PendingPush]):
    """One courier's turn at one push service."""

    def _due(self, shard: int) -> list[PendingPush]:
        return self._context.store.push.due(self._receiver, shard, self._context.now(), MOST)

    def _carry(self, waiting: PendingPush) -> None:
        subscription = self._wanted(waiting)
        try:
            told = self._told(waiting, subscription) if subscription else None
        except Refused:
            # A newer worker may know how to read the game.
            self._context.store.push.settle(waiting, self._later(waiting))
            return
        if subscription and told:
            self._tell(waiting, subscription, told)
        else:
            self._context.store.push.settle(waiting, None)

    def _wanted(self, pending: PendingPush) -> PushSubscription | None:
        """The subscription, unless the pending is of no use any more."""
        is_late = self._context.now() - pending.tries.since >= 1000 * LIFE_SECONDS
        return (
            None if is_late or not self._context.settings.push_key else self._context.store.push.subscription(pending)
        )

    def _told(self, pending: PendingPush, subscription: PushSubscription) -> TurnCall | None:
        """None when the seat has decided meanwhile."""
        game = load(self._context, pending.game_id)
        return push.turn_call(game, subscription) if subscription.seat in seats_to_decide(game) else None

    def _tell(self, pending: PendingPush, subscription: PushSubscription, told: TurnCall) -> None:
        settings = self._context.settings
        headers = _headers(settings, subscription, pending, self._context.now())
        posted = self._posted(subscription.url, _sealed(subscription, told), headers, settings.push_networks)
        self._settle(pending, subscription, posted)
        result = "delivered" if posted.is_taken else "gone" if posted.status in _GONE else "failed"
        metrics.PUSHES.labels(result).inc()
        log().info("pending", service=self._receiver, game=pending.game_id, result=result, reason=posted.reason)

    def _settle(self, pending: PendingPush, subscription: PushSubscription, posted: Posted) -> None:
        if posted.status in _GONE:
            self._context.store.push.unsubscribe(pending.game_id, [subscription.id])
        self._context.store.push.settle(pending, self._later(pending) if _is_passing(posted) else None)
        self._note(WELL if posted.status else self._after_silence(self._context.now()))

    def _later(self, pending: PendingPush) -> PushTries | None:
        """When it is tried again; a few times."""
        attempts, now = pending.tries.attempts + 1, self._context.now()
        return PushTries(pending.tries.since, attempts, now + _pause(attempts)) if attempts < ATTEMPTS else None

    def _after_silence(self, now: int) -> Health:
        failures = self._health.failures + 1
        return Health(failures, self._health.since or now, now + _pause(failures))


def _owed(context: Context, service: str, shards: Sequence[int]) -> Health | None:
    """How the push service has been, if there is anything to do for it now."""
    health, now = context.store.receivers.health(service), context.now()
    if health.until > now or not any(context.store.push.due(service, shard, now, 1) for shard in shards):
        return None
    return msgspec.structs.replace(health, until=0)


def deliver(context: Context, service: str, shards: Sequence[int], send: Post = post) -> BatchResult:
    """The pushes that wait for a push service in some shards, as far as a slice goes."""
    health = _owed(context, service, shards)
    held = context.store.receivers.take(service, (), context.now(), lease(context.settings)) if health else None
    if health is None or held is None:
        return BatchResult()
    try:
        return PushBatch(context, send, service, health).run(shards)
    finally:
        context.store.receivers.give_back(held)
