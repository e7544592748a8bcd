"""Rulings A-10 to A-14: only common stars, the hidden deck, sealed picks, who dreams, the order of seats."""

from __future__ import annotations

import msgspec
import pytest

from service.games.astra.content.cards import UNKNOWN
from service.games.astra.events import BoonPicked, BoonSealed
from service.games.astra.moves import Dream, MarkStar, Observe, PickBoon, Rest, UseAbility
from service.games.astra.printed import MAX_POUCH
from service.games.astra.state import UNKNOWN_BOON, AstraState, Pick, Turn
from service.games.astra.view import BoonsView, DeckView, OwnPickView
from service.games.base import AUTOMA, TurnBegan
from tests.games.astra.build import (
    RULEBOOK,
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

FAME, STARDUST = boon("taurus", "fame"), boon("taurus", "stardust")


@pytest.mark.parametrize(("star", "regained"), [(9, 2), (7, 0), (0, 0)])
def test_a10_only_common_looks_at_every_star_marked_by_observe_or_ability(star: int, regained: int) -> None:
    """A free mark on a common star, on a grand one, on a starting one; then an Observe of two common stars."""
    state = table(3).sky("taurus").sky("leo", {2: (0,)}).player(1, active=("pegasus", "cetus")).build()
    free = (1, UseAbility("cetus")), (1, MarkStar("taurus", star))
    after = play(state, (1, UseAbility("pegasus")), *free, (1, Observe("leo", (1, 2))))
    assert player(after, 1).stardust == 8 - 2 + regained


def test_a10_stars_that_others_marked_do_not_matter() -> None:
    state = table(3).sky("taurus", {2: (0, 3)}).player(1, active=("pegasus",)).build()
    after = play(state, (1, UseAbility("pegasus")), (1, Observe("taurus", (1, 2))))
    assert player(after, 1).stardust == 8


def test_a11_the_number_of_cards_above_game_end_is_public() -> None:
    state = table(3).deck(above=7).build()
    for viewer in (None, 1, 2, 3):
        assert RULEBOOK.view(state, viewer).deck == DeckView(cards=7 + 25, above_game_end=7)


def test_a11_which_cards_and_their_order_is_nobodys_to_see() -> None:
    state = table(3).deck("lyra", "orion").build()
    other = msgspec.structs.replace(state, deck=state.deck[::-1])
    for viewer in (None, 1, 2, 3):
        assert set(RULEBOOK.known(state, viewer).deck) == {UNKNOWN}
        assert RULEBOOK.view(state, viewer) == RULEBOOK.view(other, viewer)
        assert "lyra" not in str(RULEBOOK.view(state, viewer))


def tied() -> AstraState:
    """Seats 2 and 3 are tied helpers, seat 4 comes after them."""
    state = table(4).sky("taurus", {1: (0, 1), 2: (2, 3, 4), 3: (5, 6, 7), 4: (8,)}).build()
    return play(state, (1, Observe("taurus", (9,))))


def test_a12_a_tied_helpers_pick_is_secret_until_all_have_picked() -> None:
    before = tied()
    assert events(before, 3, PickBoon(FAME), BoonSealed) == [BoonSealed(3, "taurus")]
    assert events(before, 3, PickBoon(FAME), BoonPicked) == []
    one, other = play(before, (3, PickBoon(FAME))), play(before, (3, PickBoon(STARDUST)))
    for viewer in (None, 1, 2, 4):
        assert RULEBOOK.view(one, viewer) == RULEBOOK.view(other, viewer)
        assert RULEBOOK.known(one, viewer) == RULEBOOK.known(other, viewer)
    assert list(RULEBOOK.legal_moves(one, 2)) == list(RULEBOOK.legal_moves(other, 2))
    hidden = RULEBOOK.known(one, 2).turn.picking
    assert hidden is not None
    assert hidden.picks == (Pick(3, UNKNOWN_BOON),)


def boons_shown(state: AstraState, viewer: int) -> BoonsView:
    shown = RULEBOOK.view(state, viewer).boons
    assert shown is not None
    return shown


def test_a12_the_helper_sees_the_own_pick_and_cannot_change_it() -> None:
    sealed = play(tied(), (3, PickBoon(FAME)))
    assert boons_shown(sealed, 3).own_pick == OwnPickView(boon=FAME, activate=())
    assert boons_shown(sealed, 2).own_pick is None
    assert refusal(sealed, 3, PickBoon(STARDUST)) == ("not_your_decision", "turn_order")


def test_a12_nothing_is_gained_before_all_have_picked() -> None:
    sealed = play(tied(), (3, PickBoon(FAME)))
    assert sealed.seats == tied().seats
    opened = play(sealed, (2, PickBoon(STARDUST)))
    assert (player(opened, 3).fame, player(opened, 2).stardust) == (4, 14)
    shown = [(event.seat, event.boon) for event in events(sealed, 2, PickBoon(STARDUST), BoonPicked)]
    assert shown == [(2, STARDUST), (3, FAME)]


def test_a12_the_order_of_picking_does_not_matter() -> None:
    one = play(tied(), (2, PickBoon(FAME)), (3, PickBoon(STARDUST)))
    other = play(tied(), (3, PickBoon(STARDUST)), (2, PickBoon(FAME)))
    assert one == other


def test_a12_who_has_seen_the_picks_of_others_has_learned_something_even_if_they_had_no_effect() -> None:
    """Seat 3 has the largest pouch already, and seat 1 has to discard before a card is laid out."""
    start = table(3).sky("taurus", {1: (0, 1, 8), 2: (2, 3, 4), 3: (5, 6, 7)})
    offered = start.player(1, active=("lyra", "leo")).player(3, pouch=MAX_POUCH).build()
    offered = play(offered, (1, Observe("taurus", (9,))))
    first = RULEBOOK.apply(offered, 3, PickBoon(boon("taurus", "improvement")))
    assert not RULEBOOK.has_learned(offered, 3, PickBoon(boon("taurus", "improvement")), first)
    last = RULEBOOK.apply(first.state, 2, PickBoon(FAME))
    assert last.state.turn.phase == "discard"
    assert RULEBOOK.has_learned(first.state, 2, PickBoon(FAME), last)


def test_a12_a_single_helper_of_a_rank_seals_nothing() -> None:
    last = play(tied(), (2, PickBoon(0)), (3, PickBoon(0)))
    assert events(last, 4, PickBoon(1), BoonSealed) == []


def test_a13_the_worker_plays_the_dreamer_by_default() -> None:
    (option,) = [option for option in RULEBOOK.options if option.name == "dreamer"]
    assert option.choices == ("worker", "player")
    assert option.default == "worker"


def test_a13_the_worker_dreams_for_the_resting_player() -> None:
    state = play(table(2, dreamer="worker").sky("taurus").turn(2).sphere("earth").build(), (2, Rest()))
    assert RULEBOOK.deciders(state) == (AUTOMA,)
    assert RULEBOOK.acts_for(state, AUTOMA) == 2
    assert RULEBOOK.acts_for(state, 1) == 1
    dream = RULEBOOK.legal_moves(state, AUTOMA)[0]
    for seat in (1, 2):
        assert RULEBOOK.legal_moves(state, seat) == ()
        assert refusal(state, seat, dream) == ("not_your_decision", "turn_order")
    assert play(state, (AUTOMA, dream)).turn == Turn(1)


def test_a13_or_the_resting_player_submits_the_dream() -> None:
    state = play(table(2, dreamer="player").sky("draco").turn(2).sphere("earth").build(), (2, Rest()))
    assert RULEBOOK.deciders(state) == (2,)
    assert refusal(state, 1, Dream("draco", (0,))) == ("not_your_decision", "turn_order")
    assert refusal(state, AUTOMA, Dream("draco", (0,))) == ("not_your_decision", "turn_order")
    assert marks(play(state, (2, Dream("draco", (0,)))), "draco", 0) == (0,)


def test_a13_both_settings_allow_the_same_dreams() -> None:
    worker = play(table(2, dreamer="worker").sphere("water").build(), (1, Rest()))
    resting = play(table(2, dreamer="player").sphere("water").build(), (1, Rest()))
    assert laid_out(worker) == laid_out(resting)
    assert legal(worker, AUTOMA, Dream) == legal(resting, 1, Dream)


def test_a13_nobody_dreams_outside_the_dream_phase() -> None:
    state = table(2, dreamer="worker").sky("draco").build()
    assert refusal(state, AUTOMA, Dream("draco", (0,))) == ("not_your_decision", "turn_order")
    assert refusal(state, 1, Dream("draco", (0,))) == ("wrong_phase", "ability_phase")
    assert reasons(state, 1)["dream"] == ("wrong_phase", "ability_phase")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a14_seat_1_is_first_and_clockwise_is_ascending(players: int) -> None:
    state, order = table(players).build(), []
    assert state.turn.seat == 1
    for _ in range(2 * players):
        (began,) = events(state, state.turn.seat, Rest(), TurnBegan)
        order.append((began.seat, began.round))
        state = play(state, (state.turn.seat, Rest()))
    first_round = [(seat, 1) for seat in range(2, players + 1)]
    second_round = [(seat, 2) for seat in range(1, players + 1)]
    assert order == [*first_round, *second_round, (1, 3)]
