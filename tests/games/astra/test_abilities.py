"""The 13 effects that act at once: what each does, and all that the books say of it."""

from __future__ import annotations

import pytest

from service.games.astra.abilities import ABILITIES
from service.games.astra.events import FameGained, TelescopesGained
from service.games.astra.moves import MarkStar, Observe, UseAbility
from service.games.astra.state import AstraState
from tests.games.astra.build import CARDS, Table, all_but, events, legal, marks, play, player, refusal, table


def cards_with(ability: str) -> list[str]:
    found = [card.id for card in CARDS.values() if card.ability == ability]
    assert found, ability
    return found


def owning(card: str) -> Table:
    return table(3).player(1, active=(card,))


def marking(state: AstraState) -> dict[str, set[int]]:
    """Which stars can be marked for the ability now, by card."""
    found: dict[str, set[int]] = {}
    for move in legal(state, 1, MarkStar):
        found.setdefault(move.card, set()).add(move.star)
    return found


def test_there_are_18_effects_and_13_of_them_act_at_once() -> None:
    assert len(ABILITIES) == 18
    assert [row.when for row in ABILITIES.values()].count("at_once") == 13
    assert {card.ability for card in CARDS.values()} == set(ABILITIES)


@pytest.mark.parametrize(("effect", "amount"), [("stardust_4", 4), ("stardust_3", 3), ("stardust_2", 2)])
def test_effect_stardust_is_gained_beyond_the_pouch_size(effect: str, amount: int) -> None:
    for card in cards_with(effect):
        state = owning(card).build()
        after = play(state, (1, UseAbility(card)))
        assert player(after, 1).stardust == 8 + amount > player(after, 1).pouch
        assert player(after, 1).exhausted == (card,)


def test_effect_stardust_4_can_be_spent_in_the_same_turn() -> None:
    state = owning("leo").player(1, stardust=0).sky("taurus").build()
    after = play(state, (1, UseAbility("leo")), (1, Observe("taurus", (0, 1, 2, 3))))
    assert player(after, 1).stardust == 0


@pytest.mark.parametrize("card", cards_with("telescope"))
def test_effect_telescope_gains_one(card: str) -> None:
    state = owning(card).sky("taurus").build()
    after = play(state, (1, UseAbility(card)))
    assert player(after, 1).telescopes == 1
    assert player(after, 1).stardust == 8
    again = play(after, (1, Observe("taurus", (0,))), (1, Observe("taurus", (1,))))
    assert player(again, 1).telescopes == 0


@pytest.mark.parametrize("card", cards_with("buy_telescopes"))
def test_effect_buy_telescopes_sells_any_number_for_3_stardust_each(card: str) -> None:
    state = owning(card).player(1, stardust=11).build()
    assert legal(state, 1, UseAbility) == {UseAbility(card, count) for count in (1, 2, 3)}
    after = play(state, (1, UseAbility(card, 2)))
    assert (player(after, 1).telescopes, player(after, 1).stardust) == (2, 5)
    most = play(state, (1, UseAbility(card, 3)))
    assert (player(most, 1).telescopes, player(most, 1).stardust) == (3, 2)
    assert events(state, 1, UseAbility(card, 2), TelescopesGained) == [TelescopesGained(1, 2, 6)]


def test_effect_buy_telescopes_says_how_many() -> None:
    state = owning("ara").player(1, stardust=11).build()
    for wrong in (None, 0, -1, 4):
        assert refusal(state, 1, UseAbility("ara", wrong)) == ("wrong_number_of_telescopes", "A-19")
    assert refusal(owning("leo").build(), 1, UseAbility("leo", 1)) == ("sells_no_telescopes", "ability_phase")


@pytest.mark.parametrize("card", cards_with("wisdom"))
def test_effect_wisdom_gains_one(card: str) -> None:
    after = play(owning(card).player(1, wisdom=3).build(), (1, UseAbility(card)))
    assert (player(after, 1).wisdom, player(after, 1).limit) == (4, 4)


@pytest.mark.parametrize("card", cards_with("pouch"))
def test_effect_pouch_grows_by_one_and_is_not_filled(card: str) -> None:
    after = play(owning(card).build(), (1, UseAbility(card)))
    assert (player(after, 1).pouch, player(after, 1).stardust) == (6, 8)


@pytest.mark.parametrize("card", cards_with("mark_any"))
def test_effect_mark_any_ignores_the_star_marking_rules_and_is_free(card: str) -> None:
    state = owning(card).player(1, stardust=0).sky("taurus").sky("orion", {2: (0, 1)}).build()
    asked = play(state, (1, UseAbility(card)))
    assert marking(asked)["taurus"] == set(range(10))
    assert marking(asked)["orion"] == set(range(2, 10))
    after = play(asked, (1, MarkStar("taurus", 7)))
    assert marks(after, "taurus", 1) == (7,)
    assert player(after, 1).stardust == 0
    assert player(after, 1).wisdom == 1, "a grand star gives its wisdom"
    assert after.turn.phase == "ability"
    assert marking(after) == {}


def test_no_star_is_marked_free_unless_an_ability_asks_for_it() -> None:
    state = owning("cetus").sky("taurus").build()
    assert refusal(state, 1, MarkStar("taurus", 0)) == ("nothing_to_mark", "ability_phase")
    asked = play(state, (1, UseAbility("cetus")))
    assert refusal(asked, 2, MarkStar("taurus", 0)) == ("not_your_decision", "turn_order")


