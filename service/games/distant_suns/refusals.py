"""Every way in which these rules say no. The sentences are in `content/texts.json`."""

from __future__ import annotations

from service.games.refusals import COMMON, Refusal


class AlreadyDrawn(Refusal, frozen=True):
    """A drawing or a pass is final until all have drawn."""

    ruling = "D-16"


class SlotDue(Refusal, frozen=True):
    """An upgrade of an earlier turn is put into a slot before anything else is decided."""

    ruling = "D-6"


class NoSuchNotches(Refusal, frozen=True):
    """A module takes two neighbouring positions of side 1 or 2."""

    ruling = "D-1"


class NotchTaken(Refusal, frozen=True):
    """Another module takes one of the two positions on this side."""

    ruling = "D-1"


class NothingFits(Refusal, frozen=True):
    """The shape fits nowhere, not even with the seat's upgrades."""

    ruling = "D-3"


class ShapeFits(Refusal, frozen=True):
    """The whole shape still fits, so passing is not allowed."""

    ruling = "D-3"


class NoSuchSectors(Refusal, frozen=True):
    """Sectors have the numbers 0 to 119, and are named once each, in ascending order."""

    ruling = "D-9"


class UpgradeNotReady(Refusal, frozen=True):
    """Two upgrades are used at most, and only those gained in earlier turns."""

    ruling = "D-11"


class WrongSize(Refusal, frozen=True):
    """The whole shape is drawn, but for one hex for each upgrade used."""

    ruling = "D-4"


class WrongShape(Refusal, frozen=True):
    """The sectors are not the shape, turned or mirrored, nor a connected part of it."""

    ruling = "D-4"


class SectorNotFree(Refusal, frozen=True):
    """Shapes do not overlap, and cover no treasure, no distant world and not the start."""

    ruling = "D-15"


class NotTouching(Refusal, frozen=True):
    """A shape touches one drawn before; the first one touches the start."""

    ruling = "D-10"


class NoUpgradeToPlace(Refusal, frozen=True):
    """No upgrade waits for its slot."""

    ruling = "D-6"


class NoSuchSlot(Refusal, frozen=True):
    """The sheet has no slot of this number; `last` is the highest."""

    ruling = "D-6"
    last: int


class SlotTaken(Refusal, frozen=True):
    """Another upgrade fills this slot."""

    ruling = "D-6"


REFUSALS: tuple[type[Refusal], ...] = (
    *COMMON,
    AlreadyDrawn,
    SlotDue,
    NoSuchNotches,
    NotchTaken,
    NothingFits,
    ShapeFits,
    NoSuchSectors,
    UpgradeNotReady,
    WrongSize,
    WrongShape,
    SectorNotFree,
    NotTouching,
    NoUpgradeToPlace,
    NoSuchSlot,
    SlotTaken,
)
