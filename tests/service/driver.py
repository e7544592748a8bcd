"""Playing over HTTP, in one process: what tests do at a table, in the words of the API."""

from __future__ import annotations

import random
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from service.games.base import AUTOMA
from service.games.registry import RULEBOOKS
from service.tables import finish, play
from service.tables.context import Tables
from service.tables.writing import load

Json = dict[str, Any]


def humans(count: int) -> list[Json]:
    return [{"kind": "human", "name": f"P{number}"} for number in range(1, count + 1)]


class Table:
    """A game, all its tokens, and a client that sits at every seat."""

    def __init__(self, app: Flask, rulebook: str, seats: list[Json], **wish: Any) -> None:
        self.app = app
        self.http = app.test_client()
        made = self.http.post("/v1/games", json={"rulebook": rulebook, "seats": seats, **wish})
        assert made.status_code == 201, made.data
        self.created: Json = made.json or {}
        self.id: str = self.created["game"]["id"]
        self.path = f"/v1/games/{self.id}"
        self.tokens: dict[int, str] = {}
        if self.created["token"]:
            self.tokens[self.created["seat"]] = self.created["token"]

    @classmethod
    def full(cls, app: Flask, rulebook: str, players: int, **wish: Any) -> Table:
        """Everybody is there, the game has started."""
        table = cls(app, rulebook, humans(players), **wish)
        for number in range(2, players + 1):
            table.sit(f"P{number}", table.created.get("invite"))
        return table

    def sit(self, name: str, invite: str | None = None) -> TestResponse:
        answer = self.http.post(f"{self.path}/seats", json={"name": name, "invite": invite})
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
    def tables(self) -> Tables:
        found: Tables = self.app.extensions["tables"]
        return found


def play_automatically(table: Table, chance: random.Random) -> None:
    """What the worker does: the dreamer's move, or a bot's."""
    game = load(table.tables, table.id)
    seat = next(seat for seat in game.clock.deciders if game.is_automatic(seat))
    move = chance.choice(game.rulebook.legal_moves(game.dealt, seat))
    version = game.clock.version
    key = play.automatic_key(table.id, version)
    play.submit(table.tables, table.id, play.Automaton(seat), version, lambda _: move, key)


def play_one(table: Table, chance: random.Random, game: Json) -> None:
    """One decision, by whoever owes it."""
    kinds = {seat["seat"]: seat["kind"] for seat in game["seats"]}
    people = [seat for seat in game["deciders"] if seat != AUTOMA and kinds[seat] == "human"]
    if not people:
        play_automatically(table, chance)
        return
    seat = chance.choice(people)
    offered = table.moves(seat)["moves"]
    answer = table.play(seat, chance.choice(offered)["move"], game["version"])
    assert answer.status_code == 200, answer.data


def play_some(table: Table, moves: int, seed: int = 1) -> Json:
    chance = random.Random(seed)
    for _ in range(moves):
        game = table.game()
        if game["status"] != "running":
            return game
        play_one(table, chance, game)
    return table.game()


def play_out(table: Table, seed: int = 1) -> Json:
    """The whole game, scored."""
    game = play_some(table, 5_000, seed)
    assert game["status"] == "scoring", game["status"]
    finish.score(table.tables, table.id, game["version"])
    return table.game()


def rulebooks() -> list[str]:
    return sorted(set(RULEBOOKS) - {"toy"})
