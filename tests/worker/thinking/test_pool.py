"""BotProcesses take what is next in fairness, keep it while they think, and lose nothing when they are killed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.core import metrics as page
from service.store.jobs.outbox import BotJob, Outbox
from service.usecases.context import Context
from tests.processes import HUNG
from tests.worker.conftest import Clock
from tests.worker.driver import GREEDY, HUMAN, RANDOM, Sitting
from worker import metrics, turns
from worker.thinking.bot_process import LOST, BotProcess, SpareProcess
from worker.thinking.fair_share import FairShare
from worker.thinking.pool import BotProcesses

CROWD = 40


class IdleProcesses(BotProcesses):
    """Shares as for so many processes, and has none."""

    def __init__(self, context: Context, processes: int) -> None:
        super().__init__(context, [])
        self._fair_share = FairShare(processes)


def crowd(context: Context, tenant: str = "crowd") -> list[str]:
    return [Sitting(context, RANDOM, RANDOM, rulebook="nebula", tenant=tenant).id for _ in range(CROWD)]


def taken(bots: BotProcesses) -> BotJob:
    found = bots.next()
    assert found
    return found


def test_a_person_does_not_wait_for_a_crowd_without_people(context: Context) -> None:
    crowd(context)
    bots = IdleProcesses(context, 2)
    assert taken(bots).tenant == "crowd"
    assert bots.next() is None, "the last place is kept"
    people = [Sitting(context, GREEDY, HUMAN, tenant=tenant).id for tenant in ("crowd", "somebody")]
    assert {taken(bots).game_id, taken(bots).game_id} == set(people), "whoever made the game"


def test_a_person_is_next_at_the_end_of_a_batch_where_there_is_one_process(context: Context) -> None:
    """Forty games of the same tenant, which has thought for long, go after its person."""
    crowd(context)
    bots = IdleProcesses(context, 1)
    for _ in range(3):
        bots.end(taken(bots), 5.0)
    waiting = taken(bots)
    sitting = Sitting(context, GREEDY, HUMAN, tenant="crowd")
    bots.end(waiting, 5.0)
    assert taken(bots).game_id == sitting.id


def test_tenants_take_turns(context: Context, clock: Clock) -> None:
    """Forty games of one tenant, then one of each of three others: these are next."""
    crowd(context)
    clock.advance(0.001)
    for tenant in ("a", "b", "c"):
        Sitting(context, RANDOM, RANDOM, tenant=tenant)
    bots, order = IdleProcesses(context, 1), []
    for _ in range(5):
        waiting = taken(bots)
        order.append(waiting.tenant)
        bots.end(waiting, 0.5)
    assert order[0] == "crowd"
    assert sorted(order[1:4]) == ["a", "b", "c"]


def test_what_one_bot_process_has_no_other_takes(context: Context) -> None:
    Sitting(context, RANDOM, RANDOM)
    assert IdleProcesses(context, 2).next()
    assert IdleProcesses(context, 2).next() is None


def test_what_a_dead_bot_process_had_is_taken_again_after_two_seconds(context: Context, clock: Clock) -> None:
    sitting = Sitting(context, RANDOM, RANDOM)
    IdleProcesses(context, 2).next()
    clock.advance(1.9)
    assert IdleProcesses(context, 2).next() is None
    clock.advance(0.2)
    assert taken(IdleProcesses(context, 2)).game_id == sitting.id


def test_what_is_kept_stays_with_its_bot_process(context: Context, clock: Clock) -> None:
    Sitting(context, RANDOM, RANDOM)
    waiting = taken(IdleProcesses(context, 2))
    clock.advance(1.5)
    Outbox(context.store).extend_lease(waiting, context.now())
    clock.advance(1.5)
    assert IdleProcesses(context, 2).next() is None


def test_what_went_on_meanwhile_is_not_taken(context: Context, clock: Clock) -> None:
    sitting = Sitting(context, RANDOM, RANDOM)
    (waiting,) = Outbox(context.store).bot_jobs(context.now())
    clock.advance(1)
    sitting.work()
    assert not Outbox(context.store).take(waiting, context.now())


@pytest.mark.usefixtures("one_at_a_time")
def test_a_game_is_played_to_its_end_batch_by_batch(context: Context) -> None:
    sitting, bots = Sitting(context, RANDOM, RANDOM), IdleProcesses(context, 2)
    while waiting := bots.next():
        assert turns.run_thinking(context, waiting.game_id) == "played"
        Outbox(context.store).release(waiting)
        bots.end(waiting, 0.1)
        if sitting.game.clock.pending == "automa":
            sitting.work()
    assert sitting.game.clock.status == "scoring"


def test_a_bot_process_does_whatever_a_game_owes_by_now(context: Context) -> None:
    sitting = Sitting(context, RANDOM, RANDOM)
    while sitting.game.clock.status == "running":
        sitting.work()
    assert turns.run_thinking(context, sitting.id) == "scored"
    assert turns.run_thinking(context, sitting.id) == "skipped"


def test_thinking_and_waiting_are_measured(context: Context, clock: Clock) -> None:
    def seconds() -> float:
        return float(metrics.THINKING_SECONDS.labels("nobody")._value.get())

    Sitting(context, RANDOM, RANDOM)
    clock.advance(7)
    bots, before = IdleProcesses(context, 2), seconds()
    waited = metrics.PENDING_SECONDS.labels("nobody")._sum.get()
    bots.end(taken(bots), 1.5)
    assert seconds() - before == 1.5
    assert 7 <= metrics.PENDING_SECONDS.labels("nobody")._sum.get() - waited < 7 + HUNG
    assert b"almagest_thinking_seconds_total" in page.page()


@pytest.fixture
def process(context: Context, store_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[BotProcess]:
    monkeypatch.setenv("REDIS_URL", store_url)
    monkeypatch.setenv("LOG_LEVEL", "error")
    spare = SpareProcess()
    made = BotProcess("spawn", spare)
    yield made
    made.stop()
    spare.stop()


def test_a_killed_bot_process_is_replaced_and_the_next_one_plays(context: Context, process: BotProcess) -> None:
    sitting = Sitting(context, RANDOM, HUMAN)
    process._running.process.kill()
    assert process.think(sitting.id, lambda: None).result == LOST
    assert sitting.version == 0
    thought = process.think(sitting.id, lambda: None)
    assert thought.result == "played"
    assert thought.seconds > 0
    assert sitting.game.clock.deciders == [2]


def test_a_spare_process_that_runs_already_takes_the_place_of_a_killed_one(process: BotProcess) -> None:
    first, spare = process._running.process, process._spare._spare.process
    first.kill()
    assert process.think("0" * 20, lambda: None).result == LOST
    assert process._running.process is spare
    assert process._spare._spare.process not in (first, spare), "the next one starts"


def test_a_spare_process_that_was_killed_is_not_used(process: BotProcess) -> None:
    spare = process._spare._spare.process
    for each in (process._running.process, spare):
        each.kill()
        each.join()
    assert process.think("0" * 20, lambda: None).result == LOST
    assert process._running.process is not spare
    assert process.think("0" * 20, lambda: None).result == "skipped"


def test_a_job_whose_process_was_killed_is_free_at_once_but_not_again_and_again(context: Context, clock: Clock) -> None:
    sitting, bots = Sitting(context, GREEDY, HUMAN), IdleProcesses(context, 2)
    for is_free in (True, False):
        waiting = taken(bots)
        bots._release(waiting, LOST)
        bots.end(waiting, 0.1)
        assert bool(list(Outbox(context.store).bot_jobs(context.now()))) is is_free
    clock.advance(2.1)
    assert taken(bots).game_id == sitting.id
