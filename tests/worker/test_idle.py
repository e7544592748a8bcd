"""A worker that has nothing to do leaves the store in peace: by what each of its looks asks, and how often it looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from service.run.settings import load_settings
from service.store import keys
from service.store.answers import Answer
from service.store.games import GameStore
from service.tables import create
from service.tables.create import GameWish
from service.tables.house import House
from tests.clusters import running_cluster
from tests.worker.driver import HUMAN
from worker.couriers import LOOK_SECONDS, Couriers
from worker.sweeper import Sweeper
from worker.thinkers import Thinkers

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


def _in_a_second(house: House, nodes: Sequence[Any]) -> float:
    """All that an idle worker asks for. The search for games to put away is over after the sweeper's first steps."""
    sweeper, thinkers, couriers = Sweeper(house, lambda *_: True), Thinkers(house, ()), Couriers(house, 1)
    house.store.line("SET", keys.SEARCHED, 1)
    dues = sweeper.sweep()
    looks = (
        (sweeper.sweep, sweeper.pause(dues)),
        (thinkers.next, thinkers.period),
        (couriers.look, LOOK_SECONDS),
        (lambda: house.store.line("TIME") if house.store.line.reach > 1 else None, 1.0),
    )
    return sum(_asked(nodes, look) / seconds for look, seconds in looks)


def _open_lobbies(house: House, shards: range) -> None:
    """In every shard; nobody comes, and nothing is due."""
    for shard in shards:
        wish = GameWish("astra", (HUMAN, HUMAN), {}, "public", 0, 0)
        draft = create.draft(house, wish, "", shard)
        assert create.store(house, draft, lambda _: Answer(201, b""), None)


def test_an_idle_worker_asks_a_store_at_most_forty_things_a_second(house: House) -> None:
    _open_lobbies(house, keys.TOGETHER)
    assert _in_a_second(house, [house.store.client]) <= MOST


def test_an_idle_worker_asks_a_master_of_three_at_most_forty_things_a_second() -> None:
    """There each shard is asked for itself: the masters share that."""
    with running_cluster() as cluster:
        house = House(GameStore(cluster.url), load_settings({"REDIS_URL": cluster.url, "BROKER_URL": "memory://"}))
        _open_lobbies(house, keys.SPREAD)
        nodes = [node.client for node in cluster.masters]
        assert _in_a_second(house, nodes) / len(nodes) <= MOST
