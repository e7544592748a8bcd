"""Rulings A-15 to A-18: one ability after the other, dreamed cards, two stars on one card, several full cards."""

from __future__ import annotations

import pytest

from service.games.astra.events import CardGained, CardLaidOut
from service.games.astra.moves import Discard, Dream, EndTurn, MarkStar, Observe, PickBoon, Rest, UseAbility
from service.games.astra.state import AstraState, Turn
from service.games.astra.view import MarkingView
from tests.games.astra.build import (
    RULEBOOK,
    Table,
    all_but,
    events,
    laid_out,
    legal,
    marks,
    play,
    player,
    reasons,
    refusal,
    table,
)


def test_a15_a_this_turn_effect_outlives_the_discarding_of_its_card() -> None:
    state = table(3).sky("taurus", {1: all_but("taurus", 6, 7)}).player(1, active=("cancer", "hydra")).build()
    state = play(state, (1, UseAbility("cancer")), (1, UseAbility("hydra")), (1, Observe("taurus", (6, 7))))
    assert state.turn.phase == "discard"
    for card, kept in (("cancer", "hydra"), ("hydra", "cancer")):
        after = play(state, (1, Discard(card)))
        assert kept in player(after, 1).cards
        assert player(after, 1).fame == 1
        assert player(after, 1).stardust == 8 - 2 + 1


@pytest.mark.parametrize("card", ["cetus", "draco", "hercules", "virgo"])
def test_a15_an_at_once_ability_is_finished_before_another_starts(card: str) -> None:
    state = table(3).sky("taurus").player(1, active=(card, "leo")).build()
    state = play(state, (1, UseAbility(card)))
    assert {move.type for move in RULEBOOK.legal_moves(state, 1)} == {"mark_star"}
    for move in (UseAbility("leo"), Observe("taurus", (0,)), Rest(), EndTurn()):
        assert refusal(state, 1, move) == ("wrong_phase", "A-15")
    kinds = ("use_ability", "observe", "rest", "end_turn", "pick_boon", "discard", "dream")
    assert reasons(state, 1) == dict.fromkeys(kinds, ("wrong_phase", "A-15"))


def test_a15_between_its_stars_an_ability_is_not_finished() -> None:
    state = table(3).sky("taurus").sky("leo").player(1, active=("draco", "aries")).build()
    state = play(state, (1, UseAbility("draco")), (1, MarkStar("taurus", 0)))
    assert refusal(state, 1, UseAbility("aries")) == ("wrong_phase", "A-15")
    shown = MarkingView(ability="mark_three_cards", left=2, cards=("taurus",))
    assert RULEBOOK.view(state, None).turn.marking == shown


def dreaming(above: int = 5, **seat_1: object) -> AstraState:
    """Star 9 completes Taurus; all of its marks are the dreamer's."""
    wished = table(2).sphere("fire").sky("taurus", {0: all_but("taurus", 9)}).sky("leo", {1: (0,)})
    wished = wished.sky("lyra", {1: (0,)}).deck("orion", above=above).player(1, **seat_1)
    return play(wished.build(), (1, Rest()))


def test_a16_a_dreamed_card_is_replaced_at_once() -> None:
    state, dream = dreaming(), Dream("taurus", (9,))
    assert events(state, 1, dream, CardLaidOut) == [CardLaidOut(1, "orion", 1)]
    after = play(state, (1, dream))
    assert laid_out(after) == ["orion", "leo", "lyra"]
    assert after.turn == Turn(2)


def test_a16_its_replacement_may_bring_game_end_up() -> None:
    after = play(dreaming(above=1), (1, Dream("taurus", (9,))))
    assert after.last_round == 1
    assert RULEBOOK.end_reason(after) == "dream_in_first_turn"


def test_a16_there_is_no_card_limit_check() -> None:
    after = play(dreaming(active=("aries", "virgo")), (1, Dream("taurus", (9,))))
    assert player(after, 1).active == ("aries", "virgo")
    assert after.turn == Turn(2)


def test_a16_with_no_undiscovered_card_left_the_dream_phase_is_skipped() -> None:
    wished = table(2).sky("taurus", {1: all_but("taurus", 9)}).player(1, active=("cetus",)).after_game_end()
    full = play(wished.build(), (1, UseAbility("cetus")), (1, MarkStar("taurus", 9)))
    after = play(full, (1, Rest()))
    assert laid_out(after) == []
    assert after.turn == Turn(2)


