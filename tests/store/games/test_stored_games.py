"""Games that were stored by earlier versions are loaded and go on; ended ones are told as they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.store.archive import codec
from service.store.archive.migrations import ARCHIVE_SCHEMA
from service.store.games import events
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.maintenance.archiving import archive_game
from service.store.redis import keys
from service.usecases.context import Context
from service.usecases.transaction import load
from service.usecases.views.verify import OtherRules, verify
from tests.driver import rulebooks
from tests.store.games.stored_games import ALL_EVENTS, FOLDER, path_of, path_of_archive, read, read_answers

FILES = sorted(FOLDER.glob("*.json"))
ARCHIVES = [path for path in FILES if path.stem.startswith("archive-")]
RUNNING = sorted(set(FILES) - set(ARCHIVES))


def _laid(context: Context, path: Path) -> str:
    """The stored game is in the store, as it was."""
    game_id, fields = read(path)
    context.store.client.hset(keys.game(game_id), mapping=fields)
    return game_id


def test_the_present_layout_and_that_of_0_1_are_kept_for_every_rulebook() -> None:
    """Once a layout has been released its files stay; the writer only adds what is missing."""
    assert {path_of(rulebook) for rulebook in rulebooks()} <= set(RUNNING)
    assert {path_of_archive(rulebook) for rulebook in rulebooks()} <= set(ARCHIVES)
    assert {FOLDER / f"schema-1-{rulebook}.json" for rulebook in rulebooks()} <= set(RUNNING)


@pytest.mark.parametrize("path", RUNNING, ids=lambda path: path.stem)
def test_a_stored_game_is_loaded_and_goes_on(app: Flask, context: Context, path: Path) -> None:
    game_id = _laid(context, path)
    game = load(context, game_id)
    assert (game.table.schema, game.clock.schema) == (TABLE_SCHEMA, CLOCK_SCHEMA)
    assert game.dealt.schema == game.rulebook.schema
    assert game.clock.version > 0
    assert game.clock.deciders == list(game.rulebook.deciders(game.dealt))
    assert any(game.rulebook.legal_moves(game.dealt, seat) for seat in game.clock.deciders)
    assert app.test_client().get(f"/v1/games/{game_id}").status_code == 200


def _missing(kept: Any, now: Any) -> Any:
    """What was said and is not any more; fields that came since are none of it."""
    if isinstance(kept, dict) and isinstance(now, dict):
        found = {name: _missing(value, now.get(name, "missing")) for name, value in kept.items()}
        return {name: lost for name, lost in found.items() if lost}
    if isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        return [lost for pair in zip(kept, now, strict=True) if (lost := _missing(*pair))]
    return None if kept == now else {"was": kept, "is": now}


def _parts(answer: bytes, *names: str) -> list[bytes]:
    """Some fields of an answer, as they were sent."""
    fields = msgspec.json.decode(answer, type=dict[str, msgspec.Raw])
    return [bytes(fields[name]) for name in names]


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_a_stored_archive_is_served_as_it_was(app: Flask, context: Context, path: Path) -> None:
    """What was told, played and scored is sent byte for byte; the rest says what it said, at least."""
    game_id, kept = _laid(context, path), read_answers(path)
    answers = {asked: app.test_client().get(f"/v1/games/{game_id}{asked}") for asked in kept}
    assert {answer.status_code for answer in answers.values()} == {200}
    sent = {asked: answer.data for asked, answer in answers.items()}
    for asked, before in kept.items():
        assert not _missing(msgspec.json.decode(before), msgspec.json.decode(sent[asked])), asked
    assert _parts(sent[ALL_EVENTS], "events") == _parts(kept[ALL_EVENTS], "events")
    names = "moves", "seed", "final_hash", "score"
    assert _parts(sent["/replay"], *names) == _parts(kept["/replay"], *names)


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_reading_a_stored_archive_changes_nothing(context: Context, path: Path) -> None:
    game_id, fields = _laid(context, path), read(path)[1]
    game, told = load(context, game_id), events.all_entries(context.store, game_id)
    assert game.clock.status == "finished"
    assert game.rulebook.score(game.dealt) == game.result
    assert [number for entry in told for number, _ in events.split(entry)] == [*range(1, game.clock.events + 1)]
    assert not archive_game(context.store, game_id)
    found = context.store.client.hgetall(keys.game(game_id))
    assert found == {name.encode(): value for name, value in fields.items()}


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_a_stored_archive_is_verified_under_its_rules(app: Flask, context: Context, path: Path) -> None:
    game_id = _laid(context, path)
    replay = app.test_client().get(f"/v1/games/{game_id}/replay").data
    if msgspec.json.decode(replay)["rules"] == load(context, game_id).rulebook.rules:
        assert "seed, end and score are as published" in verify(replay)
    else:
        with pytest.raises(OtherRules):
            verify(replay)


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_a_stored_archive_is_made_again_byte_for_byte(path: Path) -> None:
    """What was told goes in as it came out: a worker that writes it anew loses nothing of it."""
    data = read(path)[1]["archive"]
    opened = codec.unpack(data)
    again = codec.unpack(codec.pack(opened.state, opened.score, codec.entries(opened)))
    assert codec.entries(again) == codec.entries(opened)
    assert (again.state, again.score) == (opened.state, opened.score)


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_an_archive_of_the_next_layout_is_refused_and_stays_byte_for_byte(
    app: Flask, context: Context, path: Path
) -> None:
    game_id, kept = _laid(context, path), read_answers(path)
    key, newer = keys.game(game_id), bytes([ARCHIVE_SCHEMA + 1])
    context.store.client.hset(key, "archive", newer + read(path)[1]["archive"][1:])
    before = context.store.client.hgetall(key)
    answers = [app.test_client().get(f"/v1/games/{game_id}{asked}") for asked in kept]
    assert {(answer.status_code, (answer.json or {})["code"]) for answer in answers} == {(503, "newer_record")}
    assert not archive_game(context.store, game_id)
    assert context.store.client.hgetall(key) == before
