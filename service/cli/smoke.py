"""`almagest smoke`: one game against a running server, to its score. `helm test` runs it."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import uuid
from typing import Any

import requests

from service.cli import KEY, Commands

TIMEOUT = 30.0
LONGEST_WAIT = 20
"""Seconds; as long as the API lets a request wait for events."""

Json = dict[str, Any]


class Failed(Exception):
    """The server did not do what it should."""


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "smoke",
        help="play one game against a running server, and say whether that worked",
        description=f"Play one game against a running server. Where only apps create games, {KEY} has the key of one.",
    )
    parser.add_argument("--server", default="http://127.0.0.1:8000", metavar="URL", help="where (%(default)s)")
    parser.add_argument("--rulebook", default="astra", help="which game (%(default)s)")
    parser.add_argument("--seconds", type=float, default=300.0, help="how long it may take (%(default)s)")
    parser.set_defaults(run=run)


class Seat:
    """Ours, at a table with a bot."""

    def __init__(self, server: str, rulebook: str, key: str) -> None:
        self._http = requests.Session()
        self._server = server.rstrip("/")
        bot = {"kind": "bot", "level": "random"}
        shown = {"Authorization": f"Bearer {key}"} if key else {}
        made = self.ask("POST", "/v1/games", {"rulebook": rulebook, "seats": [{"kind": "human"}, bot]}, **shown)
        self._http.headers["Authorization"] = f"Bearer {made['token']}"
        self.number: int = made["seat"]
        self.id: str = made["game"]["id"]
        self.path = f"/v1/games/{self.id}"

    def ask(self, method: str, path: str, body: Json | None = None, **headers: str) -> Json:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self._http.request(method, self._server + path, json=body, headers=sent, timeout=TIMEOUT)
        if not answer.ok:
            raise Failed(f"{method} {path}: {answer.status_code} {answer.text}")
        found: Json = answer.json()
        return found

    def play(self, version: int) -> None:
        """Any legal move; the key makes it safe to send again."""
        offered = self.ask("GET", f"{self.path}/moves")["moves"]
        move = random.choice(offered)["move"]
        self.ask("POST", f"{self.path}/moves", move, If_Match=f'"{version}"', Idempotency_Key=str(uuid.uuid4()))

    def wait(self, after: int) -> None:
        """Until something happens; a worker has to play."""
        self.ask("GET", f"{self.path}/events?after={after}&wait={LONGEST_WAIT}")


def _play(seat: Seat, until: float) -> Json:
    """The game when it has ended."""
    while (game := seat.ask("GET", seat.path))["status"] != "finished":
        if time.monotonic() > until:
            raise Failed(f"the game {seat.id} is still {game['status']} at version {game['version']}")
        if seat.number in game["deciders"]:
            seat.play(game["version"])
        else:
            seat.wait(game["last_event"])
    return game


def run(options: argparse.Namespace) -> int:
    try:
        seat = Seat(options.server, options.rulebook, os.environ.get(KEY, ""))
        game = _play(seat, time.monotonic() + options.seconds)
    except (Failed, requests.RequestException) as failed:
        print(f"almagest smoke: {failed}", file=sys.stderr)
        return 1
    totals = ", ".join(str(each["total"]) for each in game["result"]["seats"])
    print(f"Played {seat.id} to the end: {game['version']} moves, {totals} points.")
    return 0
