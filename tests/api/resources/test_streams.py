"""What streams say and when: with rooms, clocks and chance that do as they are told."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from service.api.http import event_stream
from service.api.http.event_stream import HEARTBEAT_SECONDS, long_poll
from service.api.resources import events, me
from service.api.resources.events import STREAM_LIMIT, GameFeed, Reader
from service.api.resources.me import LOOK_SECONDS, PlayerFeed
from service.store.accounts.players import PlayerRecord
from service.store.errors import StoreUnavailable
from service.store.live.player_channel import ChangedGames
from service.store.live.quotas import ListenerId, ListenerSlot, TooManyWaiters
from service.usecases.accounts import players
from service.usecases.views import lookup
from service.usecases.views.render import NOTHING, VIEW_ALONE

LAST_MESSAGE = b"slot_lost_message"
NEWS = [(5, b"{5}"), (6, b"{6}")]


class World:
    """A clock that the channel moves on, chance that always says the same, and a context with streams of a minute."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.asked = 1000.0, list[tuple[Any, ...]]()
        self.chance: Callable[[float, float], float] = max
        self.settings = types.SimpleNamespace(stream_seconds=60)
        self.frames = types.SimpleNamespace(json=lambda game, *_: b"frame of %d" % game)
        for module in (event_stream, me):
            monkeypatch.setattr(module, "time", types.SimpleNamespace(monotonic=lambda: self.now))
        chance = types.SimpleNamespace(random=lambda: 0.5, uniform=self._chosen, randint=self._chosen)
        monkeypatch.setattr(event_stream, "random", chance)

    def _chosen(self, least: float, most: float) -> float:
        self.asked.append((least, most))
        return self.chance(least, most)


class Channel:
    """Answers as it is told to, after as long as it was asked to wait where nothing is to tell."""

    def __init__(self, world: World, *answers: Any) -> None:
        self.world, self.answers, self.heard = world, list(answers), list[tuple[Any, ...]]()
        self.upto = 3

    def wait(self, *asked: Any) -> Any:
        self.heard.append(asked)
        answer = self.answers.pop(0) if self.answers else self._nothing()
        if isinstance(answer, Exception):
            raise answer
        if not answer or (isinstance(answer, ChangedGames) and answer.upto == asked[0]):
            self.world.now += asked[-2]
        return answer

    def _nothing(self) -> Any:
        return []

    def newest_game(self, after: int) -> int:
        return after

    def shared_message(self, _: Any, write: Callable[[], bytes]) -> bytes:
        return write()


def _reader(**more: Any) -> Reader:
    return Reader(**{"game_id": "g", "credential": None, "viewer": None, "language": "en", "parts": NOTHING, **more})


def _sent(world: World, channel: Any, slot: ListenerSlot, **reader: Any) -> list[bytes]:
    context: Any = world
    feed = GameFeed(context, channel, slot, _reader(**reader), 4)
    sent = event_stream._messages(feed, slot, world.settings.stream_seconds, LAST_MESSAGE)
    return [each for each in sent if each]


@pytest.fixture
def slot() -> ListenerSlot:
    return ListenerSlot(ListenerId("here"))


def test_a_stream_tells_what_comes_and_signs_of_life_until_its_time_is_up(
    monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot
) -> None:
    world = World(monkeypatch)
    looked = list[int]()

    def check(feed: GameFeed) -> bool:
        looked.append(feed._after)
        return True

    monkeypatch.setattr(GameFeed, "check", check)
    channel = Channel(world, NEWS, [])
    assert _sent(world, channel, slot) == [
        b"retry: 3000\n\n", b"id: 5\ndata: {5}\n\nid: 6\ndata: {6}\n\n", *[b": still here\n\n"] * 5,
    ]  # fmt: skip
    assert world.asked == [(0.5, 1), (1000, 3000)]
    assert channel.heard[0] == (4, STREAM_LIMIT, HEARTBEAT_SECONDS / 2, slot)
    assert channel.heard[1] == (6, STREAM_LIMIT, HEARTBEAT_SECONDS / 2, slot)
    assert channel.heard[2] == (6, STREAM_LIMIT, HEARTBEAT_SECONDS, slot)
    assert channel.heard[-1] == (6, STREAM_LIMIT, HEARTBEAT_SECONDS / 2, slot)
    assert looked == [6] * 4


