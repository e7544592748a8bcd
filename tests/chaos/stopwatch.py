"""Banks as clients see them in the storm: each decision is charged for what it took, to the millisecond, and no other.

A client is told since when a decision runs, and how much was left then. Where its move begins another decision, it is
told when the move was played, too, so what is left after it is known exactly. That these times are right is held
against the client's own clock: a server knows the store's time as well as the slowest request lets it.
"""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any, NamedTuple

from service.games.base import tag_of
from service.games.registry import RULEBOOKS

Json = dict[str, Any]

PREPARING = {tag_of(kind) for rulebook in RULEBOOKS.values() for kind in rulebook.move_classes if kind.prepares}
ROUNDING = 2
"""Milliseconds."""


def now() -> int:
    return time.time_ns() // 1_000_000


class Span(NamedTuple):
    """The least and the most, in milliseconds; of times, or of what is left."""

    least: int
    most: int

    def has(self, value: int, slack: int = 0) -> bool:
        return self.least - slack <= value <= self.most + slack


class Decision(NamedTuple):
    """What a client is told of a seat's time: what was left when the decision began, and when that was."""

    left: int
    since: int | None

    @classmethod
    def of(cls, clock: Json) -> Decision:
        since = clock["since"] and round(1000 * datetime.fromisoformat(clock["since"]).timestamp())
        return cls(round(1000 * clock["left"]), since)


class Move(NamedTuple):
    """A move of which the next look tells when it was played."""

    seat: int
    decision: Decision
    version: int
    played: Span
    earned: int

    def left(self, played: Span) -> Span:
        """After it."""
        assert self.decision.since is not None
        had = self.decision.left + self.earned + self.decision.since
        return Span(had - played.most, had - played.least)


class Stopwatch:
    """The banks of one game."""

    def __init__(self, control: Json, seats: int) -> None:
        bank, self._increment = 1000 * control["bank"], 1000 * (control["increment"] or 0)
        self.left = dict.fromkeys(range(1, seats + 1), Span(bank, bank))
        """What each seat can have now."""
        self._running: dict[int, Decision] = {}
        self._moved: Move | None = None
        self._changed = now()
        self.problems: list[str] = []

    def changed(self, sent: int) -> None:
        """Something that begins a decision was sent then."""
        self._changed = sent

    def seen(self, game: Json, slowest: int) -> None:
        """A look at the running game, when no request has taken longer than `slowest` so far."""
        told = {clock["seat"]: Decision.of(clock) for clock in game["clocks"]}
        begun = {seat: each for seat, each in told.items() if each.since is not None and seat not in self._running}
        self._settle(game["version"], begun, slowest)
        for seat, decision in told.items():
            self._check(seat, decision)
            self.left[seat] = Span(decision.left, decision.left)
        for seat, decision in begun.items():
            assert decision.since is not None
            if not Span(self._changed, now()).has(decision.since, slowest + ROUNDING):
                self.problems.append(f"seat {seat} decides since {decision.since}, not {self._changed} to {now()}")
        self._running |= begun

    def _settle(self, version: int, begun: dict[int, Decision], slowest: int) -> None:
        """A decision that began with the last move says exactly when that was."""
        if self._moved is None:
            return
        played = Span(self._moved.played.least - slowest - ROUNDING, self._moved.played.most + slowest + ROUNDING)
        if begun and version == self._moved.version:
            played = Span(*[min(each.since for each in begun.values() if each.since is not None)] * 2)
        self.left[self._moved.seat] = self._moved.left(played)
        self._moved = None

    def _check(self, seat: int, told: Decision) -> None:
        if seat in self._running and told != self._running[seat]:
            self.problems.append(f"seat {seat} goes on deciding, but {self._running[seat]} became {told}")
        elif not self.left[seat].has(told.left):
            self.problems.append(f"seat {seat} has {told.left} ms left, not {self.left[seat]}")

    def played(self, seat: int, move: Json, version: int, sent: int) -> None:
        earned = 0 if move["type"] in PREPARING else self._increment
        self._moved = Move(seat, self._running.pop(seat), version, Span(sent, now()), earned)
        self.changed(sent)

    def ended(self, slowest: int) -> None:
        """The last move was played; when exactly, nobody is told."""
        self._settle(-1, {}, slowest)
