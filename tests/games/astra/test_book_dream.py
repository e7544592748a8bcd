"""Two players: boons struck by the dreamer, the Dream phase, a dream of discovery."""

from __future__ import annotations

import pytest

from service.games.astra.events import BoonsStruck, CardDiscarded, CardGained, StarsMarked
from service.games.astra.moves import Dream, Observe, PickBoon, Rest
from service.games.astra.printed import SPHERES
from service.games.astra.state import AstraState, Turn
from service.games.astra.view import DreamView
from tests.games.astra.build import (
    CARDS,
    RULEBOOK,
    Marks,
    all_but,
    events,
    laid_out,
    legal,
    marks,
    play,
    player,
    refusal,
    table,
)

TEN_STARS = ("taurus", "orion", "bootes")
NINE_STARS = ("leo", "aquarius", "cygnus")


def dreaming(sky: dict[str, Marks], number: int = 4) -> AstraState:
    """Seat 1 has just rested; the sphere that is now active says the number."""
    wished = table(2).sphere(SPHERES[number - 2])
    for card, stars in sky.items():
        wished = wished.sky(card, stars)
    state = play(wished.build(), (1, Rest()))
    assert state.turn.phase == "dream"
    return state


def dream_paths(state: AstraState, card: str) -> set[tuple[int, ...]]:
    return {move.path for move in legal(state, 1, Dream) if move.card == card}


def dream_cards(state: AstraState) -> set[str]:
    return {move.card for move in legal(state, 1, Dream)}


@pytest.mark.parametrize(
    ("dreamers", "helpers", "open_boons"),
    [((0, 1, 2), (3, 4), {2, 3}), ((0, 1), (2, 3), {0, 1, 2, 3}), ((0,), (1, 2), {0, 1, 2, 3}), ((0,), (), set())],
)
def test_the_two_leftmost_boons_are_struck_where_the_dreamer_marked_more_than_the_helper(
    dreamers: tuple[int, ...], helpers: tuple[int, ...], open_boons: set[int]
) -> None:
    own = all_but("taurus", 9, *dreamers, *helpers)
    state = table(2).sky("taurus", {0: dreamers, 1: own, 2: helpers}).build()
    discovered = play(state, (1, Observe("taurus", (9,))))
    assert {move.boon for move in legal(discovered, 2, PickBoon)} == open_boons
    struck = [BoonsStruck(2, "taurus", (0, 1))] if open_boons == {2, 3} else []
    assert events(state, 1, Observe("taurus", (9,)), BoonsStruck) == struck
    assert player(play(discovered, *((2, PickBoon(b)) for b in sorted(open_boons)[-1:])), 1).active == ("taurus",)


def test_a_boon_struck_by_the_dreamer_is_refused() -> None:
    state = table(2).sky("taurus", {0: (0, 1), 1: all_but("taurus", 0, 1, 8, 9), 2: (8,)}).build()
    discovered = play(state, (1, Observe("taurus", (9,))))
    assert refusal(discovered, 2, PickBoon(0)) == ("boon_struck_by_dreamer", "A-9")
    assert refusal(discovered, 2, PickBoon(1)) == ("boon_struck_by_dreamer", "A-9")


def test_the_dream_falls_on_the_untouched_card() -> None:
    state = dreaming({"triangulum": {}, "taurus": {1: (0,)}, "draco": {2: (0,)}})
    assert dream_cards(state) == {"triangulum"}
    for card in ("taurus", "draco"):
        assert refusal(state, 1, Dream(card, (1, 2, 3, 4))) == ("wrong_dream_card", "dreaming_rules")


def test_of_several_untouched_cards_on_the_one_with_most_stars() -> None:
    state = dreaming({"leo": {}, "taurus": {}, "draco": {1: (0,)}})
    assert dream_cards(state) == {"taurus"}
    assert refusal(state, 1, Dream("leo", (0, 1, 2, 3))) == ("wrong_dream_card", "dreaming_rules")


def test_of_untouched_cards_with_equally_many_stars_on_whichever_the_resting_player_prefers() -> None:
    assert {CARDS[card].size for card in TEN_STARS} == {10}
    state = dreaming({"taurus": {}, "orion": {}, "leo": {}})
    assert dream_cards(state) == {"taurus", "orion"}


def test_with_every_card_touched_on_the_one_with_most_stars_in_all() -> None:
    """In all: the ones already marked count too."""
    state = dreaming({"taurus": {1: all_but("taurus", 9)}, "leo": {2: (0,)}, "lyra": {2: (0,)}})
    assert dream_cards(state) == {"taurus"}


def test_of_touched_cards_with_equally_many_stars_on_whichever_the_resting_player_prefers() -> None:
    assert {CARDS[card].size for card in NINE_STARS} == {9}
    state = dreaming({"leo": {1: (0,)}, "cygnus": {2: (0,)}, "lyra": {2: (0,)}})
    assert dream_cards(state) == {"leo", "cygnus"}


