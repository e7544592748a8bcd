"""Who decides now, and the refusals that every kind of move shares."""

from __future__ import annotations

from service.games.astra.state import AstraState, Phase
from service.games.base import AUTOMA, IllegalMove, Refusal, Seat


def deciders(state: AstraState) -> tuple[Seat, ...]:
    match state.turn.phase:
        case "over":
            return ()
        case "boons":
            return still_to_pick(state)
        case "dream":
            return (AUTOMA,) if state.dreamer == "worker" else (state.turn.seat,)
        case _:
            return (state.turn.seat,)


def still_to_pick(state: AstraState) -> tuple[Seat, ...]:
    """The helpers of the current rank whose sealed pick is missing."""
    picking = state.turn.picking
    if picking is None:
        return ()
    picked = {pick.seat for pick in picking.picks}
    return tuple(seat for seat in picking.ranks[0] if seat not in picked)


_NOW = {
    "ability": "It is time to use abilities, or to Observe or Rest.",
    "marking": "An ability is being resolved: a star has to be marked first.",
    "action": "The Action phase has begun: Observe again, or end the turn.",
    "boons": "Helpers are picking boons.",
    "discard": "Constellations have to be discarded down to the card limit.",
    "dream": "It is the Dream phase.",
}

_RULINGS = {
    "ability": "Ability phase",
    "marking": "A-15",
    "action": "Action phase",
    "boons": "A-5",
    "discard": "A-7",
    "dream": "A-13",
}

ACTION_SKIPPED = Refusal("action_skipped", "A-4", "The ability you used skips your Action phase.")
_OVER = Refusal("game_over", "Game End", "The game is over.")
_NOT_YOURS = Refusal("not_your_decision", "Gameplay", "It is not your decision now.")
_WRONG_PHASE = {phase: Refusal("wrong_phase", _RULINGS[phase], text) for phase, text in _NOW.items()}


def out_of_turn(state: AstraState, seat: Seat, *phases: Phase) -> Refusal | None:
    """Why a move of these phases cannot be made by this seat now, if so."""
    now = state.turn.phase
    if now == "over":
        return _OVER
    if seat not in deciders(state):
        return _NOT_YOURS
    return None if now in phases else _WRONG_PHASE[now]


def refuse_if(unfit: Refusal | None) -> None:
    """Turn a reason into the refusal of a move."""
    if unfit:
        raise IllegalMove(unfit.code, unfit.ruling, unfit.detail)
