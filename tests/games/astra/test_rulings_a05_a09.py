"""Rulings A-5 to A-9: boons and activation, no silent choice, discards, replacements, the dreamer."""

from __future__ import annotations

from itertools import combinations

import pytest

from service.games.astra.events import BoonPicked, BoonsStruck, CardDiscarded, CardGained, CardLaidOut, WisdomGained
from service.games.astra.moves import Discard, Dream, EndTurn, Observe, PickBoon, Rest
from service.games.astra.refusals import WrongNumberOfCards
from service.games.astra.state import AstraState, Turn
from service.games.refusals import IllegalMove
from tests.games.astra.build import (
    CARDS,
    RULEBOOK,
    a_card,
    all_but,
    amount,
    boon,
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

ACTIVATING = a_card("activation")
ACTIVATION = boon(ACTIVATING.id, "activation")
NUMBER = amount(ACTIVATING.id, "activation")
OTHER_BOON = (ACTIVATION + 1) % 4
EXHAUSTED = tuple(card for card in CARDS if card != ACTIVATING.id)[: NUMBER + 1]
"""One card more than the boon of Activation turns."""


def activating(*exhausted: str) -> AstraState:
    """Seat 2 picks a boon of the card; its exhausted cards are these."""
    card, last = ACTIVATING.id, ACTIVATING.size - 1
    wished = table(3).sky(card, {2: (0,), 1: all_but(card, 0, last)}).player(2, exhausted=exhausted, wisdom=12)
    return play(wished.build(), (1, Observe(card, (last,))))


def test_a5_a_helper_must_pick_a_boon() -> None:
    state = activating()
    assert {move.type for move in RULEBOOK.legal_moves(state, 2)} == {"pick_boon"}
    assert refusal(state, 2, EndTurn()) == ("wrong_phase", "A-5")
    assert reasons(state, 2)["rest"] == ("wrong_phase", "A-5")


def activations(state: AstraState) -> set[tuple[str, ...]]:
    """The cards that seat 2 may name with the boon of Activation."""
    return {move.activate for move in legal(state, 2, PickBoon) if move.boon == ACTIVATION}


def test_a5_activation_names_exactly_as_many_cards_as_its_number_says() -> None:
    state = activating(*EXHAUSTED)
    assert activations(state) == set(combinations(EXHAUSTED, NUMBER))
    after = play(state, (2, PickBoon(ACTIVATION, EXHAUSTED[1:])))
    assert (player(after, 2).active, player(after, 2).exhausted) == (EXHAUSTED[1:], EXHAUSTED[:1])


def test_a5_neither_more_nor_fewer_cards_are_named() -> None:
    state = activating(*EXHAUSTED)
    for wrong in (EXHAUSTED, EXHAUSTED[: NUMBER - 1], ()):
        assert refusal(state, 2, PickBoon(ACTIVATION, wrong)) == ("wrong_number_of_cards", "A-5")
    with pytest.raises(IllegalMove) as refused:
        RULEBOOK.check(state, 2, PickBoon(ACTIVATION))
    assert refused.value.refusal == WrongNumberOfCards(NUMBER)


def test_a5_all_exhausted_cards_are_named_when_there_are_fewer() -> None:
    fewer = EXHAUSTED[: NUMBER - 1]
    state = activating(*fewer)
    assert fewer
    assert activations(state) == {fewer}
    assert refusal(state, 2, PickBoon(ACTIVATION)) == ("wrong_number_of_cards", "A-5")
    assert player(play(state, (2, PickBoon(ACTIVATION, fewer))), 2).exhausted == ()


def test_a5_activation_names_exhausted_cards_of_the_helper() -> None:
    state = activating(*EXHAUSTED)
    for wrong in ("lyra", "nothing", ""):
        assert refusal(state, 2, PickBoon(ACTIVATION, (wrong,))) == ("not_exhausted", "A-5")
    assert refusal(state, 2, PickBoon(OTHER_BOON, EXHAUSTED[:1])) == ("not_an_activation", "A-5")


def test_a5_each_card_is_named_once_in_the_order_they_lie() -> None:
    card = next(card for card in CARDS.values() if any(b.type == "activation" and b.amount > 1 for b in card.boons))
    last, pick = card.size - 1, boon(card.id, "activation")
    wished = table(3).sky(card.id, {2: (0,), 1: all_but(card.id, 0, last)}).player(2, exhausted=("leo", "virgo"))
    state = play(wished.build(), (1, Observe(card.id, (last,))))
    for wrong in (("leo", "leo"), ("virgo", "leo")):
        assert refusal(state, 2, PickBoon(pick, wrong)) == ("not_exhausted", "A-5")
    assert PickBoon(pick, ("leo", "virgo")) in legal(state, 2, PickBoon)


def test_a5_with_none_exhausted_activation_may_still_be_picked() -> None:
    assert activations(activating()) == {()}
    assert refusal(activating(), 2, PickBoon(ACTIVATION, ("leo",))) == ("not_exhausted", "A-5")
    after = play(activating(), (2, PickBoon(ACTIVATION)))
    assert player(after, 2).cards == ()
    assert after.turn == Turn(2)


def test_a6_a_single_boon_left_is_still_asked_for() -> None:
    state = table(5).sky("draco", {2: (0, 1, 2, 3), 3: (4, 5, 6), 4: (7, 8), 5: (9,)}).build()
    state = play(state, (1, Observe("draco", (10, 11, 12))), (2, PickBoon(0)), (3, PickBoon(1)), (4, PickBoon(2)))
    assert RULEBOOK.deciders(state) == (5,)
    assert {move.boon for move in RULEBOOK.legal_moves(state, 5) if isinstance(move, PickBoon)} == {3}


def test_a6_a_single_exhausted_card_is_not_turned_by_itself() -> None:
    state = activating("leo")
    assert RULEBOOK.deciders(state) == (2,)
    assert player(state, 2).exhausted == ("leo",)
    assert activations(state) == {("leo",)}


def test_a6_discards_are_asked_for_one_by_one() -> None:
    state = play(two_discovered(), (1, EndTurn()))
    for left in (4, 3):
        assert RULEBOOK.deciders(state) == (1,)
        assert len(legal(state, 1, Discard)) == left
        state = play(state, (1, Discard(player(state, 1).cards[0])))
    assert state.turn == Turn(2)


def two_discovered() -> AstraState:
    """Seat 1 has two cards, a limit of 2, and has just completed two more without help."""
    state = (
        table(3)
        .sky("taurus", {1: all_but("taurus", 9)})
        .sky("leo", {1: all_but("leo", 8)})
        .player(1, active=("aries",), exhausted=("virgo",), telescopes=2)
        .deck("lyra", "orion")
        .build()
    )
    return play(state, (1, Observe("taurus", (9,))), (1, Observe("leo", (8,))))


def test_a7_discards_happen_once_after_all_cards_are_gained_and_before_replacements() -> None:
    state = two_discovered()
    assert [event.card for event in events(state, 1, EndTurn(), CardGained)] == ["taurus", "leo"]
    assert events(state, 1, EndTurn(), CardLaidOut) == []
    state = play(state, (1, EndTurn()))
    assert (state.turn.phase, len(player(state, 1).cards), len(laid_out(state))) == ("discard", 4, 2)
    assert events(state, 1, Discard("virgo"), CardLaidOut) == []
    state = play(state, (1, Discard("virgo")))
    assert state.turn.phase == "discard"
    assert events(state, 1, Discard("leo"), CardLaidOut) == [CardLaidOut(1, "lyra", 1), CardLaidOut(1, "orion", 2)]
    after = play(state, (1, Discard("leo")))
    assert player(after, 1).cards == ("aries", "taurus")
    assert after.discard[-2:] == ("virgo", "leo")


def test_a7_no_discard_between_two_discovered_cards() -> None:
    state = (
        table(3)
        .sky("taurus", {1: all_but("taurus", 9)})
        .sky("leo", {2: (0,), 1: all_but("leo", 0, 8)})
        .player(1, active=("aries", "virgo"), telescopes=1)
        .build()
    )
    state = play(state, (1, Observe("taurus", (9,))), (1, Observe("leo", (8,))))
    assert state.turn.phase == "boons"
    assert player(state, 1).active == ("aries", "virgo", "taurus")
    assert play(state, (2, PickBoon(0))).turn.phase == "discard"


def test_a7_only_own_cards_and_only_when_above_the_limit() -> None:
    state = play(two_discovered(), (1, EndTurn()))
    assert refusal(state, 1, Discard("lyra")) == ("not_yours_to_discard", "A-7")
    assert refusal(state, 2, Discard("aries")) == ("not_your_decision", "turn_order")
    assert refusal(state, 1, Rest()) == ("wrong_phase", "A-7")
    calm = table(3).player(1, active=("aries",)).build()
    assert refusal(calm, 1, Discard("aries")) == ("wrong_phase", "ability_phase")


@pytest.mark.parametrize(("above", "left_after"), [(1, -1), (2, -1), (3, 1)])
def test_a8_each_replacement_drawn_can_bring_game_end_up(above: int, left_after: int) -> None:
    wished = table(3).sky("taurus", {1: all_but("taurus", 9)}).sky("aries", {1: all_but("aries", 4)})
    state = wished.player(1, telescopes=1).deck("lyra", "orion", above=above).build()
    after = play(state, (1, Observe("taurus", (9,))), (1, Observe("aries", (4,))))
    assert after.above_end == left_after
    assert bool(after.last_round) == (left_after == -1)
    assert laid_out(after)[:2] == ["lyra", "orion"], "both come, the second from below Game End if need be"


@pytest.mark.parametrize("deck", [(), ("lyra",)])
def test_a8_an_empty_deck_gives_no_replacement(deck: tuple[str, ...]) -> None:
    wished = table(3).sky("taurus", {1: all_but("taurus", 9)}).sky("aries", {1: all_but("aries", 4)}).sky("leo")
    state = wished.sky("virgo").player(1, telescopes=1).after_game_end(*deck).build()
    after = play(state, (1, Observe("taurus", (9,))), (1, Observe("aries", (4,))))
    assert laid_out(after) == [*deck, "leo", "virgo"]
    assert after.deck == ()


def dreaming(by_pen: dict[int, tuple[int, ...]]) -> AstraState:
    """Seat 1 dreams one or two stars on Taurus, the other cards being touched and smaller."""
    wished = table(2).sphere("fire").sky("taurus", by_pen).sky("leo", {1: (0,)}).sky("lyra", {1: (0,)})
    return play(wished.build(), (1, Rest()))


def test_a9_the_dreamer_gains_no_wisdom() -> None:
    state = dreaming({1: (0, 1, 2, 5, 6, 8, 9)})
    assert events(state, 1, Dream("taurus", (7,)), WisdomGained) == []
    assert play(state, (1, Dream("taurus", (7,)))).seats == state.seats


def test_a9_the_dreamer_picks_no_boon() -> None:
    state = table(2).sky("taurus", {0: (0, 1), 1: all_but("taurus", 0, 1, 9)}).build()
    assert events(state, 1, Observe("taurus", (9,)), BoonPicked) == []
    assert player(play(state, (1, Observe("taurus", (9,)))), 1).active == ("taurus",)


def test_a9_its_marks_are_ordinary_ones_for_adjacency_untouched_and_completion() -> None:
    state = table(2).sky("taurus", {0: (0, 1, 2)}).build()
    firsts = {move.path[0] for move in legal(state, 1, Observe) if move.card == "taurus"}
    assert firsts == {3, 5}
    touched = dreaming({0: (0,)})
    assert {move.path for move in legal(touched, 1, Dream) if move.card == "taurus"} == {(1, 2)}
    full = table(2).sky("taurus", {0: all_but("taurus", 9)}).build()
    assert player(play(full, (1, Observe("taurus", (9,)))), 1).active == ("taurus",)


def test_a9_in_a_dream_discovery_each_helper_is_compared_with_the_dreamer() -> None:
    """The dreamer has 3 stars with the last one, seat 1 has 2, seat 2 has 5."""
    state = play(dreaming({0: (0, 1), 1: (2, 3), 2: (4, 5, 6, 7, 8)}), (1, Dream("taurus", (9,))))
    assert marks(state, "taurus", 0) == (0, 1, 9)
    assert {move.boon for move in legal(state, 2, PickBoon)} == {0, 1, 2, 3}
    state = play(state, (2, PickBoon(2)))
    assert {move.boon for move in legal(state, 1, PickBoon)} == {3}
    assert refusal(state, 1, PickBoon(0)) == ("boon_struck_by_dreamer", "A-9")
    assert refusal(state, 1, PickBoon(2)) == ("boon_struck", "picking_boons")
    after = play(state, (1, PickBoon(3)))
    assert (player(after, 1).cards, player(after, 2).cards, after.discard[-1]) == ((), (), "taurus")


def test_a9_a_dreamer_with_more_than_both_strikes_for_both() -> None:
    state = dreaming({0: all_but("taurus", 0, 1, 9), 1: (0,), 2: (1,)})
    dream = Dream("taurus", (9,))
    assert [event.seat for event in events(state, 1, dream, BoonsStruck)] == [1, 2]
    state = play(state, (1, dream))
    for seat in (1, 2):
        assert {move.boon for move in legal(state, seat, PickBoon)} == {2, 3}
    after = play(state, (1, PickBoon(2)), (2, PickBoon(2)))
    assert events(state, 1, PickBoon(2), CardDiscarded) == []
    assert after.discard[-1] == "taurus"
