"""What a seat can ask for. Positions, sides and slots are counted from 1, sectors from 0 (D-9)."""

from __future__ import annotations

from typing import ClassVar

from service.games.base import Move


class Assign(Move, frozen=True):
    """Put the next module on two neighbouring free notches of one side of the board (D-1).

    `side` is 1 or 2. `position` is the first of the two positions, 1 to 5. The module's circle, the shape you draw
    yourself, is at `position` and its octagon, the shape of all others, at the next one; `flipped` swaps the two.
    """

    side: int
    position: int
    flipped: bool = False


class Draw(Move, frozen=True):
    """Draw your shape on your sheet, sealed until all have drawn (D-2, D-16).

    `sectors` are the numbers of the sectors really drawn, ascending. `upgrades` is how many upgrades you use, at most
    two: each leaves out one hex of the shape (D-4).
    """

    sectors: tuple[int, ...]
    upgrades: int = 0


class Pass(Move, frozen=True):
    """Draw nothing this turn, which is allowed only when the whole shape fits nowhere (D-3)."""


class FillSlot(Move, frozen=True):
    """Name the slot, 1 to 7, that an upgrade you have gained fills (D-6). It is due before your next decision."""

    prepares: ClassVar[bool] = True

    slot: int


DistantSunsMove = Assign | Draw | Pass | FillSlot
