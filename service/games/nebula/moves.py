"""What a seat can ask for. Stars, cells, tokens and goals are named as the content endpoint names them."""

from __future__ import annotations

import msgspec

from service.games.base import Move


class KeepGoal(Move, frozen=True):
    """Keep one of the two personal goals dealt to you, in secret; all seats choose at once."""

    goal: str


class TakeTime(Move, frozen=True):
    """Wait: turn the three clocks by 5 steps in all, clockwise positive, and take the stars in front of them."""

    steps: tuple[int, ...]


class TurnToChaos(Move, frozen=True):
    """Put one star of your observation area into the box and draw five from the bag."""

    star: str


class KeepStars(Move, frozen=True):
    """Keep two of the stars that Chaos has drawn, in any order; the others go to the box."""

    stars: tuple[str, ...]

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "stars", tuple(sorted(self.stars)))


class PlaceStar(Move, frozen=True):
    """Place a coloured star from your observation area on an empty cell of your galaxy."""

    star: str
    cell: str


class ReplaceStar(Move, frozen=True):
    """Place a coloured star where another colour has been since an earlier turn; the old star goes to the box."""

    star: str
    cell: str


class PlaceBlackStar(Move, frozen=True):
    """Place a black star on the next cell of your black track and advance the black marker."""


class AdvanceToken(Move, frozen=True):
    """After a black star: advance one value token (a colour, a constellation or an advanced goal) by one cell."""

    token: str


class EndPlacing(Move, frozen=True):
    """Place no more stars; your turn goes on to race goals and refilling."""


NebulaMove = (
    KeepGoal | TakeTime | TurnToChaos | KeepStars | PlaceStar | ReplaceStar | PlaceBlackStar | AdvanceToken | EndPlacing
)
