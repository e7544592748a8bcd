"""What a table does, step by step, without doing it: it asks, and is handed the answer. Written by hand.

So a table that waits in a thread and one that waits in asyncio do the same: `Transport.run` and `AsyncTransport.run`
carry the steps out.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from almagest_sdk._call import Answer, Call
from almagest_sdk.errors import TooManyRequests, Unavailable, Unreachable

T = TypeVar("T")
_PASSING = (Unreachable, Unavailable, TooManyRequests)


@dataclass(frozen=True)
class Ask:
    """Send this. `wait` is for how long the server is asked to hold its answer back."""

    call: Call[Any]
    wait: float = 0


@dataclass(frozen=True)
class Pause:
    """Do nothing for so long."""

    seconds: float


Steps: TypeAlias = Generator[Ask | Pause, Any, T]


def asking(call: Call[T]) -> Steps[Answer[T]]:
    """One request."""
    answer: Answer[T] = yield Ask(call)
    return answer


def patiently(asked: Callable[[int], Call[T]], wait: int, patience: float) -> Steps[Answer[T]]:
    """A server that is restarted is away for a while: try until the patience is used up.

    Whoever comes back asks without waiting first: the server may have come back as another one.
    """
    until = time.monotonic() + patience
    while True:
        try:
            answer: Answer[T] = yield Ask(asked(wait), wait)
            return answer
        except _PASSING as error:
            if time.monotonic() >= until:
                raise
            wait = 0
            yield Pause(error.retry_after or random.uniform(0.2, 0.5))
