"""Exports that somebody has changed and sealed again: each is refused by line, field and reason, or all goes on.

Every field of every record is removed, replaced and given another type. What is imported all the same has to work:
lists, views of all seats, events, replay, the doctor and the next move.
"""

from __future__ import annotations

import base64
import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.store.redis import keys
from service.usecases.admin.export import Export
from service.usecases.admin.export_file import FORMAT, CannotImport, Head, LineFault, encode_lines, read_file
from service.usecases.admin.faulty_games import faulty_games
from service.usecases.admin.games import CannotDo
from service.usecases.admin.import_games import import_file
from service.usecases.context import Context
from service.usecases.transaction import load
from tests.driver import Json, Table, humans, play_out, play_some
from tests.usecases.clubs import ADA, BO, App

Path = tuple[str | int, ...]
JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    7,
    2**40,
    2**70,
    1.5,
    "",
    "x",
    "\u202e",
    "a" * 100,
    [],
    [1],
    {},
    {"x": 1},
)
"""Values that a field may be replaced by, whatever it is."""
EACH = 2
"""Values that are tried for each field."""


def _paths(value: Any, at: Path = ()) -> Iterator[Path]:
    if at:
        yield at
    if isinstance(value, dict):
        for name in value:
            yield from _paths(value[name], (*at, name))
    elif isinstance(value, list):
        for number in range(min(len(value), 3)):
            yield from _paths(value[number], (*at, number))


def _plain(line: bytes) -> Json:
    """A game line as plain data, states unpacked."""
    plain: Json = json.loads(line)
    for holder, name in _states(plain):
        holder[name] = msgspec.msgpack.decode(base64.b64decode(holder[name]))
    return plain


def _states(plain: Json) -> list[tuple[Any, str]]:
    found = [(plain, "state")] if plain.get("state") is not None else []
    before = plain.get("before")
    return found + ([(before, name) for name in before] if isinstance(before, dict) else [])


def _packed(plain: Json) -> bytes:
    packed = copy.deepcopy(plain)
    for holder, name in _states(packed):
        if not isinstance(holder[name], str):
            holder[name] = base64.b64encode(_msgpack(holder[name])).decode()
    return json.dumps(packed).encode()


def _msgpack(state: Any) -> bytes:
    try:
        return msgspec.msgpack.encode(state)
    except (OverflowError, ValueError):
        return b"\xc1"


def _sealed(*lines: bytes) -> bytes:
    """A file with these lines and a right seal."""
    rows = (msgspec.Raw(line) for line in lines)
    return b"".join(encode_lines(Head(FORMAT, "test"), rows))  # type: ignore[arg-type]  # lines as they are


def _changed(plain: Json, path: Path, value: Any, is_removed: bool) -> Json:
    changed = copy.deepcopy(plain)
    holder: Any = changed
    for step in path[:-1]:
        holder = holder[step]
    if is_removed:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return changed


def _mutants(plain: Json, chance: random.Random) -> Iterator[tuple[str, Json]]:
    for path in _paths(plain):
        name = ".".join(map(str, path))
        yield f"{name} removed", _changed(plain, path, None, True)
        for value in chance.sample(JUNK, EACH):
            yield f"{name} = {value!r:.40}", _changed(plain, path, value, False)


def _exported(context: Context, table: Table) -> tuple[list[bytes], Json]:
    """The pack lines of a file, and its game as plain data."""
    rows = b"".join(Export(context, [table.id]).lines()).splitlines()
    return rows[1:-2], _plain(rows[-2])


def _assert_all_works(app: Flask, context: Context, table: Table, name: str) -> None:
    http = app.test_client()
    lobby = http.get("/v1/games")
    assert lobby.status_code == 200, name
    (game_id,) = (each.decode().rpartition(":")[2] for each in context.store.client.keys(keys.EVERY_GAME))
    game = load(context, game_id)
    path = f"/v1/games/{game_id}"
    tokens = [None, *table.tokens.values()]
    for token in tokens:
        shown = {"Authorization": f"Bearer {token}"} if token else {}
        for what in ("", "?include=view,moves,score", "/events", "/moves", "/score", "/replay"):
            answer = http.get(path + what, headers=shown)
            assert answer.status_code < 500, (name, what, answer.data)
    assert faulty_games(context, [game_id]) == {}, name
    _assert_it_goes_on(http, path, game, table, name)


