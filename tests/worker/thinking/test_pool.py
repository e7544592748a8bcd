"""Thinkers take what is next in fairness, keep it while they think, and lose nothing when they are killed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.core import metrics as page
from service.store.jobs.outbox import Outbox, Waiting
from service.usecases.context import House
from tests.processes import HUNG
from tests.worker.conftest import Clock
from tests.worker.driver import GREEDY, HUMAN, RANDOM, Sitting
from worker import metrics, turns
from worker.thinking.bot_process import LOST, Thinker
from worker.thinking.fair_share import Shares
from worker.thinking.pool import Thinkers

CROWD = 40


class Places(Thinkers):
    """As many places as asked for, and no processes."""

    def __init__(self, house: House, places: int) -> None:
        super().__init__(house, [])
        self._shares = Shares(places)


def crowd(house: House, creator: str = "crowd") -> list[str]:
    return [Sitting(house, RANDOM, RANDOM, rulebook="nebula", creator=creator).id for _ in range(CROWD)]


def taken(thinkers: Thinkers) -> Waiting:
    found = thinkers.next()
    assert found
    return found


def test_a_person_does_not_wait_for_a_crowd_without_people(house: House) -> None:
    crowd(house)
    thinkers = Places(house, 2)
    assert taken(thinkers).creator == "crowd"
    assert thinkers.next() is None, "the last place is kept"
    sitting = Sitting(house, GREEDY, HUMAN, creator="crowd")
    other = Sitting(house, GREEDY, HUMAN, creator="somebody")
    assert taken(thinkers).game_id == other.id, "whoever has the other place is not even a rival"
    assert sitting.version == 0


def test_creators_take_turns(house: House) -> None:
    """Forty games of one, one of each of three others: these are next, whoever came first."""
    crowd(house)
    for creator in ("a", "b", "c"):
        Sitting(house, RANDOM, RANDOM, creator=creator)
    thinkers, order = Places(house, 1), []
    for _ in range(5):
        waiting = taken(thinkers)
        order.append(waiting.creator)
        thinkers.end(waiting, 0.5)
    assert order[0] == "crowd"
    assert sorted(order[1:4]) == ["a", "b", "c"]


def test_what_one_thinker_has_no_other_takes(house: House) -> None:
    Sitting(house, RANDOM, RANDOM)
    assert Places(house, 2).next()
    assert Places(house, 2).next() is None


def test_what_a_dead_thinker_had_is_taken_again_after_two_seconds(house: House, clock: Clock) -> None:
    sitting = Sitting(house, RANDOM, RANDOM)
    Places(house, 2).next()
    clock.advance(1.9)
    assert Places(house, 2).next() is None
    clock.advance(0.2)
    assert taken(Places(house, 2)).game_id == sitting.id


def test_what_is_kept_stays_with_its_thinker(house: House, clock: Clock) -> None:
    Sitting(house, RANDOM, RANDOM)
    waiting = taken(Places(house, 2))
    clock.advance(1.5)
    Outbox(house.store).keep(waiting, house.now())
    clock.advance(1.5)
    assert Places(house, 2).next() is None


def test_what_went_on_meanwhile_is_not_taken(house: House, clock: Clock) -> None:
    sitting = Sitting(house, RANDOM, RANDOM)
    (waiting,) = Outbox(house.store).waiting(house.now())
    clock.advance(1)
    sitting.work()
    assert not Outbox(house.store).take(waiting, house.now())


@pytest.mark.usefixtures("one_at_a_time")
def test_a_game_is_played_to_its_end_slice_by_slice(house: House) -> None:
    sitting, thinkers = Sitting(house, RANDOM, RANDOM), Places(house, 2)
    while waiting := thinkers.next():
        assert turns.run_thinking(house, waiting.game_id) == "played"
        Outbox(house.store).give_back(waiting)
        thinkers.end(waiting, 0.1)
        if sitting.game.clock.owed == "automa":
            sitting.work()
    assert sitting.game.clock.status == "scoring"


def test_a_thinker_does_whatever_a_game_owes_by_now(house: House) -> None:
    sitting = Sitting(house, RANDOM, RANDOM)
    while sitting.game.clock.status == "running":
        sitting.work()
    assert turns.run_thinking(house, sitting.id) == "scored"
    assert turns.run_thinking(house, sitting.id) == "skipped"


def test_thinking_and_waiting_are_measured(house: House, clock: Clock) -> None:
    def seconds() -> float:
        return float(metrics.THINKING_SECONDS.labels("nobody")._value.get())

    Sitting(house, RANDOM, RANDOM)
    clock.advance(7)
    thinkers, before = Places(house, 2), seconds()
    waited = metrics.OWED_SECONDS.labels("nobody")._sum.get()
    thinkers.end(taken(thinkers), 1.5)
    assert seconds() - before == 1.5
    assert 7 <= metrics.OWED_SECONDS.labels("nobody")._sum.get() - waited < 7 + HUNG
    assert b"almagest_thinking_seconds_total" in page.page()


@pytest.fixture
def thinker(house: House, store_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    monkeypatch.setenv("REDIS_URL", store_url)
    monkeypatch.setenv("LOG_LEVEL", "error")
    made = Thinker()
    yield made
    made.stop()


def test_a_killed_thinker_is_replaced_and_the_next_one_plays(house: House, thinker: Thinker) -> None:
    sitting = Sitting(house, RANDOM, HUMAN)
    thinker._process.kill()
    assert thinker.think(sitting.id, lambda: None).result == LOST
    assert sitting.version == 0
    thought = thinker.think(sitting.id, lambda: None)
    assert thought.result == "played"
    assert thought.seconds > 0
    assert sitting.game.clock.deciders == [2]
