"""What the table is told and shown as turns, rounds and the game end."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import TurnBegan
from service.games.distant_suns import RULEBOOK
from service.games.distant_suns.events import GameEnded, RoundEnded
from service.games.distant_suns.moves import Pass
from service.games.distant_suns.rules.turns import end_turn
from service.games.distant_suns.state import PASSED, DistantSunsState, Module
from service.games.rng import Rng
from tests.games.distant_suns.tables import MOON, STAR, assigned, events, full_but, moves_of, play, sheet, table

GAPS = (Module(1, 2, 3), Module(1, 5, 6), Module(2, 2, 3), Module(2, 5, 6))
"""After these no module fits."""


def last_to_pass(state: DistantSunsState) -> DistantSunsState:
    """Seat 1 has passed, and seat 2 can only pass."""
    return replace(state, sheets=(full_but(), full_but()), seals=(PASSED, None))


def test_a_turn_begins_when_the_one_before_has_ended() -> None:
    state = last_to_pass(assigned(table(), MOON, STAR))
    assert events(state, 2, Pass())[-1] == TurnBegan(seat=2, round=1)


def test_a_turn_is_told_once() -> None:
    """Neither the assignment nor the drawings within the turn begin another one."""
    state = table()
    first = moves_of(state, 1)[0]
    assert TurnBegan not in map(type, events(state, 1, first))
    state = play(state, 1, first)
    assert TurnBegan not in map(type, events(state, 1, moves_of(state, 1)[0]))


def test_the_first_turn_of_a_round_begins_after_the_end_of_the_last() -> None:
    state = last_to_pass(table(modules=GAPS, turns=3, active=2))
    assert events(state, 2, Pass())[-2:] == (RoundEnded(seat=1, round=1, turns=4), TurnBegan(seat=1, round=2))


def test_after_the_third_round_no_turn_begins() -> None:
    state = last_to_pass(table(modules=GAPS, round=3, turns=13, active=2))
    step = RULEBOOK.apply(state, 2, Pass())
    assert step.events[-2:] == (
        RoundEnded(seat=1, round=3, turns=4),
        GameEnded(seat=0, reason="turns_14", round=3, turns=14),
    )
    assert RULEBOOK.end_reason(step.state) == "turns_14"


def test_every_turn_but_the_first_is_told_to_begin() -> None:
    state = RULEBOOK.setup(3, {"pack": "classic"}, Rng(b"turns"))
    rng, begun = Rng(b"moves"), [(1, 1)]
    while deciders := RULEBOOK.deciders(state):
        seat = rng.choice(deciders)
        step = RULEBOOK.apply(state, seat, rng.choice(moves_of(state, seat)))
        begun += [(event.seat, event.round) for event in step.events if isinstance(event, TurnBegan)]
        state = step.state
    assert len(begun) == state.turns
    assert [seat for seat, _ in begun] == [turn % 3 + 1 for turn in range(state.turns)]
    assert sorted({number for _, number in begun}) == [1, 2, 3]


def test_the_view_says_whose_turn_it_is_and_what_it_waits_for() -> None:
    state = table(players=3, active=2, turns=1)
    seen = RULEBOOK.view(state, None)
    assert (seen.phase, seen.active, seen.deciders, seen.next_module) == ("assign", 2, (2,), 1)
    assert (seen.round, seen.last_round, seen.turns_played) == (1, 3, 1)

    seen = RULEBOOK.view(assigned(state, MOON, STAR), None)
    assert (seen.phase, seen.active, seen.deciders, seen.next_module) == ("draw", 2, (1, 2, 3), None)

    seen = RULEBOOK.view(replace(state, round=4), None)
    assert (seen.phase, seen.active, seen.deciders, seen.next_module) == ("over", None, (), None)
    assert (seen.round, seen.last_round) == (3, 3)


def test_upgrades_beyond_the_slots_of_the_sheet_hold_nothing_up() -> None:
    """No sheet has more upgrades than slots, but a state that says so is played on too."""
    for crowded in (sheet(filled=0b1111111, owed=3), sheet(owed=-1)):
        assert {move.type for move in moves_of(table(crowded), 1)} == {"assign"}
        assert end_turn(replace(assigned(table(crowded), MOON, STAR), seals=(PASSED, PASSED))).state.turns == 1
