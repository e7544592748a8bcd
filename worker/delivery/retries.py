"""When a delivery that failed is tried again, and when its receiver is: one schedule for webhooks and push services."""

from __future__ import annotations

import msgspec

from service.store.delivery.receivers import ReceiverHealth

FIRST_PAUSE = 5_000


class RetryPolicy(msgspec.Struct, frozen=True):
    """How long pauses get, and how many failures in a row a receiver may have before it pauses as a whole."""

    longest_pause: int
    patience: int = 1

    def pause(self, failures: int) -> int:
        """Milliseconds after so many failures in a row: 5 s, then twice as long each time."""
        return min(FIRST_PAUSE << min(failures - 1, 20), self.longest_pause)

    def after_failure(self, health: ReceiverHealth, is_silent: bool, began: int, now: int) -> ReceiverHealth:
        """A receiver that does not answer at all pauses at once."""
        failures = health.failures + 1
        is_paused = is_silent or failures >= self.patience
        return ReceiverHealth(failures, health.since or began, now + self.pause(failures) if is_paused else 0)


WEBHOOKS = RetryPolicy(longest_pause=3_600_000, patience=3)
PUSH = RetryPolicy(longest_pause=300_000)
