"""Who decides now, and what."""

from __future__ import annotations

from service.games.astra.state import AstraState
from service.games.astra.words import Phase
from service.games.base import AUTOMA, Seat
from service.games.refusals import Term, WrongPhase


def deciders(state: AstraState) -> tuple[Seat, ...]:
    phase = state.turn.phase
    if phase == "boons":
        return still_to_pick(state)
    if phase == "over":
        return ()
    return (AUTOMA,) if phase == "dream" and state.dreamer == "worker" else (state.turn.seat,)


def still_to_pick(state: AstraState) -> tuple[Seat, ...]:
    """The helpers of the current rank whose sealed pick is missing."""
    picking = state.turn.picking
    if picking is None:
        return ()
    picked = [pick.seat for pick in picking.picks]
    return tuple([seat for seat in picking.ranks[0] if seat not in picked])


_SECTIONS: dict[Phase, str] = {
    "ability": "ability_phase",
    "marking": "A-15",
    "action": "action_phase",
    "boons": "A-5",
    "discard": "A-7",
    "dream": "A-13",
}
WRONG_PHASE = {phase: WrongPhase(Term(f"now.{phase}"), section) for phase, section in _SECTIONS.items()}
"""What is due, for whoever asks for something else."""
