"""The 5 effects that last for the turn. The fame and regain effects pay at its end (A-2)."""

from __future__ import annotations

import pytest

from service.games.astra.events import FameGained, Rested, StardustGained
from service.games.astra.moves import AstraMove, EndTurn, MarkStar, Observe, PickBoon, Rest, UseAbility
from service.games.astra.state import AstraState
from tests.games.astra.build import CARDS, Table, all_but, events, legal, marks, play, player, refusal, table


def cards_with(ability: str) -> list[str]:
    found = [card.id for card in CARDS.values() if card.ability == ability]
    assert found, ability
    return found


def owning(*cards: str) -> Table:
    return table(3).player(1, active=cards, wisdom=4)


def stardust_after(state: AstraState, *moves: AstraMove) -> int:
    """Seat 1's stardust when its turn is over."""
    after = play(state, *((1, move) for move in moves))
    assert after.turn.seat == 2
    return player(after, 1).stardust


def fame_after(state: AstraState, *moves: AstraMove) -> int:
    after = play(state, *((1, move) for move in moves))
    assert after.turn.seat == 2
    return player(after, 1).fame


@pytest.mark.parametrize("card", cards_with("fame_per_grand"))
def test_effect_fame_per_grand_pays_each_grand_star_of_the_turn(card: str) -> None:
    """Those of further Observes and of abilities, too."""
    state = (
        owning(card, "cetus").player(1, telescopes=1).sky("leo", {2: (0, 1, 2)}).sky("taurus", {2: (0, 1, 2)}).build()
    )
    by_ability = UseAbility("cetus"), MarkStar("leo", 7)
    observes = Observe("leo", (3, 4, 5)), Observe("taurus", (3,))
    assert fame_after(state, UseAbility(card), *by_ability, *observes) == 4
    assert fame_after(state, *by_ability, *observes) == 0, "only when it is used"


@pytest.mark.parametrize("card", cards_with("fame_per_grand"))
def test_effect_fame_per_grand_pays_at_the_end_of_the_turn(card: str) -> None:
    state = owning(card).player(1, telescopes=1).sky("taurus", {2: (0, 1, 2)}).build()
    observed = play(state, (1, UseAbility(card)), (1, Observe("taurus", (3,))))
    assert player(observed, 1).fame == 0
    assert events(observed, 1, EndTurn(), FameGained) == [FameGained(1, 1, "fame_per_grand")]


def test_effect_fame_per_grand_counts_grand_stars_whose_wisdom_is_lost() -> None:
    state = owning("orion").player(1, wisdom=12).sky("taurus", {2: (0, 1, 2)}).build()
    assert fame_after(state, UseAbility("orion"), Observe("taurus", (3,))) == 1


@pytest.mark.parametrize("card", cards_with("first_any_common"))
def test_effect_first_any_common_opens_every_common_star_of_every_observe(card: str) -> None:
    state = owning(card).player(1, telescopes=1).sky("taurus").sky("orion", {2: (0,)}).build()
    used = play(state, (1, UseAbility(card)))
    assert firsts(used, "taurus") == {0, 1, 2, 4, 5, 6, 8, 9}, "the starting star, or any common one"
    assert firsts(used, "orion") == {1, 5} | {2, 4, 6, 8, 9}, "by the rule, or any common one"
    once = play(used, (1, Observe("taurus", (6, 7))))
    assert marks(once, "taurus", 1) == (6, 7)
    assert firsts(once, "taurus") == {1, 2, 4, 5, 8, 9}, "the starting star is not next to a mark"
    assert play(once, (1, Observe("taurus", (9, 8)))).turn.seat == 2


def firsts(state: AstraState, card: str) -> set[int]:
    return {move.path[0] for move in legal(state, 1, Observe) if move.card == card}


def test_effect_first_any_common_opens_no_grand_star_and_no_starting_star() -> None:
    state = play(owning("bootes").sky("taurus", {2: (9,)}).build(), (1, UseAbility("bootes")))
    for star in (0, 3, 7):
        assert refusal(state, 1, Observe("taurus", (star,))) == ("wrong_first_star", "star_marking")


def test_effect_first_any_common_binds_the_stars_after_the_first() -> None:
    state = play(owning("bootes").sky("taurus").build(), (1, UseAbility("bootes")))
    assert refusal(state, 1, Observe("taurus", (6, 9))) == ("broken_path", "star_marking")
    assert Observe("taurus", (6, 5, 2, 1, 0)) in legal(state, 1, Observe)


def test_effect_first_any_common_costs_stardust_and_lasts_one_turn() -> None:
    state = play(owning("bootes").sky("taurus").build(), (1, UseAbility("bootes")), (1, Observe("taurus", (6,))))
    assert player(state, 1).stardust == 7
    assert {move.path[0] for move in legal(state, 2, Observe) if move.card == "taurus"} == {5, 7}


@pytest.mark.parametrize("card", cards_with("rest_gains_pouch"))
@pytest.mark.parametrize(("stardust", "pouch", "after"), [(0, 5, 5), (4, 5, 9), (9, 7, 16)])
def test_effect_rest_gains_pouch_gains_the_pouch_size_instead_of_refilling(
    card: str, stardust: int, pouch: int, after: int
) -> None:
    state = owning(card).player(1, stardust=stardust, pouch=pouch).build()
    assert stardust_after(state, UseAbility(card), Rest()) == after
    used = play(state, (1, UseAbility(card)))
    assert events(used, 1, Rest(), Rested) == [Rested(1, pouch)]


