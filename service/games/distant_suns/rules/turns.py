"""The end of a turn: all have drawn, the drawings are revealed, the next seat is active."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from service.games.base import Event, Seat, Step
from service.games.distant_suns.content.pack import Pack, pack_of
from service.games.distant_suns.events import NothingDrawn, ShapeDrawn, UpgradeGained, UpgradesUsed
from service.games.distant_suns.hexes import area, sectors_in
from service.games.distant_suns.rules import rounds, upgrades, worlds
from service.games.distant_suns.state import (
    HIDDEN,
    PASSED,
    DistantSunsState,
    DistantSunsStep,
    Drawing,
    Sheet,
    position_of,
)


def end_turn(state: DistantSunsState) -> DistantSunsStep:
    """D-2: what was drawn is shown when all have drawn. D-17: the module is used up even if all pass."""
    pack = pack_of(state)
    is_first = worlds.unclaimed_worlds(state.sheets)
    sheets: list[Sheet] = []
    events: list[Event] = []
    for seat, seal in enumerate(state.seals, 1):
        sheet = draw_on_sheet(pack, state, seat, seal or PASSED, is_first)
        events += _reveal_events(pack, state, seat, seal or PASSED, sheet)
        sheets.append(sheet)
    return Step(replace(state, sheets=tuple(sheets), seals=()), tuple(events)).then(rounds.next_turn)


def draw_on_sheet(pack: Pack, state: DistantSunsState, seat: Seat, seal: bytes, is_first: Sequence[bool]) -> Sheet:
    """The seat's sheet with what it sealed."""
    sheet = state.sheet(seat)
    if seal in (PASSED, HIDDEN):
        return sheet
    drawing = Drawing(position_of(state, seat), seal)
    drawn = area(seal)
    return replace(
        upgrades.use(sheet, _left_out(pack, state, drawing)),
        drawings=(*sheet.drawings, drawing),
        owed=sheet.owed + (drawn & pack.upgrades).bit_count(),
        worlds=worlds.reach(pack, sheet, drawn, is_first),
    )


def _left_out(pack: Pack, state: DistantSunsState, drawing: Drawing) -> int:
    """An upgrade was used for each hex that is missing."""
    return pack.shapes[state.shape_at(drawing.position)].size - len(drawing.sectors)


def _reveal_events(pack: Pack, state: DistantSunsState, seat: Seat, seal: bytes, after: Sheet) -> list[Event]:
    shape = state.shape_at(position_of(state, seat))
    if seal == PASSED:
        return [NothingDrawn(seat, state.round, shape)]
    if seal == HIDDEN:
        return []  # a preview: whether the seat drew or passed stays open
    before = state.sheet(seat)
    used = upgrades.slots_in(after.used & ~before.used)
    gained = sectors_in(area(seal) & pack.upgrades)
    return [
        ShapeDrawn(seat, state.round, shape, tuple(seal), len(used)),
        *([UpgradesUsed(seat, used)] if used else []),
        *(UpgradeGained(seat, sector) for sector in gained),
        *worlds.reached_events(pack, seat, before, after),
    ]
