"""The events of Distant Suns, all public. No event shows a drawing before all have drawn (D-2)."""

from __future__ import annotations

from service.games.base import Audience, Event, TurnBegan
from service.games.distant_suns.printed import DistantSunsEndReason


class ModulePlaced(Event, frozen=True):
    """The active seat assigned shapes: `own` to itself, `others` to everybody else."""

    module: int
    side: int
    position: int
    flipped: bool
    own: str
    others: str


class DrawingSealed(Event, frozen=True):
    """The seat has drawn or passed; which and where stays sealed (D-16)."""


class ShapeDrawn(Event, frozen=True):
    """A drawing was revealed. A preview reveals only the own one; what others sealed stays open, so nothing is null."""

    round: int
    shape: str
    sectors: tuple[int, ...] | None
    upgrades: int | None


class NothingDrawn(Event, frozen=True):
    """The reveal of a pass."""

    round: int
    shape: str


class UpgradesUsed(Event, frozen=True):
    """Slots whose upgrade is spent."""

    slots: tuple[int, ...]


class UpgradeGained(Event, frozen=True):
    """An upgrade sector was covered."""

    sector: int


class SlotFilled(Event, frozen=True):
    """The seat named the slot of an upgrade it gained (D-6)."""

    slot: int


class WorldReached(Event, frozen=True):
    """A distant world was reached, for the higher value or the lower one."""

    world: str
    points: int


class RoundEnded(Event, frozen=True):
    """No module could be placed. The seat is who could not, and starts the next round (D-7)."""

    round: int
    turns: int


class GameEnded(Event, frozen=True):
    """The third round is over."""

    reason: DistantSunsEndReason
    round: int
    turns: int


REVEALING_EVENTS: dict[type[Event], Audience] = {ShapeDrawn: "others", NothingDrawn: "others"}
"""What others have sealed (D-2)."""

EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    ModulePlaced,
    DrawingSealed,
    ShapeDrawn,
    NothingDrawn,
    UpgradesUsed,
    UpgradeGained,
    SlotFilled,
    WorldReached,
    RoundEnded,
    GameEnded,
)
