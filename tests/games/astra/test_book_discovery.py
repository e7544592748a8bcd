"""Discovery phase: who picks boons and when, gaining cards, the card limit, replacements."""

from __future__ import annotations

import pytest

from service.games.astra.events import BoonPicked, CardGained, CardLaidOut
from service.games.astra.moves import Discard, EndTurn, Observe, PickBoon
from service.games.astra.printed import SPHERES
from service.games.astra.state import AstraState, Player, Turn
from tests.games.astra.build import (
    CARDS,
    RULEBOOK,
    Marks,
    a_card,
    all_but,
    amount,
    boon,
    events,
    laid_out,
    legal,
    play,
    player,
    refusal,
    table,
)

FAME, STARDUST = boon("taurus", "fame"), boon("taurus", "stardust")
LAST_STAR = Observe("taurus", (9,))
"""The stars 0 to 8 are given to pens, seat 1 marks the last one."""


def discovered(players: int, marks: Marks) -> AstraState:
    """Seat 1 has just completed Taurus."""
    return play(table(players).sky("taurus", marks).build(), (1, LAST_STAR))


def picks(state: AstraState, seat: int) -> set[int]:
    return {move.boon for move in legal(state, seat, PickBoon)}


def test_helpers_pick_in_descending_order_of_the_stars_they_marked() -> None:
    state = discovered(4, {1: (0, 1), 2: (2,), 3: (3, 4), 4: (5, 6, 7, 8)})
    assert RULEBOOK.deciders(state) == (4,)
    state = play(state, (4, PickBoon(3)))
    assert RULEBOOK.deciders(state) == (3,)
    state = play(state, (3, PickBoon(2)))
    assert RULEBOOK.deciders(state) == (2,)
    assert play(state, (2, PickBoon(1))).turn == Turn(2)


def test_a_picked_boon_is_struck_for_the_next_helper() -> None:
    state = discovered(3, {1: (0, 1), 2: (2, 3, 4), 3: (5, 6, 7, 8)})
    assert picks(state, 3) == {0, 1, 2, 3}
    state = play(state, (3, PickBoon(FAME)))
    assert picks(state, 2) == {0, 1, 2, 3} - {FAME}
    assert refusal(state, 2, PickBoon(FAME)) == ("boon_struck", "picking_boons")


def test_tied_helpers_pick_at_the_same_time_and_may_pick_the_same_boon() -> None:
    state = discovered(4, {1: (0,), 2: (1, 2), 3: (3, 4), 4: (5, 6, 7, 8)})
    state = play(state, (4, PickBoon(FAME)))
    assert RULEBOOK.deciders(state) == (2, 3)
    state = play(state, (3, PickBoon(STARDUST)))
    assert RULEBOOK.deciders(state) == (2,)
    assert picks(state, 2) == {0, 1, 2, 3} - {FAME}
    state = play(state, (2, PickBoon(STARDUST)))
    assert [player(state, seat).stardust for seat in (2, 3)] == [14, 14]


def test_all_picks_of_tied_helpers_are_struck_before_the_next_rank_picks() -> None:
    state = discovered(4, {1: (0,), 2: (1, 2, 3), 3: (4, 5, 6), 4: (7, 8)})
    state = play(state, (2, PickBoon(0)))
    assert RULEBOOK.legal_moves(state, 4) == ()
    state = play(state, (3, PickBoon(3)))
    assert RULEBOOK.deciders(state) == (4,)
    assert picks(state, 4) == {1, 2}


def test_the_same_pick_of_tied_helpers_strikes_one_boon() -> None:
    state = discovered(4, {1: (0,), 2: (1, 2, 3), 3: (4, 5, 6), 4: (7, 8)})
    state = play(state, (2, PickBoon(1)), (3, PickBoon(1)))
    assert picks(state, 4) == {0, 2, 3}


def test_four_helpers_of_four_ranks_leave_no_boon() -> None:
    state = table(5).sky("draco", {2: (0, 1, 2, 3), 3: (4, 5, 6), 4: (7, 8), 5: (9,)}).build()
    state = play(state, (1, Observe("draco", (10, 11, 12))))
    for seat, left in ((2, {0, 1, 2, 3}), (3, {1, 2, 3}), (4, {2, 3}), (5, {3})):
        assert RULEBOOK.deciders(state) == (seat,)
        assert picks(state, seat) == left
        state = play(state, (seat, PickBoon(min(left))))
    assert state.turn.phase != "boons"


def test_the_discoverer_picks_none_and_takes_the_card_active() -> None:
    state = discovered(3, {1: (0, 1, 2, 3, 4, 5, 6), 2: (7,), 3: (8,)})
    assert RULEBOOK.deciders(state) == (2, 3)
    assert refusal(state, 1, PickBoon(0)) == ("not_your_decision", "turn_order")
    assert "taurus" in laid_out(state), "the card waits for the boons"
    state = play(state, (2, PickBoon(0)), (3, PickBoon(0)))
    assert player(state, 1).active == ("taurus",)
    assert "taurus" not in laid_out(state)


