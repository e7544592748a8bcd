"""Checks the clock of a game: its numbers, and that they fit the table, the state and the result."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from service.store.games.records import Clock, GameRecord
from service.usecases.admin.faults import CLOCKS_APART, Check, Fault, is_time, run_checks
from service.usecases.games import clocks
from service.usecases.games.create import LONGEST_SECONDS

_MOST = 2**31
"""Moves, events and takebacks of a game are fewer."""
_LONGEST = 1000 * LONGEST_SECONDS

_CLOCK_CHECKS: tuple[Check[Clock], ...] = (
    Check("version", lambda clock: 0 <= clock.version < _MOST, "is out of range"),
    Check("events", lambda clock: 0 <= clock.events < _MOST, "is out of range"),
    Check("left", lambda clock: all(0 <= left <= 2 * _LONGEST for left in clock.left), "is out of range"),
    Check("pauses", lambda clock: 0 <= clock.pauses < _MOST, "is out of range"),
    Check("taken_back", lambda clock: all(0 <= count < _MOST for count in clock.taken_back), "is out of range"),
)


def check_clock(game: GameRecord, now: int) -> Iterator[Fault]:
    """Check the clock of a game with a readable table and state."""
    clock = game.clock
    yield from run_checks(_CLOCK_CHECKS, clock, "clock")
    yield from _check_times(game, now)
    yield from _check_seats(game)
    yield from _check_status(game)


def _check_times(game: GameRecord, now: int) -> Iterator[Fault]:
    clock, created = game.clock, game.table.created
    for name in ("paused", "decided"):
        at = getattr(clock, name)
        if at and not is_time(at, created, now):
            yield Fault(f"clock.{name}", "is no time of this game")
    for name in ("deadline", "abandon_at"):
        at = getattr(clock, name)
        if at and not created - CLOCKS_APART <= at <= now + 2 * _LONGEST:
            yield Fault(f"clock.{name}", "is no time at which this game can end")
    dated = [(f"since[{number}]", each.at, each.version) for number, each in enumerate(clock.since)]
    dated += [(f"takeback[{number}]", each.at, each.version) for number, each in enumerate(clock.takeback)]
    for name, at, version in dated:
        if not is_time(at, created, now):
            yield Fault(f"clock.{name}.at", "is no time of this game")
        if not 0 <= version <= clock.version:
            yield Fault(f"clock.{name}.version", "the game has not had it")


def _check_seats(game: GameRecord) -> Iterator[Fault]:
    clock, seats = game.clock, len(game.table.seats)
    if len(clock.left) not in (0, seats) or (clock.left and not game.table.bank_seconds):
        yield Fault("clock.left", "does not fit the seats and their banks")
    if game.state is not None and game.table.bank_seconds and not clock.left:
        yield Fault("clock.left", "is missing where seats have a bank")
    if len(clock.taken_back) not in (0, seats):
        yield Fault("clock.taken_back", "does not fit the seats")
    movers = {each.seat for each in clock.takeback}
    if len(movers) > 1 or not all(1 <= seat <= seats for seat in movers):
        yield Fault("clock.takeback", "is not of one seat of the table")
    versions = [each.version for each in clock.takeback]
    if versions != sorted(set(versions)) or any(version >= clock.version for version in versions):
        yield Fault("clock.takeback", "its versions do not ascend")
    if any(not 0 <= each.left <= 2 * _LONGEST for each in clock.takeback):
        yield Fault("clock.takeback", "has a time out of range")


def _check_status(game: GameRecord) -> Iterator[Fault]:
    match game.clock.status:
        case "open":
            yield from _check_open(game)
        case "running" | "scoring":
            yield from _check_going_on(game)
        case "finished" | "abandoned":
            yield from _check_ended(game)


def _check_open(game: GameRecord) -> Iterator[Fault]:
    clock = game.clock
    if game.state is not None:
        yield Fault("state", "an open game has none")
    if game.table.is_full:
        yield Fault("clock.status", "an open game has a free seat")
    if not clock.deadline:
        yield Fault("clock.deadline", "an open game has one")
    if clock.version:
        yield Fault("clock.version", "nobody has moved in an open game")
    yield from _differences(clock, msgspec.structs.replace(clock, since=(), pending="", paused=0, takeback=(), left=()))
    yield from _check_no_result(game)


def _check_going_on(game: GameRecord) -> Iterator[Fault]:
    clock, table = game.clock, game.table
    yield from _check_no_result(game)
    if table.host is None and any(seat.token for seat in table.seats):
        yield Fault("table.host", "a game with people has one")
    if game.state is None:
        yield Fault("state", f"a {clock.status} game has one")
        return
    deciders = game.rulebook.deciders(game.state)
    if bool(deciders) != (clock.status == "running"):
        yield Fault("clock.status", f"does not fit the state, in which {len(deciders)} seats decide")
    elif tuple(clock.deciders) != tuple(deciders):
        yield Fault("clock.since", f"the state says that the seats {list(deciders)} decide")
    elif clock.status == "scoring":
        yield from _differences(clock, msgspec.structs.replace(clock, pending="scoring", paused=0, takeback=()))
    else:
        yield from _check_running(game)


def _check_running(game: GameRecord) -> Iterator[Fault]:
    """Compare with what the clock would be after any change: nobody's decision, deadline or work differs from that."""
    clock, wanted = game.clock, clocks.after_change(game, 0)
    if clock.pending != wanted.pending:
        yield Fault("clock.owed", f"the state and the seats say {wanted.pending!r}")
    if (game.table.turn_seconds or game.table.bank_seconds or clock.paused) and clock.deadline != wanted.deadline:
        yield Fault("clock.deadline", "is not when the first seat's time is over")
    if clock.takeback and not game.table.takebacks:
        yield Fault("clock.takeback", "the table plays without takebacks")


def _check_ended(game: GameRecord) -> Iterator[Fault]:
    clock = game.clock
    yield from _differences(clock, clocks.close(clock, clock.status))
    if clock.status == "abandoned":
        yield from _check_no_result(game)
    elif game.state is None or game.rulebook.deciders(game.state):
        yield Fault("state", "a finished game has one in which nobody decides")
    elif game.result is None:
        yield Fault("score", "a finished game has one")
    elif game.state.rules == game.rulebook.rules and game.result != game.rulebook.score(game.state):
        yield Fault("score", "is not the score of the state")
    elif [each.seat for each in game.result.seats] != [*range(1, len(game.table.seats) + 1)]:
        yield Fault("score", "does not fit the seats")


def _check_no_result(game: GameRecord) -> Iterator[Fault]:
    if game.result is not None:
        yield Fault("score", f"a game that is {game.clock.status} has none")


_STORED_AS = {"pending": "owed"}


def _differences(clock: Clock, wanted: Clock) -> Iterator[Fault]:
    """The fields that have to be empty, or otherwise, by the game's status."""
    for name in Clock.__struct_fields__:
        if getattr(clock, name) != getattr(wanted, name):
            yield Fault(f"clock.{_STORED_AS.get(name, name)}", f"does not fit a game that is {clock.status}")
