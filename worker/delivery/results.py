"""What came of a request, and of a batch of them."""

from __future__ import annotations

import msgspec

from service.wire.webhooks import Outcome


class PostResult(msgspec.Struct, frozen=True):
    """What came of a request: the status of the answer, or 0 and why there is none."""

    status: int
    reason: Outcome
    seconds: float = 0.0

    @property
    def is_accepted(self) -> bool:
        return 200 <= self.status < 300


class BatchResult(msgspec.Struct, frozen=True):
    """Whether there is more to deliver now, and whether the receiver takes its time."""

    is_more: bool = False
    is_slow: bool = False
