"""Reads a content pack, refuses a damaged one with all its problems, and makes the tables that the rules use."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from service.games.nebula import goals
from service.games.nebula.content import shapes
from service.games.nebula.content.board import Board
from service.games.nebula.content.checks import Problem, problems_of
from service.games.packs import PackError, Packs, Translations

HERE = Path(__file__).parent
TRANSLATIONS = Translations(HERE / "translations.json")

_PATH = re.compile(r"(?P<sentence>.*?)(?: - at `\$\.?(?P<path>[^`]*)`)?", re.DOTALL)


class Pack:
    """A pack with its tables. Goals, cells and constellations are known by their place in the pack."""

    def __init__(self, data: shapes.PackData, digest: str) -> None:
        self.data = data
        self.id = data.name
        self.hash = digest
        self.board = Board(data.galaxy)
        self.black_values = (0, *(cell.value for cell in data.galaxy.black_track))
        self.black_cells = len(data.galaxy.black_track)
        self.last_marker = len(data.nebula.marker) - 1
        self.glowing_marker = frozenset(at for at, cell in enumerate(data.nebula.marker) if cell.glowing)
        self.clock_starts = tuple(cluster.start - 1 for cluster in data.nebula.clusters)
        self.cluster_cells = len(data.nebula.clusters[0].cells)
        self.last_value_cells = tuple(len(track.cells) - 1 for track in data.value_board.tracks)
        self.personal = tuple(goals.PERSONAL[card.rule].make(self.board, card) for card in data.personal_goals)
        self.race = tuple(goals.RACE[card.rule].make(self.board, card) for card in data.race_goals)
        self.advanced = tuple(goals.ADVANCED[card.rule].make(self.board, card) for card in data.advanced_goals)
        self.personal_ids = tuple(card.id for card in data.personal_goals)
        self.race_ids = tuple(card.id for card in data.race_goals)
        self.advanced_ids = tuple(card.id for card in data.advanced_goals)
        self.race_values = tuple((card.upper or 0, card.lower or 0) for card in data.race_goals)


def _shape_problems(plain: Mapping[str, Any]) -> list[Problem]:
    """Each part, and each card of a deck, is read for itself, so that one problem does not hide another."""
    parts = {field.name: field.type for field in msgspec.structs.fields(shapes.PackData)}
    problems = [Problem("pack", name, "is not a part of a pack") for name in sorted(set(plain) - set(parts))]
    for name, shape in parts.items():
        value = plain.get(name)
        if isinstance(value, list) and get_origin(shape) is tuple:
            for number, item in enumerate(value):
                problems += _item_problems(f"{name}.{number}", item, get_args(shape)[0])
        else:
            problems += _item_problems(name, value, shape)
    return problems


def _item_problems(where: str, item: object, shape: Any) -> list[Problem]:
    try:
        msgspec.convert(item, shape)
    except msgspec.ValidationError as error:
        match = _PATH.fullmatch(str(error))
        sentence, path = (match["sentence"], match["path"] or "") if match else (str(error), "")
        return [Problem(where, path, sentence)]
    return []


def read_pack(raw: bytes) -> Pack:
    """Raises `PackError` with every problem."""
    try:
        plain = msgspec.json.decode(raw, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise PackError([Problem("pack", "", str(error))]) from error
    if problems := _shape_problems(plain):
        raise PackError(problems)
    data = msgspec.convert(plain, shapes.PackData)
    if problems := problems_of(data):
        raise PackError(problems)
    return Pack(TRANSLATIONS.complete(data), hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest())


PACKS = Packs(read_pack, (HERE / "classic.json").read_bytes())