def test_a16_a_card_laid_out_by_the_discovery_phase_can_be_dreamed_of() -> None:
    wished = table(2).sphere("fire").sky("taurus", {1: all_but("taurus")}).sky("leo", {1: (0,)})
    state = play(wished.sky("lyra", {1: (0,)}).deck("draco").build(), (1, Rest()))
    assert legal(state, 1, Dream) == {Dream("draco", (0, 1))}


def marking_two(wished: Table) -> AstraState:
    return play(wished.player(1, active=("hercules",)).build(), (1, UseAbility("hercules")))


def test_a17_the_second_star_on_one_card_is_adjacent_to_the_first() -> None:
    state = play(marking_two(table(3).sky("taurus", {2: (0, 1, 2)})), (1, MarkStar("taurus", 5)))
    assert {move.star for move in legal(state, 1, MarkStar) if move.card == "taurus"} == {6, 8}
    assert refusal(state, 1, MarkStar("taurus", 3)) == ("star_not_allowed", "star_marking")


def test_a17_after_a_dead_end_the_second_goes_onto_another_card() -> None:
    state = play(marking_two(table(3).sky("taurus", {2: (0, 1, 2, 3)}).sky("leo")), (1, MarkStar("taurus", 4)))
    choices = legal(state, 1, MarkStar)
    assert MarkStar("leo", 0) in choices
    assert not any(move.card == "taurus" for move in choices)
    assert refusal(state, 1, MarkStar("taurus", 5)) == ("star_not_allowed", "star_marking")
    assert marks(play(state, (1, MarkStar("leo", 0))), "leo", 1) == (0,)


def test_a17_where_that_is_possible() -> None:
    state = play(marking_two(table(3).sky("taurus", {2: (0, 1, 2, 3)}).after_game_end()), (1, MarkStar("taurus", 4)))
    assert state.turn.phase == "ability"
    assert marks(state, "taurus", 1) == (4,)


def test_a17_the_first_star_may_complete_a_card() -> None:
    state = play(marking_two(table(3).sky("taurus", {2: all_but("taurus", 9)}).sky("leo")), (1, MarkStar("taurus", 9)))
    assert not any(move.card == "taurus" for move in legal(state, 1, MarkStar))
    assert play(state, (1, MarkStar("leo", 0))).turn.completed == ("taurus",)


def two_full() -> AstraState:
    """Leo lies before Taurus but was completed after it; seat 2 helped with both."""
    state = (
        table(3)
        .sky("leo", {2: (0,), 1: all_but("leo", 0, 8)})
        .sky("taurus", {2: (0,), 1: all_but("taurus", 0, 9)})
        .player(1, telescopes=1, wisdom=0)
        .build()
    )
    return play(state, (1, Observe("taurus", (9,))), (1, Observe("leo", (8,))))


def picking_on(state: AstraState) -> str:
    """Whose boons are being picked."""
    shown = RULEBOOK.view(state, None).boons
    assert shown is not None
    return shown.card


def test_a18_full_cards_are_resolved_in_the_order_of_completion_each_wholly_before_the_next() -> None:
    state = two_full()
    assert picking_on(state) == "taurus"
    assert player(state, 1).cards == ()
    assert events(state, 2, PickBoon(0), CardGained) == [CardGained(1, "taurus")]
    state = play(state, (2, PickBoon(0)))
    assert picking_on(state) == "leo"
    assert player(state, 1).active == ("taurus",)
    assert len(laid_out(state)) == 3, "replacements come after all"
    state = play(state, (2, PickBoon(0)))
    assert player(state, 1).active == ("taurus", "leo")


def test_a18_a_boon_struck_on_one_card_is_open_on_the_next() -> None:
    state = play(two_full(), (2, PickBoon(0)))
    assert {move.boon for move in legal(state, 2, PickBoon)} == {0, 1, 2, 3}


def test_a18_cards_completed_by_abilities_come_before_those_completed_by_the_action() -> None:
    state = (
        table(3)
        .sky("leo", {1: all_but("leo", 8)})
        .sky("taurus", {1: all_but("taurus", 9)})
        .player(1, active=("cetus",), wisdom=4)
        .build()
    )
    state = play(state, (1, UseAbility("cetus")), (1, MarkStar("taurus", 9)))
    assert [event.card for event in events(state, 1, Observe("leo", (8,)), CardGained)] == ["taurus", "leo"]
