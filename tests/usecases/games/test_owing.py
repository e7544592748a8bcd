"""Who owes a decision since when, with how much time, and what workers owe: without a store, to the millisecond."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from service.games.base import AUTOMA
from service.games.refusals import Term
from service.games.rng import Rng
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Before, Clock, GameRecord, SeatRecord, Since, Table
from service.usecases.games import clocks
from service.usecases.hints import permission
from service.usecases.views import render
from service.wire.answers import SeatClock, TimeControl
from service.wire.refusals import HintsOff, Refused
from tests.toy import TOY, Choose, Draw, ToyState

pytestmark = pytest.mark.usefixtures("toy")
replace = msgspec.structs.replace
MOVE = Choose(2)


class Preparing(Draw, frozen=True, tag="preparing"):
    """A move after which the same decision is owed."""

    prepares = True


def _game(*kinds: Any, **table: Any) -> GameRecord:
    seats = tuple(SeatRecord(kind, token="t" if kind == "human" else "") for kind in kinds or ("human", "human"))
    made = Table(TABLE_SCHEMA, "g", "toy", {"rounds": "1"}, "public", seats, 1, b"", "", 0, 0, **table)
    state = TOY.setup(len(seats), {"rounds": "1"}, Rng(bytes(32)))
    game = GameRecord(made, Clock(CLOCK_SCHEMA, "open"), state, None, 1, "0123456789abcdef")
    return replace(game, clock=clocks.after_start(game, state, 1_000))


def _chosen(game: GameRecord, *numbers: int | None, round_: int = 1) -> ToyState:
    assert isinstance(game.state, ToyState)
    return replace(game.state, chosen=numbers, round=round_)


def _since(*rows: tuple[int, int, int]) -> tuple[Since, ...]:
    return tuple(Since(*row) for row in rows)


def test_all_owe_their_first_decision_since_the_start() -> None:
    clock = _game().clock
    assert clock == Clock(CLOCK_SCHEMA, "running", since=_since((1, 0, 1_000), (2, 0, 1_000)), decided=1_000)


def test_a_time_for_each_decision_runs_from_when_it_is_owed() -> None:
    game = _game(turn_seconds=60)
    assert game.clock.deadline == 61_000
    after = clocks.after_move(game, TOY.deciders(_chosen(game, 1, None)), 1, MOVE, 5_000)
    assert (after.version, after.since, after.deadline) == (1, _since((2, 0, 1_000)), 61_000)
    again = clocks.after_move(game, TOY.deciders(_chosen(game, None, None)), 1, MOVE, 5_000)
    assert again.since == _since((1, 1, 5_000), (2, 0, 1_000)), "who has moved owes another decision"
    assert clocks.after_move(game, TOY.deciders(_chosen(game, None, 1)), 2, MOVE, 9_000).deadline == 61_000


def test_a_move_that_only_prepares_gives_no_more_time() -> None:
    game = _game(turn_seconds=60)
    after = clocks.after_move(game, TOY.deciders(_chosen(game, None, None)), 1, Preparing(), 5_000)
    assert after.since == _since((1, 1, 1_000), (2, 0, 1_000))


def test_a_bank_pays_for_the_mover_alone_and_earns() -> None:
    game = _game(bank_seconds=100, increment_seconds=10)
    assert (game.clock.left, game.clock.deadline) == ((100_000, 100_000), 101_000)
    after = clocks.after_move(game, TOY.deciders(_chosen(game, None, 1)), 2, MOVE, 31_000)
    assert after.left == (100_000, 80_000)
    later = replace(game, clock=after)
    assert clocks.after_move(later, TOY.deciders(_chosen(game, None, None)), 1, MOVE, 301_000).left == (10_000, 80_000)


def test_what_only_prepares_earns_nothing_and_pays() -> None:
    game = _game(bank_seconds=100, increment_seconds=10)
    after = clocks.after_move(game, TOY.deciders(_chosen(game, None, None)), 1, Preparing(), 5_000)
    assert (after.left, after.since[0]) == ((96_000, 100_000), Since(1, 1, 5_000))


def test_the_automa_and_who_owes_nothing_pay_nothing() -> None:
    game = _game(bank_seconds=100)
    for decision in (Since(AUTOMA, 0, 1_000), None):
        assert clocks._charge(game, decision, MOVE, 9_000) == (100_000, 100_000)


def test_an_empty_bank_has_a_millisecond() -> None:
    game = _game(bank_seconds=100)
    assert clocks.time_of(game.table, (0, 5), 1) == 1
    assert clocks.time_of(game.table, (0, 5), 2) == 5
    assert clocks.time_of(_game(turn_seconds=7).table, (), 2) == 7_000
    assert clocks.time_of(_game().table, (), 2) == 0


def test_bots_have_no_deadline_and_people_have_the_first() -> None:
    assert _game("human", "bot", turn_seconds=60).clock.deadline == 61_000
    assert _game("bot", "bot", turn_seconds=60).clock.deadline == 0
    game = _game(turn_seconds=60)
    assert clocks.time_limit(game, Since(1, 0, 3_000)) == 63_000
    assert clocks.time_limit(_game(), Since(1, 0, 3_000)) == 0
    moved = replace(game, clock=replace(game.clock, since=_since((1, 0, 9_000), (2, 0, 1_000))))
    assert clocks.after_change(moved, 20_000).deadline == 61_000


def test_workers_owe_what_no_person_decides() -> None:
    assert _game().clock.pending == ""
    assert _game("human", "bot").clock.pending == "bot"
    game = _game()
    assert clocks._pending_work((1, AUTOMA), 1) == "automa"
    assert clocks._pending_work((), 0) == "scoring"
    over = clocks.after_move(game, TOY.deciders(_chosen(game, None, None, round_=2)), 1, MOVE, 5_000)
    assert (over.status, over.since, over.pending, over.deadline) == ("scoring", (), "scoring", 0)


def test_a_move_that_is_taken_back_is_owed_as_before() -> None:
    game = _game(bank_seconds=100)
    taken = (Before(1, 0, 700, 90_000), Before(1, 1, 800, 80_000))
    moved = replace(game, clock=replace(game.clock, version=2, takeback=taken))
    after = clocks.after_takeback(moved, _chosen(game, None, None), taken[1], 9_000)
    assert (after.version, after.takeback, after.left) == (3, taken[:1], (80_000, 100_000))
    assert after.since == _since((1, 3, 800), (2, 0, 1_000))
    assert clocks.after_takeback(_game(), _chosen(game, None, None), taken[0], 9_000).left == ()


def test_a_change_of_seats_is_no_move_and_gives_no_time() -> None:
    game = _game(turn_seconds=60)
    assert clocks.after_change(game, 9_000) == game.clock
    ended = replace(game, clock=replace(game.clock, status="finished", since=()))
    assert clocks.after_change(ended, 9_000) is ended.clock


def test_a_pause_stops_time_and_work_and_all_go_on_with_what_they_had() -> None:
    game = _game("human", "bot", turn_seconds=60)
    paused = clocks.after_pause(game, 11_000)
    assert (paused.paused, paused.deadline, paused.pending, paused.status) == (11_000, 0, "", "running")
    assert paused.since == game.clock.since
    moved = replace(paused, takeback=(Before(1, 0, 500),))
    rested = clocks.after_resume(replace(game, clock=moved), 71_000)
    assert (rested.paused, rested.deadline, rested.pending) == (0, 121_000, "bot")
    assert rested.since == _since((1, 0, 61_000), (2, 0, 61_000))
    assert rested.takeback == (Before(1, 0, 60_500),)


def test_who_closes_a_game_owes_nothing() -> None:
    before = Clock(CLOCK_SCHEMA, "running", 4, 9, _since((1, 0, 5)), 7, "bot", (1, 2), 8, (Before(1, 1, 1),))
    assert clocks.close(before, "finished") == Clock(CLOCK_SCHEMA, "finished", 4, 9, left=(1, 2))


def test_a_tag_names_version_write_viewer_language_and_mark() -> None:
    game = replace(_game(), revision=7)
    assert render.etag(game, None) == f'"0.7.s.01234567{render.EDITION}"'
    assert render.etag(game, 2, "fr") == f'"0.7.2fr.01234567{render.EDITION}"'


def test_clocks_are_shown_of_people_at_tables_with_time() -> None:
    game = _game("human", "bot", "human", turn_seconds=60)
    start = "1970-01-01T00:00:01.000Z"
    assert render.seat_clocks(game) == (
        SeatClock(seat=1, left=60.0, since=start),
        SeatClock(seat=3, left=60.0, since=start),
    )
    assert render.seat_clocks(_game()) is None
    assert render.seat_clocks(replace(game, clock=replace(game.clock, status="scoring"))) is None


def test_a_clock_that_rests_shows_what_was_left_then() -> None:
    game = _game(bank_seconds=100)
    rested = replace(game, clock=replace(game.clock, paused=31_000, since=_since((1, 0, 1_000))))
    assert render.seat_clocks(rested) == (
        SeatClock(seat=1, left=70.0, since=None),
        SeatClock(seat=2, left=100.0, since=None),
    )


def test_how_time_is_controlled_and_told() -> None:
    assert render.time_control(_game().table) is None
    banked = TimeControl(per_decision=None, bank=100, increment=3)
    assert render.time_control(_game(bank_seconds=100, increment_seconds=3, turn_seconds=9).table) == banked
    assert render.time_control(_game(turn_seconds=9).table) == TimeControl(per_decision=9, bank=None, increment=None)
    assert render.optional_timestamp(0) is None
    assert render.optional_timestamp(1_700_000_000_123) == "2023-11-14T22:13:20.123Z"


@pytest.mark.parametrize(
    ("kinds", "agreed", "may"),
    [
        (("human", "bot"), "bots", True),
        (("human", "human"), "bots", False),
        (("human", "human"), "all", True),
        (("human", "bot"), "none", False),
    ],
)
def test_hints_are_asked_for_as_was_agreed(kinds: tuple[str, ...], agreed: str, may: bool) -> None:
    game = _game(*kinds, hints=agreed)
    assert permission.can_ask(game, 1) is may
    assert permission.can_ask(game, None) is False


def test_hints_are_for_a_decision_that_is_owed_now() -> None:
    game = _game("human", "bot")
    idle = replace(game, clock=replace(game.clock, since=_since((2, 0, 1))))
    paused = replace(game, clock=replace(game.clock, paused=7))
    over = replace(game, clock=replace(game.clock, status="scoring"))
    assert [permission.can_ask(each, 1) for each in (game, idle, paused, over)] == [True, False, False, False]


@pytest.mark.parametrize("agreed", ["none", "bots"])
def test_who_may_not_ask_for_hints_is_told_what_was_agreed(agreed: str) -> None:
    game = _game(hints=agreed)
    with pytest.raises(Refused) as refused:
        permission.check(game, 1)
    assert refused.value.refusal == HintsOff(Term(f"hints.{agreed}"))
    assert not permission.can_ask(game, 1)
    alone = _game("human", "bot", hints=agreed)
    assert permission.can_ask(alone, 1) is (agreed == "bots")
    assert permission.can_ask(alone, None) is False
