"""Who may wait for events when not everybody can: each address and each token has its share, seats go before
spectators, and of those who have to make room the oldest goes first."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable

import msgspec


class TooManyWaiters(Exception):
    """No place is left for this guest, and nobody has to make room for it."""


class Guest(msgspec.Struct, frozen=True):
    """Who wants to wait: from where, with which token (its hash), and whether it is a seat's."""

    address: str
    token: str = ""
    is_seated: bool = False


class Place(msgspec.Struct, eq=False):
    """What one guest holds. Who has lost it ends its answer, and says so."""

    guest: Guest
    is_lost: bool = False


class Shares(msgspec.Struct, frozen=True):
    """Places of a process: all of them, and of one address, and of one token. Half are kept for seats."""

    all: int
    address: int
    token: int

    @property
    def spectators(self) -> int:
        return max(1, self.all // 2)


class Places:
    """All places of a process. Dictionaries keep the order in which places were taken: the oldest comes first."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._lock = threading.Lock()
        self._taken: dict[Place, None] = {}
        self._by_address: defaultdict[str, dict[Place, None]] = defaultdict(dict)
        self._by_token: defaultdict[str, dict[Place, None]] = defaultdict(dict)
        self._spectators: defaultdict[str, dict[Place, None]] = defaultdict(dict)
        self._watching = 0

    def take(self, guest: Guest) -> tuple[Place, Place | None]:
        """A place, and the one that was lost for it, if so; or `TooManyWaiters`."""
        with self._lock:
            loser = self._loser(guest)
            if loser:
                loser.is_lost = True
                self._remove(loser)
            place = Place(guest)
            self._add(place)
            return place, loser

    def leave(self, place: Place) -> None:
        with self._lock:
            if place in self._taken:
                self._remove(place)

    def _loser(self, guest: Guest) -> Place | None:
        """Who makes room; None when there is room."""
        shown = self._by_token.get(guest.token, {})
        if guest.token and len(shown) >= self._shares.token:
            return _oldest(shown)
        if len(self._by_address.get(guest.address, {})) >= self._shares.address:
            return _oldest(self._spectators.get(guest.address, {}))
        if not guest.is_seated and self._watching >= self._shares.spectators:
            return _oldest(_most_crowded(self._spectators.values()))
        if len(self._taken) >= self._shares.all:
            return self._for_a_seat(guest)
        return None

    def _for_a_seat(self, guest: Guest) -> Place:
        """Spectators yield first; then who holds more places than the guest would."""
        if not guest.is_seated:
            raise TooManyWaiters
        if self._watching:
            return _oldest(_most_crowded(self._spectators.values()))
        crowd = _most_crowded(self._by_address.values())
        if len(crowd) <= len(self._by_address.get(guest.address, {})) + 1:
            raise TooManyWaiters
        return _oldest(crowd)

    def _add(self, place: Place) -> None:
        guest = place.guest
        self._taken[place] = self._by_address[guest.address][place] = None
        if guest.token:
            self._by_token[guest.token][place] = None
        if not guest.is_seated:
            self._spectators[guest.address][place] = None
            self._watching += 1

    def _remove(self, place: Place) -> None:
        guest = place.guest
        del self._taken[place]
        self._watching -= not guest.is_seated
        for groups, key in (
            (self._by_address, guest.address),
            (self._by_token, guest.token),
            (self._spectators, guest.address),
        ):
            group = groups.get(key, {})
            group.pop(place, None)
            if not group:
                groups.pop(key, None)


def _most_crowded(groups: Iterable[dict[Place, None]]) -> dict[Place, None]:
    return max(groups, key=len, default={})


def _oldest(places: dict[Place, None]) -> Place:
    for place in places:
        return place
    raise TooManyWaiters
