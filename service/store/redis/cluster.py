"""A Redis Cluster: finds the node of each slot, and follows a slot that moves."""

from __future__ import annotations

import contextlib
import functools
import random
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

import redis
from redis import exceptions
from redis.crc import key_slot

from service.core.urls import Node, StoreUrl, read_url
from service.store.errors import NotExecuted, StoreUnavailable
from service.store.redis import keys
from service.store.redis.client import (
    CONNECT_SECONDS,
    Client,
    Command,
    Connection,
    NodeConnection,
    RedisClient,
    SingleNode,
    node_pool,
    raise_on_error,
)
from service.store.redis.silent_nodes import SilentNodes, is_timeout

SLOTS = 16_384
_CHANCE = random.SystemRandom()
"""A generator of its own: somebody may have seeded the one of the process."""
PATIENCE_SECONDS = 3.0
"""How long a command waits for a slot that is being moved, or for a new master."""
PAUSE_SECONDS = 0.05
REDIRECTIONS = 5
"""After so many in a row the nodes do not agree yet, and we pause."""

_TIME = "return redis.call('TIME')"
"""A script, since it has a key and so goes to the node of its slot."""

_REDIRECTED = (exceptions.AskError, NotExecuted)
"""Nothing was done, and it is worth asking again, there or redirection."""


@functools.cache
def _slot_of_tag(tag: str) -> int:
    return key_slot(tag.encode())


def slot_of(key: str) -> int:
    return _slot_of_tag(key[: key.index("}") + 1]) if key.startswith("{") else key_slot(key.encode())


def _key(command: Command) -> str:
    return str(command[3] if command[0] in ("EVALSHA", "EVAL") else command[1])


def _redirection(error: exceptions.AskError, answered_by: Node) -> Node:
    """The node that an error names. A node that does not know its own name leaves it out."""
    return error.host or answered_by[0], error.port


