"""Stored games of every past schema, as files. `python -m tests.store.games.stored_games` adds those that are missing.

Of an ended game the file has what was answered about it, too, compressed.
"""

from __future__ import annotations

import base64
import contextlib
import json
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask import Flask

from service.api.app import create_app
from service.core import logs
from service.core.settings import load_settings
from service.games.registry import RULEBOOKS
from service.store.archive.migrations import ARCHIVE_SCHEMA
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.redis import keys
from tests.driver import Table, play_out, play_some, rulebooks
from tests.processes import StoreProcess

FOLDER = Path(__file__).parent / "stored"
MOVES = 25
"""After so many a game is kept, a shorter one before its last."""
ALL_EVENTS = "/events?limit=1000"
ASKED = "", "?include=moves,score", f"?at={MOVES // 2}&eyes=1", ALL_EVENTS, "/score", "/replay"
"""What is asked of an ended game, by whoever looks."""


def read(path: Path) -> tuple[str, dict[str, bytes]]:
    """The id and the fields of a stored game."""
    stored = json.loads(path.read_text())
    return stored["id"], {name: base64.b64decode(value) for name, value in stored["fields"].items()}


def read_answers(path: Path) -> dict[str, bytes]:
    """What was answered about an ended game when it was kept."""
    packed = json.loads(path.read_text())["answers"]
    return {asked: zlib.decompress(base64.b64decode(answer)) for asked, answer in packed.items()}


def path_of(rulebook: str) -> Path:
    """Named by the numbers of the three records."""
    numbers = f"table-{TABLE_SCHEMA}-clock-{CLOCK_SCHEMA}-state-{RULEBOOKS[rulebook].schema}"
    return FOLDER / f"{rulebook}-{numbers}.json"


def path_of_archive(rulebook: str) -> Path:
    """Named by the archive's number as well."""
    running = path_of(rulebook)
    return running.with_stem(f"archive-{ARCHIVE_SCHEMA}-{running.stem}")


def _fields(table: Table) -> dict[bytes, bytes]:
    fields: dict[bytes, bytes] = table.context.store.client.hgetall(keys.game(table.id))
    return fields


def _fields_on_the_way(table: Table) -> dict[bytes, bytes]:
    """The record of a game that is not over yet."""
    fields: dict[bytes, bytes] = {}
    for seed in range(MOVES):
        if play_some(table, 1, seed)["status"] != "running":
            break
        fields = _fields(table)
    return fields


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _write(path: Path, table: Table, fields: dict[bytes, bytes], **more: Any) -> None:
    plain = {name.decode(): _encoded(value) for name, value in sorted(fields.items())}
    path.write_text(json.dumps({"id": table.id, "fields": plain, **more}, indent=1) + "\n")


def _full_table(app: Flask, rulebook: str) -> Table:
    """A table whose first player contributes to the deal."""
    return Table.full(app, rulebook, 2, entropy="5f" * 32)


def _write_running(app: Flask, rulebook: str, path: Path) -> None:
    table = _full_table(app, rulebook)
    _write(path, table, _fields_on_the_way(table))


def _write_ended(app: Flask, rulebook: str, path: Path) -> None:
    table = _full_table(app, rulebook)
    play_out(table)
    answers = {asked: table.get(asked) for asked in ASKED}
    assert {answer.status_code for answer in answers.values()} == {200}
    packed = {asked: _encoded(zlib.compress(answer.data, 9)) for asked, answer in answers.items()}
    _write(path, table, _fields(table), answers=packed)


@contextlib.contextmanager
def application() -> Iterator[Flask]:
    """On a store of its own."""
    with tempfile.TemporaryDirectory() as home, contextlib.ExitStack() as stack:
        store = StoreProcess(Path(home))
        store.start()
        stack.callback(store.kill)
        settings = load_settings({"REDIS_URL": store.url, "RATELIMIT_ENABLED": "false", "LOG_LEVEL": "error"})
        logs.configure(settings)
        yield create_app(settings)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with application() as app:
        for rulebook in rulebooks():
            for path, write in ((path_of(rulebook), _write_running), (path_of_archive(rulebook), _write_ended)):
                if not path.exists():
                    write(app, rulebook, path)


if __name__ == "__main__":
    main()
