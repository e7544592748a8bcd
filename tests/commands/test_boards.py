"""Boards as text: every state of a game can be drawn, and read aloud."""

from __future__ import annotations

import pytest
from almagest_sdk import Record

from service.commands import boards
from service.commands.boards import distant_suns, outline
from service.commands.boards.canvas import Canvas
from service.games.registry import RULEBOOKS
from tools.games import random_game

PLAYERS = {0: "The table", 1: "Ada", 2: "Bo"}


def _scenes(rulebook_id: str, plain: bool) -> list[boards.Scene]:
    rulebook = RULEBOOKS[rulebook_id]
    content = Record(rulebook.content(rulebook.complete_options({})["pack"], "en"))
    states = [turn[0] for turn in random_game(rulebook, 2, {}, b"boards")]
    return [boards.Scene(Record(rulebook.view(state, 1)), content, PLAYERS, 1, plain) for state in states[::7]]


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_every_state_can_be_drawn(rulebook: str, plain: bool) -> None:
    for scene in _scenes(rulebook, plain):
        text = "\n".join(boards.draw(rulebook, scene))
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


def test_a_game_without_a_drawing_is_an_outline() -> None:
    scene = boards.Scene(Record({"round": 2, "seats": [{"seat": 1, "stars": ["red"]}]}), Record(), PLAYERS, 1, True)
    assert boards.draw("a_new_game", scene) == outline.draw(scene)
    assert outline.draw(scene) == ["round: 2", "seats:", "  1:", "    seat: 1", "    stars: red"]


def test_words_lie_on_top_of_lines_and_within_the_sheet() -> None:
    canvas = Canvas(9, 3)
    canvas.line((0, 0), (1, 0))
    canvas.word(0.5, 0, "X")
    canvas.word(1, 1, "far")
    assert canvas.lines() == [". . X . .", "", "      far"]
