"""Twins: states that differ in a secret alone look the same to those who may not know it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from service.games.base import Viewer
from service.games.nebula import RULEBOOK
from service.games.nebula.events import BoostedStarReplaced, ChaosAnswered, PersonalGoalShown
from service.games.nebula.moves import EndPlacing, KeepGoal, KeepStars, PlaceBlackStar, TurnToChaos
from service.games.nebula.rules import bag
from service.games.nebula.stars import UNKNOWN
from service.games.nebula.state import HIDDEN, NOT_YET, NebulaState, Phase
from service.games.rng import Rng
from tests.games.nebula import invariants
from tests.games.nebula.build import PACK, dealt, play, table


def look_the_same(one: NebulaState, other: NebulaState, viewer: Viewer) -> bool:
    return (
        RULEBOOK.known(one, viewer) == RULEBOOK.known(other, viewer)
        and RULEBOOK.view(one, viewer) == RULEBOOK.view(other, viewer)
        and RULEBOOK.score(RULEBOOK.known(one, viewer)) == RULEBOOK.score(RULEBOOK.known(other, viewer))
    )


def with_goal(state: NebulaState, seat: int, kept: int) -> NebulaState:
    seats = list(state.seats)
    seats[seat - 1] = replace(seats[seat - 1], kept=seats[seat - 1].offered[kept])
    return replace(state, seats=tuple(seats))


def test_the_order_of_the_bag_and_the_seed_are_secret() -> None:
    state = dealt(3)
    twin = replace(state, seed=b"other", drawn=7, sky=replace(state.sky, bag=state.sky.bag[::-1]))
    assert all(look_the_same(state, twin, viewer) for viewer in (None, 1, 2, 3))


def test_a_kept_goal_is_secret_to_all_but_its_seat() -> None:
    state = table(3)
    one, other = with_goal(state, 2, 0), with_goal(state, 2, 1)
    assert all(look_the_same(one, other, viewer) for viewer in (None, 1, 3))
    assert not look_the_same(one, other, 2)


def test_offered_goals_are_secret_to_all_but_their_seat() -> None:
    state = dealt(2)
    swapped = replace(state, seats=(state.seats[0], replace(state.seats[1], offered=(19, 18))))
    assert look_the_same(state, swapped, 1)
    assert look_the_same(state, swapped, None)
    assert not look_the_same(state, swapped, 2)


def test_that_a_goal_is_kept_is_public_and_the_event_does_not_name_it() -> None:
    state = dealt(2)
    goals = [PACK.personal_ids[goal] for goal in state.seats[1].offered]
    steps = [RULEBOOK.apply(state, 2, KeepGoal(goal)) for goal in goals]
    assert steps[0].events == steps[1].events
    assert look_the_same(steps[0].state, steps[1].state, 1)
    assert RULEBOOK.view(steps[0].state, 1).seats[1].goal_kept


def test_what_the_bag_holds_is_public_by_counting() -> None:
    state = table(area={1: "red"}, top="blue white")
    counts = RULEBOOK.view(state, None).nebula.bag
    assert counts.count == len(state.sky.bag)
    assert counts.stars["red"] == state.sky.bag.count(0)
    assert bag.unseen_stars(RULEBOOK.known(state, 1)) == bag.unseen_stars(state)


def test_a_hidden_draw_gives_placeholders_that_go_on_playing() -> None:
    seen = RULEBOOK.known(table(area={1: "red"}), 1)
    step = RULEBOOK.apply(seen, 1, TurnToChaos("red"))
    assert step.events == (ChaosAnswered(1, "red", (None,) * 5),)
    (keep,) = RULEBOOK.legal_moves(step.state, 1)
    assert keep == KeepStars(("unknown", "unknown"))
    kept = RULEBOOK.apply(step.state, 1, keep).state
    assert RULEBOOK.view(kept, 1).seats[0].area == (None, None)
    imagined = RULEBOOK.imagine(kept, 1, Rng(b"dream"))
    invariants.stars_are_conserved(imagined)


def test_a_hidden_boosted_star_is_a_placeholder() -> None:
    state = table(phase=Phase.PLACE, area={1: "black"}, black={2: 2}, boosted="red")
    step = RULEBOOK.apply(RULEBOOK.known(state, 1), 1, PlaceBlackStar())
    assert BoostedStarReplaced(1, "red", None) in step.events
    assert RULEBOOK.view(step.state, 1).nebula.boosted is None


def test_the_end_shows_only_what_is_known() -> None:
    state = replace(table(phase=Phase.PLACE, seat=2, area={2: "red"}), ending="empty_bag")
    seen = RULEBOOK.known(state, 2)
    events = RULEBOOK.apply(seen, 2, EndPlacing()).events
    assert PersonalGoalShown(1, None) in events
    assert seen.seats[0].kept == HIDDEN


def test_imagined_states_are_lawful_and_differ() -> None:
    state = play(dealt(4), (2, KeepGoal(PACK.personal_ids[dealt(4).seats[1].offered[0]])))
    seen = RULEBOOK.known(state, 1)
    imagined = [RULEBOOK.imagine(seen, 1, Rng(bytes((number,)))) for number in range(20)]
    for dream in imagined:
        invariants.check(RULEBOOK, dream)
        assert RULEBOOK.known(dream, 1) == seen
    assert len({dream.seats[1].kept for dream in imagined}) > 3
    assert len({dream.sky.bag for dream in imagined}) == len(imagined)


def test_of_the_seed_and_what_was_drawn_nothing_is_known() -> None:
    seen = RULEBOOK.known(replace(dealt(2), drawn=7), 1)
    assert (seen.seed, seen.drawn) == (b"", 0)


def test_that_no_goal_is_kept_yet_is_known_and_which_one_after_the_end() -> None:
    assert RULEBOOK.known(dealt(2), 1).seats[1].kept == NOT_YET
    state = with_goal(table(2), 2, 1)
    assert RULEBOOK.known(state, 1).seats[1].kept == HIDDEN
    assert RULEBOOK.known(replace(state, phase=Phase.OVER), 1).seats[1].kept == state.seats[1].kept


def test_every_placeholder_is_filled() -> None:
    """A preview of hidden draws can put them into the boosted star, the clusters and the five of Chaos."""
    seen = RULEBOOK.known(dealt(2), 1)
    hidden = bytes((UNKNOWN,))
    sky = replace(seen.sky, boosted=UNKNOWN, clusters=(hidden, *seen.sky.clusters[1:]), bag=seen.sky.bag[:-3])
    dream = RULEBOOK.imagine(replace(seen, sky=sky, turn=replace(seen.turn, seen=hidden)), 1, Rng(b"dream"))
    places = (dream.sky.bag, *dream.sky.clusters, dream.turn.seen, bytes((dream.sky.boosted,)))
    assert UNKNOWN not in b"".join(places)
    assert dream.seed


@pytest.mark.parametrize("kept", [0, 1, 7])
def test_after_the_end_a_seat_was_offered_what_it_kept(kept: int) -> None:
    state = replace(table(2), phase=Phase.OVER)
    shown = replace(state.seats[1], offered=(HIDDEN, HIDDEN), kept=kept)
    dream = RULEBOOK.imagine(replace(RULEBOOK.known(state, 1), seats=(state.seats[0], shown)), 1, Rng(b"dream"))
    assert dream.seats[1].kept == kept
    assert len(dream.seats[1].offered) == 2
    assert kept in dream.seats[1].offered
    assert HIDDEN not in dream.seats[1].offered
