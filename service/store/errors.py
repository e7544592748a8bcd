"""What the store raises. Connections translate what Redis says when it cannot work; nobody else has to."""

from __future__ import annotations

from typing import TypeVar

import redis
from redis import exceptions


class RecordError(Exception):
    """A stored record that this process cannot read. It is left as it is."""


class RecordIsNewer(RecordError):
    """A record of a layout that only a newer version of the service can read."""

    def __init__(self, kind: str, found: int, newest: int) -> None:
        super().__init__(f"a {kind} of schema {found}; this version knows up to {newest}")


class RecordIsDamaged(RecordError):
    """Bytes that no version of the service writes: `kind` says of which record, `reason` what is wrong with them."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(f"the {kind} is damaged: {reason}")
        self.kind = kind
        self.reason = reason


class NoSuchRulebook(RecordError):
    """A game of a rulebook that is not installed here."""

    def __init__(self, rulebook: str) -> None:
        super().__init__(f"there is no rulebook {rulebook!r} here")


class StoreUnavailable(Exception):
    """Redis cannot be reached, is loading, is full, or takes no writes now. `__cause__` is Redis's own error."""


class ConnectionLost(StoreUnavailable):
    """The connection broke, and nobody knows whether Redis executed the command: a read may be sent again."""


class NotExecuted(ConnectionLost):
    """No node executed the command: a write may be sent again, too."""


_UNAVAILABLE = (
    (NotExecuted, (redis.BusyLoadingError, exceptions.TryAgainError, exceptions.ClusterDownError)),
    (ConnectionLost, (redis.ConnectionError, exceptions.RedisClusterException, OSError)),
    (StoreUnavailable, (redis.TimeoutError, redis.OutOfMemoryError, redis.ReadOnlyError, exceptions.MasterDownError)),
)
"""The first that fits."""
_UNWILLING = ("OOM", "MISCONF", "NOREPLICAS", "CLUSTERDOWN", "BUSY")
"""Words that redis-py has no class for, or that come out of a script."""
Error = TypeVar("Error", bound=BaseException)


def translate(error: Error) -> Error | StoreUnavailable:
    """What Redis says when it cannot work becomes `StoreUnavailable`; any other error stays as it is."""
    reason = type(error).__name__
    kind = next((kind for kind, errors in _UNAVAILABLE if isinstance(error, errors)), None)
    if kind is None and isinstance(error, redis.ResponseError) and str(error).startswith(_UNWILLING):
        kind, reason = StoreUnavailable, str(error).partition(" ")[0]
    if kind is None:
        return error
    unavailable = kind(reason)
    unavailable.__cause__ = error
    return unavailable
