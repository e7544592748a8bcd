"""Book 04, upgrades: gained by covering, put into a slot, used once."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from service.games.base import Refusal, Seat, Step
from service.games.distant_suns.content.pack import Pack
from service.games.distant_suns.events import SlotFilled
from service.games.distant_suns.moves import FillSlot
from service.games.distant_suns.packs import pack_of
from service.games.distant_suns.placements import MAX_LEFT_OUT
from service.games.distant_suns.rules.timing import not_deciding
from service.games.distant_suns.state import DistantSunsState, Sheet

NO_UPGRADE_TO_PLACE = Refusal("no_upgrade_to_place", "D-6", "You have gained no upgrade that still needs a slot.")
NO_SUCH_SLOT = Refusal("no_such_slot", "D-6", "The sheet has no slot with this number.")
SLOT_FILLED = Refusal("slot_filled", "D-6", "This slot is filled already.")


def _bit(slot: int) -> int:
    return 1 << slot - 1


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
    spent = sum(_bit(slot) for slot in slots_in(ready(sheet))[:count])
    return replace(sheet, used=sheet.used | spent)


def why_not_fill(state: DistantSunsState, seat: Seat) -> Refusal | None:
    return not_deciding(state, seat) or (None if state.sheet(seat).owed else NO_UPGRADE_TO_PLACE)


def why_not_slot(state: DistantSunsState, seat: Seat, move: FillSlot) -> Refusal | None:
    if not 1 <= move.slot <= pack_of(state).slots:
        return NO_SUCH_SLOT
    return SLOT_FILLED if state.sheet(seat).filled & _bit(move.slot) else None


def fillings(pack: Pack, sheet: Sheet) -> Sequence[FillSlot]:
    if not sheet.owed:
        return ()
    return [FillSlot(slot) for slot in range(1, pack.slots + 1) if not sheet.filled & _bit(slot)]


def fill(state: DistantSunsState, seat: Seat, move: FillSlot) -> Step[DistantSunsState]:
    """D-6: the player names which slot is filled."""
    sheet = state.sheet(seat)
    after = replace(sheet, filled=sheet.filled | _bit(move.slot), owed=sheet.owed - 1)
    return Step(state.with_sheet(seat, after), (SlotFilled(seat, move.slot),))
