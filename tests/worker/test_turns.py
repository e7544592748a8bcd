"""What a task does, and what it leaves alone."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from service.core.settings import load_settings
from service.games.base import AUTOMA
from service.games.registry import RULEBOOKS
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.jobs import broker
from service.store.jobs.outbox import Outbox, PendingJob
from service.usecases.context import Context
from service.usecases.games import seats
from tests.worker.conftest import Clock
from tests.worker.driver import GREEDY, HUMAN, RANDOM, Sitting
from worker import metrics, turns
from worker.bots import BOTS

Lines = list[Any]


@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_bots_play_a_whole_game_and_it_is_scored(context: Context, rulebook: str) -> None:
    sitting = Sitting(context, RANDOM, RANDOM, rulebook=rulebook)
    sitting.play_out()
    assert sitting.game.clock.status == "finished"
    assert sitting.game.result == sitting.game.rulebook.score(sitting.game.dealt)
    assert Outbox(context.store).depth() == 0


def test_after_a_rest_the_automa_dreams(context: Context, wakeups: list[PendingJob]) -> None:
    sitting = Sitting(context, HUMAN, HUMAN)
    sitting.rest(1)
    assert wakeups[-1] == PendingJob("automa", sitting.id, 1)
    assert turns.run(context, "automa", sitting.id, 1) == "played"
    assert "stars_marked" in [event["type"] for event in sitting.told() if event["seat"] == AUTOMA]
    assert sitting.game.clock.deciders == [2]


@pytest.mark.usefixtures("one_at_a_time")
def test_a_task_run_twice_plays_once(context: Context, lines: Lines) -> None:
    sitting = Sitting(context, GREEDY, GREEDY)
    assert turns.run(context, "bot", sitting.id, 0) == "played"
    assert turns.run(context, "bot", sitting.id, 0) == "skipped"
    assert sitting.version == 1
    assert [line["event"] for line in lines] == ["task", "task"]
    assert [line["result"] for line in lines] == ["played", "skipped"]
    assert all(line["game"] == sitting.id and line["milliseconds"] > 0 for line in lines)


def test_a_worker_plays_on_while_bots_owe_decisions(
    context: Context, wakeups: list[PendingJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "BATCH_SECONDS", {"person": 60, "nobody": 60})
    sitting = Sitting(context, RANDOM, RANDOM)
    wakeups.clear()
    assert turns.run(context, "bot", sitting.id, 0) == "played"
    assert sitting.game.clock.status == "scoring"
    assert [(job.kind, job.version) for job in wakeups] == [("scoring", sitting.version)]


@pytest.mark.usefixtures("one_at_a_time")
def test_after_its_batch_a_worker_hands_over(context: Context, wakeups: list[PendingJob]) -> None:
    sitting = Sitting(context, RANDOM, RANDOM)
    wakeups.clear()
    assert turns.run(context, "bot", sitting.id, 0) == "played"
    assert [(job.kind, job.version) for job in wakeups] == [("bot", 1)]
    assert Outbox(context.store).depth() == 1


def test_a_worker_stops_where_a_person_decides(context: Context, wakeups: list[PendingJob]) -> None:
    sitting = Sitting(context, RANDOM, HUMAN)
    wakeups.clear()
    assert turns.run(context, "bot", sitting.id, 0) == "played"
    assert sitting.game.clock.deciders == [2]
    assert wakeups == []


@pytest.mark.usefixtures("one_at_a_time")
def test_two_workers_that_decide_at_once_play_once(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have loaded the game before either writes."""
    sitting = Sitting(context, GREEDY, GREEDY)
    before = sitting.game
    assert turns.run(context, "bot", sitting.id, 0) == "played"
    monkeypatch.setattr(turns, "load", lambda *_: before)
    assert turns.run(context, "bot", sitting.id, 0) == "played"
    monkeypatch.undo()
    assert sitting.version == 1


@pytest.mark.parametrize("version", [1, 7])
@pytest.mark.parametrize("kind", sorted(turns.TURNS))
def test_a_task_of_another_version_does_nothing(context: Context, lines: Lines, kind: str, version: int) -> None:
    sitting = Sitting(context, GREEDY, GREEDY)
    assert turns.run(context, kind, sitting.id, version) == "skipped"
    assert sitting.version == 0
    assert len(lines) == 1


@pytest.mark.parametrize("kind", sorted(turns.TURNS))
def test_a_task_for_an_unknown_game_does_nothing(context: Context, lines: Lines, kind: str) -> None:
    assert turns.run(context, kind, "0" * 20, 3) == "skipped"
    assert [line["reason"] for line in lines] == ["unknown_game"]


@pytest.mark.parametrize("kind", sorted(turns.TURNS))
def test_a_task_for_a_finished_game_does_nothing(context: Context, lines: Lines, kind: str) -> None:
    sitting = Sitting(context, RANDOM, RANDOM)
    sitting.play_out()
    before = sitting.game
    lines.clear()
    assert turns.run(context, kind, sitting.id, before.clock.version) == "skipped"
    assert sitting.game == before
    assert len(lines) == 1


