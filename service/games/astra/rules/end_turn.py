"""Ending the Action phase by choice, and all that happens when a turn is over."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.moves import EndTurn
from service.games.astra.refusals import ActionOwed
from service.games.astra.rules.gains import Log, gain_fame, gain_stardust
from service.games.astra.state import AstraState, Turn, replace
from service.games.base import AUTOMA, Seat, TurnBegan
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


def finish_turn(state: AstraState, log: Log) -> AstraState:
    """A-2: "this turn" abilities pay out after Discovery and Dream."""
    state = _fame_for_grand_stars(state, log)
    state = _regain_stardust(state, log)
    return _pass_turn(state, log)


def _fame_for_grand_stars(state: AstraState, log: Log) -> AstraState:
    """Each such ability pays: fame effects stack (A-2)."""
    turn = state.turn
    uses = turn.lasting.count("fame_per_grand")
    return gain_fame(state, turn.seat, uses * turn.grand_marked, "fame_per_grand", log)


def _regain_stardust(state: AstraState, log: Log) -> AstraState:
    """A-2: each stardust is regained once, whatever stacks. The two effects cannot both apply: one needs a grand star
    marked, the other only common stars."""
    turn = state.turn
    if "regain_if_common" in turn.lasting and turn.only_common and not turn.discovered:
        return gain_stardust(state, turn.seat, turn.spent, "regain_if_common", log)
    if "regain_before_grand" in turn.lasting:
        return gain_stardust(state, turn.seat, turn.spent_before_grand, "regain_before_grand", log)
    return state


def _pass_turn(state: AstraState, log: Log) -> AstraState:
    """A-14: ascending seats, then the next round, unless this one was the last."""
    seat = state.turn.seat % state.players + 1
    if seat != 1:
        return _start_turn(state, seat, state.round, log)
    if state.end_reason and state.round >= state.last_round:
        log.append(happened.GameEnded(AUTOMA, state.end_reason, state.round))
        return replace(state, turn=Turn(seat, "over"))
    return _start_turn(state, seat, state.round + 1, log)


def _start_turn(state: AstraState, seat: Seat, number: int, log: Log) -> AstraState:
    log.append(TurnBegan(seat, number))
    return replace(state, turn=Turn(seat), round=number)
