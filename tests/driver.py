"""Playing over HTTP, in one process: what tests do at a table, in the words of the API."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.test import TestResponse

from service.games.base import AUTOMA
from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.usecases.context import Context
from service.usecases.games import finish, play_move
from service.usecases.transaction import load
from worker.bots import BOTS, decide

Json = dict[str, Any]


def humans(count: int) -> list[Json]:
    return [{"kind": "human", "name": f"P{number}"} for number in range(1, count + 1)]


class Table:
    """A game, all its tokens, and a client that sits at every seat."""

    def __init__(self, app: Flask, rulebook: str, seats: list[Json], key: str | None = None, **wish: Any) -> None:
        self.app = app
        self.http = app.test_client()
        shown = {"Authorization": f"Bearer {key}"} if key else {}
        made = self.http.post("/v1/games", json={"rulebook": rulebook, "seats": seats, **wish}, headers=shown)
        assert made.status_code == 201, made.data
        self.created: Json = made.json or {}
        self.id: str = self.created["game"]["id"]
        self.path = f"/v1/games/{self.id}"
        self.tokens: dict[int, str] = {}
        if self.created["token"]:
            self.tokens[self.created["seat"]] = self.created["token"]
        self.tokens |= {each["seat"]: each["token"] for each in self.created["tokens"]}

    @classmethod
    def full(cls, app: Flask, rulebook: str, players: int, **wish: Any) -> Table:
        """Everybody is there, the game has started."""
        table = cls(app, rulebook, humans(players), **wish)
        for number in range(2, players + 1):
            table.sit(f"P{number}", table.created.get("invite"))
        return table

    def sit(self, name: str, invite: str | None = None, **more: Any) -> TestResponse:
        answer = self.http.post(f"{self.path}/seats", json={"name": name, "invite": invite, **more})
        if answer.status_code == 201 and answer.json:
            self.tokens[answer.json["seat"]] = answer.json["token"]
        return answer

    def headers(self, seat: int | None, **more: str) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {"Authorization": f"Bearer {self.tokens[seat]}", **named} if seat else named

    def get(self, what: str = "", seat: int | None = None, **headers: str) -> TestResponse:
        return self.http.get(f"{self.path}{what}", headers=self.headers(seat, **headers))

    def game(self, seat: int | None = None) -> Json:
        answer = self.get(seat=seat)
        assert answer.status_code == 200, answer.data
        return answer.json or {}

    def moves(self, seat: int) -> Json:
        return self.get("/moves", seat).json or {}

    def post(self, what: str, seat: int | None, body: Any = None, **headers: str) -> TestResponse:
        return self.http.post(f"{self.path}{what}", json=body, headers=self.headers(seat, **headers))

    def play(self, seat: int, move: Json, version: int, key: str | None = None) -> TestResponse:
        headers = {"If_Match": f'"{version}"'} | ({"Idempotency_Key": key} if key else {})
        return self.post("/moves", seat, move, **headers)

    @property
    def context(self) -> Context:
        found: Context = self.app.extensions["context"]
        return found


def play_automatically(table: Table, chance: random.Random) -> None:
    """What the worker does: the automa's move, or a bot's."""
    game = load(table.context, table.id)
    seat = next(seat for seat in game.clock.deciders if game.is_automatic(seat))
    move = chance.choice(game.rulebook.legal_moves(game.dealt, seat))
    assert play_move.play_on(table.context, game, play_move.Automaton(seat), move)


def play_one(table: Table, chance: random.Random, game: Json) -> Json:
    """One decision, by whoever owes it; the game as it is then."""
    kinds = {seat["seat"]: seat["kind"] for seat in game["seats"]}
    people = [seat for seat in game["deciders"] if seat != AUTOMA and kinds[seat] == "human"]
    if not people:
        play_automatically(table, chance)
        return table.game()
    seat = chance.choice(people)
    offered = table.moves(seat)["moves"]
    answer = table.play(seat, chance.choice(offered)["move"], game["version"])
    assert answer.status_code == 200, answer.data
    played: Json = (answer.json or {})["game"]
    return played


def play_some(table: Table, moves: int, seed: int = 1) -> Json:
    chance, game = random.Random(seed), table.game()
    for _ in range(moves):
        if game["status"] != "running":
            break
        game = play_one(table, chance, game)
    return table.game()


def _scored(table: Table, game: Json) -> Json:
    assert game["status"] == "scoring", game["status"]
    finish.score(table.context, table.id, game["version"])
    return table.game()


def play_out(table: Table, seed: int = 1) -> Json:
    """The whole game, scored."""
    return _scored(table, play_some(table, 5_000, seed))


def play_out_as(level: str, table: Table, seed: int = 1) -> Json:
    """The whole game, scored; people and automa decide as a bot of the level does."""
    rng = Rng(f"{level} {seed}".encode())
    while (game := load(table.context, table.id)).clock.status == "running":
        seat = rng.choice(game.clock.deciders)
        move = decide(BOTS[level], game.rulebook, game.dealt, seat, rng)
        if game.is_automatic(seat):
            assert play_move.play_on(table.context, game, play_move.Automaton(seat), move)
        else:
            answer = table.play(seat, msgspec.to_builtins(move), game.clock.version)
            assert answer.status_code == 200, answer.data
    return _scored(table, table.game())


@contextlib.contextmanager
def serving(app: Flask) -> Iterator[str]:
    """The application on a port, in threads of this process, for clients that speak HTTP."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=_Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class _Quiet(WSGIRequestHandler):
    def log(self, *_: Any) -> None:
        """Nobody reads it."""


def rulebooks() -> list[str]:
    return sorted(set(RULEBOOKS) - {"toy"})