def test_effect_rest_gains_pouch_gives_nothing_to_an_observe() -> None:
    state = owning("cygnus").sky("taurus").build()
    assert stardust_after(state, UseAbility("cygnus"), Observe("taurus", (0,))) == 7


def test_effect_rest_gains_pouch_with_two_copies_gains_once() -> None:
    state = owning("cygnus", "lupus").player(1, stardust=1).build()
    assert stardust_after(state, UseAbility("cygnus"), UseAbility("lupus"), Rest()) == 6


@pytest.mark.parametrize("card", cards_with("regain_before_grand"))
def test_effect_regain_before_grand_gives_back_what_was_spent_before_the_first_grand_star(card: str) -> None:
    """Not what the grand star cost, nor what came after it."""
    state = owning(card).sky("taurus", {2: (0,)}).build()
    assert stardust_after(state, UseAbility(card), Observe("taurus", (1, 2, 3, 4))) == 8 - 4 + 2
    assert stardust_after(state, UseAbility(card), Observe("taurus", (1, 2, 3))) == 8 - 3 + 2


def test_effect_regain_before_grand_counts_the_starting_star() -> None:
    state = owning("aquarius").sky("taurus").build()
    assert stardust_after(state, UseAbility("aquarius"), Observe("taurus", (0, 1, 2, 3))) == 8 - 4 + 3


def test_effect_regain_before_grand_stops_at_the_first_of_several_grand_stars() -> None:
    state = owning("aquarius").sky("orion").build()
    assert stardust_after(state, UseAbility("aquarius"), Observe("orion", (0, 1, 2, 3))) == 8 - 4 + 1


def test_effect_regain_before_grand_looks_at_each_observe_alone() -> None:
    """Of three Observes two reach a grand star; the one that does not gives nothing back."""
    state = owning("hydra").player(1, telescopes=2).sky("taurus").sky("orion").build()
    observes = Observe("taurus", (0, 1)), Observe("taurus", (2, 3)), Observe("orion", (0, 5))
    assert stardust_after(state, UseAbility("hydra"), *observes) == 8 - 6 + (0 + 1 + 1)


def test_effect_regain_before_grand_gives_nothing_without_a_grand_star_or_for_free_ones() -> None:
    state = owning("hydra", "cetus").sky("taurus", {2: (0,)}).build()
    free = UseAbility("cetus"), MarkStar("taurus", 7)
    assert stardust_after(state, UseAbility("hydra"), *free, Observe("taurus", (1, 2))) == 8 - 2


def test_effect_regain_before_grand_pays_at_the_end_of_the_turn_also_when_cards_are_discovered() -> None:
    state = owning("hydra").player(2, stardust=0).sky("taurus", {2: (0, 1, 2, 3, 4, 8, 9)}).build()
    discovering = play(state, (1, UseAbility("hydra")), (1, Observe("taurus", (5, 6, 7))))
    assert player(discovering, 1).stardust == 5
    last = PickBoon(0)
    assert events(discovering, 2, last, StardustGained) == [StardustGained(1, 2, "regain_before_grand")]
    assert player(play(discovering, (2, last)), 1).stardust == 7


@pytest.mark.parametrize("card", cards_with("regain_if_common"))
def test_effect_regain_if_common_gives_back_all_that_marked_common_stars(card: str) -> None:
    state = owning(card).player(1, telescopes=1).sky("leo", {2: (0,)}).build()
    observes = Observe("leo", (1, 2)), Observe("leo", (3,))
    assert stardust_after(state, UseAbility(card), Observe("leo", (1, 2)), EndTurn()) == 8
    assert stardust_after(state, UseAbility(card), *observes) == 5, "star 3 is grand"


def test_effect_regain_if_common_fails_with_a_starting_star_or_a_grand_star() -> None:
    state = owning("pegasus").sky("leo").sky("taurus", {2: (0, 1, 2)}).build()
    assert stardust_after(state, UseAbility("pegasus"), Observe("leo", (0,))) == 7
    assert stardust_after(state, UseAbility("pegasus"), Observe("taurus", (3,))) == 7
    assert stardust_after(state, UseAbility("pegasus"), Observe("taurus", (5, 6))) == 8


def test_effect_regain_if_common_fails_when_a_card_is_discovered() -> None:
    state = owning("pegasus").sky("taurus", {1: all_but("taurus", 9)}).build()
    assert stardust_after(state, UseAbility("pegasus"), Observe("taurus", (9,))) == 7


def test_effect_regain_if_common_never_gives_back_what_bought_telescopes() -> None:
    state = owning("pegasus", "ara").sky("taurus", {2: (0,)}).sky("leo", {2: (0,)}).build()
    bought = UseAbility("pegasus"), UseAbility("ara", 1)
    assert stardust_after(state, *bought, Observe("taurus", (1, 2)), Observe("leo", (1, 2))) == 8 - 3


def test_effect_regain_if_common_looks_at_stars_marked_by_abilities() -> None:
    state = owning("pegasus", "cetus").sky("taurus", {2: (0,)}).sky("leo").build()
    common = UseAbility("pegasus"), UseAbility("cetus"), MarkStar("taurus", 9)
    grand = UseAbility("pegasus"), UseAbility("cetus"), MarkStar("taurus", 7)
    start = UseAbility("pegasus"), UseAbility("cetus"), MarkStar("leo", 0)
    assert stardust_after(state, *common, Observe("taurus", (1, 2))) == 8
    assert stardust_after(state, *grand, Observe("taurus", (1, 2))) == 6
    assert stardust_after(state, *start, Observe("taurus", (1, 2))) == 6
