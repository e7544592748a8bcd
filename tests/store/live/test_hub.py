"""One game's room: what it has heard, what it reads, and how far back it reaches. Streams are lists here."""

from __future__ import annotations

import threading
import time
import types
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.store.change_messages import Entry
from service.store.errors import StoreUnavailable
from service.store.live import hub
from service.store.live.hub import CLOCK, LINGER_SECONDS, MESSAGES, TAIL, GameChannel, Hub
from service.store.live.quotas import ListenerId, ListenerQuotas, ListenerSlot
from service.store.redis import keys


def _entry(*numbers: int) -> Entry:
    return Entry(numbers[-1], 0, b"", msgspec.json.encode([{"id": number} for number in numbers]))


class Stream:
    """In place of a store: a game's entries, how often they were read, and the game."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *entries: Entry) -> None:
        self.entries, self.reads, self.is_away = list(entries), list[tuple[int, int]](), False
        self.loads, self.game, self.known = 0, _game(9), None
        self.cache: Any = types.SimpleNamespace(get=lambda game_id: self.known)
        monkeypatch.setattr("service.store.games.events.entries_after", self._after)

    def _after(self, store: Any, game_id: str, after: int, limit: int) -> list[Entry]:
        self.reads.append((after, limit))
        if self.is_away:
            raise StoreUnavailable("away")
        return [entry for entry in self.entries if entry.last > after][:limit]

    def load(self, game_id: str) -> Any:
        self.loads += 1
        return types.SimpleNamespace(game=self.game)


def _game(events: int) -> Any:
    return types.SimpleNamespace(clock=types.SimpleNamespace(events=events))


PLACE = ListenerSlot(ListenerId("here"))


def _room(stream: Stream) -> GameChannel:
    store: Any = stream
    return GameChannel(store, "g")


def _numbers(channel: GameChannel, after: int, limit: int = 100) -> list[int]:
    return [number for number, _ in channel.wait(after, limit, 0, PLACE)]


def test_what_is_later_is_read_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(monkeypatch, _entry(1), _entry(2, 3), _entry(4))
    channel = _room(stream)
    assert _numbers(channel, 2) == [3, 4]
    reads = len(stream.reads)
    assert [_numbers(channel, 3), _numbers(channel, 4), _numbers(channel, 2, 1)] == [[4], [], [3]]
    assert len(stream.reads) == reads
    assert _numbers(channel, 0) == [1, 2, 3, 4], "the room does not reach back so far: it is read from the stream"
    assert stream.reads[reads:] == [(0, 100)]
    assert _numbers(channel, 1, 1) == [2]


def test_what_is_heard_is_told_and_what_was_missed_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(monkeypatch, _entry(1))
    channel = _room(stream)
    assert _numbers(channel, 1) == []
    reads = len(stream.reads)
    channel.add_entry(_entry(2, 3), _game(3))
    assert _numbers(channel, 1) == [2, 3]
    assert len(stream.reads) == reads, "nothing was asked for"
    stream.entries += [_entry(2, 3), _entry(4), _entry(5)]
    channel.add_entry(_entry(5), _game(5))
    assert _numbers(channel, 1) == [2, 3, 4, 5]
    assert len(stream.reads) > reads
    reads = len(stream.reads)
    channel.expect(5)
    assert _numbers(channel, 5) == []
    assert len(stream.reads) == reads
    stream.entries.append(_entry(6))
    channel.expect(6)
    assert _numbers(channel, 5) == [6]
    channel.wake()
    stream.entries.append(_entry(7))
    assert _numbers(channel, 6) == [7]


def test_a_channel_keeps_the_newest_and_knows_from_where_on_it_has_all(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(monkeypatch, _entry(1))
    channel = _room(stream)
    assert _numbers(channel, 1) == []
    last = TAIL + 11
    for number in range(2, last + 1):
        channel.add_entry(_entry(number), None)
    assert len(channel._tail) == TAIL
    first = last - TAIL
    reads = len(stream.reads)
    assert _numbers(channel, first) == list(range(first + 1, last + 1))
    assert len(stream.reads) == reads
    channel.wait(first - 1, 100, 0, PLACE)
    assert len(stream.reads) == reads + 1, "one further back it has not"


def test_while_the_store_is_away_nothing_counts_as_read(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(monkeypatch, _entry(1), _entry(2))
    channel, stream.is_away = _room(stream), True
    with pytest.raises(StoreUnavailable):
        _numbers(channel, 1)
    stream.is_away = False
    assert _numbers(channel, 1) == [2]


def test_the_newest_game_is_loaded_once_unless_it_was_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(monkeypatch)
    channel = _room(stream)
    assert [channel.newest_game(9), channel.newest_game(8)] == [stream.game] * 2
    assert stream.loads == 1
    heard = _game(10)
    channel.add_entry(_entry(10), heard)
    assert channel.newest_game(10) is heard
    stream.known = heard = _game(12)
    channel.wake()
    assert channel.newest_game(12) is heard
    assert stream.loads == 1
    stream.game = _game(13)
    assert channel.newest_game(13) is stream.game
    assert stream.loads == 2
    stream.game = None
    with pytest.raises(StoreUnavailable, match="gone"):
        channel.newest_game(14)


def test_a_message_is_written_once_for_all_listeners_until_something_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    channel, written = _room(Stream(monkeypatch)), list[str]()

    def write(words: str) -> Callable[[], bytes]:
        def encode() -> bytes:
            written.append(words)
            return words.encode()

        return encode

    assert [channel.shared_message("en", write("one")) for _ in range(3)] == [b"one"] * 3
    assert channel.shared_message("fr", write("un")) == b"un"
    assert written == ["one", "un"]
    channel.add_entry(_entry(1), None)
    assert channel.shared_message("en", write("two")) == b"two"
    channel.wake()
    assert channel.shared_message("en", write("three")) == b"three"


def test_a_message_that_is_late_is_for_its_writer_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    channel = _room(Stream(monkeypatch))

    def write_while_something_happens() -> bytes:
        channel.add_entry(_entry(1), None)
        return b"old"

    assert channel.shared_message("en", write_while_something_happens) == b"old"
    assert channel.shared_message("en", lambda: b"new") == b"new"


def test_a_channel_keeps_few_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    channel = _room(Stream(monkeypatch))
    for number in range(5 * MESSAGES):
        assert channel.shared_message(number, lambda: b"x" * 1000) == b"x" * 1000
    assert len(channel._messages) == MESSAGES


def test_who_has_lost_its_place_waits_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    channel = _room(Stream(monkeypatch, _entry(1)))
    lost = ListenerSlot(ListenerId("here"), True)
    assert channel.wait(1, 10, 3600, lost) == []


def test_events_are_read_straight_from_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    stream: Any = Stream(monkeypatch, _entry(1, 2, 3), _entry(4))
    assert [number for number, _ in hub.read(stream, "g", 1, 2)] == [2, 3]
    assert [number for number, _ in hub.read(stream, "g", 3, 9)] == [4]


def test_from_the_first_event_on_a_channel_has_all(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(monkeypatch, _entry(1), _entry(2))
    channel = _room(stream)
    assert _numbers(channel, 0) == [1, 2]
    reads = len(stream.reads)
    assert [_numbers(channel, 0), _numbers(channel, 1)] == [[1, 2], [2]]
    assert len(stream.reads) == reads


class Removed:
    """In place of subscriptions."""

    def __init__(self, *_: Any) -> None:
        self.names, self.is_subscribed = list[str](), None

    def add(self, name: str) -> None: ...

    def wait(self, name: str, seconds: float) -> bool:
        return True

    def remove(self, name: str) -> None:
        self.names.append(name)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Hub:
    monkeypatch.setattr(hub, "Subscriptions", Removed)
    stream: Any = Stream(monkeypatch)
    stream.connection, stream.cache.listen = None, lambda is_heard: None
    return Hub(stream, ListenerQuotas(10, 5, 5))


def test_channels_are_closed_that_have_been_empty_for_a_while(made: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    now, removed = types.SimpleNamespace(at=1000.0), made._subscriptions
    assert isinstance(removed, Removed)
    monkeypatch.setattr(hub, "time", types.SimpleNamespace(monotonic=lambda: now.at, sleep=time.sleep))
    with made.game_channel("g", ListenerId("here")), made.player_channel("tag", ListenerId("here")):
        now.at += 2 * LINGER_SECONDS
        made._close_empty_channels()
        assert removed.names == [], "somebody is there"
    now.at += LINGER_SECONDS - 1
    made._close_empty_channels()
    assert removed.names == [], "who asks again soon finds theirs still warm"
    now.at += 2
    made._close_empty_channels()
    assert removed.names == ["g", keys.player_channel("tag")]
    assert (made._game_channels, made._player_channels) == ({}, {})


def _clocks() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == CLOCK]


def test_one_clock_wakes_all_whose_time_is_up_and_ends_with_the_last_listener(made: Hub) -> None:
    others = _clocks()
    for _ in range(2):
        with (
            made.game_channel("g", ListenerId("here")) as (channel, slot),
            made.game_channel("h", ListenerId("there")) as (other, second),
        ):
            assert channel.wait(0, 10, 0.01, slot) == []
            assert other.wait(0, 10, 0.01, second) == []
            (clock,) = [thread for thread in _clocks() if thread not in others]
        clock.join(10)
        assert not clock.is_alive()


def test_a_channel_has_the_game_of_the_message(made: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    learned, news = _game(3), types.SimpleNamespace(entry=_entry(3))
    monkeypatch.setattr(hub, "ChangeMessage", types.SimpleNamespace(read=lambda told: news))
    monkeypatch.setattr(made._store, "apply_message", lambda told: learned if told is news else None, raising=False)
    with made.game_channel("g", ListenerId("here")) as (channel, _):
        made._on_message("g", b"told")
        assert channel.newest_game(3) is learned
