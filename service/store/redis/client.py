"""Commands to one Redis, and what to do when it is away. `cluster.py` says which node of several a command goes to."""

from __future__ import annotations

import contextlib
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
"""By which our connections are known at the store (`CLIENT LIST`), with the version of the process."""
VERSION = version(NAME)
CONNECT_SECONDS = 1.0
ANSWER_SECONDS = 5.0


Client = Any
"""A `redis.Redis`, whose own annotations say of every answer that it may be something to await."""


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


def _watched(address: StoreUrl, options: dict[str, Any]) -> Client:
    """Every new connection asks the Sentinels who is the primary now."""
    if address.is_encrypted:
        options = {**options, "connection_class": SentinelManagedSSLConnection}
    patience = dict.fromkeys(("socket_connect_timeout", "socket_timeout"), CONNECT_SECONDS)
    asked = {**address.sentinel_options(), **patience, "retry": options["retry"]}
    watchers: Any = Sentinel(address.nodes, sentinel_kwargs=asked, **options)  # type: ignore[no-untyped-call]  # there
    return watchers.master_for(address.name, RedisClient)


def _clustered(address: StoreUrl, options: dict[str, Any]) -> Client:
    known = {name: value for name, value in options.items() if name not in ("db", "connection_class")}
    nodes: list[Any] = [ClusterNode(*node) for node in address.nodes]  # type: ignore[no-untyped-call]  # likewise
    try:
        return RedisClusterClient(startup_nodes=nodes, ssl=address.is_encrypted, **known)
    except exceptions.RedisClusterException as error:
        raise NotExecuted(str(error)) from error


def redis_client(url: str, answer_seconds: float | None = ANSWER_SECONDS, **more: Any) -> Client:
    """A client that never repeats a command by itself: a lost answer does not say whether the write happened."""
    address = read_url(url)
    options = {**_options(address, answer_seconds), **more}
    if address.kind == "cluster":
        return _clustered(address, options)
    if address.kind == "sentinel":
        return _watched(address, options)
    return RedisClient(connection_pool=redis.ConnectionPool(**options))


def check_address(url: str) -> None:
    """`ValueError` or `TypeError` where a port or an option cannot be. Nothing is sent."""
    address = read_url(url)
    pool = node_pool(address, address.nodes[0]) if address.kind == "cluster" else redis_client(url).connection_pool
    pool.make_connection()


def node_pool(address: StoreUrl, node: Node, answer_seconds: float | None = ANSWER_SECONDS, **more: Any) -> Any:
    """Connections to one node of a cluster."""
    options = {**_options(address, answer_seconds), **more}
    return redis.ConnectionPool(**options, host=node[0], port=node[1])


def packed(command: Sequence[str | bytes | int]) -> bytes:
    """A command as it goes over the wire (RESP)."""
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
    """Commands without the detours of redis-py's client, which cost more than the command. Nothing is repeated."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._idle: deque[Any] = deque()

    def __call__(self, *command: str | bytes | int) -> Any:
        connection = self._idle.pop() if self._idle else self._connected()
        try:
            connection.send_packed_command([packed(command)])
            answer = connection.read_response()
        except redis.ResponseError as error:
            self._idle.append(connection)
            raise translate(error)  # noqa: B904 - it has its cause
        except BaseException as error:
            self._lose(connection, error)
            raise translate(error)  # noqa: B904
        self._idle.append(connection)
        return answer

    def pipeline(self, *commands: Command) -> list[Any]:
        """On one connection, in one packet. An error that is an answer stands in its place."""
        connection = self._idle.pop() if self._idle else self._connected()
        try:
            connection.send_packed_command([b"".join(map(packed, commands))])
            answers = [_answer(connection) for _ in commands]
        except BaseException as error:
            self._lose(connection, error)
            raise translate(error)  # noqa: B904 - likewise
        self._idle.append(connection)
        return answers

    def _connected(self) -> Any:
        connection = self._pool.make_connection()
        try:
            connection.connect()
        except (redis.ConnectionError, redis.TimeoutError, OSError) as error:
            self._lose(connection, error)
            raise NotExecuted(str(error)) from error
        return connection

    def _lose(self, connection: Any, error: BaseException) -> None:
        # Half an answer may still be on its way: this connection is worth nothing any more.
        connection.disconnect()
        if isinstance(error, redis.ConnectionError | OSError):
            self.disconnect()

    def disconnect(self) -> None:
        """The store is gone, and with it the other end of every connection."""
        while self._idle:
            with contextlib.suppress(IndexError):
                self._idle.pop().disconnect()


ONLY_NODE: Node = ("", 0)
"""The only node of a store that is none of several."""


class Connection(Protocol):
    """What one store and a cluster have in common: each command goes where its first key is."""

    @property
    def shards(self) -> range:
        """Where new games go."""

    @property
    def shards_per_command(self) -> int:
        """How many shards one command can ask."""

    @property
    def has_one_clock(self) -> bool:
        """Whether all that is told comes from one clock."""

    def time(self) -> Any:
        """What the one whose time is the store's says."""

    @property
    def is_sharded(self) -> bool:
        """Whether a channel is heard where its slot is, and nowhere else."""

    def __call__(self, *command: str | bytes | int) -> Any: ...

    def pipeline(self, *commands: Command) -> list[Any]: ...

    def gather(self, commands: Sequence[Command], patience: float = ...) -> list[Any]:
        """Answers to questions that change nothing; an error stands in the place of an answer."""

    def nodes(self) -> list[Node]:
        """All that hold games."""

    def client_for(self, node: Node) -> Client:
        """redis-py's own, to this node alone."""

    def node_for(self, key: str) -> Node:
        """Where a key lies."""

    def node_for_channel(self, key: str) -> Node:
        """Where a channel is heard."""

    def invalidate(self) -> None:
        """What is known of homes may not be true any more."""

    def subscriber_connection(self, node: Node) -> Any:
        """A connection of its own, which may be silent for ever."""


class SingleNode(NodeConnection):
    """One store: a Redis, or whichever Redis the Sentinels say."""

    shards, shards_per_command, has_one_clock, is_sharded = keys.TOGETHER, keys.SHARDS, True, False

    def __init__(self, url: str) -> None:
        super().__init__(redis_client(url).connection_pool)
        self.url = url

    def gather(self, commands: Sequence[Command], patience: float = 0) -> list[Any]:
        """A connection that the store closed while idle is found here, and replaced."""
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
        """There is only one."""

    def subscriber_connection(self, node: Node) -> Any:
        return redis_client(self.url, None, protocol=2).connection_pool.make_connection()


def raise_on_error(answers: Iterable[Any]) -> list[Any]:
    """The answers, if none of them is an error."""
    found = list(answers)
    for answer in found:
        if isinstance(answer, Exception):
            raise answer
    return found
