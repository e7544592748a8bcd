"""schemathesis with all its checks on a running service: no 5xx, and no answer that is not described.

`python -m tests.api.fuzz --requests 20000`, which is `make fuzz`; a short form is in the suite. Each pass plays at a
game of one rulebook, with the description narrowed to its moves: so a move that is described is never invalid.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import requests

from service.core.settings import load_settings
from service.games.registry import RULEBOOKS
from service.store.games.repository import GameStore
from service.usecases.accounts.api_keys import SCOPES, create_key
from service.usecases.context import Context
from service.wire.enums import pascal, reference
from tests.processes import HUNG, ROOT, Server, StoreProcess
from tests.pushing import PUSH_KEY

ENDING = ("rotateToken", "leaveSeat", "resignSeat", "deleteGame")
"""After these the token that all requests carry is worth nothing, so each has passes of its own."""
MOVING = ("playMove", "previewMove")
SECONDS = 1200

# What a schema cannot say, by operation: whatever else fits the description has to be taken.
CONFIG = """
[parameters]
"path.game_id" = "{game}"
"path.seat" = 2
"path.webhook_id" = "{webhook}"
"path.player" = "user-42"
"query.wait" = 0

[auth.openapi.seat]
bearer = "{token}"

[auth.openapi.app]
bearer = "{key}"

[auth.openapi.player]
bearer = "{player}"

# Not one's turn, not running, a stale version; and after the end of a token, that.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", {ended}"409", "412"]

[checks.missing_required_header]
expected-statuses = ["401", "428"]

# Names with invisible characters; a player whose token has ended.
[[operations]]
include-operation-id = ["takeSeat"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "409", "422"]

# How many seats and which options a rulebook has; players without a key.
[[operations]]
include-operation-id = ["createGame"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "409", "422"]
checks.negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "409", "413", "415", "422"]

# The same, by the key of an app with few rights.
[[operations]]
include-operation-id = ["createManyGames"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "422", "429"]
checks.negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "409", "413", "415", "422"]

# The same; and a player's token ends with the player.
[[operations]]
include-operation-id = ["quickPlay"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "409", "422"]
checks.negative_data_rejection.expected-statuses = ["400", "401", "403", "404", "409", "413", "415", "422"]

# A player's token ends with the player.
[[operations]]
include-operation-id = ["listMyGames"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "422"]

# The same; and cursors that were never told.
[[operations]]
include-operation-id = ["listMyEvents"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "422"]

# The same key with another level; and the token is worth nothing afterwards.
[[operations]]
include-operation-id = ["resignSeat"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "401", "404", "409", "422"]

# The same key with no body and with an empty one.
[[operations]]
include-operation-id = ["pauseGame", "resumeGame", "rotateToken"]
checks.positive_data_acceptance.expected-statuses = ["2xx", {ended}"409", "422"]

# A game of nobody's app; the same key with no body and with an empty one.
[[operations]]
include-operation-id = ["abandonGame"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "403", "409", "422"]

# Hosts inside the network, more webhooks than there may be, and none after one was deleted.
[[operations]]
include-operation-id = ["createWebhook", "getWebhook", "changeWebhook", "deleteWebhook", "listDeliveries", "sendAgain"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "404", "409", "422"]

# Push services that the host does not use, and points beside the curve.
[[operations]]
include-operation-id = ["subscribePush"]
checks.positive_data_acceptance.expected-statuses = ["2xx", {ended}"409", "422"]

# A moment that the game did not have.
[[operations]]
include-operation-id = ["getGame"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "409", "422"]

# Hints that nobody has asked for.
[[operations]]
include-operation-id = ["getHints"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "404", "409"]

# Packs that a host has.
[[operations]]
include-operation-id = ["getContent"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "422"]

