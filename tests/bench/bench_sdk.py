"""What the SDK adds to a call: the same call by a bare requests.Session and by the SDK, in alternating slices.

Prints one JSON object: for each call the median of the slices' ratios, which is to stay at or below 1.2.
Run it as `python -m tests.bench.bench_sdk`.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import requests
from almagest_sdk import Almagest, Table, astra
from almagest_sdk._codec import encode

from tests.sdk.serving import Server

SLICES = 21
CALLS = 40
Call = Callable[[], object]


def _seconds(call: Call) -> float:
    began = perf_counter()
    for _ in range(CALLS):
        call()
    return perf_counter() - began


def ratio(sdk: Call, bare: Call) -> dict[str, float]:
    """Who goes first changes from slice to slice."""
    pairs = []
    for number in range(SLICES):
        first, second = (sdk, bare) if number % 2 else (bare, sdk)
        times = {first: _seconds(first), second: _seconds(second)}
        pairs.append((times[sdk], times[bare]))
    return {
        "ratio": round(statistics.median(ours / theirs for ours, theirs in pairs), 3),
        "sdk_ms": round(1000 * statistics.median(ours for ours, _ in pairs) / CALLS, 3),
        "bare_ms": round(1000 * statistics.median(theirs for _, theirs in pairs) / CALLS, 3),
    }


def measure(url: str, client: Almagest, table: Table) -> dict[str, dict[str, float]]:
    session, address = requests.Session(), f"{url}/v1/games/{table.id}"
    headers = {"Authorization": f"Bearer {table.token}"}
    move = table.moves(astra.Observe)[0].move

    def bare_get(path: str) -> object:
        return session.get(address + path, headers=headers, timeout=30).json()

    def bare_preview() -> object:
        return session.post(f"{address}/moves/preview", json=encode(move), headers=headers, timeout=30).json()

    return {
        "get_game": ratio(lambda: client.api.games.get(table.id, token=table.token), lambda: bare_get("")),
        "list_moves": ratio(
            lambda: client.api.moves.list(table.id, token=table.token or ""), lambda: bare_get("/moves")
        ),
        "preview_move": ratio(lambda: table.preview(move), bare_preview),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as directory, Server(Path(directory)) as server, Almagest(server.url) as client:
        table = client.games.create("astra", seats=2, name="Ada")
        client.games.join(table.id, "Bo")
        table.refresh()
        print(json.dumps(measure(server.url, client, table)))


if __name__ == "__main__":
    main()
