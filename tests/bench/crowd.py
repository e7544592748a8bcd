"""Many tables of two, and people who listen there: what they and their moves cost the API and the store.

All figures are processor time and memory, so they say little about how busy the machine was. What a listener costs is
measured by the sign of life: how many of them came in a while is a matter of the machine, what one costs is not.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import requests

from service.api.http.event_stream import HEARTBEAT_SECONDS
from service.core.settings import load_settings
from service.store.games.idempotency import Answer
from service.store.games.records import GameRecord
from service.usecases.accounts import tokens
from service.usecases.context import Context
from service.usecases.games import create
from service.usecases.transaction import load
from tests.bench.bench_table import processor_seconds
from tests.bench.load import request
from tests.processes import HOST, Server

Json = dict[str, Any]
RULEBOOK = "distant_suns"
PLAYED = 50
"""Tables at which moves are played: as many at every size."""
PLAYERS = 10
LISTENERS_OF_A_PROCESS = 500
"""Half of its places, where nothing else is set."""
OPENED_AT_ONCE = 40
TRIES = 10
"""Of each listener: a server that is busier than others let it be may say 503."""
BEAT = b": still here"
CODE = b'"code":'
EVERYTHING = "include=view,moves,score"
"""What the browser's table asks for."""
ROOM_FOR_ALL = {
    **dict.fromkeys(("EVENT_WAITERS", "EVENT_WAITERS_ADDRESS", "CONNECTIONS_ADDRESS"), "10000"),
    "STREAM_SECONDS": "86400",
}
"""Whoever listens here comes from this machine, holds a seat, and stays."""


class Seated(msgspec.Struct):
    """A table of two, and its game as it stands: before a move nobody has to be asked."""

    path: str
    tokens: tuple[str, ...]
    game: GameRecord

    def headers(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat - 1]}"}


def _nothing(_: GameRecord) -> Answer:
    return Answer(201, b"")


def seated(context: Context) -> Seated:
    """Written by one commit: both sit from the beginning."""
    people = (create.CreateSeat("human", "P1"), create.CreateSeat("human", "P2"))
    wish = create.CreateGame(RULEBOOK, people, {}, "public", 0, 0)
    made = create.draft(context, wish, "", context.store.shard_for(None))
    held = {seat: tokens.new_token() for seat in (1, 2)}
    seats = [
        msgspec.structs.replace(record, token=tokens.hash_secret(held[seat]))
        for seat, record in enumerate(made.table.seats, start=1)
    ]
    table = msgspec.structs.replace(made.table, seats=tuple(seats))
    assert create.store_draft(context, create.Draft(table, held, ""), _nothing, None)
    return Seated(f"/v1/games/{table.id}", tuple(held.values()), load(context, table.id))


def crowd(context: Context, games: int) -> list[Seated]:
    """It need not be on disk before it is listened to."""
    client = context.store.client
    client.config_set("appendfsync", "everysec")
    tables = [seated(context) for _ in range(games)]
    client.config_set("appendfsync", "always")
    return tables


def _advance(table: Seated, seat: int, move: Any) -> None:
    """The game here is what the server's is."""
    game = table.game
    state = game.rulebook.apply(game.dealt, seat, move).state
    clock = msgspec.structs.replace(game.clock, version=game.clock.version + 1)
    table.game = msgspec.structs.replace(game, state=state, clock=clock)


def play(table: Seated, http: requests.Session, url: str, chance: random.Random) -> None:
    """A move, answered with all that the player's page draws."""
    rulebook, state = table.game.rulebook, table.game.dealt
    seat = rulebook.deciders(state)[0]
    move = chance.choice(rulebook.legal_moves(state, seat))
    sent = {"If-Match": f'"{table.game.clock.version}"', "Idempotency-Key": str(uuid.uuid4())}
    headers = {**table.headers(seat), **sent, "Content-Type": "application/json"}
    body = msgspec.json.encode(move)
    answer = http.post(f"{url}{table.path}/moves?include=moves,score", data=body, headers=headers, timeout=600)
    assert answer.status_code == 200, answer.text
    _advance(table, seat, move)


def _play_some(tables: Sequence[Seated], moves: int, url: str) -> None:
    chance, http = random.Random(1), requests.Session()
    for number in range(moves):
        play(tables[number % len(tables)], http, url, chance)


def _play_all(tables: Sequence[Seated], moves: int, url: str) -> None:
    """By several people at once, each at tables of their own."""
    several = min(PLAYERS, len(tables))
    with ThreadPoolExecutor(several) as pool:
        playing = [
            pool.submit(_play_some, tables[first::several], len(range(first, moves, several)), url)
            for first in range(several)
        ]
    for each in playing:
        each.result()