def test_a_touch_of_the_dreamer_is_a_touch() -> None:
    state = dreaming({"taurus": {0: (0,)}, "leo": {}, "lyra": {1: (0,)}})
    assert dream_cards(state) == {"leo"}


@pytest.mark.parametrize(("resting_on", "number"), [("earth", 1), ("fire", 2), ("water", 3), ("air", 4)])
def test_as_many_stars_as_the_now_active_sphere_says(resting_on: str, number: int) -> None:
    state = play(table(2).sphere(resting_on).sky("draco").build(), (1, Rest()))
    assert dream_paths(state, "draco") == {tuple(range(number))}
    assert RULEBOOK.view(state, 2).dream == DreamView(number=number, cards=("draco",))
    after = play(state, (1, Dream("draco", tuple(range(number)))))
    assert marks(after, "draco", 0) == tuple(range(number))
    assert after.turn == Turn(2)
    assert RULEBOOK.view(after, 2).dream is None


def test_a_path_is_shorter_only_where_it_reaches_a_dead_end() -> None:
    touched: dict[str, Marks] = {"leo": {1: (0,)}, "lyra": {1: (0,)}}
    state = dreaming({"taurus": {1: (0, 1)}, **touched}, number=4)
    assert dream_paths(state, "taurus") == {(2, 3, 4), (2, 5, 6, 7), (2, 5, 8, 9)}
    assert refusal(state, 1, Dream("taurus", (2, 5, 6))) == ("dream_too_short", "dreaming_rules")
    assert refusal(state, 1, Dream("taurus", (2,))) == ("dream_too_short", "dreaming_rules")


def test_the_longest_path_need_not_be_chosen() -> None:
    touched: dict[str, Marks] = {"leo": {1: (0,)}, "lyra": {1: (0,)}}
    state = dreaming({"taurus": {1: (0, 1, 2, 5)}, **touched}, number=3)
    assert dream_paths(state, "taurus") == {(3, 4), (6, 7), (8, 9)}
    state = dreaming({"taurus": {1: (0, 1, 2, 3)}, **touched}, number=3)
    assert Dream("taurus", (4,)) in legal(state, 1, Dream)
    assert Dream("taurus", (5, 6, 7)) in legal(state, 1, Dream)


def test_the_dream_follows_the_star_marking_rules() -> None:
    state = dreaming({"taurus": {}, "leo": {}, "lyra": {}}, number=2)
    for broken in ((), (1, 2), (0, 2), (0, 0), (0, 99), (-1,)):
        assert refusal(state, 1, Dream("taurus", broken)) == ("broken_dream", "star_marking")
    assert refusal(state, 1, Dream("taurus", (0, 1, 2))) == ("dream_too_long", "dreaming_rules")
    assert refusal(state, 1, Dream("orion", (0, 1))) == ("card_not_laid_out", "star_marking")


def test_the_dream_costs_nobody_anything() -> None:
    state = dreaming({"taurus": {}, "leo": {}, "lyra": {}}, number=2)
    after = play(state, (1, Dream("taurus", (0, 1))))
    assert after.seats == state.seats
    assert events(state, 1, Dream("taurus", (0, 1)), StarsMarked) == [StarsMarked(0, "taurus", (0, 1))]


def completed_in_a_dream(by_pen: Marks) -> AstraState:
    touched: dict[str, Marks] = {"leo": {1: (0,)}, "lyra": {1: (0,)}}
    state = dreaming({"taurus": by_pen, **touched}, number=2)
    return play(state, (1, Dream("taurus", (9,))))


def test_a_dream_of_discovery_lets_both_players_pick_boons_and_nobody_gains_the_card() -> None:
    state = completed_in_a_dream({1: (0, 1, 2, 3), 2: (4, 5, 6, 7, 8)})
    state = play(state, (2, PickBoon(0)))
    assert {move.boon for move in legal(state, 1, PickBoon)} == {1, 2, 3}
    after = play(state, (1, PickBoon(1)))
    assert (player(after, 1).cards, player(after, 2).cards) == ((), ())
    assert after.discard[-1] == "taurus"
    assert events(state, 1, PickBoon(1), CardDiscarded) == [CardDiscarded(0, "taurus")]
    assert events(state, 1, PickBoon(1), CardGained) == []


def test_a_dream_of_discovery_lets_tied_players_pick_at_the_same_time() -> None:
    state = completed_in_a_dream({0: (8,), 1: (0, 1, 2, 3), 2: (4, 5, 6, 7)})
    after = play(state, (1, PickBoon(0)), (2, PickBoon(0)))
    assert (player(after, 1).fame, player(after, 2).fame) == (4, 4)
    assert after.turn == Turn(2)


def test_a_dreamed_card_without_helpers_is_discarded_and_replaced() -> None:
    state = completed_in_a_dream({0: all_but("taurus", 9)})
    assert state.discard[-1] == "taurus"
    assert len(laid_out(state)) == 3
    assert "taurus" not in laid_out(state)
    assert state.turn == Turn(2)