def test_a_stream_goes_on_after_the_last_event_and_may_be_shorter_than_the_house_says(
    monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot
) -> None:
    world = World(monkeypatch)
    world.chance = min
    monkeypatch.setattr(GameFeed, "check", lambda _: True)
    channel = Channel(world, NEWS[:1])
    assert _sent(world, channel, slot)[1] == b"id: 5\ndata: {5}\n\n"
    assert channel.heard[1][0] == 5
    assert world.now == 1000 + world.settings.stream_seconds / 2


def test_a_game_is_complete_once_its_last_event_is_sent() -> None:
    def has_no_more(has_ended: bool, after: int) -> bool:
        found: Any = types.SimpleNamespace(clock=types.SimpleNamespace(has_ended=has_ended, events=7))
        return events._is_complete(found, after)

    assert has_no_more(True, 7)
    assert not has_no_more(True, 6)
    assert not has_no_more(False, 7)


def test_a_check_looks_at_the_token_and_the_game_again(monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot) -> None:
    asked, expected = list[tuple[Any, ...]](), list[int]()
    found: Any = types.SimpleNamespace(clock=types.SimpleNamespace(has_ended=True, events=7))
    monkeypatch.setattr(players, "check_unexpired", lambda *still: asked.append(still))

    def watched(*wanted: Any) -> Any:
        asked.append(wanted)
        return found, None

    monkeypatch.setattr(lookup, "load_as_viewer", watched)
    channel: Any = types.SimpleNamespace(expect=expected.append)
    context: Any = "context"
    assert not GameFeed(context, channel, slot, _reader(credential="token"), 7).check()
    assert asked == [("context", "token"), ("context", "g", "token")]
    assert expected == [7]


def test_a_stream_with_a_frame_begins_with_one_and_has_one_after_all_news(
    monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot
) -> None:
    world = World(monkeypatch)
    channel = Channel(world, NEWS, StoreUnavailable("away"))
    frames = [b"event: frame\nid: %d\ndata: frame of %d\n\n" % (number, number) for number in (4, 6)]
    assert _sent(world, channel, slot, parts=VIEW_ALONE) == [
        b"retry: 3000\n\n", frames[0], b"id: 5\ndata: {5}\n\nid: 6\ndata: {6}\n\n" + frames[1],
    ]  # fmt: skip


def test_a_stream_that_loses_its_slot_says_so(monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot) -> None:
    world = World(monkeypatch)
    slot.is_lost = True
    assert _sent(world, Channel(world, NEWS), slot)[-1] == LAST_MESSAGE


def test_a_stream_of_a_game_that_is_over_ends_at_the_next_look(
    monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot
) -> None:
    world = World(monkeypatch)
    monkeypatch.setattr(GameFeed, "check", lambda _: False)
    assert _sent(world, Channel(world), slot) == [b"retry: 3000\n\n", b": still here\n\n"]


def test_a_stream_is_sent_as_one_and_gives_back_what_it_holds(
    monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot
) -> None:
    world = World(monkeypatch)
    closed = list[int]()
    held: Any = types.SimpleNamespace(close=lambda: closed.append(1))
    feed: Any = types.SimpleNamespace(first=lambda: iter((b"a", b"b")), wait=lambda _: iter(()), check=lambda: False)
    monkeypatch.setattr(event_stream, "context", lambda: world)
    slot.is_lost = True
    answer = event_stream.send_stream(feed, slot, held)
    assert (answer.content_type, answer.headers["X-Accel-Buffering"]) == ("text/event-stream", "no")
    assert answer.get_data() == b"retry: 3000\n\nab" + event_stream.slot_lost_message()
    answer.close()
    assert closed == [1]


class FakeNews:
    """All of a player's games, or some."""

    cursor = "c1"

    def read_all(self) -> Iterator[Any]:
        return iter([{"all": 1}])

    def read(self, games: Any) -> Iterator[Any]:
        return iter([{"of": game} for game in games])


def _of_player(
    world: World, channel: Any, slot: ListenerSlot, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[bytes], int]:
    still = list[Any]()
    monkeypatch.setattr(players, "check_unexpired", lambda *asked: still.append(asked))
    context: Any = world
    player: Any = "player"
    news: Any = FakeNews()
    feed = PlayerFeed(context, player, channel, slot, news)
    told = list(event_stream._messages(feed, slot, world.settings.stream_seconds, LAST_MESSAGE))
    assert all(asked == (world, "player") for asked in still)
    return told, len(still)


