"""The store's time, as a process knows it: one clock's, although the masters of a cluster have one each."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from service.store.errors import StoreUnavailable
from service.store.redis import clock
from service.store.redis.clock import ASK_SECONDS, StoreTime, milliseconds
from service.usecases.context import Context
from tests.driver import Table

SKEW = 4_000
"""Milliseconds between two masters; less than the doctor warns of against its own machine."""


class Clocks:
    """Of this machine, of the master that tells the time, and of whoever answers when that one is away."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monotonic, self.asked, self.is_away = 100.0, 0, False
        monkeypatch.setattr("service.store.redis.clock.time.monotonic", lambda: self.monotonic)

    def ask(self) -> int:
        self.asked += 1
        if self.is_away:
            raise StoreUnavailable
        return round(1000 * self.monotonic)

    def ask_anybody(self) -> int:
        return round(1000 * self.monotonic) + SKEW


def test_the_command_time_is_told_in_milliseconds() -> None:
    assert milliseconds(1_700_000_000, 999_999) == 1_700_000_000_999
    assert milliseconds(0, 1_000) == 1


def test_it_asks_once_and_counts_on(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks, told = Clocks(monkeypatch), iter((70_000, 90_000))
    now = StoreTime(told.__next__, clocks.ask_anybody)
    assert now() == 70_000
    clocks.monotonic += ASK_SECONDS
    assert now() == 70_000 + 1000 * ASK_SECONDS
    clocks.monotonic += 0.001
    assert now() == 90_000, "what was heard is relied on for so long, and no longer"


def test_what_is_heard_by_the_way_is_as_good_as_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    now = StoreTime(clocks.ask, clocks.ask_anybody)
    now.set(50_000)
    clocks.monotonic += 0.25
    assert now() == 50_250
    assert clocks.asked == 0


def test_while_nobody_tells_the_time_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked for once a second, however many want to know it, and never taken from another clock."""
    clocks = Clocks(monkeypatch)
    now = StoreTime(clocks.ask, clocks.ask_anybody)
    assert now() == 100_000
    clocks.is_away = True
    for second in range(1, 4):
        clocks.monotonic = 100 + 1.5 * second
        assert [now() for _ in range(5)] == [100_000 + 1500 * second] * 5
        assert clocks.asked == 1 + second
    clocks.is_away = False
    clocks.monotonic += 1.5
    assert now() == 106_000


def test_who_never_heard_it_takes_anybodys_until_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = Clocks(monkeypatch)
    clocks.is_away = True
    now = StoreTime(clocks.ask, clocks.ask_anybody)
    assert now() == 100_000 + SKEW
    clocks.is_away, clocks.monotonic = False, 102.0
    assert now() == 102_000


def test_of_a_cluster_the_time_of_another_master_is_not_taken(
    app: Flask, context: Context, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game is loaded from a master whose clock is ahead: nobody's bank is charged with that."""
    table, store = Table.full(app, "toy", 2), context.store
    told: Any = store.connection("TIME")
    monkeypatch.setattr(store.connection, "has_one_clock", False, raising=False)
    monkeypatch.setattr(store.connection, "time", lambda: (int(told[0]) - SKEW // 1000, int(told[1])), raising=False)
    monkeypatch.setattr(store, "now", StoreTime(store._time, store._time_of_any_node))
    before = store.now()
    monkeypatch.setattr(store.connection, "time", lambda: pytest.fail("it was asked for a moment ago"), raising=False)
    monkeypatch.setattr(clock, "ASK_SECONDS", 3600)
    assert store.load(table.id).game
    assert 0 <= store.now() - before < SKEW
