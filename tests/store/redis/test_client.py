"""How the store is connected to, and what a connection does when something goes wrong on it."""

from __future__ import annotations

import types
from typing import Any

import pytest
import redis
from prometheus_client import REGISTRY
from redis import exceptions
from redis.sentinel import SentinelManagedConnection, SentinelManagedSSLConnection

from service.core.urls import read_url
from service.store.errors import ConnectionLost, NotExecuted, StoreUnavailable, translate
from service.store.redis import client, scripts
from service.store.redis.client import (
    ANSWER_SECONDS,
    CONNECT_SECONDS,
    NodeConnection,
    SingleNode,
    raise_on_error,
    redis_client,
)
from service.store.redis.scripts import Script
from service.usecases.context import Context

WATCHED = "redis+sentinel://ada:secret@one:1,two/games/3?sentinel_username=eve&sentinel_password=other"


def _patience(options: dict[str, Any]) -> tuple[float, float, int]:
    return options["socket_connect_timeout"], options["socket_timeout"], options["retry"]._retries


def test_a_store_is_waited_for_shortly_and_nothing_is_repeated() -> None:
    options = redis_client("redis://ada:secret@one:1/3").connection_pool.connection_kwargs
    assert {name: options[name] for name in ("host", "port", "db", "username", "password")} == {
        "host": "one", "port": 1, "db": 3, "username": "ada", "password": "secret",
    }  # fmt: skip
    assert _patience(options) == (CONNECT_SECONDS, ANSWER_SECONDS, 0)
    assert redis_client("redis://one", None).connection_pool.connection_kwargs["socket_timeout"] is None
    assert redis_client("redis://one").connection_pool.max_connections > 1_000_000, "nobody is refused a connection"
    assert redis_client("redis://one", 7, protocol=2).connection_pool.connection_kwargs["protocol"] == 2


def test_our_connections_are_known_by_name_and_version(context: Context) -> None:
    client_of_ours = redis_client(context.store.url)
    mine = client_of_ours.client_id()
    (found,) = (each for each in client_of_ours.client_list() if int(each["id"]) == mine)
    told = found.get("lib-name", client.NAME), found.get("lib-ver", client.VERSION)
    assert told == (client.NAME, client.VERSION), "stores before 7.2 do not tell"


def test_sentinels_have_credentials_of_their_own_and_name_the_primary() -> None:
    pool = redis_client(WATCHED).connection_pool
    assert (pool.service_name, pool.is_master, pool.connection_class) == ("games", True, SentinelManagedConnection)
    options = pool.connection_kwargs
    assert (options["username"], options["password"], options["db"]) == ("ada", "secret", 3)
    assert _patience(options) == (CONNECT_SECONDS, ANSWER_SECONDS, 0)
    asked = [each.connection_pool.connection_kwargs for each in pool.sentinel_manager.sentinels]
    assert [(each["host"], each["port"]) for each in asked] == [("one", 1), ("two", 26379)]
    assert {(each["username"], each["password"]) for each in asked} == {("eve", "other")}
    assert {_patience(each) for each in asked} == {(CONNECT_SECONDS, CONNECT_SECONDS, 0)}


def test_who_watches_over_an_encrypted_store_is_asked_in_secret() -> None:
    pool = redis_client(WATCHED.replace("redis+", "rediss+", 1)).connection_pool
    assert pool.connection_class is SentinelManagedSSLConnection
    assert all(
        issubclass(each.connection_pool.connection_class, redis.SSLConnection)
        for each in pool.sentinel_manager.sentinels
    )


@pytest.mark.parametrize(("scheme", "is_encrypted"), [("redis", False), ("rediss", True)])
def test_a_cluster_is_asked_at_all_its_nodes(monkeypatch: pytest.MonkeyPatch, scheme: str, is_encrypted: bool) -> None:
    monkeypatch.setattr(client, "RedisClusterClient", dict)
    asked = redis_client(f"{scheme}+cluster://ada:secret@one:1,two:2/0")
    assert [(node.host, node.port) for node in asked.pop("startup_nodes")] == [("one", 1), ("two", 2)]
    assert asked.pop("ssl") is is_encrypted
    assert (asked["username"], asked["password"]) == ("ada", "secret")
    assert _patience(asked) == (CONNECT_SECONDS, ANSWER_SECONDS, 0)
    assert not asked.keys() & {"db", "connection_class", "host", "port"}


