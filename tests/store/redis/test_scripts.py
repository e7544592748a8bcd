"""What every script in Lua does, told by what stands in the store before and after."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.store.redis.client import Client
from service.store.redis.scripts import Script
from service.usecases.context import Context
from tests.processes import HUNG

Run = Callable[..., Any]


@pytest.fixture
def run(context: Context) -> Run:
    """A script by its name, on some keys, with some arguments."""

    def running(name: str, keys: str, *arguments: str | bytes | int) -> Any:
        return Script(context.store.connection, name)(keys.split(), arguments)

    return running


@pytest.fixture
def store(context: Context) -> Client:
    return context.store.client


def _members(store: Client, key: str) -> dict[bytes, float]:
    return dict(store.zrange(key, 0, -1, withscores=True))


def test_addressees_are_told_once_for_each_shard(run: Run, store: Client) -> None:
    store.zadd("one", {"h1|g1|000001|n1": 0, "h1|g2|000001|n2": 0, "h2|g1|000001|n1": 0})
    store.zadd("three", {"h3|g1|000001|n1": 0})
    assert run("delivery/receivers", "one two three") == [[b"h1", b"h2"], [], [b"h3"]]


@pytest.mark.parametrize(("rev", "mark"), [("1", "m"), ("2", "n"), ("0", "m"), ("2", "")])
def test_a_game_that_was_written_meanwhile_is_not_archived_nor_retold(
    run: Run, store: Client, rev: str, mark: str
) -> None:
    store.hset("game", mapping={"rev": "2", "mark": "m", "state": "s", "score": "p"})
    store.xadd("events", {"e": "1"}, id="1-0")
    store.zadd("deadlines", {"g": 7})
    assert run("archive/archive", "game events deadlines", rev, mark, "new", "clock", "archive", "g") == 0
    assert run("games/rewrite_events", "game events", rev, mark, "new", "2-0", "move", "told") == 0
    assert run("delivery/subscribe", "game devices pushes tries", rev, mark, "d", '{"seat": 1}', 3, "g") == 0
    assert store.hgetall("game") == {b"rev": b"2", b"mark": b"m", b"state": b"s", b"score": b"p"}
    assert (store.xlen("events"), store.zcard("deadlines"), store.exists("devices")) == (1, 1, 0)


def test_an_ended_game_becomes_one_record(run: Run, store: Client) -> None:
    store.hset("game", mapping={"rev": "2", "mark": "m", "clock": "old", "state": "s", "score": "p"})
    store.xadd("events", {"e": "1"}, id="1-0")
    store.zadd("deadlines", {"g": 7, "other": 8})
    assert run("archive/archive", "game events deadlines", "2", "m", "new", "clock", "kept", "g") == 1
    assert store.hgetall("game") == {b"rev": b"2", b"mark": b"new", b"clock": b"clock", b"archive": b"kept"}
    assert not store.exists("events")
    assert _members(store, "deadlines") == {b"other": 8}


def test_a_stream_is_told_anew_and_keeps_its_time(run: Run, store: Client) -> None:
    store.hset("game", mapping={"rev": "2", "mark": "m"})
    store.xadd("events", {"m": "secret", "e": "1"}, id="1-0")
    store.pexpire("events", 90_000)
    assert run("games/rewrite_events", "game events", "2", "m", "new", "1-0", "m1", "e1", "2-0", "m2", "e2") == 1
    told = [(b"1-0", {b"m": b"m1", b"e": b"e1"}), (b"2-0", {b"m": b"m2", b"e": b"e2"})]
    assert store.xrange("events") == told
    assert 80_000 < store.pttl("events") <= 90_000
    assert store.hget("game", "mark") == b"new"


def test_a_stream_that_stays_for_good_is_told_anew_for_good(run: Run, store: Client) -> None:
    store.hset("game", mapping={"rev": "2", "mark": "m"})
    store.xadd("events", {"m": "secret", "e": "1"}, id="1-0")
    assert run("games/rewrite_events", "game events", "2", "m", "new", "1-0", "m1", "e1") == 1
    assert store.pttl("events") == -1


def test_what_is_told_of_no_game_makes_none(run: Run, store: Client) -> None:
    assert run("games/rewrite_events", "game events", "0", "", "new", "1-0", "m1", "e1") == 1
    assert not store.exists("game")


def test_the_stream_of_an_archived_game_is_not_told_anew(run: Run, store: Client) -> None:
    store.hset("game", mapping={"rev": "2", "mark": "m", "archive": "kept"})
    assert run("games/rewrite_events", "game events", "2", "m", "new", "1-0", "m1", "e1") == 0
    assert not store.exists("events")


def test_a_push_that_was_made_anew_stays(run: Run, store: Client) -> None:
    store.zadd("calls", {"c": 0, "other": 0})
    store.hset("tries", mapping={"c": "new", "other": "x"})
    run("delivery/settle", "calls tries", "c", "", 0, "old")
    run("delivery/settle", "calls tries", "c", "later", "", "old")
    assert store.hgetall("tries") == {b"c": b"new", b"other": b"x"}
    run("delivery/settle", "calls tries", "c", "later", "", "new")
    assert store.hget("tries", "c") == b"later"
    assert store.zcard("calls") == 2
    run("delivery/settle", "calls tries", "c", "", 0, "later")
    assert store.hgetall("tries") == {b"other": b"x"}
    assert store.zrange("calls", 0, -1) == [b"other"]


def _calls(store: Client, service: str, numbers: range, due: int) -> list[bytes]:
    calls = [f"{service}|{number:03}|d" for number in numbers]
    store.zadd("calls", dict.fromkeys(calls, 0))
    store.hset("tries", mapping={call: json.dumps({"next": due}) for call in calls})
    return [call.encode() for call in calls]


def test_pushes_of_one_service_whose_pause_is_over(run: Run, store: Client) -> None:
    _calls(store, "s0", range(3), 1)
    _calls(store, "s", range(250), 8)
    due = _calls(store, "s", range(250, 253), 7)
    assert run("delivery/due", "calls tries", "s", 7, 9)[::3] == due
    assert run("delivery/due", "calls tries", "s", 7, 2) == [due[0], b'{"next": 7}', b"", due[1], b'{"next": 7}', b""]
    assert run("delivery/due", "calls tries", "s", 6, 9) == []
    assert len(run("delivery/due", "calls tries", "s", 8, 300)) == 3 * 253
    assert run("delivery/due", "calls tries", "s1", 9, 9) == []


def test_games_whose_time_has_come_are_taken_once(run: Run, store: Client) -> None:
    store.zadd("due", {"a": 5, "b": 6, "c": 7, "d": 8})
    assert run("jobs/claim", "due claims", 7, 9, 2) == [b"a", b"b"]
    assert run("jobs/claim", "due claims", 7, 9, 2) == [b"c"]
    assert _members(store, "claims") == {b"a@5": 9, b"b@6": 9, b"c@7": 9}
    assert store.zcard("due") == 4
    assert run("jobs/claim", "due claims", 8, 20, 9) == [b"d"]
    assert run("jobs/claim", "due claims", 9, 20, 9) == [b"a", b"b", b"c"]


def test_what_bots_owe_is_left_to_bot_processes(run: Run, store: Client) -> None:
    store.zadd("due", {"a": 5, "b": 6, "c": 7})
    store.hset("whose", mapping={"a": "bot x", "b": "botany", "c": "automa x"})
    assert run("jobs/claim", "due claims whose", 7, 9, 9) == [b"b", b"c"]
    assert run("jobs/claim", "due others", 7, 9, 9) == [b"a", b"b", b"c"]


Find = Callable[[Run, int], list[bytes]]
"""What is found among those that wait, at some time."""


def _claimed(run: Run, now: int) -> list[bytes]:
    found: list[bytes] = run("jobs/claim", "queue claims whose", now, now, 100)
    return found


def _offered(run: Run, now: int) -> list[bytes]:
    found = run("jobs/waiting", "queue whose thinking", now)
    return [each for each, whose in zip(found[::3], found[2::3], strict=True) if whose != b"bot crowd"]


def _crowd(store: Client, count: int, place: int, whose: str) -> bytes:
    """One of them is somebody else's."""
    ids = [f"g{number:04}" for number in range(count)]
    store.zadd("queue", {each: number for number, each in enumerate(ids)})
    store.hset("whose", mapping={**dict.fromkeys(ids, "bot crowd"), ids[place]: whose})
    return ids[place].encode()


