"""How a game ends: what brings Game End up, how many turns are left then, what goes on meanwhile."""

from __future__ import annotations

import pytest

from service.games.astra.events import GameEnded, GameEndSurfaced
from service.games.astra.moves import Dream, Observe, Rest
from service.games.astra.state import AstraState
from service.games.astra.words import AstraEndReason
from service.games.base import Seat, TurnBegan
from tests.games.astra.build import RULEBOOK, Table, all_but, events, laid_out, play, reasons, refusal, table

LAST_STAR = Observe("taurus", (9,))


def by_sphere(players: int, seat: Seat, number: int = 1) -> AstraState:
    """The next Rest crosses the discard icon and takes the last card above Game End."""
    return table(players).sphere("earth").turn(seat, number).deck(above=1).build()


def by_replacement(seat: Seat, above: int = 1) -> AstraState:
    return table(3).sky("taurus", {seat: all_but("taurus", 9)}).turn(seat).deck(above=above).build()


def by_dream(seat: Seat) -> AstraState:
    wished: Table = table(2).sphere("fire").turn(seat).deck(above=1).sky("leo", {1: (0,)}).sky("lyra", {1: (0,)})
    return play(wished.sky("taurus", {0: all_but("taurus", 9)}).build(), (seat, Rest()))


def turns_left(state: AstraState) -> list[Seat]:
    """Who still has a turn, when everybody rests until the end."""
    seats: list[Seat] = []
    while not RULEBOOK.is_over(state):
        seat = state.turn.seat
        move = RULEBOOK.legal_moves(state, seat)[-1]
        step = RULEBOOK.apply(state, seat, move)
        seats += [event.seat for event in step.events if isinstance(event, TurnBegan)]
        state = step.state
    return seats


@pytest.mark.parametrize(
    ("players", "seat", "left"),
    [
        (2, 1, [2]),
        (2, 2, [1, 2]),
        (3, 1, [2, 3]),
        (3, 2, [3, 1, 2, 3]),
        (3, 3, [1, 2, 3]),
        (4, 1, [2, 3, 4]),
        (4, 3, [4, 1, 2, 3, 4]),
        (5, 1, [2, 3, 4, 5]),
        (5, 5, [1, 2, 3, 4, 5]),
    ],
)
def test_turns_left_after_game_end_surfaces(players: int, seat: Seat, left: list[Seat]) -> None:
    """In the first player's turn the others have one more; else the round is finished and a whole one played."""
    assert turns_left(by_sphere(players, seat, number=7)) == left


@pytest.mark.parametrize(("seat", "last_round"), [(1, 7), (2, 8), (3, 8)])
def test_the_last_round_is_said_at_once(seat: Seat, last_round: int) -> None:
    state = by_sphere(3, seat, number=7)
    reason: AstraEndReason = "sphere_in_first_turn" if seat == 1 else "sphere_in_other_turn"
    assert events(state, seat, Rest(), GameEndSurfaced) == [GameEndSurfaced(seat, last_round, reason)]
    after = play(state, (seat, Rest()))
    assert (after.last_round, after.above_end) == (last_round, -1)
    assert RULEBOOK.end_reason(after) == reason
    assert RULEBOOK.view(after, None).last_round == last_round


@pytest.mark.parametrize(("seat", "whose"), [(1, "first"), (2, "other"), (3, "other")])
def test_a_replacement_can_bring_game_end_up(seat: Seat, whose: str) -> None:
    after = play(by_replacement(seat), (seat, LAST_STAR))
    assert RULEBOOK.end_reason(after) == f"replacement_in_{whose}_turn"


@pytest.mark.parametrize(("seat", "whose"), [(1, "first"), (2, "other")])
def test_a_dream_of_discovery_can_bring_game_end_up(seat: Seat, whose: str) -> None:
    after = play(by_dream(seat), (seat, Dream("taurus", (9,))))
    assert RULEBOOK.end_reason(after) == f"dream_in_{whose}_turn"


def test_a_card_left_above_game_end_is_no_end() -> None:
    after = play(by_replacement(1, above=2), (1, LAST_STAR))
    assert (after.above_end, after.last_round) == (1, 0)
    assert RULEBOOK.end_reason(after) is None
    rested = play(table(3).sphere("earth").deck(above=2).build(), (1, Rest()))
    assert (rested.above_end, rested.last_round) == (1, 0)


def test_play_goes_on_with_the_rest_of_the_deck() -> None:
    below = by_replacement(1).deck[1]
    after = play(by_replacement(1), (1, LAST_STAR))
    assert after.deck[0] == below
    state = play(after, (2, Rest()), (3, Rest()))
    assert RULEBOOK.is_over(state)


def test_cards_discovered_in_the_last_turns_are_replaced_from_below_game_end() -> None:
    state = (
        table(3)
        .sky("taurus", {1: all_but("taurus", 9)})
        .sky("leo", {2: all_but("leo", 8)})
        .deck("orion", "virgo", above=1)
        .build()
    )
    state = play(state, (1, LAST_STAR), (2, Observe("leo", (8,))))
    assert laid_out(state)[:2] == ["orion", "virgo"]


def test_the_game_is_over_after_the_last_seat_of_the_last_round() -> None:
    state = play(by_sphere(2, 1), (1, Rest()))
    while state.turn.seat == 1:
        state = play(state, (1, RULEBOOK.legal_moves(state, 1)[0]))
    state = play(state, (2, Observe(state.sky[0].card, _first_path(state))))
    assert RULEBOOK.is_over(state)
    assert RULEBOOK.score(state).winners
    for seat in (1, 2):
        assert RULEBOOK.legal_moves(state, seat) == ()
        assert refusal(state, seat, Rest()) == ("game_over", "game_end")
        assert set(reasons(state, seat).values()) == {("game_over", "game_end")}


def _first_path(state: AstraState) -> tuple[int, ...]:
    return next(
        move.path
        for move in RULEBOOK.legal_moves(state, 2)
        if isinstance(move, Observe) and move.card == state.sky[0].card
    )


def test_the_end_is_an_event_of_the_table() -> None:
    state = play(by_sphere(3, 1), (1, Rest()), (2, Rest()))
    assert events(state, 3, Rest(), GameEnded) == [GameEnded(0, "sphere_in_first_turn", 1)]
    assert events(state, 3, Rest(), TurnBegan) == []


def test_no_winner_before_the_end() -> None:
    state = table(3).build()
    assert not RULEBOOK.is_over(state)
    assert RULEBOOK.score(state).winners == ()
