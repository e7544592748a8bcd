"""Book 04, upgrades: gained by covering, put into a slot, used once."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from msgspec.structs import replace

from service.games.base import Seat, Step
from service.games.distant_suns.content.pack import Pack, pack_of
from service.games.distant_suns.events import SlotFilled
from service.games.distant_suns.moves import FillSlot
from service.games.distant_suns.placements import MAX_LEFT_OUT
from service.games.distant_suns.refusals import NoSuchSlot, NoUpgradeToPlace, SlotTaken
from service.games.distant_suns.state import DistantSunsState, DistantSunsStep, Sheet
from service.games.refusals import Refusal

NO_UPGRADE_TO_PLACE = NoUpgradeToPlace()
SLOT_TAKEN = SlotTaken()


def _bit(slot: int) -> int:
    return 1 << slot - 1


@functools.cache
def slots_in(bits: int) -> tuple[int, ...]:
    """The numbers of the slots in a bit set."""
    return tuple(slot for slot in range(1, bits.bit_length() + 1) if bits & _bit(slot))


def ready(sheet: Sheet) -> int:
    """The slots whose upgrade can be used. Slots are filled after the turn of the gain, so none is too fresh (D-11)."""
    return sheet.filled & ~sheet.used


def usable(sheet: Sheet) -> int:
    """How many upgrades the seat may use this turn, active or not (D-11)."""
    return min(ready(sheet).bit_count(), MAX_LEFT_OUT)


def use(sheet: Sheet, count: int) -> Sheet:
    """All slots act alike (D-6): the first ones that are ready are crossed out."""
    spent = sum([_bit(slot) for slot in slots_in(ready(sheet))[:count]])
    return replace(sheet, used=sheet.used | spent) if spent else sheet


def waits_for_slot(state: DistantSunsState, seat: Seat) -> bool:
    """Whether an upgrade of the seat waits for its slot. Sheets have a slot for each of their upgrades."""
    sheet = state.sheet(seat)
    return sheet.owed > 0 and bool(_moves(pack_of(state).slots, sheet.filled))


@functools.cache
def _moves(slots: int, filled: int) -> tuple[FillSlot, ...]:
    return tuple(FillSlot(slot) for slot in range(1, slots + 1) if not filled & _bit(slot))


def why_not(state: DistantSunsState, seat: Seat) -> Refusal | None:
    return None if waits_for_slot(state, seat) else NO_UPGRADE_TO_PLACE


def check(state: DistantSunsState, seat: Seat, move: FillSlot) -> Refusal | None:
    return why_not(state, seat) or _why_not_slot(pack_of(state), state.sheet(seat), move.slot)


def _why_not_slot(pack: Pack, sheet: Sheet, slot: int) -> Refusal | None:
    if not 1 <= slot <= pack.slots:
        return NoSuchSlot(last=pack.slots)
    return SLOT_TAKEN if sheet.filled & _bit(slot) else None


def moves(state: DistantSunsState, seat: Seat) -> Sequence[FillSlot]:
    sheet = state.sheet(seat)
    return _moves(pack_of(state).slots, sheet.filled) if sheet.owed > 0 else ()


def apply(state: DistantSunsState, seat: Seat, move: FillSlot) -> DistantSunsStep:
    """D-6: the player names which slot is filled."""
    sheet = state.sheet(seat)
    after = replace(sheet, filled=sheet.filled | _bit(move.slot), owed=sheet.owed - 1)
    return Step(state.with_sheet(seat, after), (SlotFilled(seat, move.slot),))