class SlotMap:
    """The masters of all slots, as far as we know them."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = list(nodes)
        self._owners: list[Node | None] = [None] * SLOTS

    def owner(self, slot: int) -> Node | None:
        return self._owners[slot]

    def move(self, slot: int, node: Node) -> None:
        self._owners[slot] = node

    @classmethod
    def read(cls, rows: list[Any], answered_by: Node) -> SlotMap:
        """Read the answer to `CLUSTER SLOTS`: first, last, master, replicas."""
        known = cls([])
        for first, last, (host, port, *_), *_ in rows:
            node = (host.decode() or answered_by[0]) if host else answered_by[0], int(port)
            known.nodes.append(node)
            known._owners[first : last + 1] = [node] * (last + 1 - first)
        return known


class Cluster:
    """Sends each command to the master of its slot. A command that may have been executed is never sent again."""

    shards, shards_per_command, has_one_clock = keys.SPREAD, 1, False

    def __init__(self, address: StoreUrl) -> None:
        self._address = address
        self._slots = SlotMap(address.nodes)
        self._connections: dict[Node, NodeConnection] = {}
        self._silent_nodes = SilentNodes(self._ping)
        self._learning = threading.Lock()
        self._is_stale = True
        self._learned_at = 0.0
        self._newest = address.nodes[0]
        """The node that was named last as the owner of a slot: it knows more than others."""

    def __call__(self, *command: str | bytes | int) -> Any:
        """A command without a key, as `PING`, goes to any node that answers, so that a missing master stops nobody."""
        if len(command) == 1:
            return self._ask(self._any_node(), *command)
        (answer,) = raise_on_error(self.pipeline(command))
        return answer

    def pipeline(self, *commands: Command) -> list[Any]:
        """Send the commands to the node of the first command's key."""
        return self._send_until(commands, time.monotonic() + PATIENCE_SECONDS)

    def gather(self, commands: Sequence[Command], patience: float = PATIENCE_SECONDS) -> list[Any]:
        until = time.monotonic() + patience
        answers: dict[int, Any] = {}
        for node, numbers in self._by_node(commands).items():
            answers |= zip(numbers, self._read_from(node, [commands[number] for number in numbers]), strict=True)
        return [self._retry_redirected(commands[number], answers[number], until) for number in range(len(commands))]

    def _by_node(self, commands: Sequence[Command]) -> dict[Node | None, list[int]]:
        found: dict[Node | None, list[int]] = {}
        for number, command in enumerate(commands):
            found.setdefault(self._owner(slot_of(_key(command))), []).append(number)
        return found

    def _read_from(self, node: Node | None, commands: Sequence[Command]) -> list[Any]:
        try:
            return self._send(node, *commands)
        except StoreUnavailable as error:
            self._is_stale = True
            return [NotExecuted(str(error))] * len(commands)

    def _retry_redirected(self, command: Command, answer: Any, until: float) -> Any:
        if not isinstance(answer, _REDIRECTED):
            return answer
        try:
            return self._send_until([command], until)[0]
        except StoreUnavailable as error:
            return error

    def _send_until(self, commands: Sequence[Command], until: float) -> list[Any]:
        """Follow the slot until a node executes the commands, or until the time is up."""
        slot, redirections = slot_of(_key(commands[0])), 0
        node, asking = self._owner(slot), False
        while True:
            try:
                return self._try(node, commands, asking)
            except exceptions.AskError as redirection:
                node, asking = self._follow(slot, redirection, node), type(redirection) is exceptions.AskError
                redirections += 1
                if redirections % REDIRECTIONS:
                    continue
                problem: Exception = redirection
            except NotExecuted as error:
                problem = error
            if time.monotonic() > until:
                raise NotExecuted(str(problem)) from problem
            time.sleep(PAUSE_SECONDS)
            self._is_stale = True
            node, asking = self._owner(slot), False

    def _try(self, node: Node | None, commands: Sequence[Command], asking: bool) -> list[Any]:
        try:
            answers = self._send(node, *[("ASKING",)] * asking, *commands)[asking:]
        except StoreUnavailable:
            self._is_stale = True
            raise
        if isinstance(answers[0], _REDIRECTED):
            raise answers[0]
        return answers

    def _follow(self, slot: int, redirection: exceptions.AskError, answered_by: Node | None) -> Node:
        node = _redirection(redirection, answered_by or ("", 0))
        if isinstance(redirection, exceptions.MovedError):
            self._slots.move(slot, node)
            self._newest, self._is_stale = node, True
        return node

    def _send(self, node: Node | None, *commands: Command) -> list[Any]:
        """A node that does not answer in time is silent: nobody waits for it again before it has answered a ping."""
        connection = self._connection_to(node)
        try:
            return connection.pipeline(*commands)
        except StoreUnavailable as error:
            if node and is_timeout(error):
                self._silent_nodes.add(node)
            raise

    def _ask(self, node: Node, *command: str | bytes | int) -> Any:
        (answer,) = raise_on_error(self._send(node, command))
        return answer

    def _ping(self, node: Node) -> None:
        connection = NodeConnection(node_pool(self._address, node, CONNECT_SECONDS))
        try:
            connection("PING")
        finally:
            connection.disconnect()

    def _connection_to(self, node: Node | None) -> NodeConnection:
        if node is None:
            raise NotExecuted("nobody has this slot")
        if node in self._silent_nodes:
            raise NotExecuted("the node that has this slot is silent")
        if node not in self._connections:
            self._connections[node] = NodeConnection(node_pool(self._address, node))
        return self._connections[node]

    def _owner(self, slot: int) -> Node | None:
        if self._is_stale:
            self._learn()
        return self._slots.owner(slot)

    def _learn(self) -> None:
        """Ask node after node for the slots. If none answers, go on with what we know."""
        with self._learning:
            if not self._is_stale or time.monotonic() < self._learned_at + PAUSE_SECONDS:
                return
            for slots in self._read_slot_maps():
                self._slots, self._is_stale = slots, False
                break
            self._learned_at = time.monotonic()
            self._forget_connections()

    def _read_slot_maps(self) -> Iterator[SlotMap]:
        known = _CHANCE.sample(self._slots.nodes, len(self._slots.nodes))
        for node in dict.fromkeys((self._newest, *known, *self._address.nodes)):
            with contextlib.suppress(StoreUnavailable, redis.ResponseError):
                rows = self._ask(node, "CLUSTER", "SLOTS")
                if rows:
                    yield SlotMap.read(rows, node)

    def _forget_connections(self) -> None:
        for node in set(self._connections) - set(self._slots.nodes) - set(self._address.nodes):
            self._connections.pop(node).disconnect()
            self._silent_nodes.remove(node)

    @functools.cached_property
    def is_sharded(self) -> bool:
        """From Redis 7 on a channel has a slot. Before that every node publishes to all others."""
        known = self._ask(self._any_node(), "COMMAND", "INFO", "SPUBLISH")
        return bool(known and known[0])

    def _any_node(self) -> Node:
        self._owner(0)
        for node in dict.fromkeys((*self._slots.nodes, *self._address.nodes)):
            with contextlib.suppress(StoreUnavailable, redis.ResponseError):
                self._ask(node, "PING")
                return node
        raise NotExecuted("no node of the cluster answers")

    def invalidate(self) -> None:
        self._is_stale = True

    def time(self) -> Any:
        """Every process asks the same master, since each has its own clock; it does not wait for a new master."""
        (answer,) = raise_on_error(self.gather([("EVAL", _TIME, 1, keys.CLOCK)], patience=0))
        return answer

    def nodes(self) -> list[Node]:
        self._owner(0)
        return list(dict.fromkeys(self._slots.nodes))

    def client_for(self, node: Node) -> Client:
        return RedisClient(connection_pool=node_pool(self._address, node))

    def node_for(self, key: str) -> Node:
        owner = self._owner(slot_of(key))
        if owner is None:
            raise NotExecuted("nobody has this slot")
        return owner

    def node_for_channel(self, key: str) -> Node:
        return self.node_for(key) if self.is_sharded else self._any_node()

    def subscriber_connection(self, node: Node) -> Any:
        return node_pool(self._address, node, None, protocol=2).make_connection()


def open_connection(url: str) -> Connection:
    address = read_url(url)
    return Cluster(address) if address.kind == "cluster" else SingleNode(url)
