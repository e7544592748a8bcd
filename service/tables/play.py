"""Playing a move: the only path by which one is written, for people, bots and the dreamer alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from service.games.base import Move, Plain, Rulebook, Seat
from service.store import events
from service.store.answers import Answer, Once
from service.store.games import Entry
from service.store.records import Game
from service.tables import access, clocks, render, telling
from service.tables.context import Tables
from service.tables.refusals import Refused
from service.tables.writing import Written, with_entry, write

MoveReader = Callable[[Rulebook[Any, Any]], Move]
"""Reads the body of the request as a move of the game's rulebook, or refuses it."""


MISSED_ENTRIES = 500
"""How far back the events that a stale version has missed are looked up."""


class Player(Protocol):
    """Who plays: finds its seat in the game, and words the answer."""

    def seat_in(self, game: Game) -> Seat: ...

    def tells(self, game: Game, seat: Seat) -> list[Plain]: ...

    def answer(self, game: Game, seat: Seat, entry: Entry) -> Answer: ...


class Person(msgspec.Struct, frozen=True):
    """Somebody with the token of a seat."""

    token: str | None

    def seat_in(self, game: Game) -> Seat:
        return access.seat_of(game, self.token)

    def tells(self, game: Game, seat: Seat) -> list[Plain]:
        return []

    def answer(self, game: Game, seat: Seat, entry: Entry) -> Answer:
        return render.move_answer(game, seat, entry)


class Automaton(msgspec.Struct, frozen=True):
    """A worker at a seat: the dreamer, a bot, or a substitute for somebody whose time has run out at `now`."""

    seat: Seat
    now: int = 0

    def seat_in(self, game: Game) -> Seat:
        late = 0 < game.clock.deadline <= self.now
        if not game.is_automatic(self.seat) and not late:
            raise Refused("not_automatic", "A person sits here and has time left.")
        return self.seat

    def tells(self, game: Game, seat: Seat) -> list[Plain]:
        """That the next move is not the person's own."""
        return [] if game.is_automatic(seat) else [telling.table_event("time_ran_out", seat, then="bot")]

    def answer(self, game: Game, seat: Seat, entry: Entry) -> Answer:
        return Answer(200, b"")


def automatic_key(game_id: str, version: int) -> Once:
    """The idempotency key of a task: run twice, it plays once."""
    return Once.of(f"{game_id}:{version}", "worker", b"")


def is_current(game: Game, seat: Seat, version: int) -> bool:
    """A move is stale when its seat's decision is another one than at the version it was made for."""
    decision = game.clock.decision(seat)
    current = game.clock.version
    return version == current or bool(decision and decision.version <= version <= current)


def _stale(tables: Tables, game: Game, version: int) -> Refused:
    """Says also which events the caller has missed."""
    newest = events.newest_entries(tables.store, game.id, MISSED_ENTRIES)
    after = max((entry.last for entry in newest if entry.version <= version), default=0)
    current = game.clock.version
    detail = f"The game is at version {current}; this move was made for version {version}."
    return Refused(
        "stale_version", detail, version=current, missed={"after": after, "until": max(after, game.clock.events)}
    )


def check_decides(game: Game, seat: Seat) -> None:
    if game.clock.status != "running":
        raise Refused("not_running", f"The game is {game.clock.status}; nobody can move.", version=game.clock.version)
    if game.clock.decision(seat) is None:
        raise Refused("not_your_decision", "Others decide now.", version=game.clock.version)


def _played(game: Game, seat: Seat, move: Move, now: int, told: list[Plain]) -> tuple[Game, Entry]:
    step = game.rulebook.apply(game.dealt, seat, move)
    entry = telling.played(game.clock, seat, move, [*told, *(event.plain() for event in step.events)])
    clock = clocks.after_move(game, step.state, seat, move, now)
    return with_entry(msgspec.structs.replace(game, state=step.state, clock=clock), entry), entry


def submit(
    tables: Tables, game_id: str, player: Player, version: int, read: MoveReader, once: Once | None = None
) -> Answer:
    """Play one move exactly once."""

    def decide(game: Game) -> Written:
        seat = player.seat_in(game)
        move = read(game.rulebook)
        if not is_current(game, seat, version):
            raise _stale(tables, game, version)
        check_decides(game, seat)
        after, entry = _played(game, seat, move, tables.now(), player.tells(game, seat))
        return Written(after, player.answer(after, seat, entry), entry)

    return write(tables, game_id, once, decide)
