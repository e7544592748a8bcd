"""What a table does as generators of steps, without I/O. Written by hand.

`Transport.run` and `AsyncTransport.run` run the steps and send back the answers, so that threads and asyncio share all
logic.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

from almagest_sdk._call import Answer, Call
from almagest_sdk.errors import AlmagestError, BadRequest, TooManyRequests, Unavailable, Unreachable
from almagest_sdk.unset import UNSET

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


def _is_entropy_unknown(error: AlmagestError) -> bool:
    """Whether the server refuses the field `entropy` and nothing else."""
    found = error.problem.errors if error.problem else UNSET
    return found is not UNSET and {each.field for each in found} == {"entropy"}


def send_with_entropy(call: Call[T]) -> Steps[tuple[T, str | None]]:
    """Sit down and contribute to the deal: the answer, and the contribution that the server took.

    A server of 0.2, which does not know the field, gets the call without it, and no contribution. The key stays the
    same: should an earlier attempt have reached a newer server, nobody sits down twice.
    """
    sent = call.body.entropy
    try:
        answer: Any = yield SendCall(call)
    except BadRequest as error:
        if sent is UNSET or not _is_entropy_unknown(error):
            raise
        sent = UNSET
        answer = yield SendCall(replace(call, body=replace(call.body, entropy=UNSET)))
    return answer.value, None if sent is UNSET else sent


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
