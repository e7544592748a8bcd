"""Ending the Action phase by choice, and all that happens when a turn is over."""

from __future__ import annotations

import functools

from msgspec.structs import replace

from service.games.astra import events as happened
from service.games.astra.moves import EndTurn
from service.games.astra.refusals import ActionOwed
from service.games.astra.rules.gains import gain_fame, gain_stardust
from service.games.astra.state import AstraState, AstraStep, Turn
from service.games.base import AUTOMA, Seat, Step, TurnBegan
from service.games.refusals import Refusal

_END_TURN = (EndTurn(),)


def why_not(state: AstraState, seat: Seat) -> Refusal | None:
    """The turn can be ended after an Observe, or when the Action phase is skipped (A-4)."""
    return None if state.turn.observes or state.turn.skips_action else ActionOwed()


def moves(state: AstraState, seat: Seat) -> tuple[EndTurn, ...]:
    turn = state.turn
    return _END_TURN if turn.observes or turn.skips_action else ()


def check(state: AstraState, seat: Seat, move: EndTurn) -> Refusal | None:
    return why_not(state, seat)


def finish_turn(state: AstraState) -> AstraStep:
    """A-2: "this turn" abilities pay out after Discovery and Dream."""
    if not state.turn.lasting:
        return _pass_turn(state)
    return _gain_fame_for_grand_stars(state).then(_regain_stardust).then(_pass_turn)


def _gain_fame_for_grand_stars(state: AstraState) -> AstraStep:
    """Each such ability pays: fame effects stack (A-2)."""
    turn = state.turn
    uses = turn.lasting.count("fame_per_grand")
    return gain_fame(state, turn.seat, uses * turn.grand_marked, "fame_per_grand")


def _regain_stardust(state: AstraState) -> AstraStep:
    """A-2: each stardust is regained once, whatever stacks. The two effects cannot both apply: one needs a grand star
    marked, the other only common stars."""
    turn = state.turn
    if "regain_if_common" in turn.lasting and turn.only_common and not turn.discovered:
        return gain_stardust(state, turn.seat, turn.spent, "regain_if_common")
    if "regain_before_grand" in turn.lasting:
        return gain_stardust(state, turn.seat, turn.spent_before_grand, "regain_before_grand")
    return Step(state)


def _pass_turn(state: AstraState) -> AstraStep:
    """A-14: ascending seats, then the next round, unless this one was the last."""
    seat = state.turn.seat % state.players + 1
    if seat != 1:
        return _start_turn(state, seat, state.round)
    if state.end_reason and state.round >= state.last_round:
        return Step(
            replace(state, turn=Turn(seat, "over")), (happened.GameEnded(AUTOMA, state.end_reason, state.round),)
        )
    return _start_turn(state, seat, state.round + 1)


def _start_turn(state: AstraState, seat: Seat, number: int) -> AstraStep:
    return Step(replace(state, turn=_fresh_turn(seat), round=number), (TurnBegan(seat, number),))


@functools.cache
def _fresh_turn(seat: Seat) -> Turn:
    return Turn(seat)