def _at_turn(number: int) -> int:
    """In a crowd of a thousand each hundred has its turn for a quarter of a second."""
    return 10_000 + 250 * number


BOTH = pytest.mark.parametrize(("find", "whose"), [(_claimed, "automa x"), (_offered, "bot x")])


@BOTH
@pytest.mark.parametrize("place", [0, 99, 900, 999])
def test_of_a_crowd_the_oldest_and_the_newest_are_found_whoevers_turn_it_is(
    run: Run, store: Client, find: Find, whose: str, place: int
) -> None:
    found = _crowd(store, 1000, place, whose)
    assert find(run, _at_turn(5)) == [found]


@BOTH
@pytest.mark.parametrize("place", [500, 599])
def test_of_a_crowd_all_others_are_found_in_their_turn(
    run: Run, store: Client, find: Find, whose: str, place: int
) -> None:
    found = _crowd(store, 1000, place, whose)
    assert [find(run, _at_turn(turn)) for turn in range(4, 7)] == [[], [found], []]


def _looks(store: Client) -> int:
    return int(store.info("commandstats").get("cmdstat_hget", {"calls": 0})["calls"])


@BOTH
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_three_hundred_are_no_crowd_and_of_more_no_more_are_looked_at(
    run: Run, store: Client, find: Find, whose: str, turn: int
) -> None:
    found = _crowd(store, 300, 150, whose)
    assert find(run, 250 * 4 * turn + 300) == [found]
    _crowd(store, 301, 150, whose)
    before = _looks(store)
    find(run, _at_turn(turn))
    assert _looks(store) - before <= 300


def test_of_a_crowd_nothing_is_taken_before_its_time(run: Run, store: Client) -> None:
    _crowd(store, 1000, 999, "bot crowd")
    store.zadd("queue", {"later": 99_999})
    store.hset("whose", "later", "automa x")
    assert [_claimed(run, _at_turn(turn)) for turn in range(11)] == [[]] * 11


def _deliver(store: Client, numbers: range, status: str = "") -> None:
    for number in numbers:
        delivery = f"h|n{number:03}"
        store.zadd("list", {delivery: 0})
        store.hset("bodies", delivery, f"b{number}")
        if status:
            store.hset("tries", delivery, json.dumps({"status": status}))


def test_the_newest_deliveries_of_a_webhook(run: Run, store: Client) -> None:
    _deliver(store, range(5))
    store.zadd("list", {"g|n009": 0, "h0|n009": 0})
    newest = run("delivery/deliveries", "list bodies tries", "h", "(h}", 2, "")
    assert newest == [b"n004", b"b4", b"", b"n003", b"b3", b""]
    below = run("delivery/deliveries", "list bodies tries", "h", "(h|n002", 9, "")
    assert below[::3] == [b"n001", b"n000"]


