"""What makes a pack unplayable. All of it is found at once, and each finding names its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from service.games.distant_suns import hexes
from service.games.distant_suns.content.source import (
    ALIEN,
    EMPTY,
    SPECIAL,
    START,
    TREASURE,
    UPGRADE,
    WORLD,
    Named,
    PackSource,
    Problem,
    ShapeSource,
)
from service.games.distant_suns.hexes import Area
from service.games.distant_suns.placements import any_fits, canonical, forms, is_connected
from service.games.distant_suns.printed import MISSIONS

SPECIAL_COUNTS = {START: 1, WORLD: 3, ALIEN: 9, UPGRADE: 7, TREASURE: 6}
SHAPES = 10
SIZES = (4, 5, 6)
FLOWER = ((0, 0), *hexes.STEPS)


def problems(source: PackSource) -> tuple[Problem, ...]:
    if found := tuple(_grid_problems(source)):
        return found
    return (
        *_sheet_problems(source),
        *_world_problems(source),
        *_shape_problems(source),
        *_mission_problems(source),
        *_first_drawing_problems(source),
        *_text_problems(source),
    )


def sectors_with(source: PackSource, letters: str) -> Area:
    """The sectors of the sheet that carry one of these letters."""
    letter_at = "".join(source.sheet)
    return hexes.area_of(sector for sector, letter in enumerate(letter_at) if letter in letters)


def _grid_problems(source: PackSource) -> Iterator[Problem]:
    if len(source.sheet) != hexes.ROWS:
        yield Problem("sheet", "rows", f"The sheet has {len(source.sheet)} rows; it needs {hexes.ROWS}.")
    for row, letters in enumerate(source.sheet):
        if len(letters) != hexes.COLUMNS:
            yield Problem("sheet", f"row {row}", f"The row has {len(letters)} sectors; it needs {hexes.COLUMNS}.")
        for letter in sorted(set(letters) - {EMPTY, *SPECIAL}):
            yield Problem("sheet", f"row {row}", f"There is no kind of sector {letter!r}.")


def _sheet_problems(source: PackSource) -> Iterator[Problem]:
    counts = Counter("".join(source.sheet))
    for letter, wanted in SPECIAL_COUNTS.items():
        if counts[letter] != wanted:
            yield Problem("sheet", letter, f"The sheet has {counts[letter]} sectors {letter}; it needs {wanted}.")
    if source.slots != counts[UPGRADE]:
        yield Problem("sheet", "slots", f"{counts[UPGRADE]} upgrades need as many slots, not {source.slots}.")
    special = sectors_with(source, "".join(SPECIAL))
    for bit in hexes.single(special):
        for other in hexes.single(hexes.around(bit) & special):
            if bit < other:
                pair = f"{hexes.name(hexes.sector_of(bit))} and {hexes.name(hexes.sector_of(other))}"
                yield Problem("sheet", pair, "Special sectors may not touch each other.")


def _world_problems(source: PackSource) -> Iterator[Problem]:
    drawn = set(hexes.sectors_in(sectors_with(source, WORLD)))
    named = [hexes.number(world.row, world.column) for world in source.worlds]
    if sorted(named) != sorted(drawn):
        yield Problem("worlds", "row, column", "The worlds are not those that the sheet shows.")
    for world in source.worlds:
        if not world.first > world.later > 0:
            yield Problem(f"worlds.{world.id}", "first", "The first to reach a world gets more than those who follow.")
    yield from _duplicate_problems("worlds", [world.id for world in source.worlds])


def _shape_problems(source: PackSource) -> Iterator[Problem]:
    if len(source.shapes) != SHAPES:
        yield Problem("shapes", "count", f"The pack has {len(source.shapes)} shapes; it needs {SHAPES}.")
    if not source.black_hole.hexes or canonical(source.black_hole.hexes) != canonical(FLOWER):
        yield Problem("black_hole", "hexes", "The black hole is the flower of seven hexes.")
    for shape in source.shapes:
        yield from _form_problems(shape)
    yield from _same_shape_problems(source)
    yield from _duplicate_problems("shapes", [shape.id for shape in (*source.shapes, source.black_hole)])


def _form_problems(shape: ShapeSource) -> Iterator[Problem]:
    if len(shape.hexes) not in SIZES or len(set(shape.hexes)) != len(shape.hexes):
        yield Problem(f"shapes.{shape.id}", "hexes", "A shape has four to six different hexes.")
    elif not is_connected(shape.hexes):
        yield Problem(f"shapes.{shape.id}", "hexes", "The hexes of a shape are connected.")


def _same_shape_problems(source: PackSource) -> Iterator[Problem]:
    first_with: dict[hexes.Hexes, str] = {}
    for shape in source.shapes:
        if shape.hexes:
            earlier = first_with.setdefault(canonical(shape.hexes), shape.id)
            if earlier != shape.id:
                sentence = f"The shape is the same as {earlier} when it is turned or mirrored."
                yield Problem(f"shapes.{shape.id}", "hexes", sentence)


def _mission_problems(source: PackSource) -> Iterator[Problem]:
    ids = [mission.id for mission in source.missions]
    if sorted(ids) != sorted(MISSIONS):
        yield Problem("missions", "id", f"The missions are {', '.join(MISSIONS)}, not {', '.join(ids)}.")


def _first_drawing_problems(source: PackSource) -> Iterator[Problem]:
    """D-10: a sheet is valid only if each shape has a first drawing on it. What is no shape is refused anyway."""
    free = hexes.GRID & ~sectors_with(source, START + WORLD + TREASURE)
    launch = hexes.around(sectors_with(source, START))
    for shape in (*source.shapes, source.black_hole):
        is_one = 0 < len(shape.hexes) <= len(FLOWER) and is_connected(shape.hexes)
        if is_one and not any_fits(forms(shape.hexes, 0), free, launch):
            yield Problem(f"shapes.{shape.id}", "hexes", "The shape has no first drawing next to the start.")


def _text_problems(source: PackSource) -> Iterator[Problem]:
    yield from _languages("pack", "names", source.names)
    parts: tuple[Named, ...] = (*source.worlds, *source.shapes, source.black_hole, *source.missions)
    for part in parts:
        yield from _languages(part.id, "names", part.names)
    for mission in source.missions:
        yield from _languages(mission.id, "texts", mission.texts)


def _languages(where: str, field: str, texts: Mapping[str, str]) -> Iterator[Problem]:
    if "en" not in texts or not all(texts.values()):
        yield Problem(where, field, "A text is needed in English, and none may be empty.")


def _duplicate_problems(where: str, ids: list[str]) -> Iterator[Problem]:
    for repeated, count in Counter(ids).items():
        if count > 1:
            yield Problem(f"{where}.{repeated}", "id", f"The id is used {count} times.")
