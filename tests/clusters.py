"""A Redis Cluster of real processes: masters, replicas, slots that are moved while somebody plays."""

from __future__ import annotations

import itertools
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import redis

from service.serve.embedded_redis import store_binary, store_command
from service.store.redis.cluster import SLOTS
from tests.processes import HOST, free_port, until

NODE_TIMEOUT = "2000"
"""Milliseconds after which a master counts as failed: one that waits for a busy disk does not."""


class ClusterNode:
    """One Redis of a cluster, durable as a host would run it."""

    def __init__(self, home: Path, binary: str, *options: str) -> None:
        self.home, self.port, self.bus = home, free_port(), free_port()
        home.mkdir()
        command = [binary, *store_command(home / "s", home, durable=True)[1:], "--port", str(self.port)]
        mode = ("--cluster-enabled", "yes", "--cluster-port", str(self.bus), "--cluster-node-timeout", NODE_TIMEOUT)
        replicas = ("--cluster-replica-validity-factor", "0", "--repl-diskless-sync-delay", "0")
        self._command = [*command, *mode, *replicas, *options]
        self._process: subprocess.Popen[bytes] | None = None
        self.client: Any = redis.Redis(HOST, self.port, socket_timeout=5)

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, cwd=self.home, stdout=subprocess.DEVNULL)

    def __call__(self, *command: str | int) -> Any:
        return self.client.execute_command(" ".join(map(str, command[:2])), *command[2:])

    @property
    def id(self) -> str:
        return str(self.client.execute_command("CLUSTER MYID").decode())

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def is_master(self) -> bool:
        return bool(self.client.info("replication")["role"] == "master")

    def knows(self, nodes: int) -> bool:
        told = self.client.execute_command("CLUSTER INFO")
        return bool(told["cluster_state"] == "ok" and told["cluster_known_nodes"] == str(nodes))

    def carry(self, target: ClusterNode, *keys: str | bytes) -> None:
        """Keys of a slot that is being moved there."""
        self.client.execute_command("MIGRATE", HOST, target.port, "", 0, 5000, "KEYS", *keys)

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """It takes connections and answers nothing."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """As kill -9 does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()


class ClusterProcesses:
    """So many masters, each with so many replicas."""

    def __init__(self, home: Path, masters: int, replicas: int, binary: str, *options: str) -> None:
        names = [str(number) for number in range(masters * (1 + replicas))]
        self.nodes = [ClusterNode(home / name, binary, *options) for name in names]
        self._masters, self._replicas = self.nodes[:masters], self.nodes[masters:]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"{HOST}:{node.port}" for node in self.nodes)

    @property
    def masters(self) -> list[ClusterNode]:
        return [node for node in self.nodes if node.is_running and node.is_master]

    def start(self) -> None:
        for node in self.nodes:
            node.start()
        for node in self.nodes:
            until(node.client.ping)
        self._give_slots()
        for node in self.nodes[1:]:
            self.nodes[0]("CLUSTER", "MEET", HOST, node.port, node.bus)
        until(lambda: all(node.knows(len(self.nodes)) for node in self.nodes))
        self._replicate()

    def _give_slots(self) -> None:
        bounds = [round(number * SLOTS / len(self._masters)) for number in range(len(self._masters) + 1)]
        for number, (node, (first, end)) in enumerate(zip(self._masters, itertools.pairwise(bounds), strict=True), 1):
            node("CLUSTER", "ADDSLOTSRANGE", first, end - 1)
            node("CLUSTER", "SET-CONFIG-EPOCH", number)

    def _replicate(self) -> None:
        for replica, master in zip(self._replicas, itertools.cycle(self._masters), strict=False):
            replica("CLUSTER", "REPLICATE", master.id)
        until(lambda: all(node.client.info("replication")["master_link_status"] == "up" for node in self._replicas))

    def owner(self, slot: int) -> ClusterNode:
        return next(node for node in self.masters if _has(node, slot))

    def has_keys(self, slot: int) -> bool:
        return bool(self.owner(slot)("CLUSTER", "COUNTKEYSINSLOT", slot))

    def move(self, slot: int) -> None:
        """To the next master, key by key, as `redis-cli --cluster reshard` does."""
        self.finish_move(slot, *self.begin_move(slot))

    def finish_move(self, slot: int, source: ClusterNode, target: ClusterNode) -> None:
        while keys := source("CLUSTER", "GETKEYSINSLOT", slot, 5):
            source.carry(target, *keys)
        for node in (target, source, *self.masters):
            node("CLUSTER", "SETSLOT", slot, "NODE", target.id)

    def begin_move(self, slot: int) -> tuple[ClusterNode, ClusterNode]:
        """From now on keys of the slot may be with either."""
        masters, source = self.masters, self.owner(slot)
        target = masters[(masters.index(source) + 1) % len(masters)]
        target("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
        source("CLUSTER", "SETSLOT", slot, "MIGRATING", target.id)
        return source, target

    def kill(self) -> None:
        for node in self.nodes:
            node.kill()


def _has(node: ClusterNode, slot: int) -> bool:
    rows = node.client.execute_command("CLUSTER SLOTS")
    return any(first <= slot <= last and master[1] == node.port for first, last, master, *_ in rows)


@contextmanager
def running_cluster(
    masters: int = 3, replicas: int = 0, *options: str, binary: str | None = None
) -> Iterator[ClusterProcesses]:
    home = Path(tempfile.mkdtemp(prefix="alm"))
    cluster = ClusterProcesses(home, masters, replicas, binary or store_binary(), *options)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.kill()
        shutil.rmtree(home)
