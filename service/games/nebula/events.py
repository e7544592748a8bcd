"""What happened at the table. Stars are named; None is a star or a goal that a viewer's knowledge cannot name."""

from __future__ import annotations

from service.games.base import Audience, Event, TurnBegan
from service.games.nebula.stars import Colour, Star
from service.games.nebula.state import NebulaEndReason


class GoalKept(Event, frozen=True):
    """A seat has chosen its personal goal; which one stays secret."""


class TimeTaken(Event, frozen=True):
    """Clocks turned, and the star taken in front of each (None where there was none)."""

    steps: tuple[int, ...]
    clocks: tuple[int, ...]
    stars: tuple[Star | None, ...]


class ChaosAnswered(Event, frozen=True):
    """A star went to the box and others were drawn for all to see."""

    returned: Star | None
    drawn: tuple[Star | None, ...]


class StarsKept(Event, frozen=True):
    """Of the stars that Chaos drew, these were kept and those went to the box."""

    kept: tuple[Star | None, ...]
    boxed: tuple[Star | None, ...]


class StarPlaced(Event, frozen=True):
    """A coloured star was placed on an empty cell of the seat's galaxy."""

    star: Colour
    cell: str


class StarReplaced(Event, frozen=True):
    """A coloured star took the place of another one, which went to the box."""

    star: Colour
    cell: str
    old: Colour


class BlackStarPlaced(Event, frozen=True):
    """`count` black stars are on the seat's track now."""

    count: int


class MarkerAdvanced(Event, frozen=True):
    """The black marker stands on this cell now; the first is 0."""

    cell: int
    glowing: bool


class BoostedStarReplaced(Event, frozen=True):
    """The black marker reached a glowing cell: the boosted star has another colour now."""

    old: Star | None
    new: Star | None


class BoostedStarStayed(Event, frozen=True):
    """N-10: the bag had no star of another colour."""

    star: Star | None


class TokenAdvanced(Event, frozen=True):
    """The value token arrived on top of this cell; the first is 0."""

    token: str
    cell: int


class RaceGoalMarked(Event, frozen=True):
    """The seat reached a race goal and gets this value for it."""

    goal: str
    value: int
    first: bool


class ClusterRefilled(Event, frozen=True):
    """`cells` and `stars` go together; clusters and cells count from 1."""

    cluster: int
    cells: tuple[int, ...]
    stars: tuple[Star | None, ...]


class EndTriggered(Event, frozen=True):
    """The current round is the last."""

    reason: NebulaEndReason


class PersonalGoalShown(Event, frozen=True):
    """After the last turn every seat turns its personal goal over."""

    goal: str | None


class PersonalGoalReached(Event, frozen=True):
    """The seat has reached the personal goal that it kept."""

    goal: str


class GameEnded(Event, frozen=True):
    """The last turn is over, in this round, and for this reason."""

    reason: NebulaEndReason
    round: int


REVEALING_EVENTS: dict[type[Event], Audience] = {
    ChaosAnswered: "all",
    BoostedStarReplaced: "all",
    ClusterRefilled: "all",
    PersonalGoalShown: "others",
}
"""Stars from the bag, and the personal goals that are shown at the end."""

EVENTS: tuple[type[Event], ...] = (
    GoalKept,
    TimeTaken,
    ChaosAnswered,
    StarsKept,
    StarPlaced,
    StarReplaced,
    BlackStarPlaced,
    MarkerAdvanced,
    BoostedStarReplaced,
    BoostedStarStayed,
    TokenAdvanced,
    RaceGoalMarked,
    ClusterRefilled,
    TurnBegan,
    EndTriggered,
    PersonalGoalShown,
    PersonalGoalReached,
    GameEnded,
)


def tally(event: Event) -> str | None:
    """The name under which self-play counts an event."""
    match event:
        case TimeTaken():
            return "time"
        case ChaosAnswered():
            return "chaos"
        case RaceGoalMarked(goal=goal):
            return f"race:{goal}"
        case PersonalGoalShown(goal=str(goal)):
            return f"held:{goal}"
        case PersonalGoalReached(goal=goal):
            return f"personal:{goal}"
        case EndTriggered(reason=reason):
            return f"end:{reason}"
        case _:
            return None
