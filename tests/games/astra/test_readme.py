"""The README maps sections, rulings, moves and effects to code; this keeps the map true."""

from __future__ import annotations

import importlib
import re
from functools import reduce
from pathlib import Path

from service.games import astra
from service.games.astra.abilities import ABILITIES
from service.games.astra.content.pack import PACKS
from service.games.astra.rules.phases import WRONG_PHASE
from service.games.base import tag_of

FOLDER = Path(astra.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
PATH = re.compile(r"`((?:[a-z_]+\.)+\w+)`")
RULINGS = [f"A-{n}" for n in range(1, 25)]


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    section = README.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def resolve(path: str) -> object:
    """`rules.deck.lay_out` as seen from this game."""
    parts = path.split(".")
    modules = [n for n in range(1, len(parts) + 1) if is_module(parts[:n])]
    module: object = importlib.import_module(".".join(["service.games.astra", *parts[: modules[-1]]]))
    return reduce(getattr, parts[modules[-1] :], module)


def is_module(parts: list[str]) -> bool:
    place = FOLDER.joinpath(*parts)
    return place.with_suffix(".py").exists() or place.is_dir()


def test_everything_named_exists() -> None:
    missing = []
    for path in PATH.findall(README):
        try:
            resolve(path)
        except (AttributeError, IndexError, ImportError):
            missing.append(path)
    assert missing == []


def test_every_ruling_has_a_row() -> None:
    assert [row[0] for row in rows("From the rulings to the code")] == RULINGS


def cited() -> set[str]:
    """What moves and refusals cite."""
    book = astra.RULEBOOK
    refusals = {refusal.ruling for refusal in book.refusal_types} | {now.cited_ruling for now in WRONG_PHASE.values()}
    return refusals | {row.ruling for row in book.move_types}


def test_every_section_or_ruling_that_is_cited_has_a_row() -> None:
    mapped = {row[0] for name in ("From the book to the code", "From the rulings to the code") for row in rows(name)}
    assert len(cited()) > 10
    assert cited() <= mapped


def test_every_ruling_and_every_section_that_is_cited_has_a_title() -> None:
    titled = astra.RULEBOOK.content("classic", "en").rulings
    assert {*RULINGS, *cited()} <= set(titled)


def test_every_move_has_a_row() -> None:
    kinds = [tag_of(kind) for kind in astra.RULEBOOK.move_classes]
    assert [row[0].strip("`") for row in rows("Moves")] == kinds


def test_every_effect_has_a_row_with_its_cards() -> None:
    named = {row[0].strip("`"): (row[1].split(", "), row[2]) for row in rows("The 18 effects")}
    assert named == {
        effect: (
            [card.names["en"] for card in PACKS.by_name("classic").cards.values() if card.ability == effect],
            ability.when.replace("_", " "),
        )
        for effect, ability in ABILITIES.items()
    }
