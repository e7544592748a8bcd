"""Stored games of every past schema, as files. `python -m tests.service.stored_games` adds those of the present one."""

from __future__ import annotations

import base64
import contextlib
import json
import tempfile
from pathlib import Path

from service import config, logs
from service.app import create_app
from service.store import keys
from service.store.records import SCHEMA
from tests.service.driver import Table, play_some, rulebooks
from tests.service.processes import StoreProcess

FOLDER = Path(__file__).parent / "stored"
MOVES = 25


def read(path: Path) -> tuple[str, dict[str, bytes]]:
    """The id and the fields of a stored game."""
    stored = json.loads(path.read_text())
    return stored["id"], {name: base64.b64decode(value) for name, value in stored["fields"].items()}


def _write(table: Table, rulebook: str) -> None:
    fields = table.tables.store.client.hgetall(keys.game(table.id))
    plain = {name.decode(): base64.b64encode(value).decode() for name, value in sorted(fields.items())}
    text = json.dumps({"id": table.id, "fields": plain}, indent=1)
    FOLDER.joinpath(f"schema-{SCHEMA}-{rulebook}.json").write_text(text + "\n")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, contextlib.ExitStack() as stack:
        store = StoreProcess(Path(home))
        store.start()
        stack.callback(store.kill)
        settings = config.load({"REDIS_URL": store.url, "RATELIMIT_ENABLED": "false", "LOG_LEVEL": "error"})
        logs.configure(settings)
        app = create_app(settings)
        for rulebook in rulebooks():
            table = Table.full(app, rulebook, 2)
            play_some(table, MOVES)
            _write(table, rulebook)


if __name__ == "__main__":
    main()
