"""The table of move types of Nebula."""

from __future__ import annotations

from typing import Any

from service.games.move_types import MoveType
from service.games.nebula import text
from service.games.nebula.moves import (
    AdvanceToken,
    EndPlacing,
    KeepGoal,
    KeepStars,
    PlaceBlackStar,
    PlaceStar,
    ReplaceStar,
    TakeTime,
    TurnToChaos,
)
from service.games.nebula.rules import black_stars, chaos, personal_goals, placing, time, turn, value_board
from service.games.nebula.state import NebulaState

MOVE_TYPES: tuple[MoveType[NebulaState, Any], ...] = (
    MoveType(
        move=KeepGoal,
        ruling="N-21",
        phases=("goals",),
        moves=personal_goals.moves,
        check=personal_goals.check,
        apply=turn.keep_goal,
        label=text.keep_goal,
    ),
    MoveType(
        move=TakeTime,
        ruling="N-4",
        phases=("take",),
        moves=time.moves,
        check=time.check,
        apply=turn.take_time,
        label=text.take_time,
    ),
    MoveType(
        move=TurnToChaos,
        ruling="N-18",
        phases=("take",),
        moves=chaos.turn_moves,
        check=chaos.check_turn,
        apply=chaos.apply_turn,
        why_not=chaos.why_not_turn,
        label=text.turn_to_chaos,
    ),
    MoveType(
        move=KeepStars,
        ruling="N-5",
        phases=("keep",),
        moves=chaos.keep_moves,
        check=chaos.check_keep,
        apply=turn.keep_stars,
        label=text.keep_stars,
    ),
    MoveType(
        move=PlaceStar,
        ruling="N-1",
        phases=("place",),
        moves=placing.moves,
        check=placing.check_place,
        apply=turn.place_star,
        why_not=placing.why_not_place,
        label=text.place_star,
    ),
    MoveType(
        move=ReplaceStar,
        ruling="N-7",
        phases=("place",),
        listed_with=PlaceStar,
        check=placing.check_replace,
        apply=turn.replace_star,
        why_not=placing.why_not_replace,
        label=text.replace_star,
    ),
    MoveType(
        move=PlaceBlackStar,
        ruling="N-17",
        phases=("place",),
        moves=black_stars.moves,
        check=black_stars.check,
        apply=turn.place_black_star,
        why_not=black_stars.why_not,
        label=text.place_black_star,
    ),
    MoveType(
        move=AdvanceToken,
        ruling="N-9",
        phases=("token",),
        moves=value_board.moves,
        check=value_board.check,
        apply=turn.advance_token,
        label=text.advance_token,
    ),
    MoveType(
        move=EndPlacing,
        ruling="N-11",
        phases=("place",),
        moves=turn.end_moves,
        apply=turn.end_placing,
        label=text.end_placing,
    ),
)
