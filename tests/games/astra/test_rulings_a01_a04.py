"""Rulings A-1 to A-4: full cards, "this turn" abilities, abilities that can do nothing, the skipped action."""

from __future__ import annotations

import pytest

from service.games.astra.events import CardGained, FameGained, StardustGained, StarsMarked
from service.games.astra.moves import Dream, EndTurn, MarkStar, Observe, PickBoon, Rest, UseAbility
from service.games.astra.state import Turn
from tests.games.astra.build import (
    RULEBOOK,
    Table,
    all_but,
    events,
    laid_out,
    legal,
    play,
    player,
    reasons,
    refusal,
    score_lines,
    table,
)

CETUS_MARKS_9 = (1, UseAbility("cetus")), (1, MarkStar("taurus", 9))
"""Taurus is full afterwards, in the Ability phase."""


def nearly_full(*cards: str) -> Table:
    """Seat 1 owns Cetus and these; star 9 of Taurus is missing, and most marks are seat 2's."""
    return table(3).sky("taurus", {1: (0,), 2: all_but("taurus", 0, 9)}).player(1, active=("cetus", *cards), wisdom=6)


def nothing_to_mark(*cards: str) -> Table:
    """All cards laid out are full, and there is no deck."""
    return table(3).sky("aries", {1: all_but("aries")}).player(1, active=cards, wisdom=6).after_game_end()


def test_a1_a_full_card_cannot_be_marked_from_that_moment() -> None:
    full = play(nearly_full("serpens").build(), *CETUS_MARKS_9)
    assert refusal(full, 1, Observe("taurus", (9,))) == ("already_discovered", "A-1")
    asked = play(full, (1, UseAbility("serpens")))
    assert refusal(asked, 1, MarkStar("taurus", 9)) == ("already_discovered", "A-1")
    assert not any(move.card == "taurus" for move in legal(asked, 1, MarkStar))


def test_a1_a_full_card_does_not_count_for_cassiopeia_and_the_like() -> None:
    state = nearly_full("cassiopeia").sky("leo", {1: (0,)}).build()
    assert player(play(state, (1, UseAbility("cassiopeia"))), 1).fame == 2
    assert player(play(state, *CETUS_MARKS_9, (1, UseAbility("cassiopeia"))), 1).fame == 1
    assert ("marked_stars", "") in score_lines(state, 1)
    assert ("marked_stars", "") not in score_lines(play(state, *CETUS_MARKS_9), 1)


def test_a1_a_full_card_is_collected_in_the_discovery_phase_by_the_player_of_the_turn() -> None:
    full = play(nearly_full().build(), *CETUS_MARKS_9)
    assert "taurus" in laid_out(full)
    assert player(full, 1).cards == ("cetus",)
    rested = play(full, (1, Rest()))
    assert rested.turn.phase == "boons"
    assert events(rested, 2, PickBoon(0), CardGained) == [CardGained(1, "taurus")]


def test_a2_fame_is_paid_after_discovery() -> None:
    state = table(3).sky("taurus", {2: all_but("taurus", 6, 7)}).player(1, active=("cancer",)).build()
    discovering = play(state, (1, UseAbility("cancer")), (1, Observe("taurus", (6, 7))))
    assert (discovering.turn.phase, player(discovering, 1).fame) == ("boons", 0)
    assert player(play(discovering, (2, PickBoon(1))), 1).fame == 1


def test_a2_fame_is_paid_after_the_dream() -> None:
    state = table(2).sphere("earth").sky("taurus").sky("leo").player(1, active=("cancer", "cetus")).build()
    state = play(state, (1, UseAbility("cancer")), (1, UseAbility("cetus")), (1, MarkStar("leo", 3)), (1, Rest()))
    assert (state.turn.phase, player(state, 1).fame) == ("dream", 0)
    dream = next(iter(legal(state, 1, Dream)))
    dreamed = [event.type for event in RULEBOOK.apply(state, 1, dream).events]
    assert dreamed.index("stars_marked") < dreamed.index("fame_gained") < dreamed.index("turn_began")


def test_a2_the_dreamers_grand_stars_are_not_the_players() -> None:
    state = table(2).sphere("earth").sky("draco", {2: tuple(range(11))}).sky("leo", {1: (0,)}).sky("lyra", {1: (0,)})
    resting = play(state.player(1, active=("cancer",)).build(), (1, UseAbility("cancer")), (1, Rest()))
    assert events(resting, 1, Dream("draco", (11,)), StarsMarked) == [StarsMarked(0, "draco", (11,))]
    assert events(resting, 1, Dream("draco", (11,)), FameGained) == []


def test_a2_what_happened_before_the_ability_was_used_counts_too() -> None:
    state = table(3).sky("leo").sky("taurus", {2: (0,)}).player(1, active=("cetus", "cancer", "pegasus"), wisdom=2)
    grand_first = (1, UseAbility("cetus")), (1, MarkStar("leo", 3))
    used = (1, UseAbility("cancer")), (1, UseAbility("pegasus"))
    after = play(state.build(), *grand_first, *used, (1, Observe("taurus", (1,))))
    assert player(after, 1).fame == 1
    assert player(after, 1).stardust == 7, "a grand star was marked, so nothing is regained"


