"""The clock of a game after each change: who owes a decision since when, how much time is left, what workers do."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from service.games.base import AUTOMA, Move, Seat, State
from service.games.refusals import Term
from service.store.games.records import Before, Clock, GameRecord, ProposedPause, Since, Table, Work
from service.usecases.games.takeback_eligibility import Takebacks
from service.wire.refusals import NotRunning, Refused

_Dated = TypeVar("_Dated", Since, Before)
FINAL = Takebacks()


def time_of(table: Table, left: tuple[int, ...], seat: Seat) -> int:
    """Milliseconds for the decision that the seat owes; 0 without a limit, and at least 1 with one."""
    return max(1, left[seat - 1]) if left else 1000 * table.turn_seconds


def _time_limit(table: Table, left: tuple[int, ...], decision: Since) -> int:
    time = time_of(table, left, decision.seat)
    return decision.at + time if time else 0


def time_limit(game: GameRecord, decision: Since) -> int:
    """When a person's time for a decision is over; 0 without a limit."""
    return 0 if game.is_automatic(decision.seat) else _time_limit(game.table, game.clock.left, decision)


def _pending_work(deciders: tuple[Seat, ...], people: int) -> Work:
    if not deciders:
        return "scoring"
    if AUTOMA in deciders:
        return "automa"
    return "bot" if people < len(deciders) else ""


def _with_deciders(game: GameRecord, deciders: tuple[Seat, ...], clock: Clock, mover: Seat | None, now: int) -> Clock:
    """The clock with who decides now. A seat that goes on owing its decision while only others move keeps it."""
    same = {each.seat: each for each in game.clock.since if each.seat != mover}
    since = tuple([same.get(seat) or Since(seat, clock.version, now) for seat in deciders])
    status = "running" if deciders else "scoring"
    if clock.paused:
        return msgspec.structs.replace(clock, status=status, since=since, pending="")
    people = [each for each in since if not game.is_automatic(each.seat)]
    limits = [at for each in people if (at := _time_limit(game.table, clock.left, each))]
    work = _pending_work(deciders, len(people))
    return msgspec.structs.replace(clock, status=status, since=since, deadline=min(limits, default=0), pending=work)


def after_start(game: GameRecord, state: State, now: int) -> Clock:
    bank = 1000 * game.table.bank_seconds
    left = (bank,) * len(game.table.seats) if bank else ()
    clock = msgspec.structs.replace(game.clock, left=left, decided=now)
    return _with_deciders(game, game.rulebook.deciders(state), clock, None, now)


def _with_value(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[: seat - 1], value, *values[seat:])


def _charge(game: GameRecord, decision: Since | None, move: Move, now: int) -> tuple[int, ...]:
    """What is left in each bank after a move; one that only prepares earns nothing."""
    left = game.clock.left
    if not left or decision is None or decision.seat == AUTOMA:
        return left
    earned = 0 if move.prepares else 1000 * game.table.increment_seconds
    return _with_value(left, decision.seat, max(0, left[decision.seat - 1] - (now - decision.at)) + earned)


def after_move(
    game: GameRecord, deciders: tuple[Seat, ...], mover: Seat, move: Move, now: int, takebacks: Takebacks = FINAL
) -> Clock:
    """The clock after a move; one that only prepares does not give its seat more time."""
    decision = next((each for each in game.clock.since if each.seat == mover), None)
    left = _charge(game, decision, move, now)
    votes = () if mover == game.table.host else game.clock.host_votes
    clock = msgspec.structs.replace(
        game.clock,
        version=game.clock.version + 1,
        left=left,
        takeback=takebacks.moves,
        taken_back=takebacks.used,
        decided=now,
        abandon_at=0,
        proposal=proposed_pause(game, now),
        host_votes=votes,
        pauses=0,
    )
    goes_on = decision is not None and move.prepares and not left
    return _with_deciders(game, deciders, clock, mover, decision.at if decision and goes_on else now)


def after_takeback(game: GameRecord, state: State, last: Before, now: int) -> Clock:
    """The clock after a takeback: the seat owes the decision again, with the time it had before the move."""
    clock, used = game.clock, game.clock.taken_back or (0,) * len(game.table.seats)
    clock = msgspec.structs.replace(
        clock,
        version=clock.version + 1,
        left=_with_value(clock.left, last.seat, last.left) if clock.left else (),
        takeback=clock.takeback[:-1],
        taken_back=_with_value(used, last.seat, used[last.seat - 1] + 1),
        decided=now,
        abandon_at=0,
        host_votes=() if last.seat == game.table.host else clock.host_votes,
    )
    return _with_deciders(game, game.rulebook.deciders(state), clock, last.seat, last.at)


def after_change(game: GameRecord, now: int) -> Clock:
    """The clock after somebody came, left or was replaced: the version stays."""
    if game.clock.status != "running":
        return game.clock
    return _with_deciders(game, game.rulebook.deciders(game.dealt), game.clock, None, now)


def proposed_pause(game: GameRecord, now: int) -> ProposedPause | None:
    """The proposal of a pause, while it has not lapsed."""
    proposal = game.clock.proposal
    return proposal if proposal and now < proposal.until else None


def without_lapsed_pause(game: GameRecord, now: int) -> GameRecord:
    """The game as it is to be shown."""
    if game.clock.proposal is None or proposed_pause(game, now):
        return game
    return msgspec.structs.replace(game, clock=msgspec.structs.replace(game.clock, proposal=None))


def idle_left(game: GameRecord, seat: Seat, now: int) -> int | None:
    """Milliseconds until a seat that owes a decision counts as idle; a pause does not count. None: it owes nothing."""
    decision = game.clock.decision(seat)
    if decision is None:
        return None
    return decision.at + 1000 * game.table.idle_seconds - (game.clock.paused or now)


def after_pause(game: GameRecord, now: int, until: int = 0) -> Clock:
    """The clock of a paused game: nobody's time runs, and no worker plays. `until`: when it goes on by itself."""
    paused = msgspec.structs.replace(game.clock, paused=now, deadline=until, proposal=None)
    return _with_deciders(game, game.rulebook.deciders(game.dealt), paused, None, now)


def _postpone(dated: tuple[_Dated, ...], by: int) -> tuple[_Dated, ...]:
    return tuple(msgspec.structs.replace(each, at=each.at + by) for each in dated)


def after_resume(game: GameRecord, now: int) -> Clock:
    """The clock after a pause: all go on with the time that they had."""
    rest = now - game.clock.paused
    since, takeback = _postpone(game.clock.since, rest), _postpone(game.clock.takeback, rest)
    clock = msgspec.structs.replace(game.clock, paused=0, since=since, takeback=takeback)
    resumed = msgspec.structs.replace(game, clock=clock)
    return _with_deciders(resumed, game.rulebook.deciders(game.dealt), clock, None, now)


def close(clock: Clock, status: str) -> Clock:
    """The clock of a game that has ended: nobody owes anything."""
    ended = {"status": status, "since": (), "deadline": 0, "pending": "", "paused": 0, "takeback": ()}
    void: dict[str, Any] = {"taken_back": (), "proposal": None, "host_votes": (), "pauses": 0}
    return msgspec.structs.replace(clock, **ended, **void, decided=0, abandon_at=0)


def status_term(clock: Clock) -> Term:
    """The status as a word of the texts."""
    return Term(f"status.{clock.status}")


def not_running(clock: Clock) -> Refused:
    return Refused(NotRunning(status_term(clock), clock.version))
