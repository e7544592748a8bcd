"""What must hold in every state of Distant Suns. Written with sets of numbers, not with the bit sets of the rules."""

from __future__ import annotations

import functools

from service.games.distant_suns import RULEBOOK
from service.games.distant_suns.content.pack import PACKS, Pack, pack_of
from service.games.distant_suns.hexes import COLUMNS, ROWS, sectors_in
from service.games.distant_suns.printed import BLACK_HOLE_POSITION, MODULES, POSITIONS, ROUNDS
from service.games.distant_suns.state import HIDDEN, DistantSunsState, Sheet, is_over
from service.games.rulebook import AnyRulebook


def check(rulebook: AnyRulebook, state: DistantSunsState) -> None:
    board_is_laid_out(state)
    modules_do_not_overlap(state)
    turns_add_up(state)
    for sheet in state.sheets:
        sheet_is_sound(state.pack_hash, state.shapes, sheet)
    worlds_are_claimed(state)
    covered_sectors_are_the_union_of_the_shapes(state)
    secrets_are_kept(rulebook, state)


@functools.lru_cache(maxsize=1 << 12)
def sheet_is_sound(pack_hash: str, shapes: tuple[str, ...], sheet: Sheet) -> None:
    """Cached, as most moves leave most sheets alone."""
    pack = PACKS.by_hash(pack_hash)
    shapes_do_not_overlap(sheet)
    no_forbidden_sector_is_covered(pack, sheet)
    shapes_hang_together(pack, sheet)
    upgrades_match(pack, shapes, sheet)
    worlds_are_reached_by_drawing(pack, sheet)


@functools.cache
def neighbours(sector: int) -> set[int]:
    """D-9, spelled out: odd rows are shifted right by half a hex."""
    row, column = divmod(sector, COLUMNS)
    shift = row % 2
    cells = [
        (row, column - 1),
        (row, column + 1),
        *((other, column - 1 + shift + step) for other in (row - 1, row + 1) for step in (0, 1)),
    ]
    return {r * COLUMNS + c for r, c in cells if 0 <= r < ROWS and 0 <= c < COLUMNS}


def drawn_on(sheet: Sheet) -> set[int]:
    return {sector for drawing in sheet.drawings for sector in drawing.sectors}


def board_is_laid_out(state: DistantSunsState) -> None:
    pack = pack_of(state)
    assert len(set(state.shapes)) == POSITIONS
    assert set(state.shapes) <= set(pack.shapes)
    assert state.shapes[BLACK_HOLE_POSITION - 1] == pack.black_hole
    assert sorted(state.missions) == sorted(pack.missions)


def modules_do_not_overlap(state: DistantSunsState) -> None:
    notches = [(module.side, position) for module in state.modules for position in (module.own, module.others)]
    assert len(notches) == len(set(notches)), "two modules on one notch"
    assert all(side in (1, 2) and 1 <= position <= POSITIONS for side, position in notches)
    assert all(abs(module.own - module.others) == 1 for module in state.modules)


def turns_add_up(state: DistantSunsState) -> None:
    """Every turn of a round has its module, and a round has four or five."""
    in_round = len(state.modules) - bool(state.seals)
    finished = state.round - 1
    assert 4 * finished + in_round <= state.turns <= MODULES * finished + in_round
    assert state.active == state.turns % state.players + 1
    assert 1 <= state.round <= ROUNDS + 1
    assert len(state.seals) in (0, state.players)
    assert not (is_over(state) and (state.seals or state.modules))


def covered_sectors_are_the_union_of_the_shapes(state: DistantSunsState) -> None:
    seen = RULEBOOK.view(state, None).seats
    assert [list(seat.covered) for seat in seen] == [sorted(drawn_on(sheet)) for sheet in state.sheets]


def shapes_do_not_overlap(sheet: Sheet) -> None:
    assert sum(len(drawing.sectors) for drawing in sheet.drawings) == len(drawn_on(sheet)), "two shapes overlap"
    assert all(list(drawing.sectors) == sorted(drawing.sectors) for drawing in sheet.drawings)


def no_forbidden_sector_is_covered(pack: Pack, sheet: Sheet) -> None:
    worlds, treasures = (world.sector for world in pack.worlds), (treasure.sector for treasure in pack.treasures)
    assert drawn_on(sheet).isdisjoint({pack.start, *worlds, *treasures})


def shapes_hang_together(pack: Pack, sheet: Sheet) -> None:
    """Each shape touches one before it, and the first one the start."""
    edge = neighbours(pack.start)
    reached: set[int] = set()
    for drawing in sheet.drawings:
        assert edge & set(drawing.sectors), "a shape that touches nothing"
        reached |= set(drawing.sectors)
        edge = {near for sector in reached for near in neighbours(sector)}


def upgrades_match(pack: Pack, shapes: tuple[str, ...], sheet: Sheet) -> None:
    """Gained ones are in slots or owed, and each used one has left out a hex."""
    gained = len(drawn_on(sheet) & set(sectors_in(pack.upgrades)))
    left_out = [pack.shapes[shapes[one.position - 1]].size - len(one.sectors) for one in sheet.drawings]
    assert all(0 <= hexes <= 2 for hexes in left_out)
    assert sheet.filled.bit_count() + sheet.owed == gained
    assert sheet.used.bit_count() == sum(left_out)
    assert not sheet.used & ~sheet.filled
    assert sheet.filled < 1 << pack.slots


def worlds_are_reached_by_drawing(pack: Pack, sheet: Sheet) -> None:
    for world, points in zip(pack.worlds, sheet.worlds, strict=True):
        reached = bool(neighbours(world.sector) & drawn_on(sheet))
        assert reached == (points > 0)
        assert points in (0, world.first, world.later)


def worlds_are_claimed(state: DistantSunsState) -> None:
    """Who comes later follows somebody who was first."""
    for index, world in enumerate(pack_of(state).worlds):
        values = [sheet.worlds[index] for sheet in state.sheets]
        assert world.first in values or not any(values)


def secrets_are_kept(rulebook: AnyRulebook, state: DistantSunsState) -> None:
    for viewer in (None, *range(1, state.players + 1)):
        seen = rulebook.known(state, viewer)
        assert (seen.seed, seen.drawn) == (b"", 0)
        for seat, seal in enumerate(seen.seals, 1):
            assert seat == viewer or seal in (None, HIDDEN)