def test_deliveries_of_one_status_are_found_behind_many_others(run: Run, store: Client) -> None:
    _deliver(store, range(3), "failed")
    _deliver(store, range(3, 6))
    _deliver(store, range(6, 256), "delivered")
    failed = run("delivery/deliveries", "list bodies tries", "h", "(h}", 2, "failed")
    assert failed == [b"n002", b"b2", b'{"status": "failed"}', b"n001", b"b1", b'{"status": "failed"}']
    assert run("delivery/deliveries", "list bodies tries", "h", "(h}", 9, "waiting")[::3] == [b"n005", b"n004", b"n003"]
    assert len(run("delivery/deliveries", "list bodies tries", "h", "(h}", 300, "")) == 3 * 256
    assert run("delivery/deliveries", "list bodies tries", "h", "(h}", 9, "unknown") == []


def test_what_waits_for_a_webhook_that_is_gone_is_dropped(run: Run, store: Client) -> None:
    for webhook in "hj":
        for number in (1, 2, 3):
            store.zadd("queues", {f"{webhook}|g{number}": 0})
            store.zadd("waiting", {f"{webhook}|g{number}|000001|n{number}": 0})
            store.zadd("list", {f"{webhook}|n{number}": 0})
            store.zadd("ends", {f"{webhook}|n{number}": 0})
            store.hset("bodies", f"{webhook}|n{number}", "b")
            store.hset("tries", f"{webhook}|n{number}", "t")
    keys = "queues waiting bodies tries list ends"
    assert run("delivery/drop", keys, "h", 2) == 2
    assert {key: store.zcard(key) for key in ("queues", "waiting", "list", "ends")} == {
        "queues": 4, "waiting": 4, "list": 4, "ends": 4,
    }  # fmt: skip
    assert (store.hlen("bodies"), store.hlen("tries")) == (4, 4)
    assert run("delivery/drop", keys, "h", 9) == 1
    left = {name for key in ("queues", "waiting", "list", "ends") for name in store.zrange(key, 0, -1)}
    left |= {*store.hkeys("bodies"), *store.hkeys("tries")}
    assert {name[:2] for name in left} == {b"j|"}
    assert run("delivery/drop", keys, "h", 9) == 0


def test_bot_processes_are_offered_the_oldest_of_each_tenant(run: Run, store: Client) -> None:
    store.zadd("outbox", {"a": 1, "b": 2, "c": 3, "nobody's": 3.5, "d": 4, "e": 5})
    whose = {"a": "bot x", "b": "bot x", "c": "automa x", "d": "hint y", "e": "analysis z"}
    store.hset("whose", mapping=whose)
    store.zadd("thinking", {"d": 9})
    found = run("jobs/waiting", "outbox whose thinking", 8)
    assert found == [b"a", b"1", b"bot x", b"e", b"5", b"analysis z"]
    assert run("jobs/waiting", "outbox whose thinking", 9)[::3] == [b"a", b"d", b"e"]
    assert not store.exists("thinking")


def test_deliveries_are_forgotten_when_their_time_has_come(run: Run, store: Client) -> None:
    for number in range(1, 5):
        store.zadd("ends", {f"h|{number}": number})
        store.zadd("list", {f"h|{number}": 0})
        store.hset("bodies", f"h|{number}", "b")
        store.hset("tries", f"h|{number}", "t")
    assert run("delivery/delete_ended", "ends bodies tries list", 3, 2) == 2
    assert run("delivery/delete_ended", "ends bodies tries list", 3, 2) == 1
    assert run("delivery/delete_ended", "ends bodies tries list", 3, 2) == 0
    assert store.zrange("ends", 0, -1) == store.zrange("list", 0, -1) == [b"h|4"]
    assert store.hkeys("bodies") == store.hkeys("tries") == [b"h|4"]


def _tokens(store: Client) -> dict[bytes, bytes]:
    return {name: at for name, at in store.hgetall("player").items() if name.startswith(b"token:")}


def test_the_oldest_tokens_of_a_player_go(run: Run, store: Client) -> None:
    now = 4_000_000_000_000
    for number in range(1, 5):
        assert run("accounts/issue_token", "player", "app", "p", f"t{number}", now, now + 1000 * number, 3) == 1
    assert set(_tokens(store)) == {b"token:t2", b"token:t3", b"token:t4"}
    assert store.hmget("player", "app", "id") == [b"app", b"p"]
    assert store.pexpiretime("player") == now + 4000


def test_tokens_of_the_same_moment_are_as_old_as_each_other(run: Run, store: Client) -> None:
    now = 4_000_000_000_000
    for number in range(20):
        assert run("accounts/issue_token", "player", "app", "p", f"t{number}", now, now + 1000, 16) == 1
    assert len(_tokens(store)) == 16


def test_tokens_that_have_lapsed_go_and_the_player_stays_as_long_as_the_longest(run: Run, store: Client) -> None:
    now = 4_000_000_000_000
    run("accounts/issue_token", "player", "app", "p", "short", now, now + 10, 9)
    run("accounts/issue_token", "player", "app", "p", "long", now, now + 5000, 9)
    run("accounts/issue_token", "player", "app", "p", "next", now + 10, now + 20, 9)
    assert _tokens(store) == {b"token:long": b"%d" % (now + 5000), b"token:next": b"%d" % (now + 20)}
    assert store.pexpiretime("player") == now + 5000


