"""A worker that has nothing to do leaves the store in peace: by what each of its looks asks, and how often it looks."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest import mock

import pytest

from service.core.settings import load_settings
from service.store.games.idempotency import Answer
from service.store.games.repository import GameStore
from service.store.jobs.outbox import Outbox
from service.store.redis import keys
from service.store.redis.clock import WAKEUP_GRACE
from service.store.redis.cluster import slot_of
from service.usecases.context import Context
from service.usecases.games import create
from service.usecases.games.create import CreateGame
from tests.clusters import ClusterProcesses, running_cluster
from tests.worker.conftest import Clock
from tests.worker.driver import HUMAN, RANDOM, Sitting
from worker.delivery.deliverers import LOOK_SECONDS, Deliverers
from worker.sweeper import Sweeper
from worker.thinking.pool import BotProcesses

MOST = 40
"""Commands in a second."""


def _asked(nodes: Sequence[Any], look: Callable[[], object]) -> int:
    """What the nodes carry out for a look, those of scripts included. Scripts are known from one before."""

    def processed() -> int:
        return sum(int(node.info("stats")["total_commands_processed"]) for node in nodes)

    look()
    before = processed()
    look()
    return processed() - before - len(nodes)


def _in_a_second(context: Context, nodes: Sequence[Any]) -> float:
    """All that an idle worker asks for. The search for games to put away is over after the sweeper's first steps."""
    sweeper, bots, deliverers = Sweeper(context, lambda *_: True), BotProcesses(context, ()), Deliverers(context, 1)
    context.store.connection("SET", keys.ARCHIVING_DONE, 1)
    dues = sweeper.sweep()
    looks = (
        (sweeper.sweep, sweeper.pause(dues)),
        (bots.next, bots.period),
        (deliverers.look, LOOK_SECONDS),
        (context.store.connection.time, 1.0),
    )
    return sum(_asked(nodes, look) / seconds for look, seconds in looks)


def _open_lobbies(context: Context, shards: range) -> None:
    """In every shard; nobody comes, and nothing is due."""
    for shard in shards:
        wish = CreateGame("astra", (HUMAN, HUMAN), {}, "public", 0, 0)
        draft = create.draft(context, wish, "", shard)
        assert create.store_draft(context, draft, lambda _: Answer(201, b""), None)


def test_an_idle_worker_asks_a_store_at_most_forty_things_a_second(context: Context) -> None:
    _open_lobbies(context, keys.TOGETHER)
    assert _in_a_second(context, [context.store.client]) <= MOST


@pytest.fixture(scope="module")
def cluster() -> Iterator[ClusterProcesses]:
    with running_cluster() as running:
        yield running


@pytest.fixture
def spread(cluster: ClusterProcesses, clock: Clock) -> Context:
    """A context on three masters."""
    for node in cluster.masters:
        node.client.flushall()
    settings = load_settings({"REDIS_URL": cluster.url, "BROKER_URL": "memory://"})
    return Context(GameStore(cluster.url), settings, clock=clock)


def test_an_idle_worker_asks_a_master_of_three_at_most_forty_things_a_second(
    cluster: ClusterProcesses, spread: Context
) -> None:
    """There each shard is asked for itself: the masters share that."""
    _open_lobbies(spread, keys.SPREAD)
    nodes = [node.client for node in cluster.masters]
    assert _in_a_second(spread, nodes) / len(nodes) <= MOST


def test_what_is_owed_on_any_master_is_found(
    cluster: ClusterProcesses, spread: Context, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the automa owes by the sweeper, what bots owe by bot processes."""
    shards = itertools.cycle([*keys.SPREAD[::6], *keys.SPREAD[3::6]])
    monkeypatch.setattr(GameStore, "shard_for", lambda *_: next(shards))
    dreaming = [Sitting(spread, HUMAN, HUMAN) for _ in range(8)]
    for sitting in dreaming:
        sitting.rest(1)
    thinking = [Sitting(spread, RANDOM, RANDOM) for _ in range(8)]
    assert len({cluster.owner(slot_of(keys.game(sitting.id))).port for sitting in dreaming}) == 3
    clock.advance(WAKEUP_GRACE / 1000 + 1)
    send = mock.Mock(return_value=True)
    Sweeper(spread, send).sweep()
    assert sorted(call.args[1] for call in send.call_args_list) == sorted(sitting.id for sitting in dreaming)
    waiting = Outbox(spread.store).bot_jobs(clock())
    assert sorted(each.game_id for each in waiting) == sorted(sitting.id for sitting in thinking)
