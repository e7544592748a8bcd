"""Games for tests of the worker, made through the use cases."""

from __future__ import annotations

import json
from typing import Any

from service.store.games import events
from service.store.games.records import GameRecord
from service.usecases.context import Context
from service.usecases.games import create, play_move, seats
from service.usecases.games.create import CreateGame, CreateSeat
from service.usecases.transaction import load
from worker import turns

HUMAN = CreateSeat("human")
GREEDY = CreateSeat("bot", level="greedy")
RANDOM = CreateSeat("bot", level="random")


class Sitting:
    """A game and the tokens of its people."""

    def __init__(
        self,
        context: Context,
        *wished: CreateSeat,
        rulebook: str = "astra",
        turn_seconds: int = 0,
        tenant: str = "",
        app: str = "",
        is_alone: bool = False,
    ) -> None:
        """Alone: nobody sits down where a seat is free."""
        self.context = context
        wish = CreateGame(rulebook, wished, {}, "public", turn_seconds, 0, app=app)
        made = json.loads(create.create(context, wish, tenant=tenant).body)
        self.id: str = made["game"]["id"]
        self.tokens: dict[int, str] = {made["seat"]: made["token"]} if made["token"] else {}
        for _ in range(0 if is_alone else sum(seat.kind == "human" for seat in wished) - 1):
            self.sit()

    def sit(self) -> None:
        """Somebody takes a free seat."""
        taken = json.loads(seats.take_seat(self.context, self.id, "Somebody", None).body)
        self.tokens[taken["seat"]] = taken["token"]

    @property
    def game(self) -> GameRecord:
        return load(self.context, self.id)

    @property
    def version(self) -> int:
        return self.game.clock.version

    def play(self, seat: int, move: Any) -> None:
        play_move.submit(self.context, self.id, play_move.Person(self.tokens[seat]), self.version, lambda _: move)

    def play_first(self, seat: int, kind: str | None = None) -> None:
        """The first legal move, or the first of a kind."""
        moves = self.game.rulebook.legal_moves(self.game.dealt, seat)
        self.play(seat, next(move for move in moves if kind in (None, move.type)))

    def rest(self, seat: int) -> None:
        self.play_first(seat, "rest")

    def work(self) -> str:
        """What a worker does for what is owed now."""
        clock = self.game.clock
        return turns.run(self.context, clock.pending, self.id, clock.version)

    def play_out(self) -> None:
        """To the end, as a worker does it."""
        while self.game.clock.pending:
            assert self.work() in ("played", "scored")

    def told(self) -> list[dict[str, Any]]:
        return [
            event for entry in events.all_entries(self.context.store, self.id) for event in json.loads(entry.events)
        ]
