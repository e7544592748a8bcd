"""What is done once a day, and what is looked at all the time: with lines that answer as they are told to."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

import pytest

from service.store.errors import StoreUnavailable
from service.store.games.repository import GameStore
from service.store.jobs.due import DueScanner, DueShard
from service.store.maintenance import daily
from service.store.maintenance.daily import AGAIN_SECONDS, LOOK_SECONDS, Daily
from service.store.redis import keys
from service.store.redis.client import SingleNode


class Marked(SingleNode):
    """A store that knows whether it was done."""

    def __init__(self) -> None:
        super().__init__("unix:///nowhere")
        self.is_done, self.heard = False, list[tuple[Any, ...]]()

    def __call__(self, *command: Any) -> Any:
        self.heard.append(command)
        return b"1" if self.is_done else None


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    told = [1000.0]
    monkeypatch.setattr(daily, "time", types.SimpleNamespace(monotonic=lambda: told[0]))
    return told


def test_it_is_done_step_by_step_and_then_marked_for_a_day(now: list[float]) -> None:
    connection = Marked()
    work = Daily(connection, "marker", lambda: iter((3, 0, 5)))
    assert [work.step() for _ in range(4)] == [3, 0, 5, None]
    assert connection.heard == [("GET", "marker"), ("SET", "marker", 1, "EX", AGAIN_SECONDS)]
    assert AGAIN_SECONDS == 86_400
    connection.is_done = True
    assert work.step() is None
    assert len(connection.heard) == 2, "it was looked a moment ago"
    now[0] += LOOK_SECONDS - 1
    assert work.step() is None
    assert len(connection.heard) == 2
    now[0] += 1
    assert work.step() is None
    assert connection.heard[2:] == [("GET", "marker")]
    connection.is_done = False
    now[0] += LOOK_SECONDS
    assert work.step() == 3


def test_what_breaks_off_begins_anew_and_not_at_once(now: list[float]) -> None:
    begun = list[int]()

    def breaking() -> Iterator[int]:
        begun.append(1)
        yield 7
        raise StoreUnavailable("gone")

    work = Daily(Marked(), "marker", breaking)
    assert work.step() == 7
    now[0] += 300
    with pytest.raises(StoreUnavailable):
        work.step()
    now[0] += LOOK_SECONDS - 1
    assert work.step() is None
    now[0] += 1
    assert work.step() == 7
    assert len(begun) == 2


class Gathering(SingleNode):
    """A store that answers each question of a group in turn."""

    def __init__(self, *answers: list[Any]) -> None:
        super().__init__("unix:///nowhere")
        self.answers, self.asked, self.patience = list(answers), list[Any](), list[float]()
        self.shards_per_command = 32

    def gather(self, commands: Any, patience: float = 9) -> list[Any]:
        self.asked.append(list(commands))
        self.patience.append(patience)
        return self.answers.pop(0)


def _scanner(*answers: list[Any]) -> tuple[DueScanner, Gathering]:
    store = GameStore("unix:///nowhere")
    connection = Gathering(*answers)
    store.connection = connection
    return DueScanner(store, keys.deadlines), connection


def test_shards_are_looked_at_where_something_waits() -> None:
    agenda, connection = _scanner([0, 2], [[[1, 4, b"70", b""], [3, 0, b"", b"90"]]])
    assert agenda.scan() == [DueShard(33, 4, 70, None), DueShard(35, 0, None, 90)]
    assert [due.first for due in (DueShard(1, 4, 70, None), DueShard(1, 0, None, 90), DueShard(1, 1, 5, 3))] == [
        70,
        90,
        3,
    ]
    first, second = connection.asked
    assert [command[0] for command in first] == ["EXISTS", "EXISTS"]
    assert first[0][1:5] == (keys.outbox(0), keys.deadlines(0), keys.outbox(1), keys.deadlines(1))
    assert first[1][-2:] == (keys.outbox(63), keys.deadlines(63))
    assert len(second) == 1
    assert (second[0][2], second[0][3]) == (64, keys.outbox(32))
    assert connection.patience == [0, 0]


def test_a_master_that_is_away_hides_its_own_shards_and_no_others() -> None:
    away = StoreUnavailable("away")
    agenda, _ = _scanner([away, 1], [[[0, 1, b"5", b""]]])
    assert agenda.scan() == [DueShard(32, 1, 5, None)]
    lost, _ = _scanner([1, 1], [away, [[0, 1, b"5", b""]]])
    assert lost.scan() == [DueShard(32, 1, 5, None)]
    with pytest.raises(StoreUnavailable):
        _scanner([away, away])[0].scan()
