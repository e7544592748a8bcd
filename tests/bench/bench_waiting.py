"""A thousand listeners on one API process group while moves go on. Prints one JSON object.

Half of the listeners poll, half read streams, spread over the games. Every listener has to get every event in order.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from service.core.settings import load_settings
from service.serve.supervisor import is_api_ready
from service.store.games.repository import GameStore
from service.usecases.context import Context
from tests.bench import bench_service as bench
from tests.bench import load

HOST = "127.0.0.1"
MEMORY_SAMPLES = 10
LAST_CHUNK = b"0\r\n"

ALL_OF_ONE_ADDRESS = dict.fromkeys(
    ("EVENT_WAITERS", "EVENT_WAITERS_ADDRESS", "EVENT_WAITERS_TOKEN", "CONNECTIONS_ADDRESS"), "10000"
)
"""Whoever waits here comes from this machine."""


class Game(NamedTuple):
    """A game with requests that play it."""

    path: str
    posts: Sequence[bytes]


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    return int(head[9:12]), await reader.readexactly(length)


@contextlib.asynccontextmanager
async def _connected(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection(HOST, port, limit=2**20)
    try:
        yield reader, writer
    finally:
        writer.close()


class Listener:
    """Hears the events of one game, and comes again when it is cut off, as browsers do."""

    def __init__(self, path: str, port: int) -> None:
        self.path, self.port = path, port
        self.heard: list[int] = []
        self.ready = asyncio.Event()
        self.cuts = -1

    async def listen(self, streams: bool) -> None:
        while True:
            self.cuts += 1
            with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
                await (self._stream() if streams else self._poll())

    def _last(self) -> int:
        return self.heard[-1] if self.heard else 0

    async def _poll(self) -> None:
        async with _connected(self.port) as (reader, writer):
            await self._poll_over(reader, writer)

    async def _poll_over(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(load.request("GET", f"{self.path}/events?after={self._last()}&wait=25"))
            status, body = await _answer(reader)
            if status == 503:
                return
            assert status == 200, body
            self.heard += [event["id"] for event in json.loads(body)["events"]]
            self.ready.set()

    async def _stream(self) -> None:
        headers = ["Accept: text/event-stream", f"Last-Event-ID: {self._last()}"]
        async with _connected(self.port) as (reader, writer):
            writer.write(load.request("GET", f"{self.path}/events", headers=headers))
            async for line in reader:
                if line.startswith(b"id: "):
                    self.heard.append(int(line[4:]))
                    self.ready.set()
                elif line == LAST_CHUNK:
                    return


async def _play(game: Game, port: int, every: float, times: list[float], start: float) -> None:
    """One move every so often, whether or not the one before was answered quickly."""
    async with _connected(port) as (reader, writer):
        for number, post in enumerate(game.posts):
            await asyncio.sleep(max(0.0, start + number * every - time.perf_counter()))
            sent = time.perf_counter()
            writer.write(post)
            status, body = await _answer(reader)
            assert status == 200, body
            times.append(time.perf_counter() - sent)


async def _all_heard(listeners: Sequence[Listener], last: dict[str, int], seconds: float) -> float:
    """How long after the last move the last listener had heard everything."""
    began = time.perf_counter()
    while any(not one.heard or one.heard[-1] < last[one.path] for one in listeners):
        if time.perf_counter() - began > seconds:
            break
        await asyncio.sleep(0.02)
    return time.perf_counter() - began


async def _all_ready(listeners: Sequence[Listener], tasks: Sequence[asyncio.Task[None]]) -> None:
    until = time.perf_counter() + 60
    while not all(one.ready.is_set() for one in listeners):
        failed = [task.exception() for task in tasks if task.done()]
        ready = sum(one.ready.is_set() for one in listeners)
        assert not failed, f"{len(failed)} of {len(tasks)} failed, {ready} are ready: {failed[0]!r}"
        assert time.perf_counter() < until, f"only {ready} are ready"
        await asyncio.sleep(0.05)


async def run(
    games: Sequence[Game], context: Context, options: argparse.Namespace, port: int, api: psutil.Process
) -> dict[str, Any]:
    listeners = [Listener(games[n % len(games)].path, port) for n in range(options.listeners)]
    tasks = [asyncio.create_task(one.listen(streams=n // len(games) % 2 == 0)) for n, one in enumerate(listeners)]
    await _all_ready(listeners, tasks)
    memory = [_memory(api)]
    sampling = asyncio.create_task(_sample(memory, api, options.seconds / MEMORY_SAMPLES))
    times: list[float] = []
    processor = psutil.cpu_times()
    every = len(games) / options.rate
    start = time.perf_counter() + 0.5
    plays = [_play(game, port, every, times, start + number * every / len(games)) for number, game in enumerate(games)]
    await asyncio.gather(*plays)
    took = time.perf_counter() - start
    sampling.cancel()
    last = {game.path: _last_event(context, game.path) for game in games}
    lag = await _all_heard(listeners, last, 60)
    failed = [task.exception() for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "listeners": len(listeners),
        "moves": len(times),
        "moves_per_second": round(len(times) / took, 1),
        "complete": sum(one.heard == list(range(1, last[one.path] + 1)) for one in listeners),
        "failed": [repr(error) for error in failed[:3]],
        "cut_off": sum(one.cuts for one in listeners),
        "heard_after_ms": round(1000 * lag),
        "move_p50_ms": round(1000 * sorted(times)[len(times) // 2], 1),
        "move_p99_ms": round(1000 * sorted(times)[int(len(times) * 0.99)], 1),
        "api_mb": [*memory, _memory(api)],
        "stolen_percent": stolen(processor, psutil.cpu_times()),
    }


def stolen(before: Any, after: Any) -> float:
    """The share of the processors' time that other machines on the host took: times mean little when it is high."""
    spent = float(sum(after) - sum(before))
    stolen: float = getattr(after, "steal", 0.0) - getattr(before, "steal", 0.0)
    return round(100 * stolen / spent, 1)


