"""What is wrong with a record: the field, and why. An import refuses faults, and the doctor lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Fault(NamedTuple):
    """A field of a record that cannot be as it is."""

    field: str
    reason: str

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"


class Check(NamedTuple, Generic[T]):
    """A row of a table of checks: a field, what has to be true of the record, and the reason if it is not."""

    field: str
    is_right: Callable[[T], bool]
    reason: str


def run_checks(checks: Sequence[Check[T]], record: T, prefix: str) -> Iterator[Fault]:
    for check in checks:
        if not check.is_right(record):
            yield Fault(f"{prefix}.{check.field}", check.reason)


CLOCKS_APART = 86_400_000
"""Milliseconds by which the clocks of two installations may differ."""
LATEST = 4_102_444_800_000
"""The year 2100: no game is older than it will be then."""


def is_time(at: int, created: int, now: int) -> bool:
    """Whether something can have happened then in a game that was created before."""
    return created - CLOCKS_APART <= at <= now + CLOCKS_APART
