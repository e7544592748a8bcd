"""Which node of a cluster a command goes to. Nodes are scripted here; `test_cluster.py` has real ones."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from redis import exceptions
from redis.crc import key_slot

from service.core.urls import Node, read_url
from service.store.errors import ConnectionLost, NotExecuted, StoreUnavailable, translate
from service.store.redis import cluster, keys
from service.store.redis.client import Command, SingleNode
from service.store.redis.cluster import SLOTS, Cluster, SlotMap, slot_of
from service.store.redis.silent_nodes import SilentNodes, is_timeout
from tests.processes import HOST, HUNG, until

ONE: Node = ("one", 1)
TWO: Node = ("two", 2)
KEY = "{s16ab}:game"


def test_a_key_goes_by_its_tag_and_one_without_by_itself() -> None:
    assert slot_of("{s01}:game:x") == slot_of("{s01}:}") == key_slot(b"s01") != slot_of("{s02}:game:x")
    assert slot_of("app:keys") == key_slot(b"app:keys")
    assert slot_of("app:{keys}") == key_slot(b"keys")


def test_slots_are_read_with_both_ends_and_a_node_without_a_name_is_who_was_asked() -> None:
    rows = [[0, 9, [b"one", 1, b"id"], [b"replica", 9]], [10, 10, [b"", 2]], [11, SLOTS - 1, [None, 3]]]
    slots = SlotMap.read(rows, ("asked", 7))
    assert [slots.owner(slot) for slot in (0, 9, 10, 11, SLOTS - 1)] == [
        ONE, ONE, ("asked", 2), ("asked", 3), ("asked", 3),
    ]  # fmt: skip
    assert slots.nodes == [ONE, ("asked", 2), ("asked", 3)]
    slots.move(9, TWO)
    assert [slots.owner(slot) for slot in (8, 9, 10)] == [ONE, TWO, ("asked", 2)]
    backwards = SlotMap.read(rows[::-1], ("asked", 7))
    assert [backwards.owner(slot) for slot in (0, 9, 10, 11, SLOTS - 1)] == [
        ONE, ONE, ("asked", 2), ("asked", 3), ("asked", 3),
    ], "in whatever order they are told"  # fmt: skip


def test_slots_that_nobody_has_told_of_have_no_owner() -> None:
    slots = SlotMap.read([[5, 6, [b"one", 1]]], ONE)
    assert [slots.owner(slot) for slot in (4, 5, 6, 7)] == [None, ONE, ONE, None]


class Scripted:
    """A node that answers as it is told to, one answer after the other; the last for ever."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.heard: list[tuple[Command, ...]] = []

    def pipeline(self, *commands: Command) -> list[Any]:
        self.heard.append(commands)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            error = translate(answer)
            if not isinstance(answer, exceptions.ResponseError):
                raise error
            answer = error
        return [*[b"OK"] * (len(commands) - 1), answer] if commands[0] == ("ASKING",) else [answer] * len(commands)

    def __call__(self, *command: Any) -> Any:
        return self.pipeline(command)[0]

    def disconnect(self) -> None:
        self.heard.append((("gone",),))


class Nodes(Cluster):
    """A cluster whose slots are told, not asked for."""

    def __init__(self, lines: dict[Node, Scripted], owners: Sequence[tuple[int, int, Node]]) -> None:
        super().__init__(read_url("redis+cluster://one:1,two:2"))
        self.owners = owners
        self._connections.update(lines)  # type: ignore[arg-type]  # scripted

    def _read_slot_maps(self) -> Any:
        rows = [[first, last, [node[0].encode(), node[1]]] for first, last, node in self.owners]
        yield SlotMap.read(rows, ONE)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PAUSE_SECONDS", 0.0)


def _nodes(one: Scripted, two: Scripted) -> Nodes:
    middle = SLOTS // 2
    return Nodes({ONE: one, TWO: two}, [(0, middle - 1, ONE), (middle, SLOTS - 1, TWO)])


