"""The pack: its counts, its coordinates, and what is refused."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from service.games.base import LANGUAGES
from service.games.distant_suns import RULEBOOK, hexes
from service.games.distant_suns.content import pack as pack_module
from service.games.distant_suns.content.pack import PACKS, read_pack
from service.games.distant_suns.placements import canonical
from service.games.distant_suns.printed import MISSIONS, DistantSunsPhase
from service.games.distant_suns.rules.missions import COUNTS
from service.games.packs import PackError
from tests.games.distant_suns.tables import CLASSIC

FILE = Path(pack_module.__file__).parent / "classic.json"
SOURCE: dict[str, Any] = json.loads(FILE.read_bytes())


def damaged(damage: Callable[[dict[str, Any]], object]) -> tuple[str, ...]:
    source = copy.deepcopy(SOURCE)
    damage(source)
    return PACKS.problems(json.dumps(source).encode())


def put(source: dict[str, Any], row: int, column: int, letter: str) -> None:
    letters = list(source["sheet"][row])
    letters[column] = letter
    source["sheet"][row] = "".join(letters)


def test_the_classic_pack_is_sound() -> None:
    assert PACKS.problems(FILE.read_bytes()) == ()


def test_counts() -> None:
    letters = "".join(SOURCE["sheet"])
    assert [letters.count(kind) for kind in "SWAUT"] == [1, 3, 9, 7, 6]
    assert (len(CLASSIC.tiles), len(CLASSIC.shapes), len(CLASSIC.missions), CLASSIC.slots) == (10, 11, 5, 7)
    assert {CLASSIC.shapes[tile].size for tile in CLASSIC.tiles} == {4, 5, 6}
    assert CLASSIC.shapes[CLASSIC.black_hole].size == 7


def test_corners() -> None:
    assert hexes.name(CLASSIC.start) == "A9"
    assert [(hexes.name(world.sector), world.first, world.later) for world in CLASSIC.worlds] == [
        ("A0", 10, 5),
        ("L0", 15, 8),
        ("L9", 10, 5),
    ]


def test_the_missions_of_the_pack_are_those_of_the_rules() -> None:
    assert set(COUNTS) == set(MISSIONS) == set(CLASSIC.missions)


def test_no_two_shapes_coincide() -> None:
    assert len({canonical(shape.hexes) for shape in CLASSIC.shapes.values()}) == len(CLASSIC.shapes)


def test_content_is_named_and_drawn_in_every_language() -> None:
    for language in LANGUAGES:
        content = RULEBOOK.content("classic", language)
        assert all(shape.name for shape in content.shapes)
        assert all(world.name for world in content.worlds)
        assert all(mission.name and mission.text for mission in content.missions)
        assert {f"mission.{mission}" for mission in MISSIONS} <= set(content.texts["score"])
        assert {sector.kind for sector in content.sectors} == {None, *content.texts["sector"]}
        assert set(content.texts["phase"]) == set(get_args(DistantSunsPhase))
        assert set(content.texts["end"]) == set(RULEBOOK.end_reasons)
        assert {f"D-{number}" for number in range(1, 18)} <= set(content.rulings)


def test_neighbours_are_drawn_one_hex_apart() -> None:
    sectors = RULEBOOK.content("classic", "en").sectors
    for sector in sectors:
        for near in sector.neighbours:
            other = sectors[near]
            assert math.dist((sector.x, sector.y), (other.x, other.y)) == pytest.approx(1, abs=0.01)


def test_shapes_that_coincide_when_turned_or_mirrored_are_refused() -> None:
    def turn_one_into_another(source: dict[str, Any]) -> None:
        source["shapes"][3]["hexes"] = [[r + 2, -q - r] for q, r in source["shapes"][4]["hexes"]]

    first, second = SOURCE["shapes"][3]["id"], SOURCE["shapes"][4]["id"]
    assert damaged(turn_one_into_another) == (
        f"shapes.{second}.hexes: The shape is the same as {first} when it is turned or mirrored.",
    )


def test_special_sectors_that_touch_are_refused() -> None:
    def move_an_alien_beside_a_world(source: dict[str, Any]) -> None:
        row, column = divmod(hexes.sectors_in(CLASSIC.aliens)[0], hexes.COLUMNS)
        put(source, row, column, ".")
        put(source, 0, 1, "A")

    assert "sheet.A0 and B0: Special sectors may not touch each other." in damaged(move_an_alien_beside_a_world)


def test_d10_a_shape_without_a_first_drawing_is_refused() -> None:
    """A treasure two sectors from the start leaves no room for the flower."""

    def block_the_start(source: dict[str, Any]) -> None:
        treasure = divmod(CLASSIC.treasures[0].sector, hexes.COLUMNS)
        put(source, *treasure, ".")
        put(source, 8, 2, "T")
        put(source, 6, 0, "T")

    assert "shapes.black_hole.hexes: The shape has no first drawing next to the start." in damaged(block_the_start)


DAMAGES: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda source: source["sheet"].pop(), "sheet.rows: The sheet has 9 rows; it needs 10."),
    (lambda source: put(source, 4, 1, "?"), "sheet.row 4: There is no kind of sector '?'."),
    (lambda source: source["sheet"].__setitem__(1, "..."), "sheet.row 1: The row has 3 sectors; it needs 12."),
    (lambda source: put(source, 9, 0, "."), "sheet.S: The sheet has 0 sectors S; it needs 1."),
    (lambda source: source.update(slots=6), "sheet.slots: 7 upgrades need as many slots, not 6."),
    (
        lambda source: source["worlds"][0].update(column=1),
        "worlds.row, column: The worlds are not those that the sheet shows.",
    ),
    (
        lambda source: source["worlds"][1].update(later=15),
        "worlds.zenith.first: The first to reach a world gets more than those who follow.",
    ),
    (lambda source: source["worlds"][1].update(id="aurora"), "worlds.aurora.id: The id is used 2 times."),
    (lambda source: source["shapes"].pop(), "shapes.count: The pack has 9 shapes; it needs 10."),
    (
        lambda source: source["shapes"][0].update(hexes=[[0, 0], [1, 0], [5, 0], [6, 0]]),
        "shapes.moon.hexes: The hexes of a shape are connected.",
    ),
    (
        lambda source: source["shapes"][0].update(hexes=[[0, 0], [1, 0], [1, 0], [2, 0]]),
        "shapes.moon.hexes: A shape has four to six different hexes.",
    ),
    (
        lambda source: source["shapes"][0].update(hexes=[[0, 0], *([-number, 1] for number in range(1, 30))]),
        "shapes.moon.hexes: A shape has four to six different hexes.",
    ),
    (
        lambda source: source["shapes"][0].update(hexes=[[0, 0], [-100, 1], [-101, 1], [5, 9]]),
        "shapes.moon.hexes: The hexes of a shape are connected.",
    ),
    (
        lambda source: source["shapes"][0].update(hexes=[]),
        "shapes.moon.hexes: A shape has four to six different hexes.",
    ),
    (
        lambda source: source["black_hole"].update(hexes=[[0, 0], *([-number, 1] for number in range(1, 30))]),
        "black_hole.hexes: The black hole is the flower of seven hexes.",
    ),
    (
        lambda source: source["black_hole"]["hexes"].pop(),
        "black_hole.hexes: The black hole is the flower of seven hexes.",
    ),
    (
        lambda source: source["shapes"][0]["names"].pop("en"),
        "moon.names: A text is needed in English, and none may be empty.",
    ),
    (
        lambda source: source["missions"][0]["texts"].update(fr=""),
        "aliens.texts: A text is needed in English, and none may be empty.",
    ),
]


def test_a_damaged_pack_is_refused() -> None:
    found = [(damaged(damage), problem) for damage, problem in DAMAGES]
    assert [(problems, problem) for problems, problem in found if problem not in problems] == []


def test_all_problems_are_told_at_once() -> None:
    def damage(source: dict[str, Any]) -> None:
        source["slots"] = 5
        source["shapes"].pop()
        source["missions"].pop()

    assert [problem.split(".")[0] for problem in damaged(damage)] == ["sheet", "shapes", "missions"]


def test_what_is_not_a_pack_is_refused() -> None:
    assert len(PACKS.problems(b"{")) == 1
    assert len(PACKS.problems(b"\xff")) == 1
    assert "unknown field" in damaged(lambda source: source.update(extra=1))[0]
    with pytest.raises(PackError) as caught:
        read_pack(b"[]")
    assert str(caught.value.problems[0]).startswith("pack.json: ")


def test_a_newer_pack_of_the_name_leaves_older_games_alone() -> None:
    changed = {**SOURCE, "names": dict.fromkeys(LANGUAGES, "Changed")}
    try:
        newer = PACKS.install(json.dumps(changed).encode())
        assert PACKS.names == ("classic",)
        assert PACKS.by_name("classic") is newer
        assert newer.hash != CLASSIC.hash
        assert PACKS.by_hash(CLASSIC.hash).names == CLASSIC.names
    finally:
        PACKS.install(FILE.read_bytes())
