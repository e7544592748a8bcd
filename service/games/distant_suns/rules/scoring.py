"""Book 05: the ledger. During the game it has what the sheets are worth now."""

from __future__ import annotations

import functools

from service.games.base import Line, Score, Seat, SeatScore
from service.games.distant_suns.content.pack import PACKS, Pack, Treasure
from service.games.distant_suns.hexes import Area, sectors_in
from service.games.distant_suns.printed import ALIEN_PENALTY, TREASURE_BONUS, MissionId
from service.games.distant_suns.rules import missions
from service.games.distant_suns.rules.sheets import covered_area
from service.games.distant_suns.state import SHEETS_KEPT, DistantSunsState, Sheet, is_over


def score(state: DistantSunsState) -> Score:
    """Most points win, ties share."""
    seats = tuple(ledger(state, seat) for seat in range(1, state.players + 1))
    best = max(seat.total for seat in seats)
    winners = tuple(seat.seat for seat in seats if seat.total == best)
    return Score(seats, winners if is_over(state) else ())


def ledger(state: DistantSunsState, seat: Seat) -> SeatScore:
    return _ledger(state.pack_hash, state.missions, state.shapes, seat, state.sheet(seat))


@functools.lru_cache(maxsize=SHEETS_KEPT)
def _ledger(
    pack_hash: str, paired: tuple[MissionId, ...], shapes: tuple[str, ...], seat: Seat, sheet: Sheet
) -> SeatScore:
    """Totals may be negative (D-17). Kept, as a sheet stays the same until all have drawn."""
    pack, under_shapes = PACKS.by_hash(pack_hash), covered_area(sheet)
    lines = (
        *_mission_lines(pack, paired, shapes, sheet),
        *_world_lines(pack, sheet),
        *_treasure_lines(pack, under_shapes),
        *_alien_lines(pack, under_shapes),
    )
    return SeatScore(seat, sum([line.amount for line in lines]), lines)


def _mission_lines(pack: Pack, paired: tuple[MissionId, ...], shapes: tuple[str, ...], sheet: Sheet) -> list[Line]:
    rows = zip(paired, shapes, missions.times(pack, paired, sheet), strict=False)
    return [Line(f"mission.{mission}", missions.points(times), shape) for mission, shape, times in rows]


def _world_lines(pack: Pack, sheet: Sheet) -> list[Line]:
    return [Line("world", points, world.id) for world, points in zip(pack.worlds, sheet.worlds, strict=True) if points]


def is_surrounded(treasure: Treasure, under_shapes: Area) -> bool:
    """D-5, D-15: every neighbour inside the grid is covered."""
    return not treasure.near & ~under_shapes


def _treasure_lines(pack: Pack, under_shapes: Area) -> list[Line]:
    surrounded = [treasure for treasure in pack.treasures if is_surrounded(treasure, under_shapes)]
    return [Line("treasure_surrounded", TREASURE_BONUS, str(treasure.sector)) for treasure in surrounded]


def _alien_lines(pack: Pack, under_shapes: Area) -> list[Line]:
    left = sectors_in(pack.aliens & ~under_shapes)
    return [Line("alien_left", -ALIEN_PENALTY, str(sector)) for sector in left]
