"""Stored games of every past schema, as files. `python -m tests.store.stored_games` adds those that are missing."""

from __future__ import annotations

import base64
import contextlib
import json
import tempfile
from pathlib import Path

from service.api.app import create_app
from service.games.registry import RULEBOOKS
from service.run import logs
from service.run.settings import load_settings
from service.store import keys
from service.store.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from tests.driver import Table, play_some, rulebooks
from tests.processes import StoreProcess

FOLDER = Path(__file__).parent / "stored"
MOVES = 25
"""After so many a game is kept, a shorter one before its last."""


def read(path: Path) -> tuple[str, dict[str, bytes]]:
    """The id and the fields of a stored game."""
    stored = json.loads(path.read_text())
    return stored["id"], {name: base64.b64decode(value) for name, value in stored["fields"].items()}


def path_of(rulebook: str) -> Path:
    """Named by the numbers of the three records."""
    numbers = f"table-{TABLE_SCHEMA}-clock-{CLOCK_SCHEMA}-state-{RULEBOOKS[rulebook].schema}"
    return FOLDER / f"{rulebook}-{numbers}.json"


def _fields_on_the_way(table: Table) -> dict[bytes, bytes]:
    """The record of a game that is not over yet."""
    fields: dict[bytes, bytes] = {}
    for seed in range(MOVES):
        if play_some(table, 1, seed)["status"] != "running":
            break
        fields = table.house.store.client.hgetall(keys.game(table.id))
    return fields


def _write(table: Table, path: Path) -> None:
    fields = sorted(_fields_on_the_way(table).items())
    plain = {name.decode(): base64.b64encode(value).decode() for name, value in fields}
    text = json.dumps({"id": table.id, "fields": plain}, indent=1)
    path.write_text(text + "\n")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, contextlib.ExitStack() as stack:
        store = StoreProcess(Path(home))
        store.start()
        stack.callback(store.kill)
        settings = load_settings({"REDIS_URL": store.url, "RATELIMIT_ENABLED": "false", "LOG_LEVEL": "error"})
        logs.configure(settings)
        app = create_app(settings)
        for rulebook in rulebooks():
            if not path_of(rulebook).exists():
                _write(Table.full(app, rulebook, 2), path_of(rulebook))


if __name__ == "__main__":
    main()