def test_a_webhook_is_delivered_to_by_one_and_an_app_by_so_many(run: Run, store: Client) -> None:
    ours = ("h1", "h2", "h3")
    assert run("delivery/lease", "leases", 5, 9, "h1", 2, *ours) == 1
    assert run("delivery/lease", "leases", 5, 9, "h1", 2, *ours) == 0
    assert run("delivery/lease", "leases", 5, 10, "h2", 2, *ours) == 1
    assert run("delivery/lease", "leases", 5, 9, "h3", 2, *ours) == 0
    assert run("delivery/lease", "leases", 8, 9, "other", 2, "other") == 1
    assert run("delivery/lease", "leases", 9, 12, "h3", 2, *ours) == 1
    assert _members(store, "leases") == {b"h2": 10, b"h3": 12}


def test_a_lease_is_given_back_by_who_holds_it(run: Run, store: Client) -> None:
    store.zadd("leases", {"h": 9})
    run("delivery/release", "leases", "h", 8)
    assert store.zcard("leases") == 1
    run("delivery/release", "leases", "h", 9)
    assert store.zcard("leases") == 0


def _newest(run: Run, names: str, bound: str, count: int) -> list[str]:
    found: list[str] = msgspec.msgpack.decode(run("games/list", names, bound, count), type=list[str])
    return found


def test_the_newest_ids_of_several_lists(run: Run, store: Client) -> None:
    store.zadd("one", dict.fromkeys("adg", 0))
    store.zadd("two", dict.fromkeys("bce", 0))
    assert _newest(run, "one two", "+", 4) == ["g", "e", "d", "c"]
    assert _newest(run, "one two", "(d", 9) == ["c", "b", "a"]
    assert _newest(run, "none two", "+", 1) == ["e"]
    assert _newest(run, "none", "+", 1) == []


@pytest.mark.parametrize("seed", range(5))
def test_the_newest_ids_of_many_lists(run: Run, store: Client, seed: int) -> None:
    chance = random.Random(seed)
    ids = [f"{number:04}" for number in range(400)]
    for game_id in ids:
        store.zadd(f"list{chance.randrange(0, 70, 1 + seed)}", {game_id: 0})
    names = " ".join(f"list{number}" for number in range(70))
    for count in (1, 3, 50, 500):
        assert _newest(run, names, "+", count) == ids[::-1][:count]
        assert _newest(run, names, "(0200", count) == ids[199::-1][:count]


def _count_calls(store: Client, command: str) -> int:
    return int(store.info("commandstats").get(f"cmdstat_{command}", {"calls": 0})["calls"])


def test_empty_lists_are_looked_at_together(run: Run, store: Client) -> None:
    """A page looks into almost a thousand, of which most are empty."""
    store.zadd("list20", {"a": 0})
    before = _count_calls(store, "zrevrangebylex"), _count_calls(store, "exists")
    assert _newest(run, " ".join(f"list{number}" for number in range(160)), "+", 5) == ["a"]
    assert (_count_calls(store, "zrevrangebylex") - before[0], _count_calls(store, "exists") - before[1]) == (16, 10)


def test_nonces_of_games(run: Run, store: Client) -> None:
    store.hset("one", "mark", "n1")
    store.hset("old", "rev", "1")
    store.hset("junk", "mark", b"\xff\x00")
    store.set("other", "no game")
    found = msgspec.msgpack.decode(run("games/nonces", "one none old junk other one"), type=list[str])
    assert found == ["n1", "", "", "", "", "n1"]


def test_shards_in_which_something_waits(run: Run, store: Client) -> None:
    keys = " ".join(f"{kind}{shard}" for shard in range(40) for kind in ("outbox", "other"))
    assert run("jobs/first_due", keys) == []
    store.zadd("outbox1", {"a": 7, "b": 8})
    store.zadd("other2", {"c": 9})
    store.zadd("outbox39", {"d": 5})
    store.zadd("other39", {"e": 6})
    assert run("jobs/first_due", keys) == [[1, 2, b"7", b""], [2, 0, b"", b"9"], [39, 1, b"5", b"6"]]
    assert run("jobs/first_due", "outbox39 other39") == [[0, 1, b"5", b"6"]]
    assert run("jobs/first_due", "outbox0 other0") == []


def test_of_the_last_of_many_shards_something_is_seen(run: Run, store: Client) -> None:
    """Keys are asked for in bundles; the first and the last of each count."""
    keys = [f"{kind}{shard}" for shard in range(33) for kind in ("outbox", "other")]
    for name in ("outbox0", "other15", "outbox16", "other31", "other32"):
        store.flushdb()
        store.zadd(name, {"a": 7})
        assert [str(row[0]) for row in run("jobs/first_due", " ".join(keys))] == [name.lstrip("outbxher")]


def test_a_place_at_a_table_that_waits(run: Run, store: Client) -> None:
    assert run("games/match", "waiting", "", 0, 60) == b""
    assert not store.exists("waiting")
    assert run("games/match", "waiting", "g1", 2, 60) == b"g1"
    assert 50 < store.ttl("waiting") <= 60
    assert [run("games/match", "waiting", "g2", 1, 60) for _ in range(3)] == [b"g1", b"g1", b"g2"]
    assert run("games/match", "waiting", "", 0, 60) == b"g2"
    assert run("games/match", "waiting", "", 0, 60) == b""


def test_who_asks_twice_is_sent_to_one_place_unless_it_was_of_no_use(run: Run, store: Client) -> None:
    store.rpush("waiting", "g1", "g2", "g3")
    assert [run("games/match", "waiting sent", "new", 1, 60, "", 30, "wish") for _ in range(2)] == [b"g1", b"g1"]
    assert store.llen("waiting") == 2
    assert 20 < store.ttl("sent") <= 30
    assert run("games/match", "waiting sent", "new", 1, 60, "g1", 30, "wish") == b"g2"
    assert run("games/match", "waiting sent", "new", 1, 60, "g1", 30, "wish") == b"g2"
    assert run("games/match", "waiting other", "new", 1, 60, "", 30, "wish") == b"g3"


