"""The same storm on a cluster: masters are killed, their replicas take over, slots are moved. `make chaos CLUSTER=1`.

python -m tests.chaos.cluster --games 500
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from service.serve.embedded_redis import store_binary
from service.store.redis import keys
from service.store.redis.cluster import slot_of
from tests.chaos import chaos
from tests.chaos.family import Family, Killer, Managed
from tests.clusters import ClusterNode, ClusterProcesses
from tests.processes import until

MASTERS = 3


class ClusterStore(Managed):
    """Three masters with a replica each, in the place of the one store."""

    def __init__(self, home: Path) -> None:
        super().__init__("cluster", [], home, self.is_whole)
        self.processes = ClusterProcesses(home, MASTERS, 1, store_binary())

    def is_whole(self) -> bool:
        """Every slot has a master, every master a replica that is up to date."""
        nodes = self.processes.nodes
        replicas = [node.client.info("replication") for node in nodes if not node.is_master]
        linked = [replica for replica in replicas if replica["master_link_status"] == "up"]
        return len(linked) == MASTERS and all(node.knows(len(nodes)) for node in nodes)

    def start(self) -> None:
        self.processes.start()

    def tend(self) -> None:
        """Who was killed is started again at once."""

    def kill(self) -> None:
        self.processes.kill()

    def lose_a_master(self, chance: random.Random) -> None:
        """It comes back when its replica has taken over, and follows that."""
        self.wait_until_up()
        victim: ClusterNode = chance.choice(self.processes.masters)
        victim.kill()
        until(lambda: len(self.processes.masters) == MASTERS)
        victim.start()
        self.wait_until_up()

    def move_a_slot(self, chance: random.Random) -> None:
        """Of a shard in which there are games, to the next master, while they are played."""
        self.wait_until_up()
        slots = [slot_of(keys.outbox(shard)) for shard in keys.SPREAD]
        self.processes.move(chance.choice([slot for slot in slots if self.processes.has_keys(slot)] or slots))


class ClusterFamily(Family):
    """A write is acknowledged when a replica has it: so nothing is lost whichever master dies."""

    def __init__(self, home: Path, workers: int = 1, **environment: str) -> None:
        nodes = home / "nodes"
        nodes.mkdir()
        self.cluster = ClusterStore(nodes)
        url = self.cluster.processes.url
        super().__init__(home, workers, REDIS_URL=url, STORE_REPLICAS="1", **environment)
        self.store, self.store_url = self.cluster, url


class ClusterKiller(Killer):
    """Kills masters where the other killer restarts the store, and moves slots."""

    _family: Any

    def _strikes(self) -> dict[str, Callable[[], None]]:
        return {**super()._strikes(), **self._strikes_at_masters()}

    def _strikes_at_masters(self) -> dict[str, Callable[[], None]]:
        return {
            "store": lambda: self._family.cluster.lose_a_master(self._chance),
            "slot": lambda: self._family.cluster.move_a_slot(self._chance),
        }


if __name__ == "__main__":
    sys.exit(chaos.main(ClusterFamily, ClusterKiller))
