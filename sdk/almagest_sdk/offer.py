"""What a seat can play. Written by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

M = TypeVar("M", covariant=True)


@dataclass(frozen=True)
class Offer(Generic[M]):
    """A legal move, what it is called in your language, and the ruling that allows it."""

    move: M
    label: str
    ruling: str

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True)
class Hint(Offer[M]):
    """A move that the strong bot likes: what it brings until the own next turn, what it brings at once and what it
    leaves to the others, in points; and why, in a line. It can be played as any other offer."""

    worth: float
    gains: float
    leaves: float
    why: str