def _assert_it_goes_on(http: Any, path: str, game: Any, table: Table, name: str) -> None:
    """The next move is played by a person whose token still works."""
    if game.clock.status != "running" or game.clock.paused:
        return
    for seat in game.clock.deciders:
        shown = {"Authorization": f"Bearer {table.tokens.get(seat)}", "If-Match": f'"{game.clock.version}"'}
        offered = http.get(f"{path}/moves", headers=shown)
        if offered.status_code == 200 and offered.json["moves"]:
            played = http.post(f"{path}/moves", json=offered.json["moves"][0]["move"], headers=shown)
            assert played.status_code == 200, (name, played.data)
            return


def _running(app: Flask) -> Table:
    table = Table.full(app, "nebula", 2, clock={"bank": 600, "increment": 5})
    while not load(table.context, table.id).clock.takeback:
        play_some(table, 1)
    return table


def _finished(app: Flask) -> Table:
    table = Table.full(app, "toy", 2, options={"rounds": "2"})
    play_out(table)
    return table


def _of_an_app(app: Flask) -> Table:
    return App(app).table(ADA, BO, visibility="private")


def _with_the_automa(app: Flask) -> Table:
    table = Table.full(app, "astra", 2)
    play_some(table, 5)
    return table


def _drawn(app: Flask) -> Table:
    table = Table.full(app, "distant_suns", 2)
    play_some(table, 4)
    return table


GAMES = {
    "open": lambda app: Table(app, "astra", humans(2)),
    "nebula with a bank and a takeback": _running,
    "astra": _with_the_automa,
    "distant_suns": _drawn,
    "finished": _finished,
    "private, of an app": _of_an_app,
}


def _import(context: Context, data: bytes) -> tuple[LineFault, ...] | None:
    """Why a file is refused; None if it is imported."""
    try:
        import_file(context, data)
    except CannotImport as refused:
        return refused.faults
    return None


@pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)
def test_a_changed_export_is_refused_by_name_or_works(app: Flask, context: Context, toy: None, make: Any) -> None:
    table = make(app)
    packs, plain = _exported(context, table)
    imported: list[str] = []
    refused = 0
    context.store.client.flushdb()
    import_file(context, _sealed(*packs, _packed(plain)))
    _assert_all_works(app, context, table, "unchanged")
    for name, mutant in _mutants(plain, random.Random(25)):
        context.store.client.flushdb()
        faults = _import(context, _sealed(*packs, _packed(mutant)))
        if faults is None:
            imported.append(name)
            _assert_all_works(app, context, table, name)
            continue
        refused += 1
        assert faults, name
        assert all(fault.line == len(packs) + 2 and fault.field and fault.reason for fault in faults), name
        assert not context.store.client.keys("*game*"), name
        assert not context.store.client.keys("*events*"), name
    assert refused > 5 * len(imported), imported


def test_a_changed_head_or_pack_is_refused(app: Flask, context: Context) -> None:
    table = Table.full(app, "astra", 2)
    (pack,), game = _exported(context, table)
    context.store.client.flushdb()
    for name, mutant in _mutants(json.loads(pack), random.Random(7)):
        with pytest.raises(CannotDo):
            import_file(context, _sealed(json.dumps(mutant).encode(), _packed(game)))
        assert context.store.client.dbsize() == 0, name
    for line in (
        b"{}",
        b"[]",
        b"null",
        b'{"line":"seal","sha256":""}',
        b'{"line":"almagest_games","format":1}',
        b"[" * 9999,
    ):
        with pytest.raises(CannotImport, match="line 3, "):
            import_file(context, _sealed(pack, line))
    assert read_file(_sealed()).games == ()


def test_a_game_whose_moves_lead_elsewhere_is_refused(app: Flask, context: Context) -> None:
    """Each record is right by itself: a secret with its hash, a contribution, a move, or a state of another game."""
    (packs, plain), (_, other) = (_exported(context, _with_the_automa(app)) for _ in range(2))
    moved = next(number for number, entry in enumerate(plain["entries"]) if entry.get("move"))
    secret = {**plain["table"], **{name: other["table"][name] for name in ("seed", "seed_hash")}}
    changes: dict[str, tuple[Path, Any]] = {
        "secret": (("table",), secret),
        "contribution": (("table", "seats", 1, "entropy"), "ad" * 32),
        "move": (("entries", moved, "move"), other["entries"][moved]["move"]),
        "state": (("state",), other["state"]),
    }
    context.store.client.flushdb()
    for name, (path, value) in changes.items():
        faults = _import(context, _sealed(*packs, _packed(_changed(plain, path, value, False)))) or ()
        assert [fault.field.partition("[")[0] in ("entries", "state") for fault in faults] == [True], (name, faults)
        assert context.store.client.dbsize() == 0, name
