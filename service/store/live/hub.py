"""Wakes those who wait for events: one subscription per game, and one read of its stream for all who wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TypeVar

from service.core import metrics
from service.store.change_messages import ChangeMessage, Entry
from service.store.errors import StoreUnavailable
from service.store.games import events
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.live.player_channel import PlayerChannel
from service.store.live.pubsub import Subscriptions
from service.store.live.quotas import ListenerId, ListenerQuotas, ListenerSlot, ListenerSlots
from service.store.redis import keys

Numbered = tuple[int, bytes]
"""An event's number and its JSON."""

TAIL = 64
MESSAGES = 32
"""Of a channel: more than there are languages and seats of listeners who are up to date."""
LINGER_SECONDS = 30.0
LISTENING_SECONDS = 10.0
TICK_SECONDS = 0.25
"""How often the hub looks whether somebody has waited long enough."""
NEVER = float("inf")
CLOCK = "listener clock"


class GameChannel:
    """Those who wait for one game's events, and the newest of these events."""

    def __init__(self, store: GameStore, game_id: str) -> None:
        self._store = store
        self._game_id = game_id
        self._tail: list[Numbered] = []
        self._complete_after = -1
        self._is_stale = True
        self._game: GameRecord | None = None
        self._messages: dict[Hashable, bytes] = {}
        self._changed = threading.Condition()
        self._next_due = NEVER
        self.waiters = 0
        self.left_at = 0.0

    def wake(self) -> None:
        """The stream may have new events, or other words in old ones: whoever waits reads them."""
        with self._changed:
            self._messages = {}
            self._is_stale = True
            self._tail, self._complete_after = [], -1
            self._game = None
            self._changed.notify_all()

    def nudge(self) -> None:
        """Let all who wait check whether they have lost their slot."""
        with self._changed:
            self._changed.notify_all()

    def wake_due(self, now: float) -> None:
        """Let all who wait look at the time, if it is up for one of them."""
        if self._next_due <= now:
            with self._changed:
                self._next_due = NEVER
                self._changed.notify_all()

    def add_entry(self, entry: Entry, game: GameRecord | None) -> None:
        """Add an entry of the stream, and the game after it, if it is known. If one was missed, read the stream."""
        new_events = events.split(entry)
        with self._changed:
            self._messages = {}
            if self._is_stale or (new_events and new_events[0][0] != self._newest() + 1):
                self._is_stale = True
            else:
                self._tail += new_events
                self._trim()
            self._game = game
            self._changed.notify_all()

    def expect(self, newest: int) -> None:
        """Read the stream again if the event with this number is not here yet."""
        with self._changed:
            is_behind = self._newest() < newest
        if is_behind:
            self.wake()

    def _newest(self) -> int:
        return self._tail[-1][0] if self._tail else self._complete_after

    def _refresh(self, after: int) -> None:
        if self._complete_after < 0:
            self._complete_after = after
        self._is_stale = False
        try:
            while entries := events.entries_after(self._store, self._game_id, self._newest(), TAIL):
                self._tail += [event for entry in entries for event in events.split(entry)]
        except StoreUnavailable:
            self._is_stale = True
            raise
        self._trim()

    def _trim(self) -> None:
        if len(self._tail) > TAIL:
            self._complete_after = self._tail[-TAIL - 1][0]
            self._tail = self._tail[-TAIL:]

    def _later_than(self, after: int) -> list[Numbered] | None:
        """None when the channel does not reach back that far."""
        if self._is_stale:
            self._refresh(after)
        return [event for event in self._tail if event[0] > after] if after >= self._complete_after else None

    def newest_game(self, at_least: int) -> GameRecord:
        """The game with its event number `at_least`, loaded once for all listeners."""
        game = self._game or self._store.cache.get(self._game_id)
        if game is None or game.clock.events < at_least:
            game = self._game = self._store.load(self._game_id).game
        if game is None:
            raise StoreUnavailable("the game is gone")
        return game

    def shared_message(self, key: Hashable, write: Callable[[], bytes]) -> bytes:
        """A message that is the same for all listeners with this key: written once, until something changes."""
        messages = self._messages
        found = messages.get(key)
        if found is None:
            found = write()
            if len(messages) < MESSAGES:
                messages[key] = found
        return found

    def wait(self, after: int, limit: int, seconds: float, slot: ListenerSlot) -> list[Numbered]:
        """Wait for events later than `after`; none when the time is up, or the slot is lost.

        The hub wakes who waits too long: a timer for every wait would cost as much as sending the event.
        """
        until = time.monotonic() + seconds
        with self._changed:
            later = self._later_than(after)
            while later == [] and not slot.is_lost and until > time.monotonic():
                self._next_due = min(self._next_due, until)
                self._changed.wait()
                later = self._later_than(after)
        return read(self._store, self._game_id, after, limit) if later is None else later[:limit]