def _last_event(context: Context, path: str) -> int:
    game = context.store.load(path.rsplit("/", 1)[1]).game
    return game.clock.events if game else 0


async def _sample(memory: list[float], api: psutil.Process, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        memory.append(_memory(api))


def _memory(api: psutil.Process) -> float:
    family = [api, *api.children(recursive=True)]
    return round(sum(member.memory_full_info().uss for member in family) / 1e6, 1)


def servers(port: int) -> dict[str, list[str]]:
    """The ways to serve that were compared; ours first."""
    bind, threads = f"{HOST}:{port}", "1032"
    beside = Path(sys.executable).parent
    granian = [str(beside / "granian"), "--interface", "wsgi", "--factory", "service.api.app:wsgi", "--port", str(port)]
    gunicorn = [str(beside / "gunicorn"), "service.api.app:wsgi()", "--bind", bind, "--workers", "2"]
    return {
        "gevent": bench.api(port),
        "granian": [*granian, "--workers", "2", "--blocking-threads", threads, "--backlog", "4096"],
        "gthread": [*gunicorn, "--worker-class", "gthread", "--threads", threads, "--reuse-port"],
    }


def measure(server: str, options: argparse.Namespace, port: int = bench.SERVICE_PORT) -> dict[str, Any]:
    chance = random.Random(5)
    with tempfile.TemporaryDirectory() as directory, contextlib.ExitStack() as stack:
        url = stack.enter_context(bench.store(Path(directory), durable=True))
        environment = {
            "REDIS_URL": url,
            "RATELIMIT_ENABLED": "false",
            "RUNNING_GAMES_ADDRESS": "0",
            "LOG_LEVEL": "warning",
            **ALL_OF_ONE_ADDRESS,
        }
        bench.until(Path(directory, "s").exists)
        context = Context(GameStore(url), load_settings(environment))
        each = round(options.rate * options.seconds / options.games)
        plans = [bench.plan(context, "astra", 3, each, chance) for _ in range(options.games)]
        games = [Game("/" + post[0].split(b" ", 2)[1].decode().strip("/").rsplit("/", 1)[0], post) for post in plans]
        api = stack.enter_context(bench.process(servers(port)[server], {**os.environ, **environment}))
        bench.until(lambda: is_api_ready(HOST, port), 60)
        return asyncio.run(run(games, context, options, port, api))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--servers", nargs="+", default=["gevent"], choices=sorted(servers(0)))
    parser.add_argument("--listeners", type=int, default=1000)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--rate", type=float, default=50, help="moves per second, all games together")
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    print(json.dumps({server: measure(server, options) for server in options.servers}))


if __name__ == "__main__":
    main()
