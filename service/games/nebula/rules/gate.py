"""Which decision the table waits for, and the words for a seat that asks for another one."""

from __future__ import annotations

from collections.abc import Callable

from service.games.base import IllegalMove, Refusal, Seat, Step
from service.games.nebula.state import NOT_YET, NebulaState, Phase

NebulaStep = Step[NebulaState]

_WAITING_FOR = {
    Phase.GOALS: Refusal("choose_goal_first", "N-21", "Every seat first keeps one of its two personal goals."),
    Phase.TAKE: Refusal("take_stars_first", "Turn I", "First take stars: by time or by chaos."),
    Phase.KEEP: Refusal("keep_stars_first", "N-5", "First choose which of the drawn stars to keep."),
    Phase.PLACE: Refusal("placing_stars", "Turn II", "Stars are taken; now they are placed."),
    Phase.TOKEN: Refusal("advance_token_first", "Black stars", "First advance a value token for the black star."),
    Phase.OVER: Refusal("game_over", "N-20", "The game is over."),
}
_GOALS_CHOSEN = Refusal("goals_chosen", "N-21", "Personal goals are chosen once, before the first turn.")
_NOT_YOUR_TURN = Refusal("not_your_turn", "N-14", "It is another seat's turn.")
_NO_TOKEN_DUE = Refusal("no_token_due", "Black stars", "A value token advances only after a black star is placed.")
_NO_CHAOS = Refusal("no_chaos", "N-5", "Nothing was drawn to choose from.")


def deciders(state: NebulaState) -> tuple[Seat, ...]:
    """N-21: all that have not kept a personal goal, at once; later the seat whose turn it is."""
    if state.phase is Phase.GOALS:
        return tuple(seat for seat, side in enumerate(state.sides, start=1) if side.kept == NOT_YET)
    return () if state.phase is Phase.OVER else (state.seat,)


def closed(state: NebulaState, seat: Seat, phase: Phase) -> Refusal | None:
    """Why the seat cannot make a decision of this phase now; None if it can."""
    if state.phase is Phase.OVER:
        return _WAITING_FOR[Phase.OVER]
    if phase is Phase.GOALS:
        return None if state.phase is phase and seat in deciders(state) else _GOALS_CHOSEN
    if state.phase is Phase.GOALS:
        return _WAITING_FOR[Phase.GOALS]
    if seat != state.seat:
        return _NOT_YOUR_TURN
    return None if state.phase is phase else _other_phase(state.phase, phase)


def _other_phase(now: Phase, asked: Phase) -> Refusal:
    if asked is Phase.KEEP:
        return _NO_CHAOS
    if asked is Phase.TOKEN:
        return _NO_TOKEN_DUE
    return _WAITING_FOR[now]


def refuse(refusal: Refusal | None) -> None:
    """Raise the refusal, if there is one."""
    if refusal is not None:
        raise IllegalMove(refusal.code, refusal.ruling, refusal.detail)


def follow(step: NebulaStep, *rules: Callable[[NebulaState], NebulaStep]) -> NebulaStep:
    """One rule after the other, their events in order."""
    for rule in rules:
        following = rule(step.state)
        step = Step(following.state, step.events + following.events)
    return step