def read(store: GameStore, game_id: str, after: int, limit: int) -> list[Numbered]:
    """Events later than `after`, straight from the stream."""
    entries = events.entries_after(store, game_id, after, limit)
    later = [event for entry in entries for event in events.split(entry) if event[0] > after]
    return later[:limit]


AnyChannel = GameChannel | PlayerChannel
R = TypeVar("R", GameChannel, PlayerChannel)


class Hub:
    """All channels of a process. It subscribes to these games and players, and to no others."""

    def __init__(self, store: GameStore, quotas: ListenerQuotas) -> None:
        self._store = store
        self._slots = ListenerSlots(quotas)
        self._held: dict[ListenerSlot, AnyChannel] = {}
        self._lock = threading.Lock()
        self._game_channels: dict[str, GameChannel] = {}
        self._player_channels: dict[str, PlayerChannel] = {}
        self._subscriptions = Subscriptions(store.connection, self._on_message, self._close_empty_channels)
        store.cache.listen(self._subscriptions.is_subscribed)
        self.waiters = 0
        self._is_ticking = False
        metrics.PLACES.set(quotas.all)

    def game_channel(
        self, game_id: str, listener: ListenerId
    ) -> AbstractContextManager[tuple[GameChannel, ListenerSlot]]:
        """Listen to a game, as long as the slot is not lost: no event from now on is missed."""
        return self._join(self._game_channels, game_id, lambda: GameChannel(self._store, game_id), listener)

    def player_channel(
        self, tag: str, listener: ListenerId
    ) -> AbstractContextManager[tuple[PlayerChannel, ListenerSlot]]:
        """Listen to all games of a player."""
        return self._join(self._player_channels, keys.player_channel(tag), PlayerChannel, listener)

    @contextmanager
    def _join(
        self, channels: dict[str, R], name: str, new: Callable[[], R], listener: ListenerId
    ) -> Iterator[tuple[R, ListenerSlot]]:
        slot, loser = self._slots.take(listener)
        channel = self._enter(channels, name, new, slot)
        lost = self._held.get(loser) if loser else None
        if lost:
            lost.nudge()
        try:
            self._listen(name)
            yield channel, slot
        finally:
            self._slots.leave(slot)
            self._leave(channel, slot)

    def _enter(self, channels: dict[str, R], name: str, new: Callable[[], R], slot: ListenerSlot) -> R:
        with self._lock:
            channel = channels.setdefault(name, new())
            self.waiters += 1
            metrics.WAITERS.inc()
            channel.waiters += 1
            self._held[slot] = channel
            if not self._is_ticking:
                self._is_ticking = True
                threading.Thread(target=self._tick, name=CLOCK, daemon=True).start()
            return channel

    def _tick(self) -> None:
        """Wake those whose time is up, as long as anybody waits."""
        while True:
            time.sleep(TICK_SECONDS)
            now = time.monotonic()
            for channel in list(self._game_channels.values()):
                channel.wake_due(now)
            with self._lock:
                if not self.waiters:
                    self._is_ticking = False
                    return

    def _listen(self, game_id: str) -> None:
        self._subscriptions.add(game_id)
        if not self._subscriptions.wait(game_id, LISTENING_SECONDS):
            raise StoreUnavailable("subscription")

    def _leave(self, channel: AnyChannel, slot: ListenerSlot) -> None:
        with self._lock:
            del self._held[slot]
            self.waiters -= 1
            metrics.WAITERS.dec()
            channel.waiters -= 1
            channel.left_at = time.monotonic()

    def _on_message(self, game_id: str, body: bytes) -> None:
        """Handle a change message; an empty one says that some may have been missed."""
        if game_id.startswith(keys.PLAYERS):
            self._on_player_message(game_id, body)
            return
        channel = self._game_channels.get(game_id)
        if not body:
            self._store.cache.forget(game_id)
            if channel:
                channel.wake()
            return
        message = ChangeMessage.read(body)
        game = self._store.apply_message(message)
        if channel:
            channel.add_entry(message.entry, game)

    def _on_player_message(self, name: str, body: bytes) -> None:
        """Handle a message of a player's channel, which names the changed game; an empty one may mean any game."""
        channel = self._player_channels.get(name)
        if channel and body:
            channel.add_change(body.decode().partition(" ")[0])
        elif channel:
            channel.wake()

    def _close_empty_channels(self) -> None:
        """Close channels that nobody has listened to for a while; a client that soon asks again finds it open."""
        long_ago = time.monotonic() - LINGER_SECONDS
        with self._lock:
            for channels in (self._game_channels, self._player_channels):
                for name in _empty(channels, long_ago):
                    del channels[name]
                    self._subscriptions.remove(name)


def _empty(channels: Mapping[str, AnyChannel], since: float) -> list[str]:
    return [name for name, channel in channels.items() if not channel.waiters and channel.left_at < since]