def test_effect_mark_any_needs_an_unmarked_star_of_a_card_laid_out() -> None:
    asked = play(owning("cetus").sky("taurus", {2: (0,)}).build(), (1, UseAbility("cetus")))
    for star in (0, -1, 10):
        assert refusal(asked, 1, MarkStar("taurus", star)) == ("star_not_allowed", "star_marking")
    assert refusal(asked, 1, MarkStar(asked.deck[0], 0)) == ("card_not_laid_out", "star_marking")


@pytest.mark.parametrize("card", cards_with("mark_any_and_adjacent"))
def test_effect_mark_any_and_adjacent_marks_all_unmarked_neighbours_free(card: str) -> None:
    state = owning(card).player(1, stardust=0).sky("taurus", {2: (1,)}).build()
    asked = play(state, (1, UseAbility(card)))
    assert marking(asked)["taurus"] == set(all_but("taurus", 1))
    after = play(asked, (1, MarkStar("taurus", 2)))
    assert marks(after, "taurus", 1) == (2, 3, 5)
    assert marks(after, "taurus", 2) == (1,)
    assert player(after, 1).stardust == 0
    assert player(after, 1).wisdom == 1
    assert after.turn.skips_action


def test_effect_mark_any_and_adjacent_counts_every_grand_star() -> None:
    state = owning("virgo").sky("orion").build()
    after = play(state, (1, UseAbility("virgo")), (1, MarkStar("orion", 4)))
    assert marks(after, "orion", 1) == (3, 4, 5, 7)
    assert player(after, 1).wisdom == 3


@pytest.mark.parametrize("card", cards_with("mark_three_cards"))
def test_effect_mark_three_cards_takes_one_star_each_by_the_first_star_rule(card: str) -> None:
    state = owning(card).player(1, stardust=0).sky("taurus").sky("orion", {2: (0,)}).sky("aquila").sky("aries").build()
    asked = play(state, (1, UseAbility(card)))
    assert marking(asked) == {"taurus": {0}, "orion": {1, 5}, "aquila": {0}, "aries": {0}}
    one = play(asked, (1, MarkStar("orion", 5)))
    assert marking(one) == {"taurus": {0}, "aquila": {0}, "aries": {0}}
    assert refusal(one, 1, MarkStar("orion", 1)) == ("star_not_allowed", "star_marking")
    two = play(one, (1, MarkStar("taurus", 0)))
    assert marking(two) == {"aquila": {0}, "aries": {0}}
    three = play(two, (1, MarkStar("aries", 0)))
    assert three.turn.phase == "ability"
    assert [marks(three, name, 1) for name in ("taurus", "orion", "aquila", "aries")] == [(0,), (5,), (), (0,)]
    assert player(three, 1).stardust == 0


@pytest.mark.parametrize("card", cards_with("mark_two"))
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (MarkStar("taurus", 2), MarkStar("taurus", 3)),
        (MarkStar("taurus", 2), MarkStar("taurus", 5)),
        (MarkStar("taurus", 2), MarkStar("orion", 0)),
        (MarkStar("orion", 0), MarkStar("taurus", 2)),
    ],
)
def test_effect_mark_two_takes_two_on_one_card_or_one_on_each_of_two(
    card: str, first: MarkStar, second: MarkStar
) -> None:
    state = owning(card).player(1, stardust=0).sky("taurus", {2: (0, 1)}).sky("orion").build()
    asked = play(state, (1, UseAbility(card)))
    assert marking(asked)["taurus"] == {2}
    assert marking(asked)["orion"] == {0}
    after = play(asked, (1, first), (1, second))
    assert after.turn.phase == "ability"
    assert player(after, 1).stardust == 0
    assert first.star in marks(after, first.card, 1)
    assert second.star in marks(after, second.card, 1)


@pytest.mark.parametrize("card", cards_with("fame_per_marked_card"))
def test_effect_fame_per_marked_card_counts_undiscovered_cards_with_an_own_mark(card: str) -> None:
    state = (
        owning(card)
        .sky("taurus", {1: (0, 1), 2: (2,)})
        .sky("orion", {1: (0,)})
        .sky("leo", {2: (0,)})
        .sky("aries", {1: all_but("aries")})
        .build()
    )
    after = play(state, (1, UseAbility(card)))
    assert player(after, 1).fame == 2
    assert events(state, 1, UseAbility(card), FameGained) == [FameGained(1, 2, "fame_per_marked_card")]


@pytest.mark.parametrize("card", cards_with("fame_per_element"))
def test_effect_fame_per_element_counts_own_cards_active_or_exhausted(card: str) -> None:
    element = CARDS[card].element
    same = [other.id for other in CARDS.values() if other.element == element and other.id != card][:3]
    foreign = next(other.id for other in CARDS.values() if other.element != element)
    state = (
        table(3)
        .sphere(element)
        .player(1, active=(card, same[0]), exhausted=(same[1], foreign), wisdom=4)
        .player(2, active=(same[2],))
        .build()
    )
    assert player(play(state, (1, UseAbility(card))), 1).fame == 3, "the card itself counts too"


def test_effect_fame_per_element_looks_at_the_active_sphere() -> None:
    state = table(3).sphere("fire").player(1, active=("libra", "leo")).build()
    assert player(play(state, (1, UseAbility("libra"))), 1).fame == 1
