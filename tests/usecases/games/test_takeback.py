"""Taking moves back: exactly while nothing hidden was shown, nobody else has decided and the turn is the same."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.games.base import TurnBegan
from service.games.rng import Rng
from service.store.games.records import GameRecord
from service.store.redis import keys
from service.usecases.games import finish, play_move
from service.usecases.transaction import load
from service.usecases.views.verify import CannotVerify, verify
from tests.driver import Table, play_automatically, play_some, rulebooks

MOST_MOVES = 40
WORLDS = 12
CHOOSE = {"type": "choose", "number": 2}


class Played(NamedTuple):
    """A move at a table, with the game before and after."""

    before: GameRecord
    seat: int
    move: Any
    after: GameRecord


def _undo(table: Table, seat: int, version: int, key: str | None = None) -> TestResponse:
    headers = {"If_Match": f'"{version}"'} | ({"Idempotency_Key": key} if key else {})
    return table.post("/moves/undo", seat, {}, **headers)


def _code(answer: TestResponse) -> str:
    return str((answer.json or {})["code"])


def _stored(table: Table) -> GameRecord:
    return load(table.context, table.id)


def _play_any(table: Table, chance: random.Random) -> Played | None:
    """A random move of a random decider; None where the automa or a bot decides."""
    before = _stored(table)
    people = [seat for seat in before.clock.deciders if not before.is_automatic(seat)]
    if not people:
        play_automatically(table, chance)
        return None
    seat = chance.choice(people)
    move = chance.choice(before.rulebook.legal_moves(before.dealt, seat))
    assert table.play(seat, msgspec.to_builtins(move), before.clock.version).status_code == 200
    return Played(before, seat, move, _stored(table))


def _moves(table: Table, seed: int) -> Iterator[Played]:
    chance = random.Random(seed)
    for _ in range(MOST_MOVES):
        if _stored(table).clock.status != "running":
            return
        played = _play_any(table, chance)
        if played:
            yield played


def _assert_nothing_was_shown(played: Played) -> None:
    """In every world that the seat could not tell from the real one it sees the same after the move."""
    book, knows = played.before.rulebook, played.before.rulebook.known(played.before.dealt, played.seat)
    worlds = (book.imagine(knows, played.seat, Rng(bytes([number]))) for number in range(WORLDS))
    seen = {repr(book.view(book.apply(world, played.seat, played.move).state, played.seat)) for world in worlds}
    assert seen == {repr(book.view(played.after.dealt, played.seat))}


def _assert_it_stands_for_a_reason(played: Played) -> None:
    book, before = played.before.rulebook, played.before.dealt
    step = book.apply(before, played.seat, played.move)
    if any(isinstance(event, TurnBegan) for event in step.events) or book.is_over(step.state):
        return
    if any(played.after.is_automatic(seat) for seat in played.after.clock.deciders):
        return
    foreseen = book.apply(book.known(before, played.seat), played.seat, played.move).state
    assert repr(book.view(foreseen, played.seat)) != repr(book.view(step.state, played.seat))


def _take_back_and_play_again(table: Table, played: Played) -> None:
    book, version = played.before.rulebook, played.after.clock.version
    assert _undo(table, played.seat, version).status_code == 200
    back = _stored(table)
    assert book.encode(back.dealt) == book.encode(played.before.dealt)
    assert [(since.seat, since.at) for since in back.clock.since] == [
        (since.seat, since.at) for since in played.before.clock.since
    ]
    assert table.play(played.seat, msgspec.to_builtins(played.move), version + 1).status_code == 200
    assert book.encode(_stored(table).dealt) == book.encode(played.after.dealt)


@pytest.mark.parametrize("rulebook", rulebooks())
@pytest.mark.parametrize("players", [2, 3])
def test_a_move_is_taken_back_bit_for_bit_or_stands_for_a_reason(app: Flask, rulebook: str, players: int) -> None:
    table = Table.full(app, rulebook, players)
    regretted = stood = 0
    for played in _moves(table, seed=players):
        if table.game(played.seat)["can_take_back"]:
            regretted += 1
            _assert_nothing_was_shown(played)
            _take_back_and_play_again(table, played)
        else:
            stood += 1
            _assert_it_stands_for_a_reason(played)
            refused = _undo(table, played.seat, played.after.clock.version)
            assert _code(refused) in ("nothing_to_take_back", "not_running")
    assert regretted
    assert stood


def test_moves_of_one_turn_are_taken_back_one_after_the_other(app: Flask) -> None:
    table = Table.full(app, "nebula", 2, options={"variant": "introductory"})
    states = []
    for played in _moves(table, seed=3):
        states.append(played)
        if len(played.after.clock.takeback) == 2:
            break
    seat, version = states[-1].seat, states[-1].after.clock.version
    for number, played in enumerate(reversed(states[-2:])):
        assert _undo(table, seat, version + number).status_code == 200
        assert _stored(table).dealt == played.before.dealt
    assert not _stored(table).clock.takeback
    assert _code(_undo(table, seat, version + 2)) == "nothing_to_take_back"
    assert not [name for name in _fields(table) if name.startswith(b"before:")]


def _fields(table: Table) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = table.context.store.client.hgetall(keys.game(table.id))
    return found


def test_only_the_seat_that_moved_can_and_only_until_somebody_else_decides(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 3)
    assert table.play(1, CHOOSE, 0).status_code == 200
    assert [table.game(viewer)["can_take_back"] for viewer in (None, 1, 2)] == [False, True, False]
    assert [table.post("/pause", seat, {}).status_code for seat in (1, 2, 3)] == [200, 200, 200]
    assert not table.game(1)["can_take_back"]
    assert _code(_undo(table, 1, 1)) == "paused"
    assert (table.post("/resume", 1, {}).json or {})["can_take_back"]
    assert _code(_undo(table, 2, 1)) == "nothing_to_take_back"
    assert table.play(2, CHOOSE, 1).status_code == 200
    assert _code(_undo(table, 1, 2)) == "nothing_to_take_back"
    assert _undo(table, 2, 2).status_code == 200


def test_who_takes_back_owes_the_decision_again_and_may_decide_otherwise(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    table.play(1, CHOOSE, 0)
    answer = _undo(table, 1, 1)
    assert (answer.json or {})["events"][0] | {"id": 0} == {
        "id": 0,
        "version": 2,
        "type": "move_taken_back",
        "seat": 1,
        "taken": 1,
    }
    assert answer.headers["ETag"] == table.get(seat=1).headers["ETag"]
    assert table.game(1)["deciders"] == [1, 2]
    assert table.play(1, {"type": "choose", "number": 3}, 2).status_code == 200


def test_a_card_that_was_drawn_stays_drawn(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    table.play(1, {"type": "draw"}, 0)
    assert not table.game(1)["can_take_back"]
    assert _code(_undo(table, 1, 1)) == "nothing_to_take_back"


def test_a_rest_is_final_since_the_dreamer_is_about_to_dream(app: Flask) -> None:
    table = Table.full(app, "astra", 2)
    rested = next(
        played for played in _moves(table, seed=1) if 0 in played.after.clock.deciders and played.after.clock.takeback
    )
    assert type(rested.move).__name__ == "Rest"
    assert not table.game(rested.seat)["can_take_back"]
    assert _code(_undo(table, rested.seat, rested.after.clock.version)) == "nothing_to_take_back"


def test_nobody_takes_back_while_a_bot_is_about_to_decide(app: Flask, toy: None) -> None:
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "bot"}, {"kind": "human"}])
    table.sit("C", table.created.get("invite"))
    assert 2 in _stored(table).clock.deciders
    table.play(1, CHOOSE, 0)
    assert not table.game(1)["can_take_back"]
    assert _code(_undo(table, 1, 1)) == "nothing_to_take_back"


def test_a_table_can_agree_that_moves_stand(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, takebacks=False)
    table.play(1, CHOOSE, 0)
    assert table.game(1)["takebacks"] is False
    assert not table.game(1)["can_take_back"]
    assert _code(_undo(table, 1, 1)) == "takebacks_off"


def test_a_decision_has_a_number_of_takebacks(make_app: Callable[..., Flask], toy: None) -> None:
    table = Table.full(make_app(TAKEBACKS_MAX="2"), "toy", 2)
    for version in (0, 2):
        assert table.play(1, CHOOSE, version).status_code == 200
        assert table.game(1)["can_take_back"]
        assert _undo(table, 1, version + 1).status_code == 200
    table.play(1, CHOOSE, 4)
    assert not table.game(1)["can_take_back"]
    refused = _undo(table, 1, 5)
    assert (refused.status_code, _code(refused)) == (409, "too_many_takebacks")
    assert " 2 " in (refused.json or {})["detail"]


def test_each_seat_has_its_own_takebacks_until_a_move_is_final(make_app: Callable[..., Flask], toy: None) -> None:
    table = Table.full(make_app(TAKEBACKS_MAX="1"), "toy", 3)
    table.play(1, CHOOSE, 0)
    assert _undo(table, 1, 1).status_code == 200
    table.play(1, CHOOSE, 2)
    table.play(2, CHOOSE, 3)
    assert [table.game(seat)["can_take_back"] for seat in (1, 2)] == [False, True]
    assert _undo(table, 2, 4).status_code == 200
    for seat, version in ((2, 5), (3, 6), (1, 7)):
        assert table.play(seat, CHOOSE, version).status_code == 200
    assert _undo(table, 1, 8).status_code == 200


def test_playing_and_taking_back_in_a_loop_ends(app: Flask, toy: None) -> None:
    table, pairs = Table.full(app, "toy", 2), 0
    while table.play(1, CHOOSE, 2 * pairs).status_code == 200 and _undo(table, 1, 2 * pairs + 1).status_code == 200:
        pairs += 1
        assert pairs <= table.context.settings.takebacks_max
    assert pairs == table.context.settings.takebacks_max == 20


def test_a_version_that_others_have_changed_is_stale(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 3)
    table.play(1, CHOOSE, 0)
    assert _code(_undo(table, 1, 0)) == "stale_version"
    assert _stored(table).clock.version == 1


def test_the_same_key_takes_back_once(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    table.play(1, CHOOSE, 0)
    first, second = (_undo(table, 1, 1, "a-key-of-24-letters-long") for _ in range(2))
    assert first.data == second.data
    assert _stored(table).clock.version == 2


def test_what_a_bot_played_for_somebody_who_was_late_stands(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, turn_seconds=1)
    game = _stored(table)
    late = play_move.Automaton(1, game.clock.deadline)
    assert play_move.play_on(table.context, game, late, game.rulebook.legal_moves(game.dealt, 1)[0])
    assert not table.game(1)["can_take_back"]


def _finished_with_regrets(app: Flask) -> bytes:
    table = Table.full(app, "distant_suns", 2)
    for played in _moves(table, seed=5):
        if table.game(played.seat)["can_take_back"]:
            _take_back_and_play_again(table, played)
    game = play_some(table, 5_000)
    finish.score(table.context, table.id, game["version"])
    return bytes(table.get("/replay").data)


def test_a_replay_with_moves_taken_back_verifies_and_a_forged_one_does_not(app: Flask) -> None:
    data = _finished_with_regrets(app)
    assert "replayed" in verify(data)
    replay = json.loads(data)
    taken = [number for number, played in enumerate(replay["moves"]) if played["move"] is None]
    assert taken
    other = {1: 2, 2: 1}[replay["moves"][taken[0]]["seat"]]
    forged = [*replay["moves"][: taken[0]], {"seat": other, "move": None}, *replay["moves"][taken[0] + 1 :]]
    with pytest.raises(CannotVerify, match="takes back a move that stands"):
        verify(json.dumps({**replay, "moves": forged}).encode())
    last = {"seat": replay["moves"][-1]["seat"], "move": None}
    with pytest.raises(CannotVerify, match="takes back a move that stands"):
        verify(json.dumps({**replay, "moves": [*replay["moves"], last]}).encode())
