"""What streams say and when: with rooms, clocks and chance that do as they are told."""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from service.api.resources import events, me
from service.api.resources.events import HEARTBEAT_SECONDS, STREAM_LIMIT, Listener
from service.api.resources.me import LOOK_SECONDS
from service.store.accounts.players import PlayerRecord
from service.store.live.player_channel import Heard
from service.store.live.quotas import Guest, Place, TooManyWaiters
from service.store.redis.client import StoreUnavailable
from service.usecases.accounts import players
from service.usecases.views import lookup
from service.usecases.views.parts import NOTHING, VIEW_ALONE

FAREWELL = b"farewell"
NEWS = [(5, b"{5}"), (6, b"{6}")]


class World:
    """A clock that the room moves on, chance that always says the same, and a context with streams of a minute."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        self.now, self.asked = 1000.0, list[tuple[Any, ...]]()
        self.chance: Callable[[float, float], float] = max
        self.settings = types.SimpleNamespace(stream_seconds=60)
        self.frames = types.SimpleNamespace(of=lambda game, *_: b"frame of %d" % game)
        monkeypatch.setattr(module, "time", types.SimpleNamespace(monotonic=lambda: self.now))
        chance = types.SimpleNamespace(random=lambda: 0.5, uniform=self._chosen, randint=self._chosen)
        monkeypatch.setattr(module, "random", chance)

    def _chosen(self, least: float, most: float) -> float:
        self.asked.append((least, most))
        return self.chance(least, most)


class Room:
    """Answers as it is told to, after as long as it was asked to wait where nothing is to tell."""

    def __init__(self, world: World, *answers: Any) -> None:
        self.world, self.answers, self.heard = world, list(answers), list[tuple[Any, ...]]()
        self.upto = 3

    def wait(self, *asked: Any) -> Any:
        self.heard.append(asked)
        answer = self.answers.pop(0) if self.answers else self._nothing()
        if isinstance(answer, Exception):
            raise answer
        if not answer or (isinstance(answer, Heard) and answer.upto == asked[0]):
            self.world.now += asked[-2]
        return answer

    def _nothing(self) -> Any:
        return []

    def newest_game(self, after: int) -> int:
        return after


def _listener(**more: Any) -> Any:
    return Listener(**{"game_id": "g", "shown": None, "viewer": None, "language": "en", "parts": NOTHING, **more})


def _told(world: World, room: Any, place: Place, **listener: Any) -> list[bytes]:
    context: Any = world
    told: Iterator[bytes] = events._tell(context, room, place, _listener(**listener), 4, FAREWELL)
    return [each for each in told if each]


@pytest.fixture
def place() -> Place:
    return Place(Guest("here"))


def test_a_stream_tells_what_comes_and_signs_of_life_until_its_time_is_up(
    monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    world = World(monkeypatch, events)
    looked = list[tuple[Any, ...]]()

    def is_over(*asked: Any) -> bool:
        looked.append(asked)
        return False

    monkeypatch.setattr(events, "_is_over_for", is_over)
    room = Room(world, NEWS, [])
    assert _told(world, room, place) == [
        b"retry: 3000\n\n", b"id: 5\ndata: {5}\n\nid: 6\ndata: {6}\n\n", *[b": still here\n\n"] * 5,
    ]  # fmt: skip
    assert world.asked == [(0.5, 1), (1000, 3000)]
    assert room.heard[0] == (4, STREAM_LIMIT, HEARTBEAT_SECONDS / 2, place)
    assert room.heard[1] == (6, STREAM_LIMIT, HEARTBEAT_SECONDS / 2, place)
    assert room.heard[2] == (6, STREAM_LIMIT, HEARTBEAT_SECONDS, place)
    assert room.heard[-1] == (6, STREAM_LIMIT, HEARTBEAT_SECONDS / 2, place)
    assert len(looked) == 4
    assert looked[0][-1] == 6


def test_a_stream_goes_on_after_the_last_event_and_may_be_shorter_than_the_house_says(
    monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    world = World(monkeypatch, events)
    world.chance = min
    monkeypatch.setattr(events, "_is_over_for", lambda *_: False)
    room = Room(world, NEWS[:1])
    assert _told(world, room, place)[1] == b"id: 5\ndata: {5}\n\n"
    assert room.heard[1][0] == 5
    assert world.now == 1000 + world.settings.stream_seconds / 2


def test_a_game_is_over_once_its_last_event_is_told() -> None:
    def is_told(status: str, after: int) -> bool:
        found: Any = types.SimpleNamespace(clock=types.SimpleNamespace(status=status, events=7))
        return events._is_told(found, after)

    assert is_told("finished", 7)
    assert is_told("abandoned", 7)
    assert not is_told("finished", 6)
    assert not is_told("running", 7)


def test_who_listens_is_looked_at_again_by_what_it_has_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, expected = list[tuple[Any, ...]](), list[int]()
    found: Any = types.SimpleNamespace(clock=types.SimpleNamespace(status="finished", events=7))
    monkeypatch.setattr(players, "still", lambda *still: asked.append(still))

    def watched(*wanted: Any) -> Any:
        asked.append(wanted)
        return found, None

    monkeypatch.setattr(lookup, "game", watched)
    room: Any = types.SimpleNamespace(expect=expected.append)
    context: Any = "context"
    assert events._is_over_for(context, room, _listener(shown="token"), 7)
    assert asked == [("context", "token"), ("context", "g", "token")]
    assert expected == [7]


def test_a_stream_with_a_frame_begins_with_one_and_has_one_after_all_news(
    monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    world = World(monkeypatch, events)
    room = Room(world, NEWS, StoreUnavailable("away"))
    frames = [b"event: frame\nid: %d\ndata: frame of %d\n\n" % (number, number) for number in (4, 6)]
    assert _told(world, room, place, parts=VIEW_ALONE) == [
        b"retry: 3000\n\n", frames[0], b"id: 5\ndata: {5}\n\nid: 6\ndata: {6}\n\n" + frames[1],
    ]  # fmt: skip


def test_who_loses_its_place_is_told_so(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    world = World(monkeypatch, events)
    place.is_lost = True
    assert _told(world, Room(world, NEWS), place)[-1] == FAREWELL


def test_a_stream_of_a_game_that_is_over_ends_at_the_next_look(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    world = World(monkeypatch, events)
    monkeypatch.setattr(events, "_is_over_for", lambda *_: True)
    assert _told(world, Room(world), place) == [b"retry: 3000\n\n", b": still here\n\n"]


def test_a_stream_is_sent_as_one_and_gives_back_what_it_holds() -> None:
    closed = list[int]()
    held: Any = types.SimpleNamespace(close=lambda: closed.append(1))
    answer = events.streamed(iter((b"a", b"b")), held)
    assert (answer.content_type, answer.headers["X-Accel-Buffering"]) == ("text/event-stream", "no")
    assert answer.get_data() == b"ab"
    answer.close()
    assert closed == [1]


class Hearing:
    """All of a player's games, or some."""

    cursor = "c1"

    def look(self) -> Iterator[Any]:
        return iter([{"all": 1}])

    def at(self, games: Any) -> Iterator[Any]:
        return iter([{"of": game} for game in games])


