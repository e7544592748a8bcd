"""Commands to one Redis, and what to do when it is away. `cluster.py` says which node of several a command goes to."""

from __future__ import annotations

import contextlib
import functools
from collections import deque
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import Any, Protocol

import redis
from redis import exceptions
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.driver_info import DriverInfo
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelManagedSSLConnection

from service.core.urls import Node, StoreUrl, read_url
from service.store.errors import ConnectionLost, NotExecuted, translate
from service.store.redis import keys

NAME = "almagest"
"""Names our connections in `CLIENT LIST`, with the version of the process."""
VERSION = version(NAME)
CONNECT_SECONDS = 1.0
ANSWER_SECONDS = 5.0


Client = Any
"""A `redis.Redis`. Typed so because its annotations say of every answer that it may have to be awaited."""


class _TranslatedErrors:
    """A client of redis-py whose commands raise our errors."""

    def execute_command(self, *command: Any, **options: Any) -> Any:
        try:
            return super().execute_command(*command, **options)  # type: ignore[misc]  # of redis-py's client
        except Exception as error:
            raise translate(error)  # noqa: B904 - it has its cause


class RedisClient(_TranslatedErrors, redis.Redis): ...


class RedisClusterClient(_TranslatedErrors, RedisCluster): ...


Command = Sequence[str | bytes | int]


def _options(address: StoreUrl, answer_seconds: float | None) -> dict[str, Any]:
    return {
        **address.options(),
        "retry": Retry(NoBackoff(), 0),
        "socket_connect_timeout": CONNECT_SECONDS,
        "socket_timeout": answer_seconds,
        "max_connections": 2**31,
        "driver_info": DriverInfo(NAME, VERSION),
    }


def _sentinel_client(address: StoreUrl, options: dict[str, Any]) -> Client:
    """A client whose every new connection asks the Sentinels which node is the primary now."""
    if address.is_encrypted:
        options = {**options, "connection_class": SentinelManagedSSLConnection}
    patience = dict.fromkeys(("socket_connect_timeout", "socket_timeout"), CONNECT_SECONDS)
    sentinel_options = {**address.sentinel_options(), **patience, "retry": options["retry"]}
    watchers: Any = Sentinel(address.nodes, sentinel_kwargs=sentinel_options, **options)  # type: ignore[no-untyped-call]  # there
    return watchers.master_for(address.name, RedisClient)


def _cluster_client(address: StoreUrl, options: dict[str, Any]) -> Client:
    known = {name: value for name, value in options.items() if name not in ("db", "connection_class")}
    nodes: list[Any] = [ClusterNode(*node) for node in address.nodes]  # type: ignore[no-untyped-call]  # likewise
    try:
        return RedisClusterClient(startup_nodes=nodes, ssl=address.is_encrypted, **known)
    except exceptions.RedisClusterException as error:
        raise NotExecuted(str(error)) from error


def redis_client(url: str, answer_seconds: float | None = ANSWER_SECONDS, **more: Any) -> Client:
    """A client that never repeats a command by itself: without an answer nobody knows whether Redis has written."""
    address = read_url(url)
    options = {**_options(address, answer_seconds), **more}
    if address.kind == "cluster":
        return _cluster_client(address, options)
    if address.kind == "sentinel":
        return _sentinel_client(address, options)
    return RedisClient(connection_pool=redis.ConnectionPool(**options))


def check_address(url: str) -> None:
    """Raise `ValueError` or `TypeError` for a port or an option that cannot be. Sends nothing."""
    address = read_url(url)
    pool = node_pool(address, address.nodes[0]) if address.kind == "cluster" else redis_client(url).connection_pool
    pool.make_connection()


def node_pool(address: StoreUrl, node: Node, answer_seconds: float | None = ANSWER_SECONDS, **more: Any) -> Any:
    """A pool of connections to one node of a cluster."""
    options = {**_options(address, answer_seconds), **more}
    return redis.ConnectionPool(**options, host=node[0], port=node[1])


class RepeatedCommand(tuple[str | bytes | int, ...]):
    """A command that is sent again and again: it is packed once."""

    @functools.cached_property
    def as_bytes(self) -> bytes:
        return _pack(self)


def pack_command(command: Command) -> bytes:
    """A command as it goes over the wire (RESP)."""
    return command.as_bytes if isinstance(command, RepeatedCommand) else _pack(command)


def _pack(command: Command) -> bytes:
    parts = [b"*%d\r\n" % len(command)]
    for argument in command:
        data = argument if isinstance(argument, bytes) else str(argument).encode()
        parts.append(b"$%d\r\n%b\r\n" % (len(data), data))
    return b"".join(parts)


def _answer(connection: Any) -> Any:
    try:
        return connection.read_response()
    except redis.ResponseError as error:
        return translate(error)