def test_without_helpers_nobody_picks() -> None:
    state = table(3).sky("taurus", {1: all_but("taurus", 9)}).build()
    assert events(state, 1, LAST_STAR, BoonPicked) == []
    assert play(state, (1, LAST_STAR)).turn == Turn(2)
    assert events(state, 1, LAST_STAR, CardGained) == [CardGained(1, "taurus")]


@pytest.mark.parametrize(
    ("kind", "field", "before"),
    [
        ("fame", "fame", 0),
        ("stardust", "stardust", 8),
        ("observation", "telescopes", 0),
        ("improvement", "pouch", 5),
        ("wisdom", "wisdom", 0),
    ],
)
def test_a_boon_gives_its_amount_at_once(kind: str, field: str, before: int) -> None:
    card = a_card(kind)
    state = helped_with(card.id, Player(0))
    assert getattr(player(state, 2), field) == before
    after = play(state, (2, PickBoon(boon(card.id, kind))))
    assert getattr(player(after, 2), field) == before + amount(card.id, kind)


@pytest.mark.parametrize(("kind", "field"), [("improvement", "pouch"), ("wisdom", "wisdom")])
def test_a_boon_may_be_picked_though_its_track_is_full(kind: str, field: str) -> None:
    card = a_card(kind)
    after = play(helped_with(card.id, Player(0, pouch=12, wisdom=12)), (2, PickBoon(boon(card.id, kind))))
    assert getattr(player(after, 2), field) == 12


def helped_with(card: str, helper: Player) -> AstraState:
    """Seat 1 has just completed this card, seat 2 has marked its starting star."""
    last = CARDS[card].size - 1
    state = (
        table(3)
        .sky(card, {2: (0,), 1: all_but(card, 0, last)})
        .player(2, pouch=helper.pouch, wisdom=helper.wisdom, exhausted=helper.exhausted)
        .build()
    )
    return play(state, (1, Observe(card, (last,))))


def test_activation_reactivates_cards_whatever_the_active_sphere() -> None:
    card = a_card("activation")
    state = helped_with(card.id, Player(0, exhausted=("pisces",)))
    assert CARDS["pisces"].element != SPHERES[state.sphere]
    after = play(state, (2, PickBoon(boon(card.id, "activation"), ("pisces",))))
    assert (player(after, 2).active, player(after, 2).exhausted) == (("pisces",), ())


def test_there_are_four_boons() -> None:
    state = discovered(3, {1: all_but("taurus", 8, 9), 2: (8,)})
    for number in (-1, 4, 99):
        assert refusal(state, 2, PickBoon(number)) == ("no_such_boon", "A-5")


def test_above_the_card_limit_any_own_cards_are_discarded() -> None:
    state = (
        table(3)
        .sky("taurus", {1: all_but("taurus", 9)})
        .player(1, active=("leo",), exhausted=("orion",))
        .deck("virgo")
        .build()
    )
    full = play(state, (1, LAST_STAR))
    assert full.turn.phase == "discard"
    assert legal(full, 1, Discard) == {Discard("leo"), Discard("taurus"), Discard("orion")}
    assert refusal(full, 1, Discard("virgo")) == ("not_yours_to_discard", "A-7")
    for kept_out in ("leo", "taurus", "orion"):
        after = play(full, (1, Discard(kept_out)))
        assert after.discard[-1] == kept_out
        assert set(player(after, 1).cards) == {"leo", "taurus", "orion"} - {kept_out}
        assert after.turn == Turn(2)


def test_at_the_card_limit_nothing_is_discarded() -> None:
    state = table(3).sky("taurus", {1: all_but("taurus", 9)}).player(1, active=("leo",)).build()
    after = play(state, (1, LAST_STAR))
    assert player(after, 1).active == ("leo", "taurus")
    assert after.turn == Turn(2)


def test_one_replacement_is_laid_out_for_each_discovered_card() -> None:
    state = (
        table(3)
        .sky("taurus", {1: all_but("taurus", 9)})
        .sky("leo", {1: all_but("leo", 8)})
        .player(1, telescopes=2)
        .deck("orion", "virgo", "lyra")
        .build()
    )
    state = play(state, (1, LAST_STAR), (1, Observe("leo", (8,))))
    assert events(state, 1, EndTurn(), CardLaidOut) == [CardLaidOut(1, "orion", 1), CardLaidOut(1, "virgo", 2)]
    after = play(state, (1, EndTurn()))
    assert player(after, 1).active == ("taurus", "leo")
    assert laid_out(after)[:2] == ["orion", "virgo"]
    assert after.deck[0] == "lyra"
    assert len(after.sky) == 4


def test_a_gained_card_is_used_in_a_following_turn() -> None:
    after = discovered(3, {1: all_but("taurus", 9)})
    assert player(after, 1).active == ("taurus",)
    assert RULEBOOK.deciders(after) == (2,)
