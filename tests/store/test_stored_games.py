"""Games that were stored by earlier versions are loaded and go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from service.store import keys
from service.store.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.tables.house import House
from service.tables.writing import load
from tests.driver import rulebooks
from tests.store.stored_games import FOLDER, path_of, read

FILES = sorted(FOLDER.glob("*.json"))


def test_the_present_layout_and_that_of_0_1_are_kept_for_every_rulebook() -> None:
    """Once a layout has been released its files stay; the writer only adds what is missing."""
    assert {path_of(rulebook) for rulebook in rulebooks()} <= set(FILES)
    assert {FOLDER / f"schema-1-{rulebook}.json" for rulebook in rulebooks()} <= set(FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_game_is_loaded_and_goes_on(app: Flask, house: House, path: Path) -> None:
    game_id, fields = read(path)
    house.store.client.hset(keys.game(game_id), mapping=fields)
    game = load(house, game_id)
    assert (game.table.schema, game.clock.schema) == (TABLE_SCHEMA, CLOCK_SCHEMA)
    assert game.dealt.schema == game.rulebook.schema
    assert game.clock.version > 0
    assert game.clock.deciders == list(game.rulebook.deciders(game.dealt))
    assert any(game.rulebook.legal_moves(game.dealt, seat) for seat in game.clock.deciders)
    assert app.test_client().get(f"/v1/games/{game_id}").status_code == 200