def test_who_wants_two_games_is_sent_to_both(run: Run, store: Client) -> None:
    store.rpush("waiting", "g1")
    store.rpush("else", "g2")
    assert run("games/match", "waiting sent", "", 0, 0, "", 30, "wish") == b"g1"
    assert run("games/match", "else sent", "", 0, 0, "", 30, "another") == b"g2"
    assert store.hgetall("sent") == {b"wish": b"g1", b"another": b"g2"}


def test_who_is_sent_nowhere_is_sent_to_what_is_opened_next(run: Run, store: Client) -> None:
    assert run("games/match", "waiting sent", "", 0, 0, "", 30, "wish") == b""
    assert not store.exists("sent")
    assert run("games/match", "waiting sent", "new", 1, 60, "", 30, "wish") == b"new"
    assert store.hgetall("sent") == {b"wish": b"new"}


def test_what_waits_for_a_webhook_is_due_now_whatever_its_pause(run: Run, store: Client) -> None:
    for delivery in ("h|n1", "h|n3", "j|n1"):
        store.hset("tries", delivery, json.dumps({"attempts": 2, "next": 4_000_000_000_000}))
    queues = {"h|g1|000001|n1": 0, "h|g1|000002|n2": 0, "h|g2|000001|n3": 0, "h|g3|000001|n4": 0, "j|g1|000001|n1": 0}
    store.zadd("waiting", queues)

    def paused() -> list[bytes]:
        tries = {name: json.loads(each) for name, each in store.hgetall("tries").items()}
        assert {each["attempts"] for each in tries.values()} == {2}
        return sorted(name for name, each in tries.items() if each["next"] > 1_000)

    begin = run("delivery/retry_now", "waiting tries", "h", "", 1)
    assert paused() == [b"h|n3", b"j|n1"], "one lane at a time"
    assert run("delivery/retry_now", "waiting tries", "h", begin, 9) == b""
    assert paused() == [b"j|n1"]


def test_what_has_waited_longest(run: Run, store: Client) -> None:
    assert run("delivery/oldest", "queues", "h") == b"0"
    store.zadd("queues", {f"h|{number}": number for number in range(1, 251)})
    store.zadd("queues", {"j|1": 300})
    assert run("delivery/oldest", "queues") == b"1"
    assert run("delivery/oldest", "queues", "h") == b"300"
    assert run("delivery/oldest", "queues", "h", "j") == b"0"


@pytest.mark.parametrize("place", [99, 100, 101, 102])
def test_what_has_waited_longest_is_found_wherever_it_stands(run: Run, store: Client, place: int) -> None:
    store.zadd("queues", {f"h|{number}": number for number in range(1, 350)})
    store.zadd("queues", {"j|1": place + 0.5, "k|1": 350})
    assert run("delivery/oldest", "queues", "h") == str(place + 0.5).encode()


def test_asking_whether_a_write_would_do_changes_nothing(run: Run, store: Client) -> None:
    assert run("health/ready", "any") == 0
    assert not store.exists("any")


DELIVERY = "0123456789abcdef"


def test_a_delivery_that_waits_is_sent_in_its_place(run: Run, store: Client) -> None:
    entry = f"h|g|{DELIVERY[9:15]}|{DELIVERY}"
    store.hset("bodies", f"h|{DELIVERY}", "b")
    store.hset("tries", f"h|{DELIVERY}", "t")
    store.zadd("waiting", {entry: 0})
    store.zadd("ends", {f"h|{DELIVERY}": 3})
    assert run("delivery/resend", "queues waiting bodies tries ends", "h", DELIVERY, "g", 7) == 1
    assert not store.exists("tries")
    assert _members(store, "waiting") == {entry.encode(): 0}
    assert (store.zcard("ends"), store.exists("queues")) == (1, 0)


def test_a_delivery_that_waits_no_more_is_sent_in_a_queue_of_its_own(run: Run, store: Client) -> None:
    delivery, keys = f"h|{DELIVERY}", "queues waiting bodies tries ends"
    store.hset("bodies", delivery, "b")
    store.zadd("ends", {delivery: 3})
    assert run("delivery/resend", keys, "h", DELIVERY, "g", 7) == 1
    assert _members(store, "waiting") == {f"{delivery}|{DELIVERY[9:15]}|{DELIVERY}".encode(): 0}
    assert _members(store, "queues") == {delivery.encode(): 7}
    assert not store.exists("ends")
    assert run("delivery/resend", keys, "h", DELIVERY, "g", 9) == 1
    assert _members(store, "queues") == {delivery.encode(): 7}, "it has waited since the first"
    assert run("delivery/resend", keys, "h", "another", "g", 7) == 0


_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def _settling(store: Client, *times: str) -> list[str]:
    entries = [f"h|g|{time[9:15]}|{time}" for time in times]
    store.zadd("waiting", {**dict.fromkeys(entries, 0), "h|g0|x|y": 0, "h0|g|x|y": 0})
    store.zadd("queues", {"h|g": 1, "h|g0": 1})
    return entries


