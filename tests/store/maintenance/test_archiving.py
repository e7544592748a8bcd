"""Putting ended games away, one by one."""

from __future__ import annotations

import pytest
from flask import Flask

from service.store.archive import codec
from service.store.maintenance.archiving import archive_game
from service.store.redis import keys
from service.usecases.context import Context
from service.usecases.games import finish
from tests.driver import Table, play_out


def _ended(app: Flask) -> Table:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    play_out(table)
    return table


def _fields(table: Table) -> dict[bytes, bytes]:
    fields: dict[bytes, bytes] = table.context.store.client.hgetall(keys.game(table.id))
    return fields


def test_a_game_of_a_version_that_knew_no_nonces_is_archived(
    app: Flask, context: Context, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And was ended by somebody who was killed before it was put away."""
    monkeypatch.setattr(finish, "archive_game", lambda *_: False)
    table = _ended(app)
    context.store.client.hdel(keys.game(table.id), "mark")
    told = table.get("/events").data
    assert archive_game(context.store, table.id) is True
    assert {b"archive", b"state"} & _fields(table).keys() == {b"archive"}
    assert not context.store.client.exists(keys.events(table.id))
    assert archive_game(context.store, table.id) is False, "it is put away already"
    assert archive_game(context.store, keys.new_game_id(0, 0)) is False, "there is none"
    assert table.get("/events").data == told


def test_a_game_is_archived_again_with_what_was_told_since(app: Flask, context: Context, toy: None) -> None:
    table = _ended(app)
    kept = codec.unpack(_fields(table)[b"archive"])
    assert kept.state
    assert kept.score
    table.post("/rematch", 1, {})
    table.post("/rematch", 2, {})
    archive_game(context.store, table.id)
    again = codec.unpack(_fields(table)[b"archive"])
    assert (again.state, again.score) == (kept.state, kept.score)
    assert len(codec.entries(again)) == len(codec.entries(kept)) + 1
