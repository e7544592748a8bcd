"""`make capacity`: what a game, an answer, a listener and a move cost, and what that means for a host.

Bytes are the store's own figures; processor time is that of the API's processes and of the store, so that neither says
much about how busy the machine was. Writes the sizing table of `docs/operating.md`, and prints what was measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec
import requests
from flask import Flask

from service.api.app import create_app
from service.run import logs
from service.run.settings import load_settings
from service.store import census
from service.store.archiving import put_away
from service.tables import finish
from service.tables.writing import load
from tests.bench.bench_table import processor_seconds
from tests.bench.bench_waiting import ALL_OF_ONE_ADDRESS, Listener
from tests.driver import Table, play_out, play_some, rulebooks
from tests.processes import ROOT, Server, StoreProcess

Json = dict[str, Any]
PAGE = ROOT / "docs" / "operating.md"
BEGIN, END = "<!-- capacity -->\n", "<!-- /capacity -->\n"
RUNNING_MOVES = 30
PEOPLE = (1_000, 10_000, 100_000)
SECONDS_PER_MOVE = 20
"""At each table of two. The page says what else is taken for granted."""
MOVES_PER_GAME = 100
HOURS = 8
KEPT_DAYS = 90
LOAD = 0.6
"""Of a processor, at most."""


def _bytes(app: Flask, table: Table) -> int:
    size = census.size(app.extensions["house"].store, table.id)
    return size.records + size.events


def _ended(app: Flask, rulebook: str) -> tuple[int, int]:
    """Before and after it is put away."""
    table = Table.full(app, rulebook, 2)
    with mock.patch.object(finish, "put_away"):
        play_out(table)
    before = _bytes(app, table)
    put_away(table.house.store, table.id)
    return before, _bytes(app, table)


def _kept(app: Flask, rulebook: str) -> tuple[int, int]:
    """The answer to a move: whole for as long as it was kept before, and over that time as it is kept now."""
    table = Table.full(app, rulebook, 2)
    seat = table.game()["deciders"][0]
    assert table.play(seat, table.moves(seat)["moves"][0]["move"], 0, str(uuid.uuid4())).status_code == 200
    client, seconds = table.house.store.client, table.house.settings.idempotency_seconds
    copy, note = (client.scan_iter(f"{{s*}}:{kind}:*") for kind in ("answer", "note"))
    sizes = {key: client.memory_usage(key) for key in (*copy, *note)}
    over_time = sum(size * client.ttl(key) for key, size in sizes.items()) / seconds
    client.delete(*sizes)
    return max(sizes.values()), round(over_time)


def measured_bytes(app: Flask) -> Json:
    found: Json = {}
    for rulebook in rulebooks():
        running = Table.full(app, rulebook, 2)
        play_some(running, RUNNING_MOVES)
        before, after = _ended(app, rulebook)
        whole, kept = _kept(app, rulebook)
        found[rulebook] = {
            "running": _bytes(app, running),
            "ended_before": before,
            "ended": after,
            "answer_before": whole,
            "answer": kept,
        }
    return found


def _play(table: Table, http: requests.Session, url: str, chance: random.Random) -> None:
    game = load(table.house, table.id)
    seat = game.clock.deciders[0]
    move = msgspec.json.encode(chance.choice(game.rulebook.legal_moves(game.dealt, seat)))
    sent = {"If-Match": f'"{game.clock.version}"', "Idempotency-Key": str(uuid.uuid4())}
    headers = {**table.headers(seat), **sent, "Content-Type": "application/json"}
    answer = http.post(f"{url}{table.path}/moves?include=moves,score", data=move, headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text


def _play_all(tables: Sequence[Table], moves: int, url: str) -> None:
    chance, http = random.Random(1), requests.Session()
    for number in range(moves):
        _play(tables[number % len(tables)], http, url, chance)


async def _while_all_listen(tables: Sequence[Table], port: int, do: Callable[[], None]) -> None:
    listeners = [Listener(table.path, port) for table in tables]
    tasks = [asyncio.create_task(one.listen(streams=True)) for one in listeners]
    for one in listeners:
        await one.ready.wait()
    await asyncio.to_thread(do)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Meter:
    """Processor time of API and store, in seconds."""

    def __init__(self, app: Flask, server: Server) -> None:
        self._api = server.workers()
        self._store = int(app.extensions["house"].store.client.info("server")["process_id"])

    def now(self) -> tuple[float, float, float]:
        """And the time at which it was."""
        api = sum(processor_seconds(each.pid) for each in self._api)
        return time.monotonic(), api, processor_seconds(self._store)

    def memory(self) -> int:
        return sum(process.memory_full_info().uss for process in self._api)


def _tables(app: Flask, games: int) -> tuple[list[Table], int]:
    """New games, and what the store has of them; it need not be on disk before they are listened to."""
    client = app.extensions["house"].store.client
    client.flushall()
    client.config_set("appendfsync", "everysec")
    before = client.info("memory")["used_memory"]
    tables = [Table.full(app, "distant_suns", 2) for _ in range(games)]
    client.config_set("appendfsync", "always")
    return tables, client.info("memory")["used_memory"] - before


def measured_load(app: Flask, server: Server, games: int, moves: int, quiet: float) -> Json:
    """So many games with a listener each: what listening costs by itself, and then each move in some of them.

    Before a move the store is asked for the game, which counts with it.
    """
    tables, stored = _tables(app, games)
    meter, found = Meter(app, server), {}
    idle = meter.memory()

    def play() -> None:
        found["listener_kb"] = round((meter.memory() - idle) / games / 1000, 1)
        began = meter.now()
        time.sleep(quiet)
        listened = meter.now()
        _play_all(tables, moves, server.url)
        played = meter.now()
        for part, name in enumerate(("api", "store"), start=1):
            upkeep = (listened[part] - began[part]) / (listened[0] - began[0])
            spent = played[part] - listened[part] - upkeep * (played[0] - listened[0])
            found[f"{name}_us_per_listener_second"] = round(1e6 * upkeep / games, 1)
            found[f"{name}_ms_per_move"] = round(1000 * max(spent, 0) / moves, 2)

    asyncio.run(_while_all_listen(tables, server.port, play))
    print(found, file=sys.stderr, flush=True)
    return {"games": games, "listeners": games, "moves": moves, "new_game_bytes": stored // games, **found}


def _mean(found: Json, name: str) -> float:
    return float(statistics.mean(row[name] for row in found["bytes"].values()))


def _processors(part: str, moves: float, people: int, row: Json) -> float:
    busy = moves * row[f"{part}_ms_per_move"] / 1e3 + people * row[f"{part}_us_per_listener_second"] / 1e6
    return float(busy / LOAD)


def sizing(found: Json, people: int) -> Json:
    """What so many people at once need, computed from what was measured."""
    games, moves = people / 2, people / 2 / SECONDS_PER_MOVE
    dearest = max(found["load"], key=lambda row: row["games"])
    ended = games * HOURS * 3600 / (MOVES_PER_GAME * SECONDS_PER_MOVE) * KEPT_DAYS
    parts = {
        "running": games * _mean(found, "running"),
        "answers": moves * load_settings({}).idempotency_seconds * _mean(found, "answer"),
        "ended": ended * _mean(found, "ended"),
    }
    pods = {
        "API's processor": _processors("api", moves, people, dearest),
        "API's places": people / load_settings({}).event_waiters,
        "store's processor": _processors("store", moves, people, dearest),
    }
    return {"people": people, "moves": moves, "memory": parts, "pods": pods}


def _gb(size: float) -> str:
    return f"{size / 1e9:.2f} GB" if size < 1e10 else f"{size / 1e9:.0f} GB"


def _whole(number: float) -> int:
    return max(1, -int(-number // 1))


def _row(size: Json) -> str:
    memory, pods = size["memory"], size["pods"]
    api = max(_whole(pods["API's processor"]), _whole(pods["API's places"]))
    busiest = max(pods, key=lambda name: pods[name])
    cells = (
        f"{size['people']:,}",
        f"{size['moves']:,.0f}",
        api,
        _whole(pods["store's processor"]),
        *(_gb(memory[name]) for name in ("running", "answers", "ended")),
        busiest,
    )
    return "| " + " | ".join(map(str, cells)) + " |\n"


HEADS = "people at once", "moves a second", "API pods", "masters", "running", "kept answers", "ended", "bottleneck"


def heads() -> str:
    return f"| {' | '.join(HEADS)} |"


def table(found: Json) -> str:
    rows = "".join(_row(sizing(found, people)) for people in PEOPLE)
    return f"{heads()}\n{'|---' * len(HEADS)}|\n{rows}"


def write(found: Json, page: Path = PAGE) -> None:
    head, rest = page.read_text().split(BEGIN)
    page.write_text(head + BEGIN + table(found) + END + rest.split(END)[1])


@contextmanager
def _running() -> Iterator[tuple[Flask, Server]]:
    with tempfile.TemporaryDirectory(prefix="alm") as home:
        store = StoreProcess(Path(home))
        store.start()
        server = Server(store.url, **ALL_OF_ONE_ADDRESS)
        try:
            server.start()
            settings = load_settings({"REDIS_URL": store.url, "RATELIMIT_ENABLED": "false", "LOG_LEVEL": "error"})
            logs.configure(settings)
            yield create_app(settings), server
        finally:
            server.kill()
            store.kill()


def measure(sizes: Sequence[int], moves: int, quiet: float) -> Json:
    with _running() as (app, server):
        found = {"bytes": measured_bytes(app)}
        return {**found, "load": [measured_load(app, server, games, moves, quiet) for games in sizes]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=[100, 1_000, 10_000], help="games, with a listener each"
    )
    parser.add_argument("--moves", type=int, default=300, help="played at each size (%(default)s)")
    parser.add_argument("--quiet", type=float, default=30, help="seconds of listening alone (%(default)s)")
    parser.add_argument("--dry", action="store_true", help="do not write the table")
    options = parser.parse_args()
    found = measure(options.sizes, options.moves, options.quiet)
    print(json.dumps(found, indent=1))
    if not options.dry:
        write(found)


if __name__ == "__main__":
    main()