def test_a_try_is_noted_and_the_queue_waits_on(run: Run, store: Client) -> None:
    (entry,) = _settling(store, "0000000100000000")
    run("delivery/settle", "waiting tries queues ends", entry, "tried", "", "")
    assert store.hgetall("tries") == {b"h|0000000100000000": b"tried"}
    assert (store.zcard("waiting"), store.exists("ends")) == (3, 0)
    assert _members(store, "queues") == {b"h|g": 1, b"h|g0": 1}


def test_after_the_last_try_the_queue_goes(run: Run, store: Client) -> None:
    (entry,) = _settling(store, "0000000100000000")
    run("delivery/settle", "waiting tries queues ends", entry, "tried", 99, "")
    assert _members(store, "ends") == {b"h|0000000100000000": 99}
    assert _members(store, "queues") == {b"h|g0": 1}
    assert store.zcard("waiting") == 2
    run("delivery/settle", "waiting tries queues ends", entry, "again", 100, "")
    assert store.hgetall("tries") == {b"h|0000000100000000": b"tried"}, "who is gone is not noted"


def test_after_the_last_try_it_is_the_next_ones_turn_since_when_it_was_told(run: Run, store: Client) -> None:
    time = "70jdk9mz4" + "000002"
    first, _ = _settling(store, "70jdk9mz0" + "000001", time)
    run("delivery/settle", "waiting tries queues ends", first, "tried", 99, "")
    since = 0
    for letter in time[:9]:
        since = since * 32 + _LETTERS.index(letter)
    assert _members(store, "queues") == {b"h|g": since, b"h|g0": 1}


def _device(number: int, seat: int, created: int) -> str:
    return json.dumps({"id": f"d{number}", "seat": seat, "created": created, "service": "s"})


def _subscribe(run: Run, number: int, seat: int, created: int, most: int) -> Any:
    keys, device = "game devices pushes tries", _device(number, seat, created)
    return run("delivery/subscribe", keys, "1", "", f"d{number}", device, most, "g")


def test_the_oldest_subscription_of_a_seat_goes_with_its_push(run: Run, store: Client) -> None:
    store.hset("game", "rev", "1")
    store.zadd("pushes", {"s|g|d0": 0, "s|g|d1": 0})
    store.hset("tries", mapping={"s|g|d0": "t", "s|g|d1": "t"})
    for number, (seat, created) in enumerate([(1, 30), (1, 10), (1, 20), (2, 5)]):
        assert _subscribe(run, number, seat, created, 2) == 1
    assert set(store.hkeys("devices")) == {b"d0", b"d2", b"d3"}
    assert (_members(store, "pushes"), store.hkeys("tries")) == ({b"s|g|d0": 0}, [b"s|g|d0"])
    assert _subscribe(run, 2, 1, 40, 2) == 1
    assert set(store.hkeys("devices")) == {b"d0", b"d2", b"d3"}, "the same device does not count twice"


def test_subscriptions_of_the_same_moment_are_as_old_as_each_other(run: Run, store: Client) -> None:
    store.hset("game", "rev", "1")
    for number in range(20):
        assert _subscribe(run, number, 1, 7, 16) == 1
    assert store.hlen("devices") == 16


def test_a_field_is_changed_unless_somebody_else_has(run: Run, store: Client) -> None:
    assert run("delivery/compare_and_set", "hash", "f", "old", "new") == 0
    assert run("delivery/compare_and_set", "hash", "f", "", "new") == 1
    assert run("delivery/compare_and_set", "hash", "f", "", "newer") == 0
    assert store.hgetall("hash") == {b"f": b"new"}
    assert run("delivery/compare_and_set", "hash", "f", "new", "newer") == 1
    assert store.hgetall("hash") == {b"f": b"newer"}
    assert run("delivery/compare_and_set", "hash", "f", "newer", "") == 1
    assert not store.exists("hash")


def test_a_game_is_thought_about_by_one_and_only_as_it_was_seen(run: Run, store: Client) -> None:
    store.zadd("outbox", {"g": 7})
    assert run("jobs/take", "outbox thinking", "g", 8, 9) == 0
    assert run("jobs/take", "outbox thinking", "other", 7, 9) == 0
    assert run("jobs/take", "outbox thinking", "g", 7, 9) == 1
    assert run("jobs/take", "outbox thinking", "g", 7, 10) == 0
    assert _members(store, "thinking") == {b"g": 9}


def test_lists_are_counted_and_the_first_that_is_due(run: Run, store: Client) -> None:
    store.zadd("one", {"a": 0, "b": 0})
    assert run("health/stats", "one two outbox") == [2, 0, 0, None]
    store.zadd("outbox", {"g": 9, "h": 7})
    assert run("health/stats", "one two outbox") == [2, 0, 2, b"7"]


def _waiting(store: Client, webhook: str, lane: str, number: int, due: int | None = None) -> bytes:
    entry, delivery = f"{webhook}|{lane}|00000{number}|n{number}", f"{webhook}|n{number}"
    store.zadd("waiting", {entry: 0})
    store.hset("bodies", delivery, f"b{number}")
    if due is not None:
        store.hset("tries", delivery, json.dumps({"next": due}))
    return entry.encode()


def test_the_first_of_each_queue_is_delivered_unless_it_pauses(run: Run, store: Client) -> None:
    first = _waiting(store, "h", "a", 1)
    _waiting(store, "h", "a", 2)
    _waiting(store, "h", "b", 3, due=8)
    _waiting(store, "h", "b", 4)
    third = _waiting(store, "h", "c", 5, due=7)
    last = _waiting(store, "h", "d", 6)
    _waiting(store, "h0", "a", 7)
    keys = "waiting tries bodies"
    found = [first, b"", b"b1", third, b'{"next": 7}', b"b5", last, b"", b"b6"]
    assert run("delivery/due", keys, "h", 7, 9) == found
    assert run("delivery/due", keys, "h", 7, 2) == found[:6]
    assert run("delivery/due", keys, "h", 7, 3) == found
    assert len(run("delivery/due", keys, "h", 8, 9)) == 12
    assert run("delivery/due", keys, "none", 8, 9) == []