def test_no_task_moves_for_a_person(context: Context) -> None:
    sitting = Sitting(context, HUMAN, HUMAN)
    assert turns.run(context, "bot", sitting.id, 0) == "skipped"
    assert turns.run(context, "late", sitting.id, 0) == "skipped"
    assert sitting.version == 0


def test_a_game_waits_in_scoring_until_the_task_ran(context: Context) -> None:
    sitting = Sitting(context, RANDOM, RANDOM)
    while sitting.game.clock.status == "running":
        sitting.work()
    assert sitting.game.clock.status == "scoring"
    assert sitting.game.result is None
    assert sitting.work() == "scored"
    assert sitting.told()[-1]["type"] == "game_finished"


def test_a_bot_takes_over_a_seat_that_was_left(context: Context, wakeups: list[PendingJob]) -> None:
    sitting = Sitting(context, HUMAN, HUMAN)
    seats.leave_seat(context, sitting.id, sitting.tokens[1])
    assert wakeups[-1] == PendingJob("bot", sitting.id, 0)
    assert sitting.work() == "played"
    assert sitting.version == 1


@pytest.mark.usefixtures("one_at_a_time")
def test_a_faulty_bot_holds_nothing_up(context: Context, lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setitem(BOTS, "greedy", faulty)
    sitting = Sitting(context, GREEDY, GREEDY)
    assert sitting.work() == "played"
    assert [line["event"] for line in lines] == ["bot_failed", "task"]


def test_a_store_that_is_away_is_not_an_error(lines: Lines) -> None:
    nowhere = "unix:///nowhere"
    context = Context(GameStore(nowhere), load_settings({"REDIS_URL": nowhere}))
    assert turns.run(context, "bot", "0" * 20, 1) == "store_away"
    assert [line["log_level"] for line in lines] == ["info"]


def test_what_fails_is_logged_and_stays_in_the_outbox(
    context: Context, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = Sitting(context, GREEDY, GREEDY)
    monkeypatch.setattr(turns, "load", lambda *_: 1 / 0)
    assert turns.run(context, "bot", sitting.id, 0) == "failed"
    assert [line["event"] for line in lines] == ["task_failed", "task"]
    assert Outbox(context.store).depth() == 1


@pytest.mark.parametrize(
    ("wished", "most", "budget"), [(77, 100, 77), (500, 100, 100), (0, 100, 100), (0, 9_000, 3_000)]
)
def test_a_strong_bot_looks_at_as_many_positions_as_game_and_host_say(
    context: Context, monkeypatch: pytest.MonkeyPatch, wished: int, most: int, budget: int
) -> None:
    budgets: list[int] = []
    play: Any = lambda *_, budget: budgets.append(budget)  # noqa: E731 - its type is not that of a bot
    monkeypatch.setitem(BOTS, "strong", play)
    host = dataclasses.replace(context, settings=msgspec.structs.replace(context.settings, bot_budget_max=most))

    def chosen(game: GameRecord) -> Any:
        return turns._bot_for(host, game, 1)(game.rulebook, game.dealt, 1, turns._rng_for(game, 1))

    sitting = Sitting(context, HUMAN, HUMAN)
    strong = msgspec.structs.replace(sitting.game.table.seat(1), kind="bot", level="strong")
    table = msgspec.structs.replace(sitting.game.table, seats=(strong, strong), strong_budget=wished)
    chosen(msgspec.structs.replace(sitting.game, table=table))
    assert budgets == [budget]


def test_what_is_kept_for_the_automa_is_not_for_the_bots_that_follow(
    context: Context, wakeups: list[PendingJob]
) -> None:
    sitting = Sitting(context, HUMAN, GREEDY)
    sitting.rest(1)
    wakeups.clear()
    assert turns.run(context, "automa", sitting.id, 1) == "played"
    assert sitting.game.clock.deciders == [2]
    assert wakeups == [PendingJob("bot", sitting.id, sitting.version)]


def test_results_and_reply_times_are_counted(context: Context, clock: Clock) -> None:
    def counted(result: str) -> float:
        return float(metrics.TASKS.labels("bot", result)._value.get())

    def replies() -> float:
        return float(metrics.REPLY_SECONDS.labels("bot")._sum.get())

    sitting = Sitting(context, GREEDY, GREEDY)
    played, skipped, seconds = counted("played"), counted("skipped"), replies()
    clock.advance(3)
    turns.run(context, "bot", sitting.id, 0)
    turns.run(context, "bot", sitting.id, 0)
    assert (counted("played"), counted("skipped")) == (played + 1, skipped + 1)
    assert replies() - seconds == pytest.approx(3)


def test_a_broker_that_makes_us_wait_is_left_alone_for_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("service.store.jobs.broker.time.monotonic", lambda: now[0])
    breaker = broker.Breaker()
    for cost, silence in ((0.0, 1.0), (0.5, 5.0), (3.0, 20.0)):
        breaker.trip(cost)
        now[0] += silence - 0.1
        assert breaker.is_open()
        now[0] += 0.2
        assert not breaker.is_open()


def test_a_message_that_fails_in_whatever_way_is_only_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("no such transport")

    monkeypatch.setattr(broker.celery, "send_task", fail)
    monkeypatch.setattr(broker, "_breaker", broker.Breaker())
    assert not broker.send("bot", "a game", 1)
