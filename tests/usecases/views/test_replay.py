"""A finished toy game, moment by moment, and what an analysis says of one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from flask import Flask

from service.games.texts import decimal
from service.store.jobs.analyses import Turn
from service.usecases.context import Context
from service.usecases.hints import analysis
from service.usecases.transaction import load
from service.usecases.views import replay
from service.usecases.views.render import PARTS, VIEW_ALONE
from service.usecases.views.replay import Course, Moment
from service.wire.refusals import TEXTS, InvalidField, NotFinished, Refused
from tests.driver import Table, play_out

CHOOSE = {"type": "choose", "number": 1}


@pytest.fixture
def table(app: Flask, toy: None) -> Table:
    made = Table.full(app, "toy", 2, options={"rounds": "1"})
    play_out(made)
    return made


def _refused(context: Context, table: Table, at: int, eyes: int | None = None) -> Any:
    with pytest.raises(Refused) as refused:
        replay.moment_answer(context, load(context, table.id), None, "en", VIEW_ALONE, Moment(at, eyes), False)
    return refused.value.refusal


def test_eyes_are_those_of_a_seat_or_of_nobody(context: Context, table: Table) -> None:
    refusal = _refused(context, table, 0, 3)
    assert isinstance(refusal, InvalidField)
    assert (refusal.field, refusal.why.key) == ("eyes", "field.range")
    assert dict(refusal.why.values) == {"least": 0, "most": 2}
    game = load(context, table.id)
    assert [replay._viewer_for(game, eyes, 1) for eyes in (None, 0, 1, 2)] == [1, None, 1, 2]


def test_a_moment_is_the_state_then_without_what_came_later(context: Context, table: Table) -> None:
    game = load(context, table.id)
    assert game.result
    states = replay.course(context, game).states
    assert len(states) == game.clock.version + 1
    for at in range(game.clock.version):
        told = msgspec.json.decode(replay.moment_answer(context, game, 1, "en", VIEW_ALONE, Moment(at), True).body)
        assert (told["version"], told["seat"], told.get("score")) == (at, 1, None)
    last = replay.moment_answer(context, game, 1, "en", VIEW_ALONE, Moment(game.clock.version, 2), True)
    assert last == replay.moment_answer(context, game, 1, "en", VIEW_ALONE, Moment(999, 2), True)
    assert msgspec.json.decode(last.body)["seat"] == 2


def test_of_moves_that_these_rules_would_not_have_had_nothing_is_shown(
    context: Context, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = replay.course(context, load(context, table.id)).states
    monkeypatch.setattr(replay, "_states", lambda deal: states[:1])
    refusal = _refused(context, table, 1)
    assert (refusal.field, refusal.why.key, dict(refusal.why.values)) == ("at", "field.range", {"least": 0, "most": 0})


@pytest.mark.parametrize("known", [1, 2, 3])
def test_a_course_has_a_move_between_each_two_states_and_no_more(
    context: Context, table: Table, monkeypatch: pytest.MonkeyPatch, known: int
) -> None:
    whole = replay.course(context, load(context, table.id))
    monkeypatch.setattr(replay, "_states", lambda deal: whole.states[:known])
    assert replay.course(context, load(context, table.id)) == Course(whole.states[:known], whole.moves[: known - 1])


def test_a_moment_has_the_parts_that_were_asked_for(context: Context, table: Table) -> None:
    game = load(context, table.id)
    for at in (0, game.clock.version):
        alone, more = (
            msgspec.json.decode(replay.moment_answer(context, game, 1, "en", parts, Moment(at), True).body)
            for parts in (VIEW_ALONE, frozenset(PARTS))
        )
        assert (alone["score"] is None, more["score"] is None) == (True, False)


def test_a_move_that_was_taken_back_leaves_what_was_before_it(toy: None) -> None:
    draw, back = (b'{"seat":1,"move":%b}' % move for move in (b'{"type":"draw"}', b"null"))
    deal = replay._Deal("toy", 2, (("rounds", "1"),), bytes(32), (), (draw, draw, draw, back, back))
    states: Any = replay._states(deal)
    assert [len(state.hands[0]) for state in states] == [0, 1, 2, 3, 2, 1]


def test_a_game_that_goes_on_has_no_moments(app: Flask, context: Context, toy: None) -> None:
    assert isinstance(_refused(context, Table.full(app, "toy", 2), 0), NotFinished)


@pytest.mark.parametrize(("swing", "why"), [(0.5, "won"), (1, "won"), (-0.5, "lost")])
def test_a_turning_point_says_what_was_played_what_could_have_been_and_what_it_cost(
    context: Context, table: Table, swing: float, why: str
) -> None:
    game = load(context, table.id)
    course = replay.course(context, game)
    seat = course.moves[0].seat
    turn = Turn(1, seat, swing, True, CHOOSE)
    point = analysis._turning_point(game, course, turn, "fr")
    played = analysis.decode_move(game, course.moves[0].move)
    instead = analysis.decode_move(game, CHOOSE)
    rulebook, before = game.rulebook, course.states[0]
    assert (point.version, point.seat, point.swing, point.move) == (1, seat, swing, played)
    assert point.label == rulebook.label(before, played, "fr")
    assert point.instead
    assert (point.instead.move, point.instead.label) == (instead, rulebook.label(before, instead, "fr"))
    assert point.why == TEXTS.say(f"turn.{why}", "fr", swing=decimal(abs(swing), "fr"))
    alone = analysis._turning_point(game, course, msgspec.structs.replace(turn, instead=None), "en")
    assert alone.instead is None
