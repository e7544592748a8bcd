"""Games that come from another installation."""

from __future__ import annotations

import json

import msgspec
import pytest
from flask import Flask

from service.games.packs import UnknownPack
from service.store.redis import keys
from service.usecases.admin import export_file
from service.usecases.admin.export import Export
from service.usecases.admin.export_file import GameLine, PackLine
from service.usecases.admin.games import CannotDo
from service.usecases.admin.import_games import _check_pack, import_file
from service.usecases.context import Context
from service.usecases.transaction import load
from tests.driver import Table, humans, play_out


def test_a_game_that_comes_from_elsewhere_is_written_once_more(app: Flask, context: Context) -> None:
    table = Table.full(app, "astra", 2)
    before, data = load(context, table.id), b"".join(Export(context, [table.id]).lines())
    context.store.client.flushdb()
    (brought,) = import_file(context, data)
    after = load(context, table.id)
    assert (brought.revision, after.revision) == (before.revision, before.revision + 1)
    assert after.nonce
    assert after.nonce != before.nonce
    assert after.state == before.state


def test_a_game_that_waits_for_its_start_needs_its_pack_here(app: Flask, context: Context) -> None:
    record = load(context, Table(app, "astra", humans(2)).id).table
    _check_pack(record)
    named = msgspec.structs.replace(record, options={**record.options, "pack": "nowhere"})
    with pytest.raises(UnknownPack):
        _check_pack(named)


def _line(context: Context, table: Table) -> GameLine:
    (line,) = export_file.read_file(b"".join(Export(context, [table.id]).lines())).games
    return line


def _file(*lines: PackLine | GameLine) -> bytes:
    return b"".join(export_file.encode_lines(export_file.Head(export_file.FORMAT, "test"), lines))


def test_a_game_that_has_ended_comes_with_its_score_and_all_its_events_and_goes_in_its_time(
    app: Flask, context: Context, toy: None
) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    play_out(table)
    before, told = load(context, table.id), (table.get("/events").json or {})["events"]
    data = b"".join(Export(context, [table.id]).lines())
    context.store.client.flushdb()
    (brought,) = import_file(context, data)
    assert before.result
    assert brought.result == load(context, table.id).result == before.result
    assert (table.get("/events").json or {})["events"] == told
    assert told[-1]["type"] == "game_finished"
    kept = context.settings.finished_seconds
    assert kept - 60 < context.store.client.ttl(keys.game(table.id)) <= kept


def test_a_game_that_goes_on_is_kept_for_good(app: Flask, context: Context, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    data = b"".join(Export(context, [table.id]).lines())
    context.store.client.flushdb()
    import_file(context, data)
    assert context.store.client.ttl(keys.game(table.id)) == -1


def test_what_cannot_be_played_or_read_here_is_refused_with_why(app: Flask, context: Context) -> None:
    waiting = _line(context, Table(app, "astra", humans(2)))
    running = _line(context, Table.full(app, "astra", 2))
    named = json.loads(bytes(waiting.table))
    replace = msgspec.structs.replace

    def table(**changed: object) -> msgspec.Raw:
        return msgspec.Raw(msgspec.json.encode({**named, **changed}))

    context.store.client.flushdb()
    for lines, why in (
        ([replace(waiting, table=table(options={**named["options"], "pack": "nowhere"}))], "played here: .*nowhere"),
        ([replace(waiting, table=table(rulebook="chess"))], f"no rulebook 'chess' here, which game {named['id']} "),
        ([replace(waiting, table=table(seats=7))], r"cannot be read: .*\$.*seats"),
        ([PackLine("astra", "hash", b"{"), waiting], "The pack hash of astra cannot be played with here: "),
        ([PackLine("chess", "hash", b"{}"), waiting], "no rulebook 'chess' with content packs"),
    ):
        with pytest.raises(CannotDo, match=why):
            import_file(context, _file(*lines))
    assert context.store.client.dbsize() == 0
    old = json.loads(bytes(running.table))
    old["options"] = {**old["options"], "pack": "a name that nobody asks for any more"}
    import_file(context, _file(replace(running, table=msgspec.Raw(msgspec.json.encode(old))), waiting))