def test_a2_first_star_and_instead_of_refilling_act_in_the_action_phase() -> None:
    state = table(3).sky("taurus").player(1, active=("bootes", "cygnus"), stardust=4).build()
    used = play(state, (1, UseAbility("bootes")), (1, UseAbility("cygnus")))
    assert player(used, 1).stardust == 4
    assert Observe("taurus", (9,)) in RULEBOOK.legal_moves(used, 1)
    assert player(play(used, (1, Rest())), 1).stardust == 9


@pytest.mark.parametrize(
    ("cards", "path", "regained"),
    [
        (("aquarius", "hydra"), (1, 2, 3), 2),
        (("pegasus", "piscis_austrinus"), (1, 2), 2),
        (("aquarius", "pegasus"), (1, 2, 3), 2),
        (("aquarius", "pegasus"), (1, 2), 2),
        (("aquarius", "hydra", "capricornus", "pegasus"), (1, 2, 3, 4), 2),
    ],
)
def test_a2_each_stardust_is_regained_once_whatever_stacks(
    cards: tuple[str, ...], path: tuple[int, ...], regained: int
) -> None:
    state = table(3).sky("taurus", {2: (0,)}).player(1, active=cards, wisdom=4).build()
    used = play(state, *((1, UseAbility(card)) for card in cards))
    gains = events(used, 1, Observe("taurus", path), StardustGained)
    assert sum(gain.amount for gain in gains) == regained
    assert player(play(used, (1, Observe("taurus", path))), 1).stardust == 8 - len(path) + regained


def test_a2_fame_effects_stack() -> None:
    cards = ("cancer", "corona_australis", "orion")
    state = table(3).sky("taurus", {2: (0, 1, 2)}).player(1, active=cards, wisdom=2).build()
    used = play(state, *((1, UseAbility(card)) for card in cards))
    assert player(play(used, (1, Observe("taurus", (3,)))), 1).fame == 3


def test_a2_two_instead_of_refilling_do_not_stack() -> None:
    cards = ("cygnus", "lupus", "sagittarius")
    state = table(3).player(1, active=cards, wisdom=2, stardust=2).build()
    used = play(state, *((1, UseAbility(card)) for card in cards))
    assert player(play(used, (1, Rest())), 1).stardust == 7


@pytest.mark.parametrize("card", ["cetus", "virgo", "draco", "hercules"])
def test_a3_an_ability_that_can_do_nothing_cannot_be_used(card: str) -> None:
    state = nothing_to_mark(card).build()
    assert refusal(state, 1, UseAbility(card)) == ("no_star_for_ability", "A-3")
    assert reasons(state, 1)["use_ability"] == ("no_star_for_ability", "A-3")
    assert player(state, 1).active == (card,)


@pytest.mark.parametrize("others", [(), ("leo",)])
def test_a3_three_different_cards_are_as_many_as_can_be(others: tuple[str, ...]) -> None:
    wished = nothing_to_mark("draco").sky("taurus")
    for card in others:
        wished = wished.sky(card)
    state = play(wished.build(), (1, UseAbility("draco")), (1, MarkStar("taurus", 0)))
    for card in others:
        assert legal(state, 1, MarkStar) == {MarkStar(card, 0)}
        state = play(state, (1, MarkStar(card, 0)))
    assert state.turn.phase == "ability"


def test_a3_mark_two_is_one_if_only_one_can_be() -> None:
    state = nothing_to_mark("hercules").sky("taurus", {2: all_but("taurus", 9)}).build()
    after = play(state, (1, UseAbility("hercules")), (1, MarkStar("taurus", 9)))
    assert after.turn.phase == "ability"


@pytest.mark.parametrize("card", ["andromeda", "eridanus", "virgo"])
def test_a4_after_andromeda_and_its_like_there_is_no_observe_and_no_rest(card: str) -> None:
    state = table(2).sky("taurus").player(1, active=(card, "leo"), telescopes=2).build()
    state = play(state, (1, UseAbility(card)), (1, MarkStar("taurus", 2)))
    assert refusal(state, 1, Observe("taurus", (0,))) == ("action_skipped", "A-4")
    assert refusal(state, 1, Rest()) == ("action_skipped", "A-4")
    assert reasons(state, 1)["observe"] == reasons(state, 1)["rest"] == ("action_skipped", "A-4")
    assert play(state, (1, EndTurn())).turn == Turn(2), "and no Dream phase"


def test_a4_other_abilities_may_still_be_used() -> None:
    state = table(3).sky("taurus").player(1, active=("virgo", "leo", "andromeda"), wisdom=2).build()
    state = play(state, (1, UseAbility("virgo")), (1, MarkStar("taurus", 2)))
    state = play(state, (1, UseAbility("leo")), (1, UseAbility("andromeda")), (1, MarkStar("taurus", 6)))
    assert player(state, 1).stardust == 12
    assert RULEBOOK.legal_moves(state, 1) == [EndTurn()]


def test_a4_what_was_completed_is_discovered_without_an_action() -> None:
    state = table(3).sky("triangulum").player(1, active=("virgo",)).build()
    state = play(state, (1, UseAbility("virgo")), (1, MarkStar("triangulum", 2)), (1, EndTurn()))
    assert player(state, 1).active == ("triangulum",)