def test_a_cluster_of_which_nobody_is_there_is_away() -> None:
    with pytest.raises(NotExecuted):
        redis_client("redis+cluster://127.0.0.1:1")


@pytest.mark.parametrize(
    "address",
    ["redis://one", "redis+sentinel://one/games", "redis+cluster://one:1", "redis+cluster://one:1,two:2"],
)
def test_an_address_with_an_option_that_cannot_be_is_found_before_anything_is_sent(address: str) -> None:
    client.check_address(address)
    with pytest.raises(TypeError):
        client.check_address(f"{address}?nonsense=1")


def test_connections_to_one_node_of_a_cluster() -> None:
    address = read_url("redis+cluster://ada:secret@one:1,two:2")
    options = client.node_pool(address, ("two", 2)).connection_kwargs
    assert (options["host"], options["port"], options["username"]) == ("two", 2, "ada")
    assert _patience(options) == (CONNECT_SECONDS, ANSWER_SECONDS, 0)
    more = client.node_pool(address, ("two", 2), None, protocol=2).connection_kwargs
    assert (more["socket_timeout"], more["protocol"]) == (None, 2)


def test_a_command_goes_over_the_wire_as_the_store_reads_it() -> None:
    assert (
        client.pack_command(("SET", b"\xff", "ä", 17))
        == b"*4\r\n$3\r\nSET\r\n$1\r\n\xff\r\n$2\r\n\xc3\xa4\r\n$2\r\n17\r\n"
    )


@pytest.fixture
def connection(context: Context) -> SingleNode:
    return SingleNode(context.store.url)


def _hang_up(context: Context, connection: SingleNode) -> None:
    """The store ends the newest connection of the line, as after a long silence."""
    context.store.client.client_kill_filter(_id=connection("CLIENT", "ID"))


def test_a_connection_is_used_again_also_after_an_answer_that_is_an_error(connection: SingleNode) -> None:
    first = connection("CLIENT", "ID")
    with pytest.raises(redis.ResponseError):
        connection("GET")
    good, bad, after = connection.pipeline(("CLIENT", "ID"), ("GET",), ("CLIENT", "ID"))
    assert (good, after, connection("CLIENT", "ID")) == (first, first, first)
    assert isinstance(bad, redis.ResponseError)
    with pytest.raises(redis.ResponseError):
        raise_on_error([good, bad, after])
    assert raise_on_error([good, after]) == [first, first]


@pytest.mark.parametrize("ask", [NodeConnection.__call__, lambda connection, *command: connection.pipeline(command)])
def test_a_connection_that_is_lost_takes_all_others_with_it_and_nothing_is_sent_again(
    context: Context, connection: SingleNode, ask: Any
) -> None:
    connections = [connection._connect() for _ in range(3)]
    connection._idle.extend(connections)
    _hang_up(context, connection)
    with pytest.raises(ConnectionLost):
        ask(connection, "INCR", "counted")
    assert not connection._idle
    assert [connection._sock for connection in connections] == [None] * 3
    assert ask(connection, "INCR", "counted") in (1, [1])


@pytest.mark.parametrize("ask", [NodeConnection.__call__, lambda connection, *command: connection.pipeline(command)])
def test_a_connection_with_half_an_answer_is_not_used_again(connection: SingleNode, ask: Any) -> None:
    """The answer to a question that nobody waits for any more would be read as that to the next one."""
    other, used = connection._connect(), connection._connect()
    connection._idle.extend((other, used))
    used._sock.settimeout(0.001)
    used.socket_timeout = 0.001
    with pytest.raises(StoreUnavailable, match="TimeoutError"):
        ask(connection, "BLPOP", "nothing", 1)
    assert used._sock is None
    assert list(connection._idle) == [other], "that one answer is late says nothing of other connections"


def test_questions_are_asked_again_where_the_store_has_hung_up(context: Context, connection: SingleNode) -> None:
    assert connection("PING")
    _hang_up(context, connection)
    assert connection.gather([("ECHO", "one"), ("ECHO", "two")]) == [b"one", b"two"]