def test_a_game_is_loaded_as_one_string(run: Run, store: Client) -> None:
    def read(packed: bytes) -> list[bytes | None]:
        found: list[bytes | None] = []
        while packed:
            size = int.from_bytes(packed[:4], "big", signed=True)
            found.append(None if size < 0 else packed[4 : 4 + size])
            packed = packed[4 + max(size, 0) :]
        return found

    store.hset("game", mapping={"rev": "3", "table": "t", "clock": "c", "mark": ""})
    store.set("answer", "sealed")
    seconds, microseconds = store.time()
    *values, time = read(run("games/load", "game answer note"))
    assert values == [b"3", b"t", b"c", None, None, b"", None, b"sealed", None]
    store.set("note", "noted")
    store.hset("game", mapping={"state": "s", "score": "p", "archive": "a"})
    *values, later = read(run("games/load", "game answer note"))
    assert values == [b"3", b"t", b"c", b"s", b"p", b"", b"a", b"sealed", b"noted"]
    assert read(run("games/load", "game"))[7:9] == [None, None]
    began = 1000 * seconds + microseconds // 1000
    assert began <= int(time or 0) <= int(later or 0) < began + 600_000
    assert len(time or b"") == len(str(began))


COMMIT = "game events outbox deadlines before after whose answer note"


def _commit(run: Run, keys: str = COMMIT, *fields: str, told: str = "told", **change: Any) -> Any:
    """With what every change has; fields of the game follow."""
    wire = {"id": "g", "before": "0", "after": "1", "marked": "", "mark": "m1", "channel": "wake", **change}
    return run("games/commit", keys, msgspec.msgpack.encode(wire), "move", told, "sealed", *(fields or ("clock", "c")))


def test_a_change_is_written_on_what_was_read_and_nothing_else(run: Run, store: Client) -> None:
    assert _commit(run) == b"done"
    assert store.hgetall("game") == {b"rev": b"1", b"mark": b"m1", b"clock": b"c"}
    for stale in ({}, {"before": "1", "marked": "other"}, {"before": "0", "marked": "m1"}):
        assert _commit(run, entry="1-0", due=5, job_meta="w", after="2", **stale) == b"again"
    assert store.keys() == [b"game"]
    assert _commit(run, before="1", marked="m1", after="2", mark="m2") == b"done"
    assert store.hmget("game", "rev", "mark") == [b"2", b"m2"]


def test_a_key_that_was_answered_is_answered_alike_and_one_that_was_noted_is_loaded(run: Run, store: Client) -> None:
    assert _commit(run, kept=100) == b"done"
    assert store.get("answer") == b"sealed"
    assert 90 < store.ttl("answer") <= 100
    assert _commit(run, before="1", marked="m1", after="2", kept=100) == b"sealed"
    store.delete("answer")
    assert _commit(run, before="1", marked="m1", after="2", mark="m2", kept=50, note="n", noted=70) == b"done"
    assert store.get("note") == b"n"
    assert (40 < store.ttl("answer") <= 50, 60 < store.ttl("note") <= 70) == (True, True)
    store.delete("answer")
    assert _commit(run, before="2", marked="m2", after="3", kept=50) == b"again"
    assert store.hget("game", "rev") == b"2"


def test_states_that_cannot_be_taken_back_to_any_more_are_forgotten(run: Run, store: Client) -> None:
    store.hset("game", mapping={"before:1": "a", "before:2": "b"})
    _commit(run, forgotten=["before:1"])
    assert store.hexists("game", "before:2")
    assert not store.hexists("game", "before:1")


def _listening(store: Client, channel: str) -> Any:
    listener = store.pubsub()
    listener.subscribe(channel)
    assert listener.get_message(timeout=HUNG)["type"] == "subscribe"
    return listener


def _heard(listener: Any) -> bytes | None:
    """What is published is sent before the script has answered."""
    message = listener.get_message(timeout=5)
    return message["data"] if message else None


def test_an_entry_is_told_and_who_listens_wakes(run: Run, store: Client) -> None:
    listener = _listening(store, "wake")
    _commit(run, COMMIT, "clock", "c", entry="4-0", told="events")
    assert store.xrange("events") == [(b"4-0", {b"m": b"move", b"e": b"events"})]
    assert store.ttl("events") == -1
    parts = ["g", "", "m1", "1", "4-0", "events", "clock", "c"]
    assert _heard(listener) == b"".join(len(part).to_bytes(4, "big") + part.encode() for part in parts)
    listener.close()


def test_what_is_told_of_an_archived_game_goes_when_the_game_goes(run: Run, store: Client) -> None:
    store.hset("game", "clock", "c")
    store.pexpire("game", 50_000)
    _commit(run, entry="4-0")
    assert 40_000 < store.pttl("events") <= 50_000


def test_work_is_owed_until_it_is_done(run: Run, store: Client) -> None:
    _commit(run, due=7, job_meta="bot x", deadline=9)
    assert (_members(store, "outbox"), _members(store, "deadlines")) == ({b"g": 7}, {b"g": 9})
    assert store.hgetall("whose") == {b"g": b"bot x"}
    _commit(run, before="1", marked="m1")
    assert store.exists("outbox", "deadlines", "whose") == 3, "who does not say that it was owed leaves it"
    _commit(run, before="1", marked="m1", pending=True, dated=True)
    assert store.exists("outbox", "deadlines", "whose") == 0


