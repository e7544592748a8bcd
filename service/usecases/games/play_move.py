"""Playing a move: the only path by which one is written, for people, bots and the automa alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Protocol

import msgspec

from service.games.base import Event, Move, Seat
from service.games.refusals import NOT_YOUR_DECISION, IllegalMove
from service.games.rulebook import AnyRulebook
from service.store.change_messages import Entry
from service.store.games import events
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import Clock, GameRecord, Since
from service.usecases import event_log
from service.usecases.accounts import access
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.games import clocks
from service.usecases.games.takeback_eligibility import Takebacks, takebacks_after
from service.usecases.transaction import OK, Update, commit, next_revision, write
from service.usecases.views import render
from service.usecases.views.render import VIEW_ALONE, Parts
from service.wire.events import TimeRanOut
from service.wire.refusals import Missed, NotAutomatic, Paused, Refused, StaleVersion

MoveReader = Callable[[AnyRulebook], Move]
"""Reads the body of the request as a move of the game's rulebook, or refuses it."""


MISSED_ENTRIES = 500
"""How far back the events that a stale version has missed are looked up."""


class Mover(Protocol):
    """Who plays a move: finds its seat in the game, and words the answer."""

    can_regret: ClassVar[bool]
    """Whether it may take its moves back."""

    def seat_in(self, game: GameRecord) -> Seat: ...

    def events_before(self, game: GameRecord) -> tuple[Event, ...]: ...

    def answer(self, seat: Seat, entry: Entry, after: GameRecord) -> Answer: ...


class Person(msgspec.Struct, frozen=True):
    """Somebody with the token of a seat."""

    can_regret: ClassVar[bool] = True
    token: Credential
    language: str = "en"
    parts: Parts = VIEW_ALONE

    def seat_in(self, game: GameRecord) -> Seat:
        return access.seat_of(game, self.token)

    def events_before(self, game: GameRecord) -> tuple[Event, ...]:
        return ()

    def answer(self, seat: Seat, entry: Entry, after: GameRecord) -> Answer:
        return render.move_answer(after, seat, self.language, entry, self.parts)


class Automaton(msgspec.Struct, frozen=True):
    """A worker at a seat: the automa, a bot, or a substitute for somebody whose time has run out at `now`."""

    can_regret: ClassVar[bool] = False
    seat: Seat
    now: int = 0

    def seat_in(self, game: GameRecord) -> Seat:
        if not game.is_automatic(self.seat) and not is_late(game, self.seat, self.now):
            raise Refused(NotAutomatic())
        return self.seat

    def events_before(self, game: GameRecord) -> tuple[Event, ...]:
        """Say that the next move is not the person's own."""
        return () if game.is_automatic(self.seat) else (TimeRanOut(self.seat),)

    def answer(self, seat: Seat, entry: Entry, after: GameRecord) -> Answer:
        return OK


def is_late(game: GameRecord, seat: Seat, now: int) -> bool:
    """Whether a person's time for the decision that it owes is over."""
    decision = game.clock.decision(seat)
    return decision is not None and not game.clock.paused and 0 < clocks.time_limit(game, decision) <= now


def is_current(clock: Clock, decision: Since | None, version: int) -> bool:
    """Whether a seat owes the same decision now as at the version that a move was made for; else the move is stale."""
    return version == clock.version or bool(decision and decision.version <= version <= clock.version)


def _stale(context: Context, game: GameRecord, version: int) -> Refused:
    """Refuse a version, and say which events the caller has missed."""
    newest = events.newest_entries(context.store, game.id, MISSED_ENTRIES)
    after = max((entry.last for entry in newest if entry.version <= version), default=0)
    return Refused(StaleVersion(game.clock.version, version, Missed(after, max(after, game.clock.events))))


def check_version(context: Context, game: GameRecord, version: int) -> None:
    """Refuse any version but the newest."""
    if version != game.clock.version:
        raise _stale(context, game, version)


def require_decision(game: GameRecord, decision: Since | None) -> Since:
    """The decision that a seat owes, if it may decide now."""
    if game.clock.status != "running":
        raise clocks.not_running(game.clock)
    if game.clock.paused:
        raise Refused(Paused())
    if decision is None:
        raise IllegalMove(NOT_YOUR_DECISION, game.rulebook)
    return decision


def _decide(context: Context, mover: Mover, version: int, read: MoveReader, game: GameRecord) -> Update:
    """Play a move by the rules: the game after it, its entry, and the answer."""
    seat, rulebook = mover.seat_in(game), game.rulebook
    move, owed = read(rulebook), game.clock.decision(seat)
    if not is_current(game.clock, owed, version):
        raise _stale(context, game, version)
    decision, state = require_decision(game, owed), game.dealt
    step = rulebook.apply(state, seat, move)
    takebacks, most = Takebacks(), context.settings.takebacks_max
    if mover.can_regret:
        takebacks = takebacks_after(game, rulebook, state, decision, move, step, most)
    clock = clocks.after_move(game, rulebook.deciders(step.state), seat, move, context.now(), takebacks)
    played = msgspec.structs.replace(game, state=step.state, clock=clock)
    after, entry = event_log.append_move(played, seat, move, (*mover.events_before(game), *step.events))
    return Update(after, mover.answer(seat, entry, after), entry, keeps_receipt=True)


def answer_again(context: Context, mover: Mover, version: int, game: GameRecord, entry_id: str) -> Answer:
    """Answer a late repetition of a move with what the move did, and the game as it is by now."""
    seat = mover.seat_in(game)
    entry = events.entry(context.store, game.id, entry_id)
    if entry is None:
        raise _stale(context, game, version)
    return mover.answer(seat, entry, game)


def submit(
    context: Context, game_id: str, mover: Mover, version: int, read: MoveReader, key: IdempotencyKey | None = None
) -> Answer:
    """Play one move exactly once."""
    decide = partial(_decide, context, mover, version, read)
    return write(context, game_id, key, decide, partial(answer_again, context, mover, version))


def play_on(context: Context, game: GameRecord, automaton: Automaton, move: Move) -> GameRecord | None:
    """Play for an automatic seat of a game that was just loaded or written: the game afterwards.

    None when somebody else wrote first. No key is needed: a move that was committed has changed the version.
    """
    update = _decide(context, automaton, game.clock.version, lambda _: move, next_revision(game))
    return update.game if commit(context, game, update, None) else None
