"""Which connections are closed when they run out, without a server: the sockets are pairs of this process."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from gevent import socket

from service.serve.connections import ClientSocket, ConnectionLimitReached, ConnectionLimits, Connections


class Crowd:
    """Connections of several addresses, in the order in which they were opened."""

    def __init__(self, total: int, per_address: int = 0) -> None:
        self._connections, self._held = (
            Connections(ConnectionLimits(10, 75, total, per_address)),
            contextlib.ExitStack(),
        )

    def connect(self, address: str, is_idle: bool = True) -> ClientSocket:
        ours, _ = map(self._held.enter_context, socket.socketpair())
        opened = self._held.enter_context(self._connections.register(ours, address))
        opened.is_idle = is_idle
        return self._held.enter_context(opened)

    def leave(self) -> None:
        self._held.close()


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    """Of ten connections, one is reserved."""
    made = Crowd(10)
    yield made
    made.leave()


def test_none_is_closed_while_there_is_room(crowd: Crowd) -> None:
    came = [crowd.connect("a") for _ in range(9)]
    assert all(each.is_idle for each in came)


def test_the_oldest_of_the_address_with_the_most_is_closed(crowd: Crowd) -> None:
    few, many = [crowd.connect("few") for _ in range(2)], [crowd.connect("many") for _ in range(7)]
    crowd.connect("new")
    assert [each.is_idle for each in few + many] == [True, True, False, *[True] * 6]


def test_busy_connections_stay_and_protect_no_others(crowd: Crowd) -> None:
    """One address sends bodies, another heads, each as slowly as it may: the second still makes room."""
    busy = [crowd.connect("bodies", is_idle=False) for _ in range(5)]
    idle = [crowd.connect("heads") for _ in range(4)]
    crowd.connect("new")
    crowd.connect("new")
    assert [each.is_idle for each in idle] == [False, False, True, True]
    assert not any(each.is_idle for each in busy)


def test_an_address_at_its_limit_closes_its_own_idle_ones_first() -> None:
    crowd = Crowd(1000, per_address=2)
    busy, idle = crowd.connect("a", is_idle=False), crowd.connect("a")
    crowd.connect("a", is_idle=False)
    assert (busy.is_idle, idle.is_idle) == (False, False)
    with pytest.raises(ConnectionLimitReached):
        crowd.connect("a")
    crowd.connect("b")
    crowd.leave()
