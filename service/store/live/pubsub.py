"""Subscriptions to the channels of games and players: one connection per node, one channel per game or player.

`game_id` may also be the name of a player's channel, which is no sharded one, since a player's games are on every node.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

import redis

from service.core.urls import Node
from service.store.errors import ConnectionLost, StoreUnavailable
from service.store.redis import keys
from service.store.redis.client import Connection, pack_command

RECONNECT_SECONDS = 0.2
TICK_SECONDS = 5.0
SILENT_SECONDS = 3 * TICK_SECONDS
"""A connection that has not answered a ping for so long is replaced."""

_MESSAGES = (b"message", b"smessage")
_SUBSCRIBED = (b"subscribe", b"ssubscribe")
_UNSUBSCRIBED = (b"unsubscribe", b"sunsubscribe")
_PONG = b"pong"


class Subscriber(threading.Thread):
    """A thread that reads the messages of one node. If the connection breaks or a slot moves, it subscribes again,
    where the channel is then."""

    def __init__(self, subscriptions: Subscriptions, connection: Connection, node: Node) -> None:
        super().__init__(name="subscriber", daemon=True)
        self.node = node
        self._subscriptions, self._store_connection = subscriptions, connection
        self._prefix = "S" if connection.is_sharded else ""
        self._lock = threading.Lock()
        self._connection: Any = None
        self._asked: set[str] = set()
        self._confirmed: set[str] = set()

    @property
    def is_needed(self) -> bool:
        return bool(self._asked)

    def add(self, game_id: str) -> None:
        with self._lock:
            self._asked.add(game_id)
            self._send("SUBSCRIBE", game_id)

    def remove(self, game_id: str) -> None:
        with self._lock:
            self._asked.discard(game_id)
            self._confirmed.discard(game_id)
            self._send("UNSUBSCRIBE", game_id)

    def _send(self, word: str, game_id: str) -> None:
        """Errors do not matter here: the reading thread finds a broken connection."""
        if self._connection is not None:
            with contextlib.suppress(redis.RedisError, OSError):
                prefix = "" if game_id.startswith(keys.PLAYERS) else self._prefix
                self._connection.send_packed_command([pack_command((prefix + word, keys.channel(game_id)))])

    def run(self) -> None:
        while not self._subscriptions.retire_if_unused(self):
            with contextlib.suppress(StoreUnavailable, redis.RedisError, OSError, ValueError):
                self._listen()
            self._disconnect()
            time.sleep(RECONNECT_SECONDS)
            self._subscriptions.on_tick()
            self._subscriptions.resubscribe(self, self._unconfirm_all())

    def _unconfirm_all(self) -> list[str]:
        with self._lock:
            self._confirmed.clear()
            return list(self._asked)

    def _disconnect(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.disconnect()
            self._connection = None

    def _listen(self) -> None:
        connection = self._store_connection.subscriber_connection(self.node)
        connection.connect()
        with self._lock:
            self._connection = connection
            for game_id in self._asked:
                self._send("SUBSCRIBE", game_id)
        confirmed = ticked = time.monotonic()
        while time.monotonic() < confirmed + SILENT_SECONDS:
            if connection.can_read(timeout=TICK_SECONDS):
                self._read_message(connection)
                confirmed = time.monotonic()
            if time.monotonic() > ticked + TICK_SECONDS:
                ticked = time.monotonic()
                if not self._tick(connection):
                    return
        raise ConnectionLost("the subscription is silent")

    def _tick(self, connection: Any) -> bool:
        """Ping the node, and subscribe again to what it has not confirmed. False when nobody needs this thread."""
        self._subscriptions.on_tick()
        with self._lock:
            connection.send_packed_command([pack_command(("PING",))])
        if unconfirmed := self._unconfirmed_games():
            self._subscriptions.resubscribe(self, unconfirmed)
        return self.is_needed

    def _read_message(self, connection: Any) -> None:
        try:
            message = connection.read_response()
        except redis.ResponseError:
            # The slot of a channel has moved, or nobody has it for now. Redis does not say which one.
            self._look_elsewhere()
            return
        if isinstance(message, list) and message[0] != _PONG:
            word, channel, body = message
            self._receive(word, keys.channel_name(channel.decode()), body)

    def _look_elsewhere(self) -> None:
        time.sleep(RECONNECT_SECONDS)
        self._subscriptions.resubscribe(self, self._unconfirmed_games())

    def _unconfirmed_games(self) -> set[str]:
        with self._lock:
            return self._asked - self._confirmed

    def _receive(self, word: bytes, game_id: str, body: Any) -> None:
        if word in _MESSAGES:
            self._subscriptions.on_message(game_id, body)
        elif word in _SUBSCRIBED:
            with self._lock:
                self._confirmed |= {game_id} & self._asked
            self._subscriptions.confirm(game_id)
        elif word in _UNSUBSCRIBED and game_id in self._asked:
            with self._lock:
                self._confirmed.discard(game_id)
            self._subscriptions.resubscribe(self, [game_id])


class ChannelSubscription:
    """The subscriber of a channel; `confirmed` is set once the node has confirmed the subscription."""

    def __init__(self, subscriber: Subscriber) -> None:
        self.subscriber = subscriber
        self.confirmed = threading.Event()


class Subscriptions:
    """All subscriptions of a process. No message of a game is missed, or `on_message` is called with an empty one."""

    def __init__(
        self, connection: Connection, on_message: Callable[[str, bytes], None], on_tick: Callable[[], None]
    ) -> None:
        self._store_connection, self.on_message, self.on_tick = connection, on_message, on_tick
        self._lock = threading.RLock()
        self._subscribers: dict[Node, Subscriber] = {}
        self._subscriptions: dict[str, ChannelSubscription] = {}

    def add(self, game_id: str) -> None:
        if game_id in self._subscriptions:
            return
        node = self._store_connection.node_for_channel(keys.channel(game_id))
        with self._lock:
            if game_id not in self._subscriptions:
                subscription = self._subscriptions[game_id] = ChannelSubscription(self._subscriber_for(node))
                subscription.subscriber.add(game_id)

    def _subscriber_for(self, node: Node) -> Subscriber:
        if node not in self._subscribers:
            self._subscribers[node] = Subscriber(self, self._store_connection, node)
            self._subscribers[node].start()
        return self._subscribers[node]

    def wait(self, game_id: str, seconds: float) -> bool:
        """Wait until the subscription is confirmed; whether it is."""
        subscription = self._subscriptions.get(game_id)
        return subscription is not None and subscription.confirmed.wait(seconds)

    def is_subscribed(self, game_id: str) -> bool:
        subscription = self._subscriptions.get(game_id)
        return subscription is not None and subscription.confirmed.is_set()

    def remove(self, game_id: str) -> None:
        with self._lock:
            subscription = self._subscriptions.pop(game_id, None)
            if subscription:
                subscription.subscriber.remove(game_id)

    def confirm(self, game_id: str) -> None:
        """Messages may have been missed before this: pass on an empty one."""
        subscription = self._subscriptions.get(game_id)
        if subscription:
            subscription.confirmed.set()
            self.on_message(game_id, b"")

    def resubscribe(self, subscriber: Subscriber, games: Iterable[str]) -> None:
        """Subscribe where these games are now. If nobody knows where, the subscriber tries again later."""
        self._store_connection.invalidate()
        for game_id in games:
            with contextlib.suppress(StoreUnavailable, redis.ResponseError):
                self._move(subscriber, game_id, self._store_connection.node_for_channel(keys.channel(game_id)))

    def _move(self, subscriber: Subscriber, game_id: str, node: Node) -> None:
        with self._lock:
            subscription = self._subscriptions.get(game_id)
            if subscription is None or subscription.subscriber is not subscriber:
                return
            subscription.confirmed.clear()
            if node != subscriber.node:
                subscriber.remove(game_id)
                subscription.subscriber = self._subscriber_for(node)
            subscription.subscriber.add(game_id)

    def retire_if_unused(self, subscriber: Subscriber) -> bool:
        """Remove a subscriber without channels, so that its thread ends."""
        with self._lock:
            if subscriber.is_needed:
                return False
            del self._subscribers[subscriber.node]
            return True