def _of_player(world: World, room: Any, place: Place, monkeypatch: pytest.MonkeyPatch) -> tuple[list[bytes], int]:
    still = list[Any]()
    monkeypatch.setattr(players, "still", lambda *asked: still.append(asked))
    context: Any = world
    player: Any = "player"
    hearing: Any = Hearing()
    told = list(me._tell(context, player, room, place, hearing, FAREWELL))
    assert all(asked == (world, "player") for asked in still)
    return told, len(still)


ALL = b'id: c1\ndata: {"all":1}\n\n'
SOME = b'id: c1\ndata: {"of":"g1"}\n\n'
ALIVE = b": still here\n\n"


def test_a_player_hears_of_the_games_that_have_news_and_of_all_where_some_may_be_missed(
    monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    world = World(monkeypatch, me)
    room = Room(world, Heard(4, ("g1",)), Heard(5, ("g1",), True), Heard(5), StoreUnavailable("away"))
    told, still = _of_player(world, room, place, monkeypatch)
    assert told == [b"retry: 3000\n\n", ALL, SOME, ALL, ALIVE]
    assert world.asked == [(0.5, 1), (1000, 3000)]
    assert [asked[0] for asked in room.heard] == [3, 4, 5, 5]
    assert room.heard[0] == (3, HEARTBEAT_SECONDS, place)
    assert still == 1


def test_after_a_while_all_games_are_looked_at_whatever_was_heard(
    monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    world = World(monkeypatch, me)
    world.settings.stream_seconds = LOOK_SECONDS + 10
    room = Room(world, *[Heard(3)] * 5)
    told, _ = _of_player(world, room, place, monkeypatch)
    assert told == [b"retry: 3000\n\n", ALL, *[ALIVE] * 4, ALL, ALIVE]
    assert room.heard[-1][1] == 10


def test_a_stream_of_a_player_may_be_shorter_than_the_house_says(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    world = World(monkeypatch, me)
    world.chance = min
    _of_player(world, Room(world, *[Heard(3)] * 5), place, monkeypatch)
    assert world.now == 1000 + world.settings.stream_seconds / 2


def test_all_games_are_looked_at_a_while_after_that_was_done_for_another_reason(
    monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    world = World(monkeypatch, me)
    world.settings.stream_seconds = LOOK_SECONDS + 10
    told, _ = _of_player(world, Room(world, Heard(3), Heard(4, (), True), *[Heard(4)] * 9), place, monkeypatch)
    assert told.count(ALL) == 2, "at first, and where some were missed; the next look would be due after the end"


def test_a_player_has_a_place_of_its_own_and_goes_before_spectators() -> None:
    with Flask("asked").test_request_context(environ_base={"REMOTE_ADDR": "10.0.0.1"}):
        assert me._guest(PlayerRecord("club", "ada", "digest")) == Guest("10.0.0.1", "digest", True)


class Waiting:
    """News that come, if at all, when they are waited for."""

    cursor = "c1"

    def __init__(self, *news: Any) -> None:
        self.news = news

    def look(self) -> Iterator[Any]:
        return iter(())

    def at(self, games: Any) -> Iterator[Any]:
        return iter(self.news)


def _waited(room: Any, place: Place, hearing: Any, seconds: int) -> Any:
    return json.loads(me._waited(room, place, hearing, seconds).data)


def test_a_page_is_waited_for_as_long_as_was_asked(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    world = World(monkeypatch, me)
    room, hearing = Room(world, *[Heard(3)] * 2), Waiting()
    assert _waited(room, place, hearing, 20) == {"games": [], "next": "c1"}
    assert room.heard == [(3, 20.0, place)]
    assert world.now == 1020


def test_a_page_is_waited_for_to_the_last_second(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    world = World(monkeypatch, me)
    room, hearing = Room(world, Heard(4, ("g1",))), Waiting({"of": "g1"})
    assert _waited(room, place, hearing, 1)["games"] == [{"of": "g1"}]


def test_a_page_that_is_not_waited_for_is_sent_at_once(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    room = Room(World(monkeypatch, me))
    _waited(room, place, Waiting(), 0)
    assert room.heard == []


def test_a_player_without_a_place_gets_a_page_if_there_is_anything_to_tell(
    monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    room = Room(World(monkeypatch, me))
    place.is_lost = True
    all_games = Hearing()
    assert _waited(room, place, all_games, 20)["games"] == [{"all": 1}]
    with pytest.raises(TooManyWaiters):
        _waited(room, place, Waiting(), 20)


def test_a_player_who_loses_its_place_is_told_so(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    world = World(monkeypatch, me)
    place.is_lost = True
    told, still = _of_player(world, Room(world, Heard(4, ("g1",))), place, monkeypatch)
    assert told[-2:] == [SOME, FAREWELL]
    assert still == 0
