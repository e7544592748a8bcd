"""Moves in a player's words, in four languages, and the content for clients to draw."""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

from service.games.base import Plain
from service.games.distant_suns import hexes
from service.games.distant_suns.content.pack import Pack, Shape, World
from service.games.distant_suns.moves import Assign, DistantSunsMove, Draw, FillSlot, Pass
from service.games.distant_suns.packs import pack_named, pack_of
from service.games.distant_suns.rules.assigning import faces
from service.games.distant_suns.rules.missions import POINTS, POINTS_BEYOND
from service.games.distant_suns.rules.scoring import ALIEN_PENALTY, TREASURE_BONUS
from service.games.distant_suns.state import MODULES, ROUNDS, DistantSunsState
from service.games.texts import Texts

TEXTS = Texts.load(Path(__file__).parent / "content" / "texts.json")


def ruling(move: DistantSunsMove) -> str:
    match move:
        case Assign():
            return "D-1"
        case Draw():
            return "D-4" if move.upgrades else "book 03.02"
        case Pass():
            return "D-3"
        case FillSlot():
            return "D-6"
        case _:
            assert_never(move)


def label(state: DistantSunsState, move: DistantSunsMove, language: str) -> str:
    match move:
        case Assign():
            return _assign_label(state, move, language)
        case Draw():
            return _draw_label(move, language)
        case Pass():
            return TEXTS.say("move.pass", language)
        case FillSlot(slot):
            return TEXTS.say("move.fill_slot", language, slot=slot)
        case _:
            assert_never(move)


def _assign_label(state: DistantSunsState, move: Assign, language: str) -> str:
    shapes, module = pack_of(state).shapes, faces(move)
    return TEXTS.say(
        "move.assign",
        language,
        module=len(state.modules) + 1,
        side=move.side,
        own=shapes[state.shape_at(module.own)].names[language],
        others=shapes[state.shape_at(module.others)].names[language],
    )


def _draw_label(move: Draw, language: str) -> str:
    sectors = " ".join(hexes.name(sector) for sector in move.sectors)
    if move.upgrades:
        return TEXTS.say("move.draw_reduced", language, sectors=sectors, upgrades=move.upgrades)
    return TEXTS.say("move.draw", language, sectors=sectors)


def content(name: str, language: str) -> Plain:
    pack = pack_named(name)
    return {
        "pack": pack.id,
        "hash": pack.hash,
        "name": pack.names[language],
        "language": language,
        "rounds": ROUNDS,
        "modules": MODULES,
        "slots": pack.slots,
        "columns": hexes.COLUMNS,
        "rows": hexes.ROWS,
        "sectors": [_sector(pack, sector) for sector in range(hexes.SECTORS)],
        "sector_kinds": TEXTS.under("sector", language),
        "worlds": [_world(world, language) for world in pack.worlds],
        "shapes": [_shape(shape, language) for shape in pack.shapes.values()],
        "black_hole": pack.black_hole,
        "missions": [
            {"id": mission.id, "name": mission.names[language], "text": mission.texts[language]}
            for mission in pack.missions.values()
        ],
        "mission_points": list(POINTS),
        "mission_points_beyond": POINTS_BEYOND,
        "treasure_bonus": TREASURE_BONUS,
        "alien_penalty": ALIEN_PENALTY,
        "scoring_rules": TEXTS.under("score", language),
    }


def _kind(pack: Pack, sector: int) -> str | None:
    bit = hexes.area_of([sector])
    kinds = {
        "start": sector == pack.start,
        "world": any(world.sector == sector for world in pack.worlds),
        "alien": bool(pack.aliens & bit),
        "upgrade": bool(pack.upgrades & bit),
        "treasure": any(treasure.sector == sector for treasure in pack.treasures),
    }
    return next((kind for kind, is_kind in kinds.items() if is_kind), None)


def _sector(pack: Pack, sector: int) -> Plain:
    row, column = divmod(sector, hexes.COLUMNS)
    x, y = hexes.centre(sector)
    neighbours = list(hexes.sectors_in(hexes.around(hexes.area_of([sector]))))
    return {
        "sector": sector,
        "name": hexes.name(sector),
        "row": row,
        "column": column,
        "x": x,
        "y": y,
        "kind": _kind(pack, sector),
        "neighbours": neighbours,
    }


def _world(world: World, language: str) -> Plain:
    return {
        "id": world.id,
        "name": world.names[language],
        "sector": world.sector,
        "first": world.first,
        "later": world.later,
    }


def _shape(shape: Shape, language: str) -> Plain:
    centres = [hexes.hex_centre(step) for step in shape.hexes]
    return {
        "id": shape.id,
        "name": shape.names[language],
        "size": shape.size,
        "hexes": [{"q": q, "r": r, "x": x, "y": y} for (q, r), (x, y) in zip(shape.hexes, centres, strict=True)],
    }
