"""What happened at the table. Stars are named; None is a star or a goal that a viewer's knowledge cannot name."""

from __future__ import annotations

from service.games.base import Event


class GoalKept(Event, frozen=True):
    """A seat has chosen its personal goal; which one stays secret."""


class TimeTaken(Event, frozen=True):
    """Clocks turned, and the star taken in front of each (None where there was none)."""

    steps: tuple[int, ...]
    clocks: tuple[int, ...]
    stars: tuple[str | None, ...]


class ChaosAnswered(Event, frozen=True):
    """A star went to the box and others were drawn for all to see."""

    returned: str | None
    drawn: tuple[str | None, ...]


class StarsKept(Event, frozen=True):
    """Of the stars that Chaos drew, these were kept and those went to the box."""

    kept: tuple[str | None, ...]
    boxed: tuple[str | None, ...]


class StarPlaced(Event, frozen=True):
    star: str
    cell: str


class StarReplaced(Event, frozen=True):
    star: str
    cell: str
    old: str


class BlackStarPlaced(Event, frozen=True):
    """`count` black stars are on the seat's track now."""

    count: int


class MarkerAdvanced(Event, frozen=True):
    """The black marker stands on this cell now; the first is 0."""

    cell: int
    glowing: bool


class BoostedStarReplaced(Event, frozen=True):
    old: str | None
    new: str | None


class BoostedStarStayed(Event, frozen=True):
    """N-10: the bag had no star of another colour."""

    star: str | None


class TokenAdvanced(Event, frozen=True):
    """The value token arrived on top of this cell; the first is 0."""

    token: str
    cell: int


class RaceGoalMarked(Event, frozen=True):
    goal: str
    value: int
    first: bool


class ClusterRefilled(Event, frozen=True):
    """`cells` and `stars` go together; clusters and cells count from 1."""

    cluster: int
    cells: tuple[int, ...]
    stars: tuple[str | None, ...]


class TurnBegan(Event, frozen=True):
    round: int


class EndTriggered(Event, frozen=True):
    """The current round is the last."""

    reason: str


class PersonalGoalShown(Event, frozen=True):
    """After the last turn every seat turns its personal goal over."""

    goal: str | None


class PersonalGoalReached(Event, frozen=True):
    goal: str


class GameEnded(Event, frozen=True):
    reason: str


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
