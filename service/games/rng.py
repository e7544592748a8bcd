"""A random stream that is the same in every process: SHA-256 over the seed and a counter.

The seed and the count of numbers drawn are all its state, so a game can store both and go on later. Publishing the
SHA-256 of its secret beforehand commits the server; the bytes that people contribute afterwards make the seed of both.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_RANGE = 1 << 64
ENTROPY_PATTERN = "^[0-9a-f]{64}$"
"""What somebody contributes to a deal: 32 bytes, hexadecimal."""


def deal_seed(secret: bytes, contributions: Iterable[str]) -> bytes:
    """The seed of a deal: HMAC-SHA256 of the contributions, hexadecimal and in seat order, with the server's secret as
    its key. If nobody contributed, it is the secret."""
    message = bytes.fromhex("".join(contributions))
    return hmac.digest(secret, message, "sha256") if message else secret


class Rng:
    """Draws numbers; `drawn` says how many, and starting there again continues the stream."""

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self.seed = seed
        self.drawn = drawn

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely: numbers above the last multiple of n are drawn again."""
        while True:
            block = sha256(self.seed + self.drawn.to_bytes(8, "big")).digest()
            self.drawn += 1
            number = int.from_bytes(block[:8], "big")
            if number < _RANGE - n or number < _RANGE - _RANGE % n:
                return number % n

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def permutation(self, items: Sequence[T]) -> tuple[T, ...]:
        """A new order of the items, each equally likely (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            chosen = self.below(last + 1)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)


def text_of(item: object) -> str:
    """The name of an item in a script of draws: its id, or the item itself."""
    return item if isinstance(item, str) else str(getattr(item, "id", item))


class Rigged(Rng):
    """For tests: the items of a script come first in the first permutation that has them, in the script's order.

    All other chance is the seed's.
    """

    def __init__(self, seed: bytes, draws: Sequence[str]) -> None:
        super().__init__(seed)
        self.left = list(draws)
        """What no shuffle has had yet."""

    def permutation(self, items: Sequence[T]) -> tuple[T, ...]:
        rest = list(super().permutation(items))
        first: list[T] = []
        for text in tuple(self.left):
            at = next((place for place, item in enumerate(rest) if text_of(item) == text), None)
            if at is not None:
                first.append(rest.pop(at))
                self.left.remove(text)
        return (*first, *rest)
