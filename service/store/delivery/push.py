"""Web Push: the subscriptions of seats, and the pushes that wait. The commit that makes a seat decide writes the push;
deliverers take it from here.

A subscription has one push at most: a newer one replaces what still waits, since only the newest turn matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec

from service.games.base import Seat
from service.store import damaged
from service.store.delivery.queue import DeliveryQueue
from service.store.redis import keys
from service.store.redis.client import Connection
from service.store.redis.scripts import Script

_SERVICE = "push:"


class PushSubscription(msgspec.Struct, frozen=True):
    """Where a seat is called: the subscription of a browser at a push service."""

    id: str
    seat: Seat
    url: str
    p256dh: str
    auth: str
    language: str
    created: int
    service: str
    """The push service as a receiver, see `push_service_id`."""


class PushTries(msgspec.Struct, frozen=True):
    """Since when a push waits, and what came of it so far."""

    since: int
    attempts: int = 0
    next: int = 0


class PendingPush(msgspec.Struct, frozen=True):
    """A push on its way to one subscription: the seat has to decide."""

    entry: str
    tries: PushTries

    @property
    def game_id(self) -> str:
        return self.entry.split("|")[1]

    @property
    def shard(self) -> int:
        return keys.shard_of(self.game_id)

    @property
    def subscription_id(self) -> str:
        return self.entry.split("|")[2]


_subscription = msgspec.json.Decoder(PushSubscription)
_tries = msgspec.json.Decoder(PushTries)
_encode = msgspec.json.Encoder().encode


def _read_subscriptions(game_id: str, rows: Iterable[bytes]) -> list[PushSubscription]:
    return damaged.read_all("push", _subscription.decode, ((game_id, row) for row in rows))


def push_service_id(host: str) -> str:
    """The id of a push service among receivers; ids of webhooks begin otherwise."""
    return _SERVICE + host


def is_push_service(receiver: str) -> bool:
    return receiver.startswith(_SERVICE)


def new_push(now: int) -> bytes:
    """A new push, as `commit.lua` writes it."""
    return _encode(PushTries(now))


class LoadedGame(Protocol):
    """What tells whether somebody else has written the game since it was loaded."""

    @property
    def id(self) -> str: ...
    @property
    def revision(self) -> int: ...
    @property
    def nonce(self) -> str: ...


class PushQueue(DeliveryQueue[PendingPush, PushTries]):
    """Pushes lie with the shard of their game, subscriptions with the game: all in one slot."""

    kind = "push"

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self._subscribe = Script(connection, "delivery/subscribe")
        self._unsubscribe = Script(connection, "delivery/unsubscribe")

    def _due_keys(self, shard: int) -> list[str]:
        return [keys.pushes(shard), keys.push_tries(shard)]

    _settle_keys = _due_keys

    def _read(self, entry: str, tries: bytes, body: bytes) -> PendingPush:
        _, _, _ = entry.split("|")
        return PendingPush(entry, _tries.decode(tries))

    def _expected_tries(self, delivery: PendingPush) -> bytes:
        """A newer push of the same subscription waits on."""
        return _encode(delivery.tries)

    def is_unused(self) -> bool:
        """Whether no seat has ever subscribed."""
        return not self._connection("EXISTS", keys.PUSH_USED)

    def subscribe(self, game: LoadedGame, subscription: PushSubscription, most: int) -> bool:
        """False when the game was written meanwhile. One more than a seat may have ends the oldest."""
        self._connection("SET", keys.PUSH_USED, 1)
        names = [keys.game(game.id), *keys.push_keys(game.id)]
        arguments: list[str | bytes | int] = [
            game.revision,
            game.nonce,
            subscription.id,
            _encode(subscription),
            most,
            game.id,
        ]
        return bool(self._subscribe(names, arguments))

    def count_damaged(self, game_id: str) -> int:
        """How many subscriptions of a game cannot be read."""
        rows: Any = self._connection("HVALS", keys.push_subscriptions(game_id))
        return len(rows) - len(_read_subscriptions(game_id, rows))

    def subscriptions(self, game_id: str) -> list[PushSubscription]:
        """Without those that are damaged."""
        rows = self._connection("HVALS", keys.push_subscriptions(game_id))
        return _read_subscriptions(game_id, rows)

    def subscription(self, push: PendingPush) -> PushSubscription | None:
        found: Any = self._connection("HGET", keys.push_subscriptions(push.game_id), push.subscription_id)
        return next(iter(_read_subscriptions(push.game_id, [found] if found else [])), None)

    def unsubscribe(self, game_id: str, subscriptions: Sequence[PushSubscription]) -> None:
        """Delete subscriptions, and what waits for them."""
        names = keys.push_keys(game_id)
        for each in subscriptions:
            self._unsubscribe(names, [each.id, f"{each.service}|{game_id}|{each.id}"])
