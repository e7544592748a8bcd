"""Rulings A-23 and A-24: places on the table, stardust that comes back, numbers of the spheres, Rest."""

from __future__ import annotations

import pytest

from service.games.astra.content.cards import EMPTY
from service.games.astra.events import CardLaidOut, CardsReactivated
from service.games.astra.moves import Discard, Dream, EndTurn, Observe, PickBoon, Rest, UseAbility
from service.games.astra.printed import SPHERES
from service.games.astra.state import AstraState
from service.games.astra.view import SkyPlaceView
from service.games.rng import Rng
from tests.games.astra.build import RULEBOOK, all_but, events, legal, places, play, player, refusal, table


def discovered_in_the_middle(*deck: str) -> AstraState:
    """Taurus lies in the second of four places, and the last star is missing."""
    wished = table(3).sky("leo").sky("taurus", {1: all_but("taurus", 9)}).sky("lyra").sky("aries")
    return (wished.deck(*deck) if deck else wished.after_game_end()).build()


def test_a23_a_replacement_takes_the_place_of_the_card_it_replaces() -> None:
    state = discovered_in_the_middle("orion")
    assert places(state) == ["leo", "taurus", "lyra", "aries"]
    after = play(state, (1, Observe("taurus", (9,))))
    assert places(after) == ["leo", "orion", "lyra", "aries"]
    assert events(state, 1, Observe("taurus", (9,)), CardLaidOut) == [CardLaidOut(1, "orion", 2)]


def test_a23_a_dreamed_card_is_replaced_in_its_place() -> None:
    wished = table(2).sphere("fire").sky("leo", {1: (0,)}).sky("taurus", {0: all_but("taurus", 9)})
    state = play(wished.sky("lyra", {1: (0,)}).deck("orion").build(), (1, Rest()))
    assert places(play(state, (1, Dream("taurus", (9,))))) == ["leo", "orion", "lyra"]


def test_a23_a_place_whose_card_could_not_be_replaced_stays_empty() -> None:
    after = play(discovered_in_the_middle(), (1, Observe("taurus", (9,))))
    assert places(after) == ["leo", None, "lyra", "aries"]
    later = play(after, (2, Observe("leo", (0,))), (3, Rest()))
    assert places(later) == ["leo", None, "lyra", "aries"]


def test_a23_between_discovery_and_replacement_the_place_is_empty() -> None:
    wished = table(3).sky("leo").sky("taurus", {1: all_but("taurus", 9)}).sky("lyra").sky("aries").deck("orion")
    state = play(wished.player(1, active=("virgo", "draco")).build(), (1, Observe("taurus", (9,))))
    assert state.turn.phase == "discard"
    assert places(state) == ["leo", None, "lyra", "aries"]
    assert places(play(state, (1, Discard("virgo")))) == ["leo", "orion", "lyra", "aries"]


def test_a23_of_several_empty_places_the_first_is_filled_first() -> None:
    """Aries is completed before Taurus; the deck has one card for both."""
    wished = table(3).sky("leo").sky("taurus", {1: all_but("taurus", 9)}).sky("lyra")
    state = wished.sky("aries", {1: all_but("aries", 4)}).player(1, telescopes=1).after_game_end("orion").build()
    after = play(state, (1, Observe("aries", (4,))), (1, Observe("taurus", (9,))))
    assert player(after, 1).active == ("aries", "taurus")
    assert places(after) == ["leo", "orion", "lyra", None]


def test_a23_the_view_numbers_the_places_and_tells_an_empty_one_from_a_hidden_card() -> None:
    empty = play(discovered_in_the_middle(), (1, Observe("taurus", (9,))))
    shown = RULEBOOK.view(empty, 2).sky
    assert [place.place for place in shown] == [1, 2, 3, 4]
    assert shown[1] == SkyPlaceView(place=2, card=None, empty=True, marks=())
    seen = RULEBOOK.known(discovered_in_the_middle("orion"), 1)
    preview = RULEBOOK.view(RULEBOOK.apply(seen, 1, Observe("taurus", (9,))).state, 1).sky
    assert preview[1] == SkyPlaceView(place=2, card=None, empty=False, marks=())


def test_a23_legal_moves_follow_the_places() -> None:
    after = play(discovered_in_the_middle("orion"), (1, Observe("taurus", (9,))))
    cards = [move.card for move in RULEBOOK.legal_moves(after, 2) if isinstance(move, Observe)]
    assert list(dict.fromkeys(cards)) == ["leo", "orion", "lyra", "aries"]


def test_a23_nothing_can_be_marked_in_an_empty_place() -> None:
    after = play(discovered_in_the_middle(), (1, Observe("taurus", (9,))))
    assert {move.card for move in legal(after, 2, Observe)} == {"leo", "lyra", "aries"}
    assert refusal(after, 2, Observe(EMPTY, (0,))) == ("card_not_laid_out", "star_marking")


def test_a23_an_empty_place_is_imagined_as_empty() -> None:
    after = play(discovered_in_the_middle(), (1, Observe("taurus", (9,))))
    for viewer in (None, 1, 2):
        seen = RULEBOOK.known(after, viewer)
        assert places(RULEBOOK.imagine(seen, viewer, Rng(b"1"))) == places(seen) == places(after)


@pytest.mark.parametrize("card", ["aquarius", "capricornus", "hydra"])
def test_a24_stardust_comes_back_only_from_an_observe_that_reached_a_grand_star(card: str) -> None:
    """The first Observe marks two common stars in vain, the second one a common star before a grand one."""
    wished = table(3).sky("taurus", {2: (0, 1, 2)}).sky("leo", {2: (0,)}).player(1, active=(card,), telescopes=1)
    used = play(wished.build(), (1, UseAbility(card)))
    in_vain = play(used, (1, Observe("leo", (1, 2))))
    assert player(play(in_vain, (1, EndTurn())), 1).stardust == 8 - 2
    reached = play(in_vain, (1, Observe("taurus", (5, 6, 7))))
    assert player(reached, 1).stardust == 8 - 2 - 3 + 2


def discovered_under(sphere: str) -> AstraState:
    marks = {0: (0, 1, 2), 2: (3, 4), 1: all_but("taurus", 0, 1, 2, 3, 4, 9)}
    state = table(2).sphere(sphere).sky("taurus", marks).build()
    return play(state, (1, Observe("taurus", (9,))))


def test_a24_the_numbers_of_the_spheres_do_not_matter_for_a_discovery() -> None:
    picks = [legal(discovered_under(sphere), 2, PickBoon) for sphere in SPHERES]
    assert picks == [{PickBoon(2), PickBoon(3)}] * 4


def test_a24_the_numbers_of_the_spheres_do_not_matter_for_three_players() -> None:
    for sphere in SPHERES:
        state = table(3).sphere(sphere).sky("taurus").build()
        assert play(state, (1, Rest())).turn.seat == 2
        assert Observe("taurus", (0, 1, 2, 3, 4)) in legal(state, 1, Observe)


def test_a24_rest_reactivates_by_itself() -> None:
    state = table(3).sphere("fire").player(1, exhausted=("leo", "taurus", "aries"), wisdom=2).build()
    assert legal(state, 1, Rest) == {Rest()}
    assert events(state, 1, Rest(), CardsReactivated) == [CardsReactivated(1, ("leo", "aries"))]
