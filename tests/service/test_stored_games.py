"""Games that were stored by earlier versions are loaded and go on."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from service.store import keys, records
from service.tables.context import Tables
from service.tables.writing import load
from tests.service.driver import rulebooks
from tests.service.stored_games import FOLDER, read

FILES = sorted(FOLDER.glob("*.json"))


def test_every_schema_of_every_rulebook_is_kept() -> None:
    wanted = {f"schema-{schema}-{rulebook}" for schema in range(1, records.SCHEMA + 1) for rulebook in rulebooks()}
    assert wanted == {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_stored_game_is_loaded_and_goes_on(app: Flask, tables: Tables, path: Path) -> None:
    game_id, fields = read(path)
    tables.store.client.hset(keys.game(game_id), mapping=fields)
    game = load(tables, game_id)
    assert game.table.schema == records.SCHEMA
    assert game.clock.version > 0
    assert game.clock.deciders == list(game.rulebook.deciders(game.dealt))
    assert any(game.rulebook.legal_moves(game.dealt, seat) for seat in game.clock.deciders)
    assert app.test_client().get(f"/v1/games/{game_id}").status_code == 200


def test_an_older_record_is_upgraded_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """No record has changed yet; this is how one will be read that has."""
    _, fields = read(FILES[0])
    old = fields["table"].replace(b'"schema":1', b'"schema":0').replace(b'"visibility"', b'"seen_by"')

    def upgrade(plain: dict[str, object]) -> dict[str, object]:
        return {**plain, "schema": 1, "visibility": plain["seen_by"]}

    monkeypatch.setitem(records._UPGRADES, 0, upgrade)
    assert records.read_table(old).visibility == "public"
