"""Action phase: Rest, its three steps and their order."""

from __future__ import annotations

import pytest

from service.games.astra.events import CardsReactivated, DeckCardDiscarded, Rested, SphereMoved
from service.games.astra.moves import Rest
from service.games.astra.printed import SPHERES
from service.games.astra.state import Turn
from tests.games.astra.build import RULEBOOK, events, play, player, refusal, table


@pytest.mark.parametrize(("stardust", "pouch", "after"), [(0, 5, 5), (3, 5, 5), (5, 5, 5), (2, 12, 12)])
def test_rest_refills_to_the_pouch_size(stardust: int, pouch: int, after: int) -> None:
    state = table(3).player(1, stardust=stardust, pouch=pouch).build()
    assert player(play(state, (1, Rest())), 1).stardust == after
    assert events(state, 1, Rest(), Rested) == [Rested(1, after - stardust)]


def test_rest_never_loses_the_excess() -> None:
    state = table(3).player(1, stardust=9, pouch=5).build()
    assert player(play(state, (1, Rest())), 1).stardust == 9


def test_rest_reactivates_all_own_exhausted_cards_of_the_active_element_and_no_others() -> None:
    state = (
        table(3)
        .sphere("fire")
        .player(1, wisdom=6, active=("aquila",), exhausted=("leo", "taurus", "aries", "pisces"))
        .player(2, exhausted=("orion",))
        .build()
    )
    after = play(state, (1, Rest()))
    assert player(after, 1).active == ("aquila", "leo", "aries")
    assert player(after, 1).exhausted == ("taurus", "pisces")
    assert player(after, 2).exhausted == ("orion",)


def test_the_sphere_that_counts_is_the_one_at_the_beginning_of_the_rest() -> None:
    state = table(3).sphere("fire").player(1, exhausted=("leo", "pisces")).build()
    after = play(state, (1, Rest()))
    assert SPHERES[after.sphere] == "water"
    assert player(after, 1).active == ("leo",)
    assert player(after, 1).exhausted == ("pisces",)


@pytest.mark.parametrize(
    ("before", "after"), [("fire", "water"), ("water", "air"), ("air", "earth"), ("earth", "fire")]
)
def test_the_marker_moves_one_step_clockwise(before: str, after: str) -> None:
    state = table(3).sphere(before).build()
    assert SPHERES[play(state, (1, Rest())).sphere] == after
    assert events(state, 1, Rest(), SphereMoved) == [SphereMoved(1, after)]


@pytest.mark.parametrize("element", ["fire", "water", "air", "earth"])
def test_crossing_the_discard_icon_between_earth_and_fire_discards_the_top_card(element: str) -> None:
    state = table(3).sphere(element).deck("orion").build()
    after = play(state, (1, Rest()))
    crossed = element == "earth"
    assert (after.discard[-1] == "orion") == crossed
    assert len(after.deck) == len(state.deck) - crossed
    assert after.above_end == state.above_end - crossed


def test_the_steps_come_in_order() -> None:
    state = table(3).sphere("earth").player(1, stardust=1, exhausted=("taurus",)).deck("orion").build()
    happened = RULEBOOK.apply(state, 1, Rest()).events
    assert happened[:4] == (
        Rested(1, 4),
        CardsReactivated(1, ("taurus",)),
        SphereMoved(1, "fire"),
        DeckCardDiscarded(1, "orion"),
    )


def test_one_rest_a_turn() -> None:
    after = play(table(3).build(), (1, Rest()))
    assert after.turn == Turn(2)
    assert refusal(after, 1, Rest()) == ("not_your_decision", "turn_order")
