"""Rulings A-19 to A-22: abilities in vain, Rest and Observe, Game End and discards, activation in a sealed pick."""

from __future__ import annotations

import pytest

from service.games.astra.abilities import ABILITIES
from service.games.astra.events import BoonPicked, CardsReactivated, DeckCardDiscarded, GameEndSurfaced
from service.games.astra.moves import Observe, PickBoon, Rest, UseAbility
from service.games.astra.printed import SPHERES
from service.games.astra.state import AstraState, Turn
from service.games.astra.view import DeckView, OwnPickView
from service.games.rng import Rng
from tests.games.astra.build import (
    CARDS,
    RULEBOOK,
    Table,
    a_card,
    all_but,
    boon,
    events,
    laid_out,
    legal,
    play,
    player,
    reasons,
    refusal,
    table,
)


@pytest.mark.parametrize(
    ("card", "journal", "code"),
    [
        ("canis_minor", {"wisdom": 12}, "wisdom_full"),
        ("sagitta", {"wisdom": 12}, "wisdom_full"),
        ("crater", {"pouch": 12}, "pouch_full"),
        ("gemini", {"pouch": 12}, "pouch_full"),
        ("ara", {"stardust": 2}, "too_little_stardust"),
        ("auriga", {"stardust": 0}, "too_little_stardust"),
        ("cassiopeia", {}, "no_marked_card"),
        ("lyra", {}, "no_marked_card"),
        ("libra", {}, "no_card_of_element"),
        ("perseus", {}, "no_card_of_element"),
    ],
)
def test_a19_abilities_that_would_do_nothing_are_refused(card: str, journal: dict[str, int], code: str) -> None:
    foreign = next(element for element in SPHERES if element != CARDS[card].element)
    state = table(3).sphere(foreign).player(1, active=(card,), **journal).build()
    assert refusal(state, 1, UseAbility(card)) == (code, "A-19")
    assert reasons(state, 1)["use_ability"] == (code, "A-19")


def test_a19_at_least_one_telescope_is_bought() -> None:
    state = table(3).player(1, active=("ara",), stardust=3).build()
    assert legal(state, 1, UseAbility) == {UseAbility("ara", 1)}
    assert refusal(state, 1, UseAbility("ara", 0)) == ("wrong_number_of_telescopes", "A-19")


def test_a19_fame_of_another_players_marks_is_no_fame() -> None:
    state = table(3).sky("taurus", {2: (0,)}).player(1, active=("corvus",)).build()
    assert refusal(state, 1, UseAbility("corvus")) == ("no_marked_card", "A-19")


@pytest.mark.parametrize("card", [card.id for card in CARDS.values() if ABILITIES[card.ability].when == "this_turn"])
def test_a19_this_turn_abilities_may_be_used_in_vain(card: str) -> None:
    """Without stardust, deck or anything to mark."""
    after = play(all_full().player(1, active=(card,), stardust=0).build(), (1, UseAbility(card)))
    assert player(after, 1).exhausted == (card,)


def all_full() -> Table:
    """Nothing is undiscovered, and there is no deck."""
    return table(3).sky("aries", {1: all_but("aries")}).after_game_end()


def test_a20_rest_is_legal_with_a_full_pouch() -> None:
    assert Rest() in RULEBOOK.legal_moves(table(3).player(1, stardust=12).build(), 1)


def test_a20_rest_is_legal_with_an_empty_deck_and_nothing_undiscovered() -> None:
    state = all_full().build()
    assert list(RULEBOOK.legal_moves(state, 1)) == [Rest()]
    after = play(state, (1, Rest()))
    assert after.turn == Turn(2)
    assert play(after, (2, Rest())).turn == Turn(3)


def test_a20_observe_needs_a_stardust_and_a_markable_star() -> None:
    poor = table(3).sky("taurus").player(1, stardust=0).build()
    assert refusal(poor, 1, Observe("taurus", (0,))) == ("no_stardust", "A-20")
    state = all_full().build()
    assert refusal(state, 1, Observe("aries", (0,))) == ("no_star", "A-20")
    assert reasons(state, 1)["observe"] == ("no_star", "A-20")
    one = table(3).sky("taurus").player(1, stardust=1).build()
    assert Observe("taurus", (0,)) in RULEBOOK.legal_moves(one, 1)


def surfacing() -> AstraState:
    """In seat 2's turn the next Rest brings Game End up."""
    return table(3).sphere("earth").turn(2, number=4).deck("orion", "lyra", above=1).build()


def test_a21_game_end_is_set_aside_the_moment_it_surfaces() -> None:
    after = play(surfacing(), (2, Rest()))
    assert after.above_end == -1
    assert after.deck[0] == "lyra"
    assert RULEBOOK.view(after, None).deck == DeckView(cards=len(after.deck), above_game_end=0)


