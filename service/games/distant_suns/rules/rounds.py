"""Book 04: the next turn, the next round, the end."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import AUTOMA, Event, Step
from service.games.distant_suns.events import GameEnded, RoundEnded
from service.games.distant_suns.rules.assigning import assignments
from service.games.distant_suns.state import DistantSunsState, is_over


def next_turn(state: DistantSunsState) -> Step[DistantSunsState]:
    """D-7: the order goes on clockwise, through the rounds too. D-13: a round ends by itself."""
    after = replace(state, active=state.active % state.players + 1, turns=state.turns + 1)
    return Step(after, ()) if assignments(after) else _next_round(after)


def _next_round(state: DistantSunsState) -> Step[DistantSunsState]:
    """Only the modules are taken back. Who could not place one starts the next round (D-7)."""
    after = replace(state, round=state.round + 1, modules=())
    ended = RoundEnded(state.active, state.round, len(state.modules))
    last: tuple[Event, ...] = (GameEnded(AUTOMA, state.turns),) if is_over(after) else ()
    return Step(after, (ended, *last))


END_REASONS = ("turns_12", "turns_13", "turns_14", "turns_15")
"""Three rounds of four or five turns (D-1)."""


def end_reason(state: DistantSunsState) -> str | None:
    """The gaps that were left decide how many turns there are."""
    return f"turns_{state.turns}" if is_over(state) else None