class Stream(asyncio.Protocol):
    """A listener that counts signs of life and frames, and reads nothing of them."""

    def __init__(self, asked: bytes) -> None:
        self._asked = asked
        self.ready = asyncio.get_running_loop().create_future()
        self.beats = self.frames = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._asked)

    def data_received(self, data: bytes) -> None:
        if not self.ready.done():
            self.ready.set_result(data)
        self.beats += data.count(BEAT)
        self.frames += data.count(b"event: frame")

    def connection_lost(self, error: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_result(b"")


async def _stream(table: Seated, seat: int, port: int, places: asyncio.Semaphore) -> Stream:
    headers = ["Accept: text/event-stream", *(f"{name}: {value}" for name, value in table.headers(seat).items())]
    asked = request("GET", f"{table.path}/events?{EVERYTHING}", headers=headers)
    async with places:
        for _ in range(TRIES):
            _, stream = await asyncio.get_running_loop().create_connection(lambda: Stream(asked), HOST, port)
            told = await stream.ready
            if told.startswith(b"HTTP/1.1 200"):
                return stream
            print(f"refused: {told[told.rfind(CODE) :].decode()}", file=sys.stderr, flush=True)
            await asyncio.sleep(1)
    raise AssertionError(f"a listener was refused {TRIES} times")


async def listening(tables: Sequence[Seated], port: int) -> list[Stream]:
    """Both seats of every table."""
    places = asyncio.Semaphore(OPENED_AT_ONCE)
    return await asyncio.gather(*(_stream(table, seat, port, places) for table in tables for seat in (1, 2)))


class Meter:
    """Processor time of API and store, in seconds, by signs of life."""

    def __init__(self, context: Context, server: Server) -> None:
        self._api = server.workers()
        self._store = int(context.store.client.info("server")["process_id"])
        self.streams: Sequence[Stream] = ()

    def now(self) -> dict[str, float]:
        return {
            "at": time.monotonic(),
            "api": sum(processor_seconds(each.pid) for each in self._api),
            "store": processor_seconds(self._store),
            "beats": float(sum(stream.beats for stream in self.streams)),
        }

    def memory(self) -> int:
        return sum(process.memory_full_info().uss for process in self._api)

    @property
    def processes(self) -> int:
        return len(self._api)


def _costs(before: Json, between: Json, after: Json, moves: int) -> Json:
    """Of signs of life before the moves were played, with all else that the processes do by themselves; and of a move,
    without what they did by themselves meanwhile."""
    found = {}
    for part in ("api", "store"):
        upkeep = between[part] - before[part]
        beat = upkeep / max(1, between["beats"] - before["beats"])
        spent = after[part] - between[part] - upkeep * (after["at"] - between["at"]) / (between["at"] - before["at"])
        found[f"{part}_us_per_listener_second"] = round(1e6 * beat / HEARTBEAT_SECONDS, 1)
        found[f"{part}_ms_per_move"] = round(1000 * max(spent, 0) / moves, 2)
    return found


async def _heard(tables: Sequence[Seated], server: Server, meter: Meter, moves: int, quiet: float) -> Json:
    idle = meter.memory()
    meter.streams = streams = await listening(tables, server.port)
    taken = meter.memory() - idle
    before = meter.now()
    await asyncio.sleep(quiet)
    between = meter.now()
    await asyncio.to_thread(_play_all, tables[:PLAYED], moves, server.url)
    after = meter.now()
    lost = sum(stream.transport.is_closing() for stream in streams)
    assert not lost, f"{lost} of {len(streams)} were cut off"
    for stream in streams:
        stream.transport.abort()
    return {
        "machine_load": round(os.getloadavg()[0], 1),
        "processes": meter.processes,
        "process_mb": round(idle / meter.processes / 1e6, 1),
        "listener_kb": round(taken / len(streams) / 1e3, 1),
        **_costs(before, between, after, moves),
    }


def _server(store_url: str, listeners: int) -> Server:
    """As many processes as so many listeners have."""
    processes = max(load_settings({}).api_workers, listeners // LISTENERS_OF_A_PROCESS)
    return Server(store_url, **ROOM_FOR_ALL, API_WORKERS=str(processes))


def measured(context: Context, games: int, moves: int, quiet: float) -> Json:
    """So many games, and as many people who listen, two at a table; moves are played at some of these tables."""
    client, server = context.store.client, _server(context.settings.redis_url, games)
    client.flushall()
    tables = crowd(context, games)
    print(f"{games} games are there", file=sys.stderr, flush=True)
    server.start()
    try:
        found = asyncio.run(_heard(tables[: games // 2], server, Meter(context, server), moves, quiet))
    finally:
        server.kill()
    print(found, file=sys.stderr, flush=True)
    return {"games": games, "listeners": games // 2 * 2, "moves": moves, **found}
