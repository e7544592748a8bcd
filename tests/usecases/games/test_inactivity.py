"""Games in which nobody decides: warned of, abandoned and archived; and found in stores of older versions."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.store.games.records import GameRecord
from service.store.jobs.outbox import Outbox, bot_games
from service.store.jobs.tenant_games import unfinished_games
from service.store.maintenance.running_games_repair import RunningGamesRepair
from service.store.redis import keys
from service.usecases.context import Context
from service.usecases.transaction import load
from service.usecases.views.render import timestamp
from tests.driver import Table, humans
from tests.usecases.later import Later
from worker import turns

DAY = 86_400
GREEDY = {"kind": "bot", "level": "greedy"}
CHOOSE = {"type": "choose", "number": 2}
pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def later(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Later:
    return Later(app, monkeypatch)


def _sweep(context: Context, game_id: str) -> list[str]:
    """What a worker does for what is due in the game's shard."""
    claimed = Outbox(context.store).claim_late(keys.shard_of(game_id), context.now())
    return [turns.run(context, job.kind, job.game_id, job.version) for job in claimed]


def _event_types(table: Table) -> list[str]:
    return [event["type"] for event in (table.get("/events").json or {})["events"]]


def _deadline(table: Table) -> float | None:
    found: float | None = table.context.store.client.zscore(keys.deadlines(keys.shard_of(table.id)), table.id)
    return found


def test_a_game_in_which_nobody_decides_is_warned_of_and_then_abandoned(app: Flask, later: Later) -> None:
    table = Table.full(app, "toy", 2)
    assert _sweep(later.by(27 * DAY - 60), table.id) == []
    assert table.game()["abandon_at"] is None
    context = later.by(120)
    assert _sweep(context, table.id) == ["warned"]
    end = timestamp(context.now() + 3 * DAY * 1000)
    assert (table.game()["abandon_at"], table.game()["status"]) == (end, "running")
    warning = (table.get("/events").json or {})["events"][-1]
    assert (warning["type"], warning["abandon_at"], warning["version"]) == ("abandon_warning", end, 0)
    assert _sweep(later.by(3 * DAY - 60), table.id) == []
    context = later.by(120)
    assert _sweep(context, table.id) == ["abandoned"]
    assert (table.game()["status"], table.game()["abandon_at"]) == ("abandoned", None)
    assert _event_types(table)[-2:] == ["abandon_warning", "game_abandoned"]
    assert context.store.client.hexists(keys.game(table.id), "archive")
    assert not context.store.client.exists(keys.events(table.id))
    assert context.store.client.ttl(keys.game(table.id)) > 0
    assert _deadline(table) is None


def test_many_workers_at_once_warn_once(app: Flask, later: Later) -> None:
    table = Table.full(app, "toy", 2)
    context = later.by(28 * DAY)
    with ThreadPoolExecutor(8) as workers:
        results = list(workers.map(lambda _: turns.run(context, "late", table.id, 0), range(24)))
    assert (results.count("warned"), results.count("skipped")) == (1, 23)
    assert _event_types(table).count("abandon_warning") == 1


def test_whoever_decides_ends_the_warning(app: Flask, later: Later) -> None:
    table = Table.full(app, "toy", 2)
    assert _sweep(later.by(28 * DAY), table.id) == ["warned"]
    assert table.play(1, CHOOSE, 0).status_code == 200
    assert table.game()["abandon_at"] is None
    assert _sweep(later.by(26 * DAY), table.id) == []
    assert _sweep(later.by(2 * DAY), table.id) == ["warned"]


def test_a_takeback_is_a_decision_too(app: Flask, later: Later) -> None:
    table = Table.full(app, "toy", 2)
    table.play(1, CHOOSE, 0)
    later.by(20 * DAY)
    assert table.post("/moves/undo", 1, {}, If_Match='"1"').status_code == 200
    assert _sweep(later.by(20 * DAY), table.id) == []
    assert _sweep(later.by(8 * DAY), table.id) == ["warned"]


def test_a_paused_game_counts_and_the_pause_gives_no_time(make_app: Callable[..., Flask], monkeypatch: Any) -> None:
    app = make_app(RUNNING_SECONDS="1000")
    table, later = Table.full(app, "toy", 2), Later(app, monkeypatch)
    later.by(100)
    context: Context = app.extensions["context"]
    _pause(context, table)
    assert _sweep(later.by(850), table.id) == ["warned"]
    assert _sweep(later.by(100), table.id) == ["abandoned"]


def _pause(context: Context, table: Table) -> None:
    """However a pause is agreed on."""
    game = load(context, table.id)
    clock = msgspec.structs.replace(game.clock, paused=context.now(), deadline=0)
    context.store.client.hset(keys.game(table.id), "clock", msgspec.json.encode(clock))
    context.store.cache.forget(table.id)


def test_a_game_of_old_that_is_paused_counts_from_then(app: Flask, later: Later) -> None:
    table = Table(app, "toy", [*humans(1), GREEDY])
    _make_old(table)
    context = later.by(100 * DAY)
    assert table.post("/pause", 1, {}).status_code == 200
    assert _deadline(table) == context.now() + 27 * DAY * 1000


def test_a_game_of_bots_alone_that_no_worker_plays_ends_too(app: Flask, later: Later) -> None:
    table = Table(app, "toy", [GREEDY, GREEDY])
    assert _sweep(later.by(28 * DAY), table.id) == ["warned"]
    context = later.by(3 * DAY)
    assert _sweep(context, table.id) == ["abandoned"]
    tenant = load(context, table.id).table.tenant
    assert (bot_games(context.store, tenant), unfinished_games(context.store, tenant)) == (0, 0)


