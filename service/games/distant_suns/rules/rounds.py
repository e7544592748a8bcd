"""Book 04: the next turn, the next round, the end."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from service.games.base import AUTOMA, Event, Step, TurnBegan
from service.games.distant_suns.events import GameEnded, RoundEnded
from service.games.distant_suns.printed import DistantSunsEndReason
from service.games.distant_suns.rules.assigning import assignments
from service.games.distant_suns.state import DistantSunsState, DistantSunsStep, is_over


def next_turn(state: DistantSunsState) -> DistantSunsStep:
    """D-7: the order goes on clockwise, through the rounds too. D-13: a round ends by itself."""
    after = replace(state, active=state.active % state.players + 1, turns=state.turns + 1)
    return Step(after, (TurnBegan(after.active, after.round),)) if assignments(after) else _next_round(after)


def _next_round(state: DistantSunsState) -> DistantSunsStep:
    """Only the modules are taken back. Who could not place one starts the next round (D-7)."""
    after = replace(state, round=state.round + 1, modules=())
    ended = RoundEnded(state.active, state.round, len(state.modules))
    return Step(after, (ended, _game_ended(state) if is_over(after) else TurnBegan(after.active, after.round)))


def _game_ended(state: DistantSunsState) -> Event:
    return GameEnded(AUTOMA, _reason(state.turns), state.round, state.turns)


def _reason(turns: int) -> DistantSunsEndReason:
    """The gaps that were left decide how many turns there are: 12 to 15 (D-1)."""
    return cast(DistantSunsEndReason, f"turns_{turns}")


def end_reason(state: DistantSunsState) -> DistantSunsEndReason | None:
    return _reason(state.turns) if is_over(state) else None
