"""What one process writes the others know without asking; and what they know is not believed."""

from __future__ import annotations

import json

import msgspec
import pytest

from service.games.base import Move
from service.games.rulebook import AnyRulebook
from service.store.games.changes import Change
from service.store.games.records import GameRecord
from service.store.games.repository import Conflict, GameStore
from service.store.live.hub import Hub
from service.store.live.quotas import ListenerId, ListenerQuotas
from service.store.redis import keys
from service.usecases.context import Context
from service.usecases.games import create, play_move, seats
from service.usecases.transaction import load
from tests.processes import HUNG, until


class People:
    """Two people at Astra, without an automa."""

    def __init__(self, context: Context) -> None:
        wish = create.CreateGame("astra", (create.CreateSeat("human"),) * 2, {"dreamer": "player"}, "public", 0, 0)
        made = json.loads(create.create(context, wish).body)
        self.id = made["game"]["id"]
        taken = json.loads(seats.take_seat(context, self.id, "P", None).body)
        self._tokens = made["token"], taken["token"]

    def play(self, context: Context, game: GameRecord) -> int:
        """The first legal move of who decides, through a process: the version then."""
        seat = game.clock.deciders[0]
        person = play_move.Person(self._tokens[seat - 1])

        def read(rulebook: AnyRulebook) -> Move:
            move: Move = rulebook.legal_moves(game.dealt, seat)[0]
            return move

        answer = play_move.submit(context, self.id, person, game.clock.version, read)
        version: int = json.loads(answer.body)["version"]
        return version


@pytest.fixture
def people(context: Context) -> People:
    return People(context)


@pytest.fixture
def other(context: Context) -> Context:
    """Another process on the same store."""
    return Context(GameStore(context.store.url), context.settings)


def _asked(context: Context) -> int:
    """How often scripts were run and streams were read."""
    stats = context.store.client.info("commandstats")
    return sum(stats.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in ("evalsha", "eval", "xrange"))


def test_listeners_of_another_process_ask_the_store_for_nothing(
    context: Context, other: Context, people: People
) -> None:
    hub = Hub(other.store, ListenerQuotas(10, 10, 10))
    with hub.game_channel(people.id, ListenerId("here")) as (channel, slot):
        newest = load(other, people.id).clock.events
        assert channel.wait(newest, 10, 0, slot) == []
        before = _asked(context)
        people.play(context, load(context, people.id))
        events = channel.wait(newest, 10, HUNG, slot)
        assert events
        told = channel.newest_game(events[-1][0])
        assert _asked(context) - before == len(("load of the test", "load of the move", "commit"))
        assert told == load(context, people.id)


def test_a_move_on_what_is_known_is_one_way_to_the_store(context: Context, other: Context, people: People) -> None:
    with Hub(other.store, ListenerQuotas(10, 10, 10)).game_channel(people.id, ListenerId("here")):
        game = load(other, people.id)
        before = _asked(context)
        assert people.play(other, game) == 1
        assert _asked(context) - before == 1


def test_who_knows_an_older_game_plays_on_the_newest(context: Context, other: Context, people: People) -> None:
    """What the older game refuses is decided again on what is stored."""
    with Hub(other.store, ListenerQuotas(10, 10, 10)).game_channel(people.id, ListenerId("here")):
        old = load(other, people.id)
        people.play(context, old)
        newest = load(context, people.id)
        until(lambda: other.store.cache.get(people.id) == newest)
        other.store.cache.keep(old)
        assert people.play(other, newest) == newest.clock.version + 1
        assert load(context, people.id).revision == newest.revision + 1


def test_a_game_that_was_counted_anew_is_not_overwritten(context: Context, people: People) -> None:
    """As after a store was restored: the same count of writes, another game."""
    before = load(context, people.id)
    lost = msgspec.structs.replace(before, nonce="of a write that was lost")
    after = msgspec.structs.replace(lost, revision=lost.revision + 1, nonce="next")
    assert isinstance(context.store.commit(Change(lost, after, 0)), Conflict)
    assert load(context, people.id) == before


def test_nothing_is_known_without_messages(other: Context, people: People) -> None:
    load(other, people.id)
    assert other.store.cache.get(people.id) is None


def test_who_listens_knows_who_sat_down_elsewhere(context: Context, other: Context) -> None:
    """What a commit changed of the table, and what it did not, is known without asking."""
    wish = create.CreateGame("astra", (create.CreateSeat("human"),) * 3, {"dreamer": "player"}, "public", 0, 0)
    game_id = json.loads(create.create(context, wish).body)["game"]["id"]
    with Hub(other.store, ListenerQuotas(10, 10, 10)).game_channel(game_id, ListenerId("here")):
        load(other, game_id)
        for name in ("Bo", "Cy"):
            seats.take_seat(context, game_id, name, None)
        newest = load(context, game_id)
        until(lambda: other.store.cache.get(game_id) == newest)
        assert [seat.name for seat in newest.table.seats][1:] == ["Bo", "Cy"]
        assert newest.state


def test_which_request_left_work_is_known_or_nobody_knows(context: Context, people: People) -> None:
    assert context.store.origin(people.id) == ""
    context.store.client.hset(keys.game(people.id), "origin", "of a request")
    assert context.store.origin(people.id) == "of a request"
