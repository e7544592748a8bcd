"""Boards as text: every state of a game can be drawn, and read aloud."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import almagest_sdk
import msgspec
import pytest
from almagest_sdk._codec import decode

from service.cli import boards
from service.cli.boards import distant_suns, outline, words
from service.cli.boards.canvas import Canvas
from service.games.base import Language
from service.games.play_out import random_game
from service.games.registry import RULEBOOKS

PLAYERS = {0: "The table", 1: "Ada", 2: "Bo"}


Scene = boards.Scene[Any, Any]


def _typed(rulebook_id: str, name: str, value: object) -> Any:
    """A view or content as the SDK's user has it."""
    return decode(getattr(getattr(almagest_sdk, rulebook_id), name), msgspec.json.decode(msgspec.json.encode(value)))


def _scenes(rulebook_id: str, plain: bool, language: Language = "en") -> list[Scene]:
    rulebook = RULEBOOKS[rulebook_id]
    content = _typed(rulebook_id, "Content", rulebook.content(rulebook.complete_options({})["pack"], language))
    states = [turn[0] for turn in random_game(rulebook, 2, {}, b"boards")]
    assert states
    views = [_typed(rulebook_id, "View", rulebook.view(state, 1)) for state in states[::7]]
    return [boards.Scene(view, content, PLAYERS, 1, plain) for view in views]


@pytest.mark.parametrize("draw", [boards.draw, lambda _, scene: outline.draw(scene)], ids=["own", "outline"])
@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_every_state_can_be_drawn(rulebook: str, plain: bool, draw: Callable[[str, Scene], list[str]]) -> None:
    for scene in _scenes(rulebook, plain):
        text = "\n".join(draw(rulebook, scene))
        assert "Ada (you)" in text
        assert "Bo" in text


@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_for_reading_aloud_nothing_is_drawn(rulebook: str) -> None:
    for scene in _scenes(rulebook, plain=True):
        assert not [line for line in boards.draw(rulebook, scene) if "   " in line or ". ." in line]


def test_distant_suns_shows_which_shape_covers_a_sector() -> None:
    """Three of the five missions are about where the drawings of one shape lie."""
    scene = _scenes("distant_suns", plain=False)[-1]
    lines = boards.draw("distant_suns", scene)
    own = scene.view.seats[0]
    assert own.drawings
    for drawing in own.drawings:
        for number in drawing.sectors:
            sector = scene.content.sectors[number]
            row = next(
                line for line in lines[lines.index(distant_suns.LEGEND) + 2 :] if line.startswith(f"{sector.row} ")
            )
            assert row[4 + round(sector.x * distant_suns.STEP)] == str(drawing.position)


def test_distant_suns_shows_shapes_and_modules_with_their_names() -> None:
    scene = next(scene for scene in _scenes("distant_suns", plain=False) if scene.view.modules)
    text = "\n".join(boards.draw("distant_suns", scene))
    assert "    " + "\n    ".join([" o o", "o o o", " o o"]) in text
    assert "Module 1: side " in text
    assert "mission Fleet: " in text
    assert ", Fleet " in text


@dataclass(frozen=True)
class _Stones:
    colour: str
    stones: int


@dataclass(frozen=True)
class _Seat:
    seat: int
    card: str | None
    taken: tuple[_Stones, ...]


@dataclass(frozen=True)
class _View:
    phase: str
    round: int
    deciders: tuple[int, ...]
    seats: tuple[_Seat, ...]
    heaps: tuple[_Stones, ...]
    last_round: int | None = None


@dataclass(frozen=True)
class _Content:
    texts: dict[str, dict[str, str]]
    rulings: dict[str, str]


SEATS = (_Seat(1, "jade", (_Stones("amber", 2),)), _Seat(2, None, ()))
VIEW = _View("taking", 2, (1,), SEATS, (_Stones("amber", 1), _Stones("jade", 4)))
CONTENT = _Content({"phase": {"taking": "Prendre"}, "colour": {"amber": "ambre"}}, {})
TABLE = ["Prendre. Waiting for: Ada (you).", "round: 2", "heaps:", "  colour ambre stones 1", "  colour jade stones 4"]


def test_a_game_without_a_drawing_is_an_outline_with_a_row_for_each_seat() -> None:
    scene = boards.Scene(VIEW, CONTENT, PLAYERS, 1, plain=False)
    assert boards.draw("a_new_game", scene) == [
        *TABLE,
        "seat       card  taken",
        "Ada (you)  jade  colour ambre stones 2",
        "Bo         -     none",
    ]


def test_an_outline_for_reading_aloud_has_sentences() -> None:
    scene = boards.Scene(VIEW, CONTENT, PLAYERS, 1, plain=True)
    assert outline.draw(scene) == [
        *TABLE,
        "Ada (you): card jade; taken colour ambre stones 2.",
        "Bo: card -; taken none.",
    ]


def test_ids_are_called_what_the_content_calls_them() -> None:
    content = _scenes("astra", plain=True, language="fr")[0].content
    called = words.names(content)
    assert (called["leo"], called["fire"]) == ("Lion", "Feu")
    assert words.format_value({"card": "leo", "stars": [1, 2], "seen": True, "by": None}, called) == (
        "card Lion stars 1, 2 seen yes by -"
    )


@pytest.mark.parametrize(("rulebook", "word"), [("astra", "Phase"), ("nebula", "objectif"), ("distant_suns", "formes")])
def test_boards_are_in_the_players_language_where_the_content_is(rulebook: str, word: str) -> None:
    assert word in boards.draw(rulebook, _scenes(rulebook, plain=True, language="fr")[0])[0]


def test_words_lie_on_top_of_lines_and_within_the_sheet() -> None:
    canvas = Canvas(9, 3)
    canvas.line((0, 0), (1, 0))
    canvas.word(0.5, 0, "X")
    canvas.word(1, 1, "far")
    assert canvas.lines() == [". . X . .", "", "      far"]