def test_a_game_without_a_person_is_indexed_while_it_is_owed(run: Run, store: Client) -> None:
    names = f"{COMMIT} alone"
    game: dict[str, Any] = {"bot_games": 10, "tenant_entry": "me g"}
    _commit(run, names, due=7, job_meta="bot nobody me", **game)
    assert _members(store, "alone") == {b"me g": 0}
    _commit(run, names, before="1", marked="m1", pending=True, **game)
    assert not store.exists("alone")


def test_the_index_of_games_without_a_person_follows_the_outbox(run: Run, store: Client) -> None:
    store.hset("whose", mapping={"a": "bot nobody me", "b": "bot person me", "c": "scoring nobody "})
    store.zadd("alone", {"me b": 0, "me gone": 0})
    assert run("jobs/index_bot_games", "whose alone", "me a", "me b", " c", "me gone", "you a", "me gone") == 4
    assert _members(store, "alone") == {b"me a": 0, b" c": 0}
    assert run("jobs/index_bot_games", "whose alone", "me a", "me b", " c") == 0


def test_a_public_game_is_listed_where_it_stands(run: Run, store: Client) -> None:
    same = COMMIT.replace("after", "before")
    _commit(run, same, listed=True)
    assert _members(store, "before") == {b"g": 0}
    _commit(run, before="1", marked="m1", listed=True)
    assert (store.exists("before"), _members(store, "after")) == (0, {b"g": 0})
    _commit(run, COMMIT.replace("before", "x").replace("after", "x"), before="1", marked="m1", listed=True)
    assert not store.exists("x"), "where it stands already, it is not listed again"
    _commit(run, COMMIT.replace("before", "after"), before="1", marked="m1")
    assert store.exists("after"), "a game that is listed stays so where nothing is said of it"


def test_a_private_game_is_listed_nowhere(run: Run, store: Client) -> None:
    _commit(run)
    _commit(run, before="1", marked="m1")
    assert store.exists("before", "after") == 0


def test_a_game_and_its_stream_expire_together(run: Run, store: Client) -> None:
    _commit(run, entry="1-0", expires=60)
    assert (50 < store.ttl("game") <= 60, 50 < store.ttl("events") <= 60) == (True, True)


def test_players_have_lists_of_their_games(run: Run, store: Client) -> None:
    listener = _listening(store, "player")
    store.zadd("parted", {"g": 0, "other": 0})
    store.zadd("changed", {"old": 39_999, "edge": 40_000, "young": 40_001})
    places: dict[str, Any] = {"seated": [10], "parted": [11], "changed": [12], "left": {13: "g|Name"}}
    _commit(run, f"{COMMIT} seated parted changed left", now=100_000, known=60, expires=90, players=["player"],
            newest=7, **places)  # fmt: skip
    assert _members(store, "seated") == {b"g": 0}
    assert 80 < store.ttl("seated") <= 90
    assert _members(store, "parted") == {b"other": 0}
    assert _members(store, "changed") == {b"young": 40_001, b"g": 100_000}
    assert 50 < store.ttl("changed") <= 60
    assert store.hgetall("left") == {b"g|Name": b""}
    assert _heard(listener) == b"g 7"
    _commit(run, before="1", marked="m1", players=["player"])
    assert _heard(listener) == b"g 0"
    listener.close()


def test_seats_get_a_push_or_are_unsubscribed(run: Run, store: Client) -> None:
    for number, seat in enumerate((1, 2, 3)):
        store.hset("devices", f"d{number}", json.dumps({"id": f"d{number}", "seat": seat, "service": "s"}))
    keys = f"{COMMIT} devices calls tries"
    assert _commit(run, keys, subscriptions=10, push_seats=[1], unsubscribed=[2], push="tried") == b"told"
    assert set(store.hkeys("devices")) == {b"d0", b"d2"}
    assert _members(store, "calls") == {b"s|g|d0": 0}
    assert store.hgetall("tries") == {b"s|g|d0": b"tried"}
    assert _commit(run, keys, before="1", marked="m1", subscriptions=10, unsubscribed=[1]) == b"done"


def _hooked(run: Run, **change: Any) -> Any:
    notices = [{"id": DELIVERY, "type": "began", "body": "b"}, {"id": "x" * 16, "type": "ended", "body": "e"}]
    keys = f"{COMMIT} hooks queues waiting bodies list"
    return _commit(run, keys, hooks=10, app="app", now=7, notices=notices, **change)


def test_webhooks_are_told_what_they_want(run: Run, store: Client) -> None:
    wanted = {"h1": {"began": True}, "h2": {"moved": True}}
    store.hset("hooks", "app", msgspec.msgpack.encode(wanted))
    assert _hooked(run) == b"told"
    assert store.hgetall("bodies") == {f"h1|{DELIVERY}".encode(): b"b"}
    assert _members(store, "list") == {f"h1|{DELIVERY}".encode(): 0}
    assert _members(store, "waiting") == {f"h1|g|{DELIVERY[9:15]}|{DELIVERY}".encode(): 0}
    assert _members(store, "queues") == {b"h1|g": 7}
    assert _hooked(run, before="1", marked="m1") == b"done", "a lane that waits already wakes nobody"


def test_an_app_without_webhooks_is_told_nothing(run: Run, store: Client) -> None:
    store.hset("hooks", "other", msgspec.msgpack.encode({"h1": {"began": True}}))
    assert _hooked(run) == b"done"
    assert store.exists("queues", "waiting", "bodies", "list") == 0