ALL = b'id: c1\ndata: {"all":1}\n\n'
SOME = b'id: c1\ndata: {"of":"g1"}\n\n'
ALIVE = b": still here\n\n"


def test_a_player_gets_the_changed_games_and_all_games_if_messages_may_be_lost(
    monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot
) -> None:
    world = World(monkeypatch)
    channel = Channel(
        world, ChangedGames(4, ("g1",)), ChangedGames(5, ("g1",), True), ChangedGames(5), StoreUnavailable("away")
    )
    told, still = _of_player(world, channel, slot, monkeypatch)
    assert told == [b"retry: 3000\n\n", ALL, SOME, ALL, ALIVE]
    assert world.asked == [(0.5, 1), (1000, 3000)]
    assert [asked[0] for asked in channel.heard] == [3, 4, 5, 5]
    assert channel.heard[0] == (3, HEARTBEAT_SECONDS / 2, slot)
    assert still == 1


def test_a_stream_looks_at_all_games_now_and_then(monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot) -> None:
    world = World(monkeypatch)
    world.settings.stream_seconds = LOOK_SECONDS + 10
    channel = Channel(world, *[ChangedGames(3)] * 6)
    told, _ = _of_player(world, channel, slot, monkeypatch)
    assert told == [b"retry: 3000\n\n", ALL, *[ALIVE] * 4, ALL, *[ALIVE] * 2]
    assert channel.heard[-1][1] == 2.5


def test_a_stream_of_a_player_may_be_shorter_than_the_house_says(
    monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot
) -> None:
    world = World(monkeypatch)
    world.chance = min
    _of_player(world, Channel(world, *[ChangedGames(3)] * 5), slot, monkeypatch)
    assert world.now == 1000 + world.settings.stream_seconds / 2


def test_all_games_are_looked_at_a_while_after_that_was_done_for_another_reason(
    monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot
) -> None:
    world = World(monkeypatch)
    world.settings.stream_seconds = LOOK_SECONDS + 5
    told, _ = _of_player(
        world, Channel(world, ChangedGames(3), ChangedGames(4, (), True), *[ChangedGames(4)] * 9), slot, monkeypatch
    )
    assert told.count(ALL) == 2, "at first, and where some were missed; the next look would be due after the end"


def test_a_player_has_its_own_slot_and_goes_before_spectators() -> None:
    with Flask("asked").test_request_context(environ_base={"REMOTE_ADDR": "10.0.0.1"}):
        assert me._listener_id(PlayerRecord("club", "ada", "digest")) == ListenerId("10.0.0.1", "digest", True)


class Waiting:
    """News that come, if at all, when they are waited for."""

    cursor = "c1"

    def __init__(self, *news: Any) -> None:
        self.news = news

    def read_all(self) -> Iterator[Any]:
        return iter(())

    def read(self, games: Any) -> Iterator[Any]:
        return iter(self.news)


def test_a_poll_waits_as_long_as_its_request_says(monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot) -> None:
    world = World(monkeypatch)
    channel = Channel(world, ChangedGames(4), ChangedGames(4))
    context: Any = world
    player: Any = "player"
    news: Any = Waiting()
    feed = PlayerFeed(context, player, channel, slot, news)  # type: ignore[arg-type]  # a channel that does as it is told
    assert long_poll(feed.wait_for_news, slot, 20) == []
    assert channel.heard == [(3, 20, slot), (4, 20.0, slot)]
    assert world.now == 1020


def test_a_poll_ends_with_the_first_news(slot: ListenerSlot) -> None:
    answers = [[], ["news"], ["later"]]
    assert long_poll(lambda _: answers.pop(0), slot, 20) == ["news"]


def test_a_poll_that_loses_its_slot_returns_its_events_or_is_refused(slot: ListenerSlot) -> None:
    slot.is_lost = True
    assert long_poll(lambda _: ["news"], slot, 20) == ["news"]
    with pytest.raises(TooManyWaiters):
        long_poll(lambda _: [], slot, 20)


def test_a_players_stream_that_loses_its_slot_says_so(monkeypatch: pytest.MonkeyPatch, slot: ListenerSlot) -> None:
    world = World(monkeypatch)
    slot.is_lost = True
    told, still = _of_player(world, Channel(world, ChangedGames(4, ("g1",))), slot, monkeypatch)
    assert told[-2:] == [SOME, LAST_MESSAGE]
    assert still == 0