def _of(node: Node) -> str:
    """A key of that node."""
    return next(name for name in map(str, range(99)) if (slot_of(name) < SLOTS // 2) == (node == ONE))


def test_commands_and_scripts_go_where_their_first_key_is() -> None:
    one, two = Scripted(b"1"), Scripted(b"2")
    connection = _nodes(one, two)
    assert connection("GET", _of(ONE)) == b"1"
    assert connection("GET", _of(TWO)) == b"2"
    for command in ("EVALSHA", "EVAL"):
        assert connection(command, "text", 1, _of(TWO), _of(ONE)) == b"2"
        assert connection(command, "text", 1, _of(ONE), _of(TWO)) == b"1"
    assert connection("SET", _of(ONE), _of(TWO), "NX") == b"1"


def test_what_names_no_key_is_for_whoever_answers() -> None:
    one, two = Scripted(ConnectionError("away")), Scripted(b"PONG")
    assert _nodes(one, two)("PING") == b"PONG"
    _nodes(one, two)("TIME")
    assert two.heard[-1] == (("TIME",),)
    with pytest.raises(NotExecuted, match="no node"):
        _nodes(Scripted(ConnectionError("a")), Scripted(ConnectionError("b")))("PING")


def _silent(two: Scripted) -> tuple[Nodes, Scripted, threading.Event]:
    """A cluster whose first node has said nothing in time, and pings that are not answered before the event."""
    one, spoken = Scripted(exceptions.TimeoutError("silent"), b"1"), threading.Event()
    connection = _nodes(one, two)
    connection._silent_nodes._ping = lambda _: spoken.wait(HUNG)
    with pytest.raises(StoreUnavailable):
        connection("SET", _of(ONE), 1)
    return connection, one, spoken


def test_who_says_nothing_is_not_waited_for_again_until_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent to it, so whoever asks may be told so at once; the others are asked as before."""
    monkeypatch.setattr(cluster, "PATIENCE_SECONDS", 0.0)
    connection, one, spoken = _silent(Scripted(b"2"))
    with pytest.raises(NotExecuted, match="silent"):
        connection("SET", _of(ONE), 1)
    assert [type(each) for each in connection.gather([("GET", _of(ONE))] * 3, patience=0)] == [NotExecuted] * 3
    assert connection.gather([("GET", _of(ONE)), ("GET", _of(TWO))], patience=0)[1] == connection("PING") == b"2"
    assert one.heard == [(("SET", _of(ONE), 1),)]
    spoken.set()
    until(lambda: ONE not in connection._silent_nodes)
    assert connection("GET", _of(ONE)) == b"1"


def test_who_is_silent_and_leaves_the_cluster_is_not_listened_for_any_more() -> None:
    connection, _, spoken = _silent(Scripted(b"2"))
    connection._address = read_url("redis+cluster://two:2")
    connection.owners = [(0, SLOTS - 1, TWO)]
    connection.invalidate()
    assert connection("GET", _of(ONE)) == b"2"
    assert ONE not in connection._silent_nodes
    spoken.set()


def test_who_says_nothing_to_a_ping_either_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A node that takes connections and answers none of them."""
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.02)
    node = socket.create_server((HOST, 0))
    hung = threading.Timer(2, node.close)
    hung.start()
    connection = Cluster(read_url(f"redis+cluster://{HOST}:{node.getsockname()[1]}"))
    with pytest.raises(StoreUnavailable):
        connection._ping(connection._newest)
    hung.cancel()
    node.close()


def test_no_process_waits_at_its_end_for_who_is_silent() -> None:
    spoken, others = threading.Event(), set(threading.enumerate())
    silence = SilentNodes(lambda _: spoken.wait(HUNG))
    silence.add(ONE)
    listening = set(threading.enumerate()) - others
    spoken.set()
    assert listening
    assert all(thread.daemon for thread in listening)
    until(lambda: ONE not in silence)


def _timed_out(message: str) -> NotExecuted:
    """A connection that was waited for."""
    error = NotExecuted(message)
    error.__cause__ = exceptions.TimeoutError(message)
    return error


@pytest.mark.parametrize(
    ("error", "is_it"),
    [
        (translate(exceptions.TimeoutError("no answer")), True),
        (_timed_out("no connection"), True),
        (NotExecuted("refused"), False),
        (translate(exceptions.BusyLoadingError("loading")), False),
        (exceptions.ResponseError("no ping"), False),
    ],
)
def test_who_refuses_has_said_something(error: Exception, is_it: bool) -> None:
    """A ping that is refused ends the silence, too."""

    def ping(_: Node) -> None:
        raise error

    assert is_timeout(error) == is_it
    assert SilentNodes(ping)._is_still_silent(ONE) == is_it


def test_an_error_that_is_an_answer_is_raised() -> None:
    with pytest.raises(exceptions.ResponseError, match="wrong type"):
        _nodes(Scripted(exceptions.ResponseError("wrong type")), Scripted(b""))("GET", _of(ONE))


def test_a_slot_that_has_moved_is_followed_and_remembered() -> None:
    key = _of(ONE)
    one, two = Scripted(exceptions.MovedError(f"{slot_of(key)} two:2")), Scripted(b"2")
    connection = _nodes(one, two)
    connection.owners = [(0, SLOTS - 1, TWO)]
    assert connection("GET", key) == b"2"
    one = Scripted(exceptions.MovedError(f"{slot_of(key)} two:2"))
    connection = _nodes(one, two)
    assert connection("GET", key) == b"2"
    assert one.heard == [(("GET", key),)]
    assert connection._newest == TWO
    assert connection._is_stale


def test_a_slot_that_is_being_moved_is_asked_for_and_not_remembered() -> None:
    key = _of(ONE)
    one, two = Scripted(exceptions.AskError(f"{slot_of(key)} two:2"), b"1"), Scripted(b"2")
    connection = _nodes(one, two)
    assert connection("GET", key) == b"2"
    assert two.heard == [(("ASKING",), ("GET", key))]
    assert connection("GET", key) == b"1"
    assert connection._newest == ONE


def test_a_node_that_leaves_out_its_name_means_itself() -> None:
    key = _of(ONE)
    one = Scripted(exceptions.AskError(f"{slot_of(key)} :1"), b"1")
    assert _nodes(one, Scripted(b"2"))("GET", key) == b"1"
    assert one.heard[1] == (("ASKING",), ("GET", key))


@pytest.mark.parametrize(
    "problem", [exceptions.TryAgainError("T"), exceptions.ClusterDownError("D"), exceptions.BusyLoadingError("L")]
)
def test_what_nobody_took_is_tried_again(problem: Exception) -> None:
    one = Scripted(problem, problem, b"1")
    assert _nodes(one, Scripted(b"2"))("GET", _of(ONE)) == b"1"
    assert one.heard == [(("GET", _of(ONE)),)] * 3


def test_questions_that_nobody_took_are_asked_again_for_as_long_as_there_is_patience() -> None:
    problem = exceptions.TryAgainError("moving")
    assert _nodes(Scripted(problem, problem, b"1"), Scripted(b"2")).gather([("GET", _of(ONE))], patience=60) == [b"1"]
    (lost,) = _nodes(Scripted(problem, problem, b"1"), Scripted(b"2")).gather([("GET", _of(ONE))], patience=-60)
    assert isinstance(lost, NotExecuted)


def _whose_slots_went_to_the_other(*answers: Any) -> Nodes:
    connection = _nodes(Scripted(*answers), Scripted(b"2"))
    connection._owner(0)
    connection.owners = [(0, SLOTS - 1, TWO)]
    return connection


def test_a_question_to_who_is_gone_is_asked_where_its_slot_went() -> None:
    connection = _whose_slots_went_to_the_other(ConnectionError("gone"))
    assert connection.gather([("GET", _of(ONE))], patience=-1) == [b"2"]


def test_whoever_waits_for_a_slot_looks_meanwhile_where_it_went() -> None:
    connection = _whose_slots_went_to_the_other(exceptions.ClusterDownError("no slot"))
    assert connection("SET", _of(ONE), 1) == b"2"


def test_what_may_have_been_done_is_not_sent_again() -> None:
    one = Scripted(exceptions.ConnectionError("lost"))
    connection = _nodes(one, Scripted(b"2"))
    connection._owner(0)
    with pytest.raises(ConnectionLost):
        connection("INCR", _of(ONE))
    assert len(one.heard) == 1


def test_whoever_follows_for_too_long_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_SECONDS", -1.0)
    one = Scripted(exceptions.TryAgainError("moving"))
    with pytest.raises(NotExecuted, match="TryAgainError"):
        _nodes(one, Scripted(b"2"))("GET", _of(ONE))
    assert len(one.heard) == 1


def test_nodes_that_point_at_each_other_are_given_up_after_some_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE_SECONDS", -1.0)
    key = _of(ONE)
    one, two = (Scripted(exceptions.MovedError(f"{slot_of(key)} {other}")) for other in ("two:2", "one:1"))
    with pytest.raises(NotExecuted):
        _nodes(one, two)("GET", key)
    assert len(one.heard) + len(two.heard) == cluster.REDIRECTIONS


def test_questions_are_gathered_by_node_and_answered_in_their_order() -> None:
    one, two = Scripted(b"1"), Scripted(b"2")
    asked: list[Command] = [("GET", _of(TWO)), ("GET", _of(ONE)), ("GET", _of(TWO))]
    assert _nodes(one, two).gather(asked) == [b"2", b"1", b"2"]
    assert (len(one.heard), len(two.heard)) == (1, 1)


def test_a_master_that_is_away_hides_its_own_answers_and_no_others() -> None:
    connection = _nodes(Scripted(ConnectionError("away")), Scripted(b"2"))
    lost, found = connection.gather([("GET", _of(ONE)), ("GET", _of(TWO))], patience=-1)
    assert isinstance(lost, Exception)
    assert found == b"2"


def test_a_slot_of_nobody_is_nobodys() -> None:
    connection = Nodes({ONE: Scripted(b"1")}, [(0, 0, ONE)])
    assert isinstance(connection.gather([("GET", _of(TWO))], patience=-1)[0], NotExecuted)


def test_nodes_that_have_gone_are_hung_up_on() -> None:
    gone = Scripted(b"")
    connection = _nodes(Scripted(b"1"), Scripted(b"2"))
    connection._connections["gone", 9] = gone  # type: ignore[assignment]  # scripted
    connection.invalidate()
    connection("GET", _of(ONE))
    assert gone.heard == [(("gone",),)]
    assert set(connection._connections) == {ONE, TWO}


ROWS = [[0, 99, [b"two", 2]], [100, SLOTS - 1, [b"three", 3]]]


def _asked(**answers: Any) -> Cluster:
    """A cluster that is told of slots by its nodes, each of which answers in its own way."""
    connection = Cluster(read_url("redis+cluster://one:1,two:2"))
    connection._connections.update({(name, number): answers[name] for number, name in enumerate(answers, 1)})
    return connection


@pytest.mark.parametrize("problem", [ConnectionError("away"), exceptions.ResponseError("no cluster")])
def test_whoever_answers_first_says_which_slots_there_are(problem: Exception) -> None:
    silent, unknowing, knowing = Scripted(problem), Scripted([]), Scripted(ROWS)
    connection = _asked(one=silent, two=unknowing, three=knowing)
    connection._slots.nodes = [("three", 3)]
    assert connection.nodes() == [TWO, ("three", 3)]
    assert [connection.node_for("{a}"), connection.node_for("{b}")] == [("three", 3)] * 2
    assert connection._slots.owner(99) == TWO
    assert silent.heard == knowing.heard == [(("CLUSTER", "SLOTS"),)]
    assert connection._is_stale is False
    assert connection.nodes() == [TWO, ("three", 3)]
    assert len(knowing.heard) == 1, "it is not asked for again"


def test_who_was_named_last_as_an_owner_is_asked_first() -> None:
    connection = _asked(one=Scripted(ROWS), two=Scripted([[0, SLOTS - 1, [b"one", 1]]]))
    connection._newest = TWO
    assert connection.node_for("{a}") == ONE


def test_where_nobody_answers_what_is_known_goes_on() -> None:
    connection = _asked(one=Scripted(ROWS), two=Scripted(ConnectionError("away")))
    assert connection.node_for("{a}") == ("three", 3)
    connection._connections[ONE] = Scripted(ConnectionError("away"))  # type: ignore[assignment]  # scripted
    connection._connections["three", 3] = Scripted(ConnectionError("away"))  # type: ignore[assignment]  # scripted
    connection.invalidate()
    assert connection.node_for("{a}") == ("three", 3)
    assert connection._is_stale is True, "so it is asked for again"


def test_what_is_known_is_asked_for_once_by_all_who_doubt_it_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PAUSE_SECONDS", 3600.0)
    connection = _asked(one=Scripted(ROWS, [[0, SLOTS - 1, [b"one", 1]]]))
    connection._learned_at = -7200.0
    assert connection.node_for("{a}") == ("three", 3)
    connection.invalidate()
    assert connection.node_for("{a}") == ("three", 3)


@pytest.mark.parametrize(
    ("known", "is_sharded"), [([[b"spublish", 3]], True), ([None], False), ([], False), (None, False)]
)
def test_a_channel_is_at_home_where_its_slot_is_if_the_nodes_know_of_that(known: Any, is_sharded: bool) -> None:
    one, two = Scripted(b"PONG", known, b"PONG"), Scripted(b"PONG")
    connection = _nodes(one, two)
    assert connection.is_sharded is is_sharded
    assert one.heard == [(("PING",),), (("COMMAND", "INFO", "SPUBLISH"),)]
    assert connection.node_for_channel(_of(TWO)) == (TWO if is_sharded else ONE)
    assert connection.node_for_channel(_of(ONE)) == ONE


def test_the_time_is_told_by_who_has_the_slot_of_the_clock() -> None:
    connection = _nodes(Scripted([b"1", b"0"]), Scripted([b"2", b"0"]))
    assert connection.time() == ([b"1", b"0"] if slot_of(keys.CLOCK) < SLOTS // 2 else [b"2", b"0"])
    away = _nodes(*[Scripted(exceptions.ResponseError("no time"))] * 2)
    with pytest.raises(exceptions.ResponseError, match="no time"):
        away.time()


def test_nobody_has_a_slot_that_nobody_has() -> None:
    connection = Nodes({ONE: Scripted(b"1")}, [(0, 0, ONE)])
    with pytest.raises(NotExecuted, match="nobody has this slot"):
        connection.node_for(_of(TWO))


def test_connections_to_a_node_are_its_own_and_one_to_listen_may_be_silent() -> None:
    connection = Cluster(read_url("redis+cluster://ada:secret@one:1,two:2"))
    options = connection.client_for(TWO).connection_pool.connection_kwargs
    assert (options["host"], options["port"], options["password"]) == ("two", 2, "secret")
    subscriber = connection.subscriber_connection(TWO)
    assert (subscriber.host, subscriber.port, subscriber.socket_timeout, subscriber.get_protocol()) == (
        "two",
        2,
        None,
        2,
    )
    kept = connection._connection_to(TWO)
    assert kept is connection._connection_to(TWO) is not connection._connection_to(ONE)
    assert kept._pool.connection_kwargs["host"] == "two"


def test_an_address_says_whether_there_are_several() -> None:
    connection = cluster.open_connection("redis+cluster://one:1,two:2")
    assert isinstance(connection, Cluster)
    assert (connection._slots.nodes, connection._newest, connection._is_stale) == ([ONE, TWO], ONE, True)
    single = cluster.open_connection("redis://one:1")
    assert isinstance(single, SingleNode)
    assert single.url == "redis://one:1"


@pytest.mark.parametrize(
    "ask", [Cluster.pipeline, lambda connection, command: connection.gather([command], patience=-1)]
)
def test_a_master_that_cannot_be_reached_is_looked_for_again(ask: Callable[[Cluster, Command], Any]) -> None:
    connection = _nodes(Scripted(ConnectionError("lost")), Scripted(b"2"))
    connection._owner(0)
    connection._read_slot_maps = lambda: iter(())  # type: ignore[method-assign]  # nobody says anything from now on
    with contextlib.suppress(StoreUnavailable):
        ask(connection, ("GET", _of(ONE)))
    assert connection._is_stale is True


def test_an_answer_that_is_redirected_is_asked_for_where_it_is_and_one_that_is_not_stands() -> None:
    key = _of(ONE)
    one = Scripted(exceptions.AskError(f"{slot_of(key)} two:2"))
    assert _nodes(one, Scripted(b"2")).gather([("GET", key)]) == [b"2"]
    wrong = exceptions.ResponseError("wrong type")
    assert _nodes(Scripted(wrong), Scripted(b"2")).gather([("GET", key)]) == [wrong]