class NodeConnection:
    """Sends commands without redis-py's client, which costs more than the command itself. It repeats nothing."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._idle: deque[Any] = deque()

    def __call__(self, *command: str | bytes | int) -> Any:
        connection = self._idle.pop() if self._idle else self._connect()
        try:
            connection.send_packed_command([pack_command(command)])
            answer = connection.read_response()
        except redis.ResponseError as error:
            self._idle.append(connection)
            raise translate(error)  # noqa: B904 - it has its cause
        except BaseException as error:
            self._drop(connection, error)
            raise translate(error)  # noqa: B904
        self._idle.append(connection)
        return answer

    def pipeline(self, *commands: Command) -> list[Any]:
        """Send several commands in one packet. An error of a command stands in the place of its answer."""
        connection = self._idle.pop() if self._idle else self._connect()
        try:
            connection.send_packed_command([b"".join(map(pack_command, commands))])
            answers = [_answer(connection) for _ in commands]
        except BaseException as error:
            self._drop(connection, error)
            raise translate(error)  # noqa: B904 - likewise
        self._idle.append(connection)
        return answers

    def _connect(self) -> Any:
        connection = self._pool.make_connection()
        try:
            connection.connect()
        except (redis.ConnectionError, redis.TimeoutError, OSError) as error:
            self._drop(connection, error)
            raise NotExecuted(str(error)) from error
        return connection

    def _drop(self, connection: Any, error: BaseException) -> None:
        # Half an answer may still be on its way, and the next command would read it.
        connection.disconnect()
        if isinstance(error, redis.ConnectionError | OSError):
            self.disconnect()

    def disconnect(self) -> None:
        """Close all idle connections: the store that they led to is gone."""
        while self._idle:
            with contextlib.suppress(IndexError):
                self._idle.pop().disconnect()


ONLY_NODE: Node = ("", 0)
"""Stands for the node of a store that is no cluster."""


class Connection(Protocol):
    """A connection to one store or to a cluster, where each command goes to the node of its first key."""

    @property
    def shards(self) -> range:
        """The shards of new games."""

    @property
    def shards_per_command(self) -> int:
        """How many shards one command can reach."""

    @property
    def has_one_clock(self) -> bool:
        """Whether all answers come from one node, with one clock."""

    def time(self) -> Any:
        """The answer to `TIME` of the node whose clock counts."""

    @property
    def is_sharded(self) -> bool:
        """Whether channels are sharded: then a channel is heard only at the node of its slot."""

    def __call__(self, *command: str | bytes | int) -> Any: ...

    def pipeline(self, *commands: Command) -> list[Any]: ...

    def gather(self, commands: Sequence[Command], patience: float = ...) -> list[Any]:
        """Send commands that only read, to all nodes at once; an error stands in the place of its answer."""

    def nodes(self) -> list[Node]:
        """All nodes that hold games."""

    def client_for(self, node: Node) -> Client:
        """A client of redis-py for this node alone."""

    def node_for(self, key: str) -> Node:
        """The node that has a key."""

    def node_for_channel(self, key: str) -> Node:
        """The node at which to subscribe to a channel."""

    def invalidate(self) -> None:
        """Look up again, before the next command, which node has which slot."""

    def subscriber_connection(self, node: Node) -> Any:
        """A new connection without a timeout, for a subscriber."""


class SingleNode(NodeConnection):
    """One Redis, or the primary that the Sentinels name."""

    shards, shards_per_command, has_one_clock, is_sharded = keys.TOGETHER, keys.SHARDS, True, False

    def __init__(self, url: str) -> None:
        super().__init__(redis_client(url).connection_pool)
        self.url = url

    def gather(self, commands: Sequence[Command], patience: float = 0) -> list[Any]:
        """Repeats once where Redis has closed the idle connection."""
        try:
            return self.pipeline(*commands)
        except ConnectionLost:
            return self.pipeline(*commands)

    def time(self) -> Any:
        return self("TIME")

    def nodes(self) -> list[Node]:
        return [ONLY_NODE]

    def client_for(self, node: Node) -> Client:
        return redis_client(self.url)

    def node_for(self, key: str) -> Node:
        return ONLY_NODE

    def node_for_channel(self, key: str) -> Node:
        return ONLY_NODE

    def invalidate(self) -> None:
        """Does nothing: there is only one node."""

    def subscriber_connection(self, node: Node) -> Any:
        return redis_client(self.url, None, protocol=2).connection_pool.make_connection()


def raise_on_error(answers: Iterable[Any]) -> list[Any]:
    """Return the answers, or raise the first that is an error."""
    found = list(answers)
    for answer in found:
        if isinstance(answer, Exception):
            raise answer
    return found
