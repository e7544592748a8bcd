"""When to retry, and after which pause. Written by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from almagest_sdk.errors import AlmagestError, TooManyRequests, Unavailable, Unreachable


@dataclass(frozen=True)
class Retry:
    """Up to `attempts` times; pauses double from `first` to `longest` seconds, each shortened by chance.

    Retry-After has precedence, unless it asks for more than `patience` seconds: then the error is raised at once.
    """

    attempts: int = 5
    first: float = 0.2
    longest: float = 5.0
    patience: float = 60.0

    def pauses(self) -> Iterator[float | None]:
        """The pause after each attempt; None after the last."""
        for attempt in range(self.attempts - 1):
            yield random.uniform(0.5, 1.0) * min(self.longest, self.first * 2**attempt)
        yield None

    def should_retry(self, error: AlmagestError, repeatable: bool) -> bool:
        """The server has not run a refused request; it may have run a lost one, so we repeat only repeatable ones."""
        if (error.retry_after or 0.0) > self.patience:
            return False
        if isinstance(error, (TooManyRequests, Unavailable)):
            return True
        return isinstance(error, Unreachable) and repeatable
