"""`almagest smoke`: play one game against a running server, to its end. `helm test` runs it."""

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
MAX_WAIT = 20
"""Seconds; as long as the API lets a request wait for events."""

Json = dict[str, Any]


class SmokeTestFailed(Exception):
    """The server refused a request, or the game did not end in time."""


def register(commands: Commands) -> None:
    parser = commands.add_parser(
        "smoke",
        help="play one game against a running server and report whether it worked",
        description=f"Play one game. If the server lets only apps create games, set {KEY} to an app's key.",
    )
    parser.add_argument("--server", default="http://127.0.0.1:8000", metavar="URL", help="its address (%(default)s)")
    parser.add_argument("--rulebook", default="astra", help="the game (%(default)s)")
    parser.add_argument("--seconds", type=float, default=300.0, help="how long it may take (%(default)s)")
    parser.set_defaults(run=run)


class Seat:
    """Our seat, in a new game with a bot."""

    def __init__(self, server: str, rulebook: str, key: str) -> None:
        self._http = requests.Session()
        self._server = server.rstrip("/")
        bot = {"kind": "bot", "level": "random"}
        key_header = {"Authorization": f"Bearer {key}"} if key else {}
        created = self.request(
            "POST", "/v1/games", {"rulebook": rulebook, "seats": [{"kind": "human"}, bot]}, **key_header
        )
        self._http.headers["Authorization"] = f"Bearer {created['token']}"
        self.number: int = created["seat"]
        self.id: str = created["game"]["id"]
        self.path = f"/v1/games/{self.id}"

    def request(self, method: str, path: str, body: Json | None = None, **headers: str) -> Json:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self._http.request(method, self._server + path, json=body, headers=sent, timeout=TIMEOUT)
        if not answer.ok:
            raise SmokeTestFailed(f"{method} {path}: {answer.status_code} {answer.text}")
        found: Json = answer.json()
        return found

    def play(self, version: int) -> None:
        """Play any legal move; the idempotency key makes it safe to repeat."""
        moves = self.request("GET", f"{self.path}/moves")["moves"]
        move = random.choice(moves)["move"]
        self.request("POST", f"{self.path}/moves", move, If_Match=f'"{version}"', Idempotency_Key=str(uuid.uuid4()))

    def wait(self, after: int) -> None:
        """Wait until something happens: a worker plays for the bot."""
        self.request("GET", f"{self.path}/events?after={after}&wait={MAX_WAIT}")


def _play(seat: Seat, until: float) -> Json:
    """Play until the game has ended, and return it."""
    while (game := seat.request("GET", seat.path))["status"] != "finished":
        if time.monotonic() > until:
            raise SmokeTestFailed(f"the game {seat.id} is still {game['status']} at version {game['version']}")
        if seat.number in game["deciders"]:
            seat.play(game["version"])
        else:
            seat.wait(game["last_event"])
    return game


def run(options: argparse.Namespace) -> int:
    try:
        seat = Seat(options.server, options.rulebook, os.environ.get(KEY, ""))
        game = _play(seat, time.monotonic() + options.seconds)
    except (SmokeTestFailed, requests.RequestException) as error:
        print(f"almagest smoke: {error}", file=sys.stderr)
        return 1
    totals = ", ".join(str(each["total"]) for each in game["result"]["seats"])
    print(f"Played {seat.id} to the end: {game['version']} moves, {totals} points.")
    return 0
