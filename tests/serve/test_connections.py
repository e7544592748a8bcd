"""Who yields when places for connections run out, without a server: its sockets are pairs of this process."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from gevent import socket

from service.serve.connections import (
    Connection,
    Connections,
    Patience,
    TooManyConnections,
)


class Crowd:
    """Connections of several addresses, in the order in which they came."""

    def __init__(self, places: int, share: int = 0) -> None:
        self._connections, self._held = Connections(Patience(10, 75, places, share)), contextlib.ExitStack()

    def comes(self, address: str, is_waiting: bool = True) -> Connection:
        ours, _ = map(self._held.enter_context, socket.socketpair())
        taken = self._held.enter_context(self._connections.taken(ours, address))
        taken.is_waiting = is_waiting
        return self._held.enter_context(taken)

    def leave(self) -> None:
        self._held.close()


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    """Of ten places, one is kept free."""
    made = Crowd(10)
    yield made
    made.leave()


def test_while_there_is_room_nobody_yields(crowd: Crowd) -> None:
    came = [crowd.comes("a") for _ in range(9)]
    assert all(each.is_waiting for each in came)


def test_the_oldest_of_who_holds_the_most_yields(crowd: Crowd) -> None:
    few, many = [crowd.comes("few") for _ in range(2)], [crowd.comes("many") for _ in range(7)]
    crowd.comes("new")
    assert [each.is_waiting for each in few + many] == [True, True, False, *[True] * 6]


def test_who_works_does_not_yield_and_shields_nobody_else(crowd: Crowd) -> None:
    """One address sends bodies, another heads, each as slowly as it may: the second still makes room."""
    working = [crowd.comes("bodies", is_waiting=False) for _ in range(5)]
    waiting = [crowd.comes("heads") for _ in range(4)]
    crowd.comes("new")
    crowd.comes("new")
    assert [each.is_waiting for each in waiting] == [False, False, True, True]
    assert not any(each.is_waiting for each in working)


def test_an_address_makes_room_for_itself_or_is_told() -> None:
    crowd = Crowd(1000, share=2)
    working, waiting = crowd.comes("a", is_waiting=False), crowd.comes("a")
    crowd.comes("a", is_waiting=False)
    assert (working.is_waiting, waiting.is_waiting) == (False, False)
    with pytest.raises(TooManyConnections):
        crowd.comes("a")
    crowd.comes("b")
    crowd.leave()