[[operations]]
include-operation-id = ["getContentByHash"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "404"]
"""


class Pass(msgspec.Struct, frozen=True):
    """One run of schemathesis: at a game of which rulebook, over which operations, with how many examples of each."""

    rulebook: str
    seed: int
    examples: int
    only: str | None = None


@contextmanager
def serving() -> Iterator[Server]:
    """Streams end soon here, since schemathesis reads them to their end."""
    home = Path(tempfile.mkdtemp(prefix="alm"))
    store = StoreProcess(home)
    store.start()
    server = Server(store.url, STREAM_SECONDS="1", PUSH_KEY=PUSH_KEY)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        store.kill()
        shutil.rmtree(home)


def _game(server: Server, rulebook: str) -> Any:
    request = {"rulebook": rulebook, "seats": [{"kind": "human"}, {"kind": "human"}]}
    made = requests.post(f"{server.url}/v1/games", json=request, timeout=HUNG).json()
    seats = f"{server.url}/v1/games/{made['game']['id']}/seats"
    assert requests.post(seats, json={"name": "B"}, timeout=HUNG).status_code == 201
    return made


def _app(server: Server) -> dict[str, str]:
    """An app's key, a webhook that it has, and a player's token."""
    settings = load_settings(server.environment)
    key = create_key(Context(GameStore(settings.redis_url), settings), "club", SCOPES).key
    request = {"url": "https://club.example.org/", "events": ["turn.changed"]}
    headers = {"Authorization": f"Bearer {key}"}
    made = requests.post(f"{server.url}/v1/webhooks", json=request, headers=headers, timeout=HUNG)
    webhook = made.json()["webhook"]["id"] if made.ok else "wh_" + 16 * "0"
    player = requests.post(f"{server.url}/v1/players/user-42/token", json={}, headers=headers, timeout=HUNG)
    return {"key": key, "webhook": webhook, "player": player.json()["token"]}


def narrowed(spec: Any, rulebook: str) -> Any:
    """The description as it is served, for a game of one rulebook: of all moves those of its own."""
    for path in spec["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict) and operation.get("operationId") in MOVING:
                body = operation["requestBody"]["content"]["application/json"]
                body["schema"] = reference(f"{pascal(rulebook)}Move")
                del body["example"]
    return spec


def _command(server: Server, home: Path, asked: Pass) -> list[str]:
    made = _game(server, asked.rulebook)
    config, spec = home / "schemathesis.toml", home / "openapi.json"
    ended = '"401", ' if asked.only else ""
    held = {"token": made["token"], **_app(server)}
    config.write_text(CONFIG.format(game=made["game"]["id"], ended=ended, **held))
    spec.write_text(
        json.dumps(narrowed(requests.get(f"{server.url}/openapi.json", timeout=HUNG).json(), asked.rulebook))
    )
    command = [str(Path(sys.executable).parent / "st"), "--config-file", str(config), "run", str(spec)]
    command += ["--url", server.url, "--checks", "all"]
    command += ["--max-examples", str(asked.examples), "--seed", str(asked.seed)]
    named = (
        [("--include-operation-id", asked.only)] if asked.only else [("--exclude-operation-id", it) for it in ENDING]
    )
    return [*command, *itertools.chain.from_iterable(named)]


def fuzz(server: Server, home: Path, asked: Pass) -> int:
    """How many requests were made; an `AssertionError` with what schemathesis found."""
    command = _command(server, home, asked)
    environment = {**os.environ, "SCHEMATHESIS_HOOKS": "tests.api.fuzz_hooks", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=SECONDS, cwd=home, check=False
    )
    assert done.returncode == 0, f"{asked}\n{done.stdout[-6000:]}{done.stderr[-2000:]}"
    generated = re.search(r"(\d+) generated", done.stdout)
    assert generated, done.stdout[-2000:]
    return int(generated[1])


def _passes(first: int, examples: int) -> Iterator[Pass]:
    for seed in itertools.count(first):
        for rulebook in RULEBOOKS:
            yield Pass(rulebook, seed, examples)
        yield from (Pass("nebula", seed, examples, operation) for operation in ENDING)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--examples", type=int, default=60, help="of each operation in a pass (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    made, started, passes = 0, time.monotonic(), _passes(options.seed, options.examples)
    with serving() as server, tempfile.TemporaryDirectory() as home:
        while made < options.requests:
            asked = next(passes)
            made += fuzz(server, Path(home), asked)
            print(f"{asked.rulebook}, seed {asked.seed}, {asked.only or 'all'}: {made} requests", flush=True)
    print(f"{made} requests, no 5xx, nothing that is not described; {time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
