# Generated from openapi/openapi.json by `make sdk`. Do not edit: the next run overwrites it.
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from almagest_sdk.unset import UNSET, Unset


@dataclass(frozen=True, kw_only=True)
class KeepGoal:
    """Keep one of the two personal goals dealt to you, in secret; all seats choose at once."""

    type: Literal["keep_goal"] = "keep_goal"
    goal: str


@dataclass(frozen=True, kw_only=True)
class TakeTime:
    """Wait: turn the three clocks by 5 steps in all, clockwise positive, and take the stars in front of them."""

    type: Literal["take_time"] = "take_time"
    steps: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class TurnToChaos:
    """Put one star of your observation area into the box and draw five from the bag."""

    type: Literal["turn_to_chaos"] = "turn_to_chaos"
    star: str


@dataclass(frozen=True, kw_only=True)
class KeepStars:
    """Keep two of the stars that Chaos has drawn, in any order; the others go to the box."""

    type: Literal["keep_stars"] = "keep_stars"
    stars: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class PlaceStar:
    """Place a coloured star from your observation area on an empty cell of your galaxy."""

    type: Literal["place_star"] = "place_star"
    star: str
    cell: str


@dataclass(frozen=True, kw_only=True)
class ReplaceStar:
    """Place a coloured star where another colour has been since an earlier turn; the old star goes to the box."""

    type: Literal["replace_star"] = "replace_star"
    star: str
    cell: str


@dataclass(frozen=True, kw_only=True)
class PlaceBlackStar:
    """Place a black star on the next cell of your black track and advance the black marker."""

    type: Literal["place_black_star"] = "place_black_star"


@dataclass(frozen=True, kw_only=True)
class AdvanceToken:
    """After a black star: advance one value token (a colour, a constellation or an advanced goal) by one cell."""

    type: Literal["advance_token"] = "advance_token"
    token: str


@dataclass(frozen=True, kw_only=True)
class EndPlacing:
    """Place no more stars; your turn goes on to race goals and refilling."""

    type: Literal["end_placing"] = "end_placing"


Move: TypeAlias = (
    KeepGoal | TakeTime | TurnToChaos | KeepStars | PlaceStar | ReplaceStar | PlaceBlackStar | AdvanceToken | EndPlacing
)
