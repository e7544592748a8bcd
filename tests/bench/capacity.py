"""`make capacity`: what a game, an answer, a listener and a move cost, and what that means for a host.

Bytes are the store's own figures; processor time is that of the API's processes and of the store, so that neither says
much about how busy the machine was. Writes the sizing table of `docs/operating.md`, and prints what was measured.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from flask import Flask

from service.api.app import create_app
from service.core import logs
from service.core.settings import load_settings
from service.store.games import all_games
from service.store.maintenance.archiving import archive_game
from service.usecases.games import finish
from tests.bench import crowd
from tests.driver import Table, play_some, rulebooks
from tests.processes import ROOT, StoreProcess

Json = dict[str, Any]
PAGE = ROOT / "docs" / "operating.md"
BEGIN, END = "<!-- capacity -->\n", "<!-- /capacity -->\n"
RUNNING_MOVES = 30
LONGEST = 5_000
"""Moves; no game has so many."""
PEOPLE = (1_000, 10_000, 100_000)
SECONDS_PER_MOVE = 20
"""At each table of two. The page says what else is taken for granted."""
MOVES_PER_GAME = 100
HOURS = 8
KEPT_DAYS = 90
LOAD = 0.6
"""Of a processor, at most."""


def _bytes(app: Flask, table: Table) -> int:
    size = all_games.size(app.extensions["context"].store, table.id)
    return size.records + size.events


def _ended(app: Flask, rulebook: str) -> Json:
    """Bytes before and after it is put away, and what that takes the worker."""
    table = Table.full(app, rulebook, 2)
    version = play_some(table, LONGEST)["version"]
    began = time.process_time()
    with mock.patch.object(finish, "archive_game"):
        finish.score(table.context, table.id, version)
    before = _bytes(app, table)
    archive_game(table.context.store, table.id)
    took = time.process_time() - began
    return {"ended_before": before, "ended": _bytes(app, table), "worker_ms_per_ended": round(1000 * took, 1)}


def _kept(app: Flask, rulebook: str) -> Json:
    """The answer to a move: whole for as long as it was kept before, and over that time as it is kept now."""
    table = Table.full(app, rulebook, 2)
    seat = table.game()["deciders"][0]
    assert table.play(seat, table.moves(seat)["moves"][0]["move"], 0, str(uuid.uuid4())).status_code == 200
    client, seconds = table.context.store.client, table.context.settings.idempotency_seconds
    copy, note = (client.scan_iter(f"{{s*}}:{kind}:*") for kind in ("answer", "note"))
    sizes = {key: client.memory_usage(key) for key in (*copy, *note)}
    over_time = sum(size * client.ttl(key) for key, size in sizes.items()) / seconds
    client.delete(*sizes)
    return {"answer_before": max(sizes.values()), "answer": round(over_time)}


def measured_bytes(app: Flask) -> Json:
    found: Json = {}
    for rulebook in rulebooks():
        running = Table.full(app, rulebook, 2)
        play_some(running, RUNNING_MOVES)
        found[rulebook] = {"running": _bytes(app, running), **_ended(app, rulebook), **_kept(app, rulebook)}
    return found


def _mean(found: Json, name: str) -> float:
    return float(statistics.mean(row[name] for row in found["bytes"].values()))


def _processors(part: str, moves: float, people: int, found: Json) -> float:
    """By the row of the most games that were measured."""
    row = max(found["load"], key=lambda each: each["games"])
    busy = moves * row[f"{part}_ms_per_move"] / 1e3
    return float((busy + people * row[f"{part}_us_per_listener_second"] / 1e6) / LOAD)


def sizing(found: Json, people: int) -> Json:
    """What so many people at once need, computed from what was measured."""
    games, moves, settings = people / 2, people / 2 / SECONDS_PER_MOVE, load_settings({})
    dearest = max(found["load"], key=lambda row: row["games"])
    ended = games / (MOVES_PER_GAME * SECONDS_PER_MOVE)
    memory = {
        "running": games * _mean(found, "running"),
        "answers": moves * settings.idempotency_seconds * _mean(found, "answer"),
        "ended": ended * HOURS * 3600 * KEPT_DAYS * _mean(found, "ended"),
    }
    pods = {
        "API's processors": _processors("api", moves, people, found) / settings.api_workers,
        "API's places": people / (settings.event_waiters * settings.api_workers),
        "worker's processor": ended * _mean(found, "worker_ms_per_ended") / 1e3 / LOAD,
        "store's processor": _processors("store", moves, people, found),
    }
    full = settings.event_waiters * dearest["listener_kb"] * 1e3 + dearest["process_mb"] * 1e6
    return {"people": people, "moves": moves, "memory": memory, "pods": pods, "pod": settings.api_workers * full}


def _memory(size: float) -> str:
    if size < 1e9:
        return f"{size / 1e6:.0f} MB"
    return f"{size / 1e9:.1f} GB" if size < 1e10 else f"{size / 1e9:.0f} GB"


def _whole(number: float) -> int:
    return max(1, -int(-number // 1))


def _row(size: Json) -> str:
    memory, pods = size["memory"], size["pods"]
    cells = (
        f"{size['people']:,}",
        f"{size['moves']:,.0f}",
        max(_whole(pods["API's processors"]), _whole(pods["API's places"])),
        _memory(size["pod"]),
        _whole(pods["worker's processor"]),
        _whole(pods["store's processor"]),
        *(_memory(memory[name]) for name in ("running", "answers", "ended")),
        max(pods, key=lambda name: pods[name]),
    )
    return "| " + " | ".join(map(str, cells)) + " |\n"


HEADS = (
    "people at once",
    "moves a second",
    "API pods",
    "memory of each, full",
    "worker pods",
    "masters",
    "store: running games",
    "store: kept answers",
    "store: ended games",
    "bottleneck",
)


def heads() -> str:
    return f"| {' | '.join(HEADS)} |"


def table(found: Json) -> str:
    rows = "".join(_row(sizing(found, people)) for people in PEOPLE)
    return f"{heads()}\n{'|---' * len(HEADS)}|\n{rows}"


def write(found: Json, page: Path = PAGE) -> None:
    head, rest = page.read_text().split(BEGIN)
    page.write_text(head + BEGIN + table(found) + END + rest.split(END)[1])


@contextmanager
def _running() -> Iterator[Flask]:
    with tempfile.TemporaryDirectory(prefix="alm") as home:
        store = StoreProcess(Path(home))
        store.start()
        try:
            settings = load_settings(
                {
                    "REDIS_URL": store.url,
                    "RATELIMIT_ENABLED": "false",
                    "RUNNING_GAMES_ADDRESS": "0",
                    "LOG_LEVEL": "error",
                }
            )
            logs.configure(settings)
            yield create_app(settings)
        finally:
            store.kill()


def measure(sizes: Sequence[int], moves: int, quiet: float) -> Json:
    with _running() as app:
        context = app.extensions["context"]
        found = {"bytes": measured_bytes(app)}
        return {**found, "load": [crowd.measured(context, games, moves, quiet) for games in sizes]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=[100, 1_000, 10_000], help="games, and people who listen"
    )
    parser.add_argument("--moves", type=int, default=1_500, help="played at each size (%(default)s)")
    parser.add_argument("--quiet", type=float, default=60, help="seconds of listening alone (%(default)s)")
    parser.add_argument("--dry", action="store_true", help="do not write the table")
    options = parser.parse_args()
    found = measure(options.sizes, options.moves, options.quiet)
    print(json.dumps(found, indent=1))
    if not options.dry:
        write(found)


if __name__ == "__main__":
    main()
