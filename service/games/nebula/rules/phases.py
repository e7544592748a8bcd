"""Which decision the table waits for, and the words for a seat that asks for another one."""

from __future__ import annotations

from service.games.base import Move, Seat
from service.games.nebula.moves import AdvanceToken, KeepGoal, KeepStars
from service.games.nebula.refusals import GoalsBeingChosen, GoalsChosen, NoChaos, NoTokenDue
from service.games.nebula.state import NOT_YET, NebulaState, Phase
from service.games.refusals import GAME_OVER, NOT_YOUR_DECISION, Refusal, Term, WrongPhase

_WAITING_FOR: tuple[Refusal, ...] = (
    WrongPhase(Term("now.goals"), "N-21"),
    WrongPhase(Term("now.take"), "taking_stars"),
    WrongPhase(Term("now.keep"), "N-5"),
    WrongPhase(Term("now.place"), "placing_stars"),
    WrongPhase(Term("now.token"), "black_stars"),
    GAME_OVER,
)
"""By the number of the phase."""
_GOALS_BEING_CHOSEN = GoalsBeingChosen()
_PAST_OR_NOT_DUE: dict[type[Move], Refusal] = {
    KeepGoal: GoalsChosen(),
    KeepStars: NoChaos(),
    AdvanceToken: NoTokenDue(),
}
"""Refusals of move types that are not due, once turns are played; the phase is not the reason there."""


def deciders(state: NebulaState) -> tuple[Seat, ...]:
    """N-21: all that have not kept a personal goal, at once; later the seat whose turn it is."""
    if state.phase is Phase.GOALS:
        return tuple(seat for seat, each in enumerate(state.seats, start=1) if each.kept == NOT_YET)
    return () if state.phase is Phase.OVER else (state.active,)


def not_deciding(state: NebulaState) -> Refusal:
    return _GOALS_BEING_CHOSEN if state.phase is Phase.GOALS else NOT_YOUR_DECISION


def other_phase(state: NebulaState, move_type: type[Move]) -> Refusal:
    waiting_for = _WAITING_FOR[state.phase]
    return waiting_for if state.phase is Phase.GOALS else _PAST_OR_NOT_DUE.get(move_type, waiting_for)
