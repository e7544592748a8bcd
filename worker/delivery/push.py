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
from service.store.delivery.push import PendingPush, PushSubscription, PushTries
from service.store.games.push_changes import seats_to_decide
from service.usecases.context import Context
from service.usecases.delivery import push
from service.usecases.transaction import load
from service.wire.push import TurnCall
from service.wire.refusals import Refused
from worker import metrics
from worker.delivery.batch import PUSH_RETRIES, Batch, Post, user_agent
from worker.delivery.http import post
from worker.delivery.results import BatchResult, PostResult

LIFE_SECONDS = 3600
"""A push that is older is dropped, here and by the push service."""
ATTEMPTS = 5
_SIGNED_SECONDS = 12 * 3600
_GONE = (404, 410)
"""There is no such subscription any more."""
_BUSY = 429
_FAULTY = 500


def _is_worth_retrying(posted: PostResult) -> bool:
    return not posted.status or posted.status == _BUSY or posted.status >= _FAULTY


def _encrypt(subscription: PushSubscription, call: TurnCall) -> bytes:
    """Encrypt it so that the browser alone can read it (RFC 8291)."""
    encrypted: bytes = http_ece.encrypt(
        msgspec.json.encode(call),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=b64urldecode(subscription.p256dh.encode()),
        auth_secret=b64urldecode(subscription.auth.encode()),
        version="aes128gcm",
    )
    return encrypted


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
    """A batch of pushes to one push service."""

    policy = PUSH_RETRIES

    def _deliver(self, delivery: PendingPush) -> None:
        subscription = self._find_subscription(delivery)
        try:
            call = self._turn_call(delivery, subscription) if subscription else None
        except Refused:
            # A newer worker may know how to read the game.
            self._queue.settle(delivery, self._next_try(delivery))
            return
        if subscription and call:
            self._push(delivery, subscription, call)
        else:
            self._queue.settle(delivery, None)

    def _find_subscription(self, pending: PendingPush) -> PushSubscription | None:
        """None where the push is of no use any more."""
        is_late = self._context.now() - pending.tries.since >= 1000 * LIFE_SECONDS
        return (
            None if is_late or not self._context.settings.push_key else self._context.store.push.subscription(pending)
        )

    def _turn_call(self, pending: PendingPush, subscription: PushSubscription) -> TurnCall | None:
        """None when the seat has decided meanwhile."""
        game = load(self._context, pending.game_id)
        return push.turn_call(game, subscription) if subscription.seat in seats_to_decide(game) else None

    def _push(self, pending: PendingPush, subscription: PushSubscription, call: TurnCall) -> None:
        settings, began = self._context.settings, self._context.now()
        headers = _headers(settings, subscription, pending, began)
        posted = self._post(subscription.url, _encrypt(subscription, call), headers, settings.push_networks)
        if posted.status in _GONE:
            self._context.store.push.unsubscribe(pending.game_id, [subscription])
        self._queue.settle(pending, self._next_try(pending) if _is_worth_retrying(posted) else None)
        self._save_health(bool(posted.status), posted, began, self._context.now())
        result = "delivered" if posted.is_accepted else "gone" if posted.status in _GONE else "failed"
        metrics.PUSHES.labels(result).inc()
        log().info("push", service=self._receiver, game=pending.game_id, result=result, reason=posted.reason)

    def _next_try(self, pending: PendingPush) -> PushTries | None:
        attempts, now = pending.tries.attempts + 1, self._context.now()
        return (
            PushTries(pending.tries.since, attempts, now + self.policy.pause(attempts)) if attempts < ATTEMPTS else None
        )


def deliver(context: Context, service: str, shards: Sequence[int], send: Post = post) -> BatchResult:
    """Deliver a batch of the pushes that wait for a push service in some shards."""
    return PushBatch(context, send, service, context.store.push).run(shards)
