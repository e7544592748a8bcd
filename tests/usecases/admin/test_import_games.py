"""Games that come from another installation."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import msgspec
import pytest
from flask import Flask

from service.store.jobs import inactivity
from service.store.redis import keys
from service.usecases.admin import export_file
from service.usecases.admin.clock_checks import check_clock
from service.usecases.admin.export import Export
from service.usecases.admin.export_file import GameLine, PackLine
from service.usecases.admin.faulty_games import faulty_games
from service.usecases.admin.games import CannotDo
from service.usecases.admin.import_games import import_file
from service.usecases.admin.state_checks import check_shown
from service.usecases.admin.table_checks import check_table
from service.usecases.context import Context
from service.usecases.games import finish
from service.usecases.transaction import load
from service.usecases.views.render import timestamp
from tests.driver import Table, humans, play_out
from tests.store.games import stored_games
from tests.store.games.test_stored_games import ARCHIVES, RUNNING

DAY = 86_400_000


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


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_ended_games_of_every_layout_pass_the_checks_and_move(app: Flask, context: Context, path: Path) -> None:
    game_id, fields = stored_games.read(path)
    context.store.client.hset(keys.game(game_id), mapping=fields)
    assert faulty_games(context, [game_id]) == {}
    data = b"".join(Export(context, [game_id]).lines())
    context.store.client.flushdb()
    (brought,) = import_file(context, data)
    assert brought.clock.status == "finished"
    assert app.test_client().get(f"/v1/games/{game_id}/replay").status_code == 200


@pytest.mark.parametrize("path", RUNNING, ids=lambda path: path.stem)
def test_running_games_of_every_layout_pass_the_checks(context: Context, path: Path) -> None:
    """Their files have no events."""
    game_id, fields = stored_games.read(path)
    context.store.client.hset(keys.game(game_id), mapping=fields)
    game = load(context, game_id)
    found = [*check_table(game.table, 1024, True), *check_clock(game, context.now()), *check_shown(game)]
    assert [*map(str, found)] == []


@pytest.mark.parametrize("path", RUNNING, ids=lambda path: path.stem)
def test_running_games_of_every_layout_count_from_the_upgrade_until_they_are_warned_of(
    context: Context, path: Path
) -> None:
    game_id, fields = stored_games.read(path)
    context.store.client.hset(keys.game(game_id), mapping=fields)
    now, game = context.now(), load(context, game_id)
    if game.clock.status == "running" and not game.clock.decided:
        first = now + 27 * DAY
        assert inactivity.inactive_at(game, context.settings.running_seconds, now) == max(first, game.clock.deadline)


def test_a_warned_game_arrives_with_the_time_that_it_had(app: Flask, context: Context, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    left = load(context, table.id).clock.decided + 28 * DAY
    finish.end_inactive(dataclasses.replace(context, clock=lambda: left), table.id)
    data = b"".join(Export(dataclasses.replace(context, clock=lambda: left), [table.id]).lines())
    context.store.client.flushdb()
    arrived = left + 100 * DAY
    import_file(dataclasses.replace(context, clock=lambda: arrived), data)
    clock = load(context, table.id).clock
    assert (clock.decided, clock.abandon_at) == (arrived - 28 * DAY, arrived + 3 * DAY)
    assert context.store.client.zscore(keys.deadlines(keys.shard_of(table.id)), table.id) == arrived + 3 * DAY
    assert (table.get("").json or {})["abandon_at"] == timestamp(arrived + 3 * DAY)


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
        (
            [replace(waiting, table=table(options={**named["options"], "pack": "nowhere"}))],
            "options.pack: there is no pack 'nowhere'",
        ),
        (
            [replace(waiting, table=table(rulebook="chess"))],
            "line 2, table.rulebook: there is no rulebook 'chess'",
        ),
        ([replace(waiting, table=table(seats=7))], "line 2, table.seats: Expected `array`, got `int`"),
        (
            [PackLine("astra", "hash", b"{"), waiting],
            "line 2, source: the pack hash of astra cannot",
        ),
        ([PackLine("chess", "hash", b"{}"), waiting], "no rulebook 'chess' with content packs"),
    ):
        with pytest.raises(CannotDo, match=why):
            import_file(context, _file(*lines))
    assert context.store.client.dbsize() == 0
    old = json.loads(bytes(running.table))
    old["options"] = {**old["options"], "pack": "a name that nobody asks for any more"}
    import_file(context, _file(replace(running, table=msgspec.Raw(msgspec.json.encode(old))), waiting))