def test_whoever_reaches_nobody_has_sent_nothing() -> None:
    nobody = SingleNode("unix:///nowhere")
    for ask in (lambda: nobody("PING"), lambda: nobody.pipeline(("PING",)), lambda: nobody.gather([("PING",)])):
        with pytest.raises(NotExecuted, match="nowhere"):
            ask()


def test_one_store_is_where_everything_is(context: Context, connection: SingleNode) -> None:
    assert (
        connection.nodes() == [connection.node_for("one")] == [connection.node_for_channel("two")] == [client.ONLY_NODE]
    )
    assert connection.client_for(client.ONLY_NODE).ping()
    assert [len(connection.time()), len(context.store.connection.time())] == [2, 2]
    subscriber = connection.subscriber_connection(client.ONLY_NODE)
    assert (subscriber.socket_timeout, subscriber.get_protocol()) == (None, 2)
    connection.invalidate()


def test_a_script_that_the_store_has_forgotten_is_sent_whole(context: Context, connection: SingleNode) -> None:
    script, key = Script(connection, "health/ready"), "{s00}:ready"
    for _ in range(2):
        context.store.client.script_flush()
        assert script([key], []) == 0
        context.store.client.script_flush()
        assert script.gather([([key], []), ([key], [])]) == [0, 0]
        context.store.client.script_flush()
        assert script.then(("ECHO", "after"), [key], []) == (0, b"after")
        assert script.then(("ECHO", "again"), [key], []) == (0, b"again")
    assert script.gather([]) == []
    with pytest.raises(redis.ResponseError):
        script.then(("GET",), [key], [])


def test_an_error_of_a_script_stands_in_its_place(context: Context, connection: SingleNode) -> None:
    context.store.client.rpush("{s00}:ready", "no text")
    wrong, good = Script(connection, "health/ready").gather([(["{s00}:ready"], []), (["{s01}:ready"], [])])
    assert isinstance(wrong, exceptions.ResponseError)
    assert good == 0


def test_an_error_of_redis_becomes_one_of_ours_that_says_in_a_word_why() -> None:
    for error, kind, reason in (
        (redis.ResponseError("MISCONF the disk is full"), StoreUnavailable, "MISCONF"),
        (redis.ResponseError("OOM command not allowed"), StoreUnavailable, "OOM"),
        (redis.ResponseError("BUSY a script runs"), StoreUnavailable, "BUSY"),
        (redis.ResponseError("CLUSTERDOWN Hash slot not served"), StoreUnavailable, "CLUSTERDOWN"),
        (redis.OutOfMemoryError("used memory > 'maxmemory'."), StoreUnavailable, "OutOfMemoryError"),
        (redis.ReadOnlyError("You can't write against a read only replica."), StoreUnavailable, "ReadOnlyError"),
        (redis.TimeoutError("no answer"), StoreUnavailable, "TimeoutError"),
        (OSError("no such file"), ConnectionLost, "OSError"),
        (redis.ConnectionError("refused"), ConnectionLost, "ConnectionError"),
        (redis.BusyLoadingError("Redis is loading the dataset in memory"), NotExecuted, "BusyLoadingError"),
        (exceptions.TryAgainError("the slot is being moved"), NotExecuted, "TryAgainError"),
    ):
        unavailable = translate(error)
        assert (type(unavailable), str(unavailable), unavailable.__cause__) == (kind, reason, error)


def test_a_mistake_of_ours_is_not_hidden() -> None:
    for error in (redis.ResponseError("WRONGTYPE Operation against a wrong kind of value"), ValueError("BUSY")):
        assert translate(error) is error


def test_how_long_a_script_takes_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(what: str) -> float:
        return REGISTRY.get_sample_value(f"almagest_store_seconds_{what}", {"script": "compare_and_set"}) or 0.0

    count, seconds, clock = told("count"), told("sum"), iter((1000.0, 1002.5))
    monkeypatch.setattr(scripts, "time", types.SimpleNamespace(perf_counter=clock.__next__))
    connection: Any = None
    monkeypatch.setattr(Script, "_send", lambda script, command: b"answer")
    assert Script(connection, "delivery/compare_and_set")(["key"], []) == b"answer"
    assert (told("count") - count, told("sum") - seconds) == (1, 2.5)
