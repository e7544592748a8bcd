"""What a table does as generators of steps, without I/O. Written by hand.

`Transport.run` and `AsyncTransport.run` run the steps and send back the answers, so that threads and asyncio share all
logic.
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
_TEMPORARY = (Unreachable, Unavailable, TooManyRequests)


@dataclass(frozen=True)
class SendCall:
    """Send this call. `wait` is how long the server may hold its answer back."""

    call: Call[Any]
    wait: float = 0


@dataclass(frozen=True)
class Sleep:
    seconds: float


Steps: TypeAlias = Generator[SendCall | Sleep, Any, T]


def send(call: Call[T]) -> Steps[Answer[T]]:
    answer: Answer[T] = yield SendCall(call)
    return answer


def send_until_answered(make_call: Callable[[int], Call[T]], wait: int, patience: float) -> Steps[Answer[T]]:
    """Repeat a call for `patience` seconds while the server is away.

    Repetitions do not ask it to wait: after a restart the server may have an older state.
    """
    until = time.monotonic() + patience
    while True:
        try:
            answer: Answer[T] = yield SendCall(make_call(wait), wait)
            return answer
        except _TEMPORARY as error:
            if time.monotonic() >= until:
                raise
            wait = 0
            yield Sleep(error.retry_after or random.uniform(0.2, 0.5))
