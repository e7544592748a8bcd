"""The service against the floor: alternating short slices, the median of their ratios. Prints one JSON object.

Run it as `python -m tests.bench.bench_service`. `bench_waiting.py` beside it measures a thousand listeners.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import psutil

from service.core.settings import load_settings
from service.games.registry import RULEBOOKS
from service.serve import processes
from service.serve.embedded_redis import store_command
from service.serve.sockets import is_port_in_use
from service.serve.supervisor import is_api_ready
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.usecases import transaction
from service.usecases.context import Context
from service.usecases.games import create, play_move, seats
from tests.bench import load

ROOT = Path(__file__).parents[2]

CONNECTIONS = 16
HOST = "127.0.0.1"
SERVICE_PORT, FLOOR_PORT = 18101, 18102


@contextlib.contextmanager
def process(command: Sequence[str], environment: dict[str, str]) -> Iterator[psutil.Process]:
    child = subprocess.Popen(command, env={**os.environ, **environment}, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        yield psutil.Process(child.pid)
    finally:
        child.terminate()
        child.wait()


@contextlib.contextmanager
def store(directory: Path, durable: bool) -> Iterator[str]:
    socket = directory / "s"
    with process(store_command(socket, directory, durable), {}):
        yield f"unix://{socket}"


def api(port: int) -> list[str]:
    return [sys.executable, "-m", "service.cli", "api", "--host", HOST, "--port", str(port)]


def floor_on(port: int) -> list[str]:
    """The floor on the same server, with the same settings."""
    return [*processes.api_command(f"{HOST}:{port}"), "tests.bench.floor:create_floor()"]


def until(condition: Any, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.05)


def _seated_game(context: Context, rulebook: str, players: int) -> tuple[str, list[str]]:
    wish = create.CreateGame(rulebook, (create.CreateSeat("human"),) * players, {}, "public", 0, 0)
    made = json.loads(create.create(context, wish).body)
    taken = [json.loads(seats.take_seat(context, made["game"]["id"], "P", None).body) for _ in range(players - 1)]
    return made["game"]["id"], [made["token"], *(seat["token"] for seat in taken)]


def _moves(game: GameRecord, chance: random.Random) -> Iterator[tuple[int, int, Any]]:
    """A whole game by chance, as the server will see it too: seat, version, move."""
    rulebook, state, version = game.rulebook, game.dealt, 0
    while deciders := rulebook.deciders(state):
        seat = deciders[0]
        if seat == 0:
            return
        move = chance.choice(rulebook.legal_moves(state, seat))
        yield seat, version, move
        state, version = rulebook.apply(state, seat, move).state, version + 1


def _post(game_id: str, token: str, version: int, move: Any) -> bytes:
    headers = [f"Authorization: Bearer {token}", f'If-Match: "{version}"', f"Idempotency-Key: {game_id}-{version}"]
    return load.request("POST", f"/v1/games/{game_id}/moves", msgspec.json.encode(move), headers)


def plan(context: Context, rulebook: str, players: int, moves: int, chance: random.Random) -> list[bytes]:
    """Requests that play games from their start, one after the other."""
    posts: list[bytes] = []
    while len(posts) < moves:
        game_id, tokens = _seated_game(context, rulebook, players)
        played = _moves(transaction.load(context, game_id), chance)
        posts += [_post(game_id, tokens[seat - 1], version, move) for seat, version, move in played]
    return posts[:moves]


def cpu_seconds(server: psutil.Process) -> float:
    family = [server, *server.children(recursive=True)]
    return float(sum(sum(member.cpu_times()[:2]) for member in family))


def slices(
    context: Context, options: argparse.Namespace, service: psutil.Process, floor: psutil.Process
) -> dict[str, Any]:
    chance = random.Random(7)
    ratios, cpu_ratios, ours, theirs = [], [], [], []
    for number in range(options.slices):
        plans = [plan(context, options.rulebook, options.players, options.moves, chance) for _ in range(CONNECTIONS)]
        before = cpu_seconds(service)
        measured = load.run(HOST, SERVICE_PORT, plans, options.seconds)
        cost = (cpu_seconds(service) - before) / sum(measured.statuses.values())
        bare = [itertools.repeat(load.request("POST", f"/floor/{number}-{n}")) for n in range(CONNECTIONS)]
        before = cpu_seconds(floor)
        base = load.run(HOST, FLOOR_PORT, bare, options.seconds)
        base_cost = (cpu_seconds(floor) - before) / sum(base.statuses.values())
        assert set(measured.statuses) == {200} == set(base.statuses), (measured, base)
        ratios.append(measured.per_second / base.per_second)
        cpu_ratios.append(base_cost / cost)
        ours.append(measured)
        theirs.append(base)
    return {
        "ratio": round(statistics.median(ratios), 3),
        "ratios": [round(ratio, 2) for ratio in ratios],
        "cpu_ratio": round(statistics.median(cpu_ratios), 3),
        "move_per_second": round(statistics.median(result.per_second for result in ours)),
        "floor_per_second": round(statistics.median(result.per_second for result in theirs)),
        "move_p50_ms": round(1000 * statistics.median(result.p50 for result in ours), 2),
        "move_p99_ms": round(1000 * statistics.median(result.p99 for result in ours), 2),
    }


def reads(context: Context, options: argparse.Namespace) -> dict[str, Any]:
    game_id, tokens = _seated_game(context, options.rulebook, options.players)
    token = [f"Authorization: Bearer {tokens[0]}"]
    found = {}
    for name, path in (("get_view", f"/v1/games/{game_id}"), ("get_moves", f"/v1/games/{game_id}/moves")):
        plans = [itertools.repeat(load.request("GET", path, headers=token)) for _ in range(CONNECTIONS)]
        result = load.run(HOST, SERVICE_PORT, plans, options.seconds)
        found[name] = {
            "per_second": round(result.per_second),
            "p50_ms": round(1000 * result.p50, 2),
            "p99_ms": round(1000 * result.p99, 2),
        }
    return found


def _used(context: Context) -> int:
    return int(context.store.client.info("memory")["used_memory"])


def memory(context: Context, options: argparse.Namespace) -> float:
    """Megabytes for 10,000 games after fifty moves, without kept answers; measured on some of them."""
    before, chance = _used(context), random.Random(1)
    for _ in range(options.stored):
        _play_directly(context, options, chance)
    return round(float(_used(context) - before) / int(options.stored) * 10_000 / 1e6, 1)


def _as_given(move: Any, _: object) -> Any:
    return move


def _play_directly(context: Context, options: argparse.Namespace, chance: random.Random) -> None:
    game_id, tokens = _seated_game(context, options.rulebook, options.players)
    for seat, version, move in itertools.islice(_moves(transaction.load(context, game_id), chance), 50):
        read = functools.partial(_as_given, move)
        play_move.submit(context, game_id, play_move.Person(tokens[seat - 1]), version, read)


def measure(durable: bool, options: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as directory, contextlib.ExitStack() as stack:
        url = stack.enter_context(store(Path(directory), durable))
        environment = {
            "REDIS_URL": url,
            "RATELIMIT_ENABLED": "false",
            "RUNNING_GAMES_ADDRESS": "0",
            "LOG_LEVEL": "warning",
        }
        context = Context(GameStore(url), load_settings(environment))
        until(Path(directory, "s").exists)
        floor = stack.enter_context(process(floor_on(FLOOR_PORT), environment))
        service = stack.enter_context(process(api(SERVICE_PORT), environment))
        until(lambda: is_api_ready(HOST, SERVICE_PORT) and is_port_in_use(HOST, FLOOR_PORT))
        result = slices(context, options, service, floor)
        if durable:
            result |= reads(context, options) | {"mb_per_10000_games": memory(context, options)}
        return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulebook", default="astra", choices=sorted(RULEBOOKS))
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--slices", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--moves", type=int, default=250, help="prepared per connection and slice")
    parser.add_argument("--stored", type=int, default=100, help="games of which the memory is measured")
    options = parser.parse_args()
    found = {"durable": measure(True, options), "in_memory": measure(False, options)}
    print(json.dumps({"rulebook": options.rulebook, **found}))


if __name__ == "__main__":
    main()
