"""Reads a game of an export file, field by field, as strictly as a request, and names what is wrong."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from service.games.base import Score, State
from service.games.packs import UnknownPack
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook
from service.store.change_messages import Entry
from service.store.errors import RecordError, RecordIsDamaged
from service.store.games.migrations import read_clock, read_state, read_table
from service.store.games.records import Clock, GameRecord, SeatRecord, Table
from service.usecases.admin.clock_checks import check_clock
from service.usecases.admin.event_checks import check_events, check_replay
from service.usecases.admin.export_file import GameLine, LineFault
from service.usecases.admin.faults import CLOCKS_APART, Fault
from service.usecases.admin.state_checks import check_shown, check_state
from service.usecases.admin.table_checks import check_table
from service.usecases.context import Context

_MOST_WRITES = 2**53


class _Unreadable(Exception):
    """A part cannot be read, so that nothing else of the line can be checked; its fault is noted."""


def _unknown_fields(raw: bytes, kind: type[msgspec.Struct], at: str) -> Iterator[Fault]:
    plain = msgspec.json.decode(raw)
    known = {field.encode_name for field in msgspec.structs.fields(kind)}
    for name in plain:
        if name not in known:
            yield Fault(f"{at}.{name}", "there is no such field")


class LineReader:
    """Reads one game of a file, and collects its faults."""

    def __init__(self, context: Context, number: int, line: GameLine) -> None:
        self._context, self._number, self._line = context, number, line
        self.faults: list[LineFault] = []

    def read(self) -> GameRecord | None:
        """The game as it was exported, with records of older layouts migrated; None if there are faults."""
        with contextlib.suppress(_Unreadable):
            game = self._read_game()
            self._check_all(game)
            return None if self.faults else game
        return None

    def _note(self, faults: Iterable[Fault]) -> None:
        """Note faults. A check that fails by itself met something that no check names."""
        try:
            self.faults += [LineFault(self._number, fault.field, fault.reason) for fault in faults]
        except Exception as error:
            self._stop("game", error)

    def _stop(self, part: str, error: Exception) -> None:
        reason = error.__cause__ if isinstance(error, RecordIsDamaged) and error.__cause__ else error
        self.faults.append(LineFault.from_error(self._number, part, reason))  # type: ignore[arg-type]  # an Exception
        raise _Unreadable from error

    @contextlib.contextmanager
    def _naming_errors(self, part: str) -> Iterator[None]:
        try:
            yield
        except (RecordError, UnknownPack, msgspec.MsgspecError, ValueError, LookupError, TypeError) as error:
            self._stop(part, error)

    def _read_game(self) -> GameRecord:
        line = self._line
        with self._naming_errors("table"):
            table = read_table(bytes(line.table))
            self._note(_unknown_fields(bytes(line.table), Table, "table"))
            self._note(self._unknown_in_seats())
        with self._naming_errors("clock"):
            clock = read_clock(bytes(line.clock))
            self._note(_unknown_fields(bytes(line.clock), Clock, "clock"))
        if table.rulebook not in RULEBOOKS:
            self._stop("table.rulebook", ValueError(f"there is no rulebook {table.rulebook!r} here"))
        with self._naming_errors("score"):
            score = msgspec.json.decode(line.score, type=Score | None)
        state = None if line.state is None else self._state(RULEBOOKS[table.rulebook], line.state, "state")
        return GameRecord(table, clock, state, score, line.rev)

    def _unknown_in_seats(self) -> Iterator[Fault]:
        seats: list[Any] = msgspec.json.decode(bytes(self._line.table))["seats"]
        for number, seat in enumerate(seats):
            yield from _unknown_fields(msgspec.json.encode(seat), SeatRecord, f"table.seats[{number}]")

    def _state(self, rulebook: AnyRulebook, data: bytes, field: str) -> State:
        with self._naming_errors(field):
            return read_state(rulebook, data)
        raise AssertionError  # `_naming_errors` lets nothing pass but a state or `_Unreadable`

    def _check_all(self, game: GameRecord) -> None:
        """Check the records, then the log, then everything together; each only where what it needs is right."""
        line = self._line
        self._note(self._check_line(game))
        self._note(check_table(game.table, self._context.settings.metadata_max, game.state is not None))
        rulebook = game.rulebook
        before = {version: self._state(rulebook, data, f"before.{version}") for version, data in line.before.items()}
        for version, state in before.items():
            self._note(check_state(game, state, f"before.{version}"))
        if game.state is not None:
            self._note(check_state(game, game.state))
        if self.faults:
            return
        entries: list[Entry] = [each.entry for each in line.entries]
        self._note(check_events(game, entries))
        if not self.faults:
            self._note(check_replay(game, entries, before))
        if not self.faults:
            self._note(check_clock(game, line.left))
        if not self.faults:
            self._note(check_shown(game))

    def _check_line(self, game: GameRecord) -> Iterator[Fault]:
        line = self._line
        if not 0 < line.rev < _MOST_WRITES:
            yield Fault("rev", "is no number of writes")
        if not 0 < line.left <= self._context.now() + CLOCKS_APART:
            yield Fault("left", "is no time at which a game can have been exported")
        if game.table.created > line.left + CLOCKS_APART:
            yield Fault("table.created", "the game was exported before")
        if set(line.before) != {each.version for each in game.clock.takeback}:
            yield Fault("before", "has other states than those that moves can be taken back to")
