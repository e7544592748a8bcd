"""Who may wait for events when not everybody can: each address and each token has its quota, seats go before
spectators, and the oldest listener makes room first."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable

import msgspec


class TooManyWaiters(Exception):
    """No slot is left for this listener, and nobody has to make room for it."""


class ListenerId(msgspec.Struct, frozen=True):
    """A client that wants to wait: its address, the hash of its token, and whether that is a seat's."""

    address: str
    token: str = ""
    is_seated: bool = False


class ListenerSlot(msgspec.Struct, eq=False):
    """The slot of one listener. A listener that has lost it ends its answer, and says so."""

    listener: ListenerId
    is_lost: bool = False


class ListenerQuotas(msgspec.Struct, frozen=True):
    """Slots of a process: all of them, and of one address, and of one token. Half are kept for seats."""

    all: int
    address: int
    token: int

    @property
    def spectators(self) -> int:
        return max(1, self.all // 2)


class ListenerSlots:
    """All slots of a process. Dictionaries keep the order in which slots were taken: the oldest comes first."""

    def __init__(self, quotas: ListenerQuotas) -> None:
        self._quotas = quotas
        self._lock = threading.Lock()
        self._held: dict[ListenerSlot, None] = {}
        self._by_address: defaultdict[str, dict[ListenerSlot, None]] = defaultdict(dict)
        self._by_token: defaultdict[str, dict[ListenerSlot, None]] = defaultdict(dict)
        self._spectators: defaultdict[str, dict[ListenerSlot, None]] = defaultdict(dict)
        self._watching = 0

    def take(self, listener: ListenerId) -> tuple[ListenerSlot, ListenerSlot | None]:
        """A slot, and the one that had to make room for it, if any; raises `TooManyWaiters`."""
        with self._lock:
            loser = self._loser(listener)
            if loser:
                loser.is_lost = True
                self._remove(loser)
            slot = ListenerSlot(listener)
            self._add(slot)
            return slot, loser

    def leave(self, slot: ListenerSlot) -> None:
        with self._lock:
            if slot in self._held:
                self._remove(slot)

    def _loser(self, listener: ListenerId) -> ListenerSlot | None:
        """The slot that has to make room; None when there is room."""
        shown = self._by_token.get(listener.token, {})
        if listener.token and len(shown) >= self._quotas.token:
            return _oldest(shown)
        if len(self._by_address.get(listener.address, {})) >= self._quotas.address:
            return _oldest(self._spectators.get(listener.address, {}))
        if not listener.is_seated and self._watching >= self._quotas.spectators:
            return _oldest(_most_crowded(self._spectators.values()))
        if len(self._held) >= self._quotas.all:
            return self._loser_for_seat(listener)
        return None

    def _loser_for_seat(self, listener: ListenerId) -> ListenerSlot:
        """Spectators make room first, then an address with more slots than the listener's would have."""
        if not listener.is_seated:
            raise TooManyWaiters
        if self._watching:
            return _oldest(_most_crowded(self._spectators.values()))
        crowd = _most_crowded(self._by_address.values())
        if len(crowd) <= len(self._by_address.get(listener.address, {})) + 1:
            raise TooManyWaiters
        return _oldest(crowd)

    def _add(self, slot: ListenerSlot) -> None:
        listener = slot.listener
        self._held[slot] = self._by_address[listener.address][slot] = None
        if listener.token:
            self._by_token[listener.token][slot] = None
        if not listener.is_seated:
            self._spectators[listener.address][slot] = None
            self._watching += 1

    def _remove(self, slot: ListenerSlot) -> None:
        listener = slot.listener
        del self._held[slot]
        self._watching -= not listener.is_seated
        for groups, key in (
            (self._by_address, listener.address),
            (self._by_token, listener.token),
            (self._spectators, listener.address),
        ):
            group = groups.get(key, {})
            group.pop(slot, None)
            if not group:
                groups.pop(key, None)


def _most_crowded(groups: Iterable[dict[ListenerSlot, None]]) -> dict[ListenerSlot, None]:
    return max(groups, key=len, default={})


def _oldest(slots: dict[ListenerSlot, None]) -> ListenerSlot:
    for slot in slots:
        return slot
    raise TooManyWaiters