def test_a21_game_end_triggers_once() -> None:
    """The marker crosses the icon again in the last round, in the first player's turn."""
    state = play(surfacing(), (2, Rest()))
    assert state.last_round == 5
    for seat in (3, 1, 2):
        state = play(state, (seat, Rest()))
    assert SPHERES[state.sphere] == "earth"
    assert events(state, 3, Rest(), DeckCardDiscarded) == [DeckCardDiscarded(3, "lyra")]
    assert events(state, 3, Rest(), GameEndSurfaced) == []
    assert RULEBOOK.is_over(play(state, (3, Rest())))


def test_a21_discards_are_public() -> None:
    after = play(surfacing(), (2, Rest()))
    for viewer in (None, 1, 2, 3):
        assert RULEBOOK.view(after, viewer).discard == after.discard
    assert after.discard[-1] == "orion"


def test_a21_discards_are_never_reshuffled() -> None:
    wished = table(3).sky("taurus", {1: all_but("taurus", 9)}).sky("leo").after_game_end()
    state = wished.build()
    after = play(state, (1, Observe("taurus", (9,))))
    assert laid_out(after) == ["leo"]
    assert after.discard == state.discard
    assert len(after.discard) > 40


def test_a21_with_no_deck_the_discard_icon_does_nothing() -> None:
    state = table(3).sky("leo").sphere("earth").after_game_end().build()
    assert events(state, 1, Rest(), DeckCardDiscarded) == []
    after = play(state, (1, Rest()))
    assert SPHERES[after.sphere] == "fire"
    assert after.discard == state.discard


ACTIVATING = a_card("activation")
ACTIVATION = boon(ACTIVATING.id, "activation")
LEO_VIRGO_ARA = ("leo", "virgo", "ara")
"""One card more than this boon turns."""


def tied() -> AstraState:
    """Seats 2 and 3 marked one star each of a card with the boon of Activation."""
    card, last = ACTIVATING.id, ACTIVATING.size - 1
    wished = table(3).sky(card, {2: (0,), 3: (1,), 1: all_but(card, 0, 1, last)})
    state = wished.player(2, exhausted=LEO_VIRGO_ARA, wisdom=2).player(3, exhausted=("orion",)).build()
    return play(state, (1, Observe(card, (last,))))


def test_a22_a_tied_helper_names_the_cards_of_activation_in_the_same_sealed_pick() -> None:
    before = tied()
    one = play(before, (2, PickBoon(ACTIVATION, ("leo", "virgo"))))
    other = play(before, (2, PickBoon(ACTIVATION, ("virgo", "ara"))))
    for viewer in (None, 1, 3):
        assert RULEBOOK.view(one, viewer) == RULEBOOK.view(other, viewer)
    shown = RULEBOOK.view(one, 2).boons
    assert shown is not None
    assert shown.own_pick == OwnPickView(boon=ACTIVATION, activate=("leo", "virgo"))
    assert player(one, 2).exhausted == LEO_VIRGO_ARA, "nothing is turned before all have picked"
    assert events(before, 2, PickBoon(ACTIVATION, ("leo", "virgo")), CardsReactivated) == []


def test_a22_the_named_cards_are_turned_when_all_have_picked() -> None:
    sealed = play(tied(), (2, PickBoon(ACTIVATION, ("virgo", "ara"))))
    last = PickBoon(ACTIVATION, ("orion",))
    turned = events(sealed, 3, last, CardsReactivated)
    assert turned == [CardsReactivated(2, ("virgo", "ara")), CardsReactivated(3, ("orion",))]
    assert [event.activated for event in events(sealed, 3, last, BoonPicked)] == [("virgo", "ara"), ("orion",)]
    after = play(sealed, (3, last))
    assert (player(after, 2).active, player(after, 2).exhausted) == (("virgo", "ara"), ("leo",))
    assert player(after, 3).active == ("orion",)


def test_a22_a_decider_who_stays_away_holds_up_the_game() -> None:
    sealed = play(tied(), (2, PickBoon((ACTIVATION + 1) % 4)))
    assert RULEBOOK.deciders(sealed) == (3,)
    for seat in (1, 2):
        assert RULEBOOK.legal_moves(sealed, seat) == ()
        assert set(reasons(sealed, seat).values()) == {("not_your_decision", "turn_order")}


def test_a22_a_sealed_pick_is_imagined_as_any_that_was_possible() -> None:
    """The cards that an activation names are sealed with it, so they are imagined with it."""
    before = tied()
    possible = {(move.boon, move.activate) for move in legal(before, 2, PickBoon)}
    assert len({activate for _, activate in possible}) > 1
    seen = RULEBOOK.known(play(before, (2, PickBoon(ACTIVATION, ("leo", "virgo")))), 1)
    imagined = set()
    for seed in range(60):
        picking = RULEBOOK.imagine(seen, 1, Rng(bytes([seed]))).turn.picking
        assert picking is not None
        imagined |= {(pick.boon, pick.activate) for pick in picking.picks}
    assert imagined == possible
