"""Playing a move: the only path by which one is written, for people, bots and the automa alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

import msgspec

from service.games.base import Event, Move, Seat
from service.games.refusals import NOT_YOUR_DECISION, IllegalMove
from service.games.rulebook import AnyRulebook
from service.store.games import events
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import GameRecord
from service.store.live.change_messages import Entry
from service.usecases import event_log
from service.usecases.accounts import access
from service.usecases.accounts.access import Shown
from service.usecases.context import Context
from service.usecases.games import clocks, takeback_eligibility
from service.usecases.transaction import Written, commit, write
from service.usecases.views import render
from service.usecases.views.parts import VIEW_ALONE, Parts
from service.wire.events import TimeRanOut
from service.wire.refusals import Missed, NotAutomatic, Paused, Refused, StaleVersion

MoveReader = Callable[[AnyRulebook], Move]
"""Reads the body of the request as a move of the game's rulebook, or refuses it."""


MISSED_ENTRIES = 500
"""How far back the events that a stale version has missed are looked up."""


class Player(Protocol):
    """Who plays: finds its seat in the game, and words the answer."""

    def seat_in(self, game: GameRecord) -> Seat: ...

    def tells(self, game: GameRecord, seat: Seat) -> tuple[Event, ...]: ...

    def may_regret(self) -> bool: ...

    def answer(self, seat: Seat, entry: Entry, after: GameRecord) -> Answer: ...


class Person(msgspec.Struct, frozen=True):
    """Somebody with the token of a seat."""

    token: Shown
    language: str = "en"
    parts: Parts = VIEW_ALONE

    def seat_in(self, game: GameRecord) -> Seat:
        return access.seat_of(game, self.token)

    def tells(self, game: GameRecord, seat: Seat) -> tuple[Event, ...]:
        return ()

    def may_regret(self) -> bool:
        return True

    def answer(self, seat: Seat, entry: Entry, after: GameRecord) -> Answer:
        return render.move_answer(after, seat, self.language, entry, self.parts)


class Automaton(msgspec.Struct, frozen=True):
    """A worker at a seat: the automa, a bot, or a substitute for somebody whose time has run out at `now`."""

    seat: Seat
    now: int = 0

    def seat_in(self, game: GameRecord) -> Seat:
        if not game.is_automatic(self.seat) and not is_late(game, self.seat, self.now):
            raise Refused(NotAutomatic())
        return self.seat

    def tells(self, game: GameRecord, seat: Seat) -> tuple[Event, ...]:
        """That the next move is not the person's own."""
        return () if game.is_automatic(seat) else (TimeRanOut(seat),)

    def may_regret(self) -> bool:
        return False

    def answer(self, seat: Seat, entry: Entry, after: GameRecord) -> Answer:
        return Answer(200, b"")


def is_late(game: GameRecord, seat: Seat, now: int) -> bool:
    """Whether a person's time for the decision that is owed is over."""
    decision = game.clock.decision(seat)
    return decision is not None and not game.clock.paused and 0 < clocks.runs_out(game, decision) <= now


def is_current(game: GameRecord, seat: Seat, version: int) -> bool:
    """A move is stale when its seat's decision is another one than at the version it was made for."""
    decision = game.clock.decision(seat)
    current = game.clock.version
    return version == current or bool(decision and decision.version <= version <= current)


def _stale(context: Context, game: GameRecord, version: int) -> Refused:
    """Says also which events the caller has missed."""
    newest = events.newest_entries(context.store, game.id, MISSED_ENTRIES)
    after = max((entry.last for entry in newest if entry.version <= version), default=0)
    return Refused(StaleVersion(game.clock.version, version, Missed(after, max(after, game.clock.events))))


def check_version(context: Context, game: GameRecord, version: int) -> None:
    """For what depends on the newest move."""
    if version != game.clock.version:
        raise _stale(context, game, version)


def check_decides(game: GameRecord, seat: Seat) -> None:
    if game.clock.status != "running":
        raise clocks.not_running(game.clock)
    if game.clock.paused:
        raise Refused(Paused())
    if game.clock.decision(seat) is None:
        raise IllegalMove(NOT_YOUR_DECISION, game.rulebook)


def _played(game: GameRecord, seat: Seat, move: Move, now: int, player: Player) -> tuple[GameRecord, Entry]:
    step = game.rulebook.apply(game.dealt, seat, move)
    entry = event_log.played(game.clock, seat, move, (*player.tells(game, seat), *step.events))
    takeback = takeback_eligibility.after_move(game, seat, move, step) if player.may_regret() else ()
    clock = clocks.after_move(game, step.state, seat, move, now, takeback)
    return event_log.counted(msgspec.structs.replace(game, state=step.state, clock=clock), entry), entry


def _decided(context: Context, game: GameRecord, player: Player, seat: Seat, version: int, move: Move) -> Written:
    if not is_current(game, seat, version):
        raise _stale(context, game, version)
    check_decides(game, seat)
    after, entry = _played(game, seat, move, context.now(), player)
    return Written(after, partial(player.answer, seat, entry), entry, noted=True)


def played_before(context: Context, player: Player, version: int, game: GameRecord, entry_id: str) -> Answer:
    """What a late repetition of a move gets: what the move has done, and the game as it is by now."""
    seat = player.seat_in(game)
    entry = events.entry(context.store, game.id, entry_id)
    if entry is None:
        raise _stale(context, game, version)
    return player.answer(seat, entry, game)


def submit(
    context: Context, game_id: str, player: Player, version: int, read: MoveReader, key: IdempotencyKey | None = None
) -> Answer:
    """Play one move exactly once."""

    def decide(game: GameRecord) -> Written:
        seat = player.seat_in(game)
        return _decided(context, game, player, seat, version, read(game.rulebook))

    return write(context, game_id, key, decide, partial(played_before, context, player, version))


def play_on(context: Context, game: GameRecord, automaton: Automaton, move: Move) -> GameRecord | None:
    """Play for an automatic seat of a game that was just loaded or written: the game afterwards.

    None when somebody else wrote first. No key is needed: a move that was committed has changed the version.
    """
    decided = _decided(context, game, automaton, automaton.seat_in(game), game.clock.version, move)
    committed = commit(context, game, decided, None)
    return committed.game if committed else None