def test_nobody_loses_time_that_a_clock_gives(app: Flask, later: Later) -> None:
    table = Table.full(app, "toy", 2, clock={"per_decision": 60 * DAY})
    assert _sweep(later.by(59 * DAY), table.id) == []
    assert table.game()["abandon_at"] is None
    assert _sweep(later.by(2 * DAY), table.id) == ["played"]


def test_a_pause_that_all_agreed_on_ends_before_the_game_does(make_app: Any, monkeypatch: Any) -> None:
    app = make_app(PAUSE_SECONDS=str(60 * DAY))
    table, later = Table.full(app, "toy", 2), Later(app, monkeypatch)
    for seat in (1, 2):
        assert table.post("/pause", seat, {}).status_code == 200
    assert _sweep(later.by(59 * DAY), table.id) == []
    assert _sweep(later.by(2 * DAY), table.id) == ["resumed"]
    assert _sweep(later.by(60), table.id) == ["warned"]
    assert _sweep(later.by(3 * DAY), table.id) == ["abandoned"]


def test_a_resumed_game_counts_from_its_last_decision(app: Flask, later: Later) -> None:
    table = Table(app, "toy", [*humans(1), GREEDY])
    assert table.post("/pause", 1, {}).status_code == 200
    later.by(20 * DAY)
    assert table.post("/resume", 1, {}).status_code == 200
    assert _sweep(later.by(8 * DAY), table.id) == ["warned"]


def test_a_clock_goes_first(app: Flask, later: Later) -> None:
    table = Table.full(app, "toy", 2, clock={"per_decision": 60})
    assert _sweep(later.by(61), table.id) == ["played"]
    assert "abandon_warning" not in _event_types(table)


def test_who_is_warned_late_has_the_whole_time_of_the_warning(app: Flask, later: Later) -> None:
    """Workers were away, or the game is older than the setting."""
    table = Table.full(app, "toy", 2)
    context = later.by(90 * DAY)
    assert _sweep(context, table.id) == ["warned"]
    assert table.game()["abandon_at"] == timestamp(context.now() + 3 * DAY * 1000)
    assert _sweep(later.by(2 * DAY), table.id) == []


def test_0_lets_games_run_for_ever(make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(RUNNING_SECONDS="0")
    table = Table.full(app, "toy", 2)
    assert _deadline(table) is None
    assert _sweep(Later(app, monkeypatch).by(400 * DAY), table.id) == []


def test_another_setting_is_followed_when_the_time_of_the_old_one_has_come(app: Flask, later: Later) -> None:
    table = Table.full(app, "toy", 2)
    began = load(table.context, table.id).clock.decided
    context = later.by(28 * DAY)
    assert _sweep(_set(context, 60 * DAY), table.id) == ["skipped"]
    assert _deadline(table) == began + 57 * DAY * 1000
    context = later.by(30 * DAY)
    assert _sweep(_set(context, 0), table.id) == ["skipped"]
    assert _deadline(table) is None


def _set(context: Context, running_seconds: int) -> Context:
    settings = msgspec.structs.replace(context.settings, running_seconds=running_seconds)
    return dataclasses.replace(context, settings=settings)


def _make_old(table: Table) -> GameRecord:
    """The game as 0.2 has stored it."""
    store, game = table.context.store, load(table.context, table.id)
    plain = msgspec.to_builtins(msgspec.structs.replace(game.clock, decided=0))
    store.client.hset(keys.game(table.id), "clock", msgspec.json.encode({**plain, "schema": 3}))
    store.client.zrem(keys.deadlines(keys.shard_of(table.id)), table.id)
    store.client.delete(keys.unfinished_games(keys.shard_of(table.id)))
    store.cache.forget(table.id)
    return game


def test_a_running_game_of_old_is_found_once_a_day_and_counts_from_then(app: Flask, later: Later) -> None:
    table = Table.full(app, "toy", 2)
    _make_old(table)
    context = later.by(100 * DAY)
    assert _repair(context) == 2
    assert _deadline(table) == context.now() + 27 * DAY * 1000
    assert _repair(later.by(2 * DAY)) == 0
    assert _sweep(later.by(24 * DAY), table.id) == []
    context = later.by(DAY)
    assert _sweep(context, table.id) == ["warned"]
    assert table.game()["abandon_at"] == timestamp(context.now() + 3 * DAY * 1000)
    assert _sweep(later.by(3 * DAY), table.id) == ["abandoned"]


def _repair(context: Context) -> int:
    context.store.client.delete(keys.RUNNING_GAMES_REPAIR_DONE)
    return sum(_all_steps(RunningGamesRepair(context.store, context.settings.running_seconds, context.now)))


def _all_steps(repair: RunningGamesRepair) -> Iterator[int]:
    while (repaired := repair.step()) is not None:
        yield repaired


def test_a_running_game_of_old_gets_a_deadline_when_it_is_written(app: Flask, later: Later) -> None:
    table = Table.full(app, "toy", 2)
    _make_old(table)
    context = later.by(10)
    table.play(1, CHOOSE, 0)
    assert _deadline(table) == context.now() + 27 * DAY * 1000


def test_what_stands_among_the_deadlines_after_its_end_is_taken_off(app: Flask, later: Later) -> None:
    table = Table.full(app, "toy", 2)
    later.by(28 * DAY)
    assert _sweep(later.by(0), table.id) == ["warned"]
    context = later.by(4 * DAY)
    assert _sweep(context, table.id) == ["abandoned"]
    context.store.client.zadd(keys.deadlines(keys.shard_of(table.id)), {table.id: context.now() - 1})
    assert _sweep(context, table.id) == ["skipped"]
    assert _deadline(table) is None
