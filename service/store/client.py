"""The connection to Redis, and what to do when it is away."""

from __future__ import annotations

import contextlib
import functools
import hashlib
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import redis
from redis import exceptions
from redis.backoff import NoBackoff
from redis.retry import Retry

_HERE = Path(__file__).parent
CONNECT_SECONDS = 1.0
ANSWER_SECONDS = 5.0


Client = Any
"""A `redis.Redis`, whose own annotations say of every answer that it may be something to await."""


class StoreAway(Exception):
    """Redis cannot be reached, is loading, is full, or takes no writes now."""


_AWAY = (
    OSError,
    redis.ConnectionError,
    redis.TimeoutError,
    redis.OutOfMemoryError,
    redis.ReadOnlyError,
    exceptions.ClusterDownError,
    exceptions.MasterDownError,
    exceptions.TryAgainError,
)
_UNWILLING = ("OOM", "MISCONF", "NOREPLICAS", "CLUSTERDOWN", "BUSY")
"""Words that redis-py has no class for, or that come out of a script."""


class translated_errors:  # noqa: N801 - used like a function
    """Turns whatever Redis says when it cannot work into `StoreAway`."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        if isinstance(error, _AWAY):
            raise StoreAway(type(error).__name__) from error
        if isinstance(error, redis.ResponseError) and str(error).startswith(_UNWILLING):
            raise StoreAway(str(error).partition(" ")[0]) from error


def connect(url: str, answer_seconds: float | None = ANSWER_SECONDS) -> Client:
    """A client that never repeats a command by itself: a lost answer does not say whether the write happened."""
    return redis.Redis.from_url(
        url.replace("redis+socket://", "unix://"),
        retry=Retry(NoBackoff(), 0),
        retry_on_timeout=False,
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=answer_seconds,
        max_connections=100_000,
    )


def _packed(command: Sequence[str | bytes | int]) -> bytes:
    """A command as it goes over the wire (RESP)."""
    parts = [b"*%d\r\n" % len(command)]
    for argument in command:
        data = argument if isinstance(argument, bytes) else str(argument).encode()
        parts.append(b"$%d\r\n%b\r\n" % (len(data), data))
    return b"".join(parts)


class Line:
    """Commands without the detours of redis-py's client, which cost more than the command. Nothing is repeated."""

    def __init__(self, client: Client) -> None:
        self._pool = client.connection_pool
        self._idle: deque[Any] = deque()

    def __call__(self, *command: str | bytes | int) -> Any:
        connection = self._idle.pop() if self._idle else self._pool.make_connection()
        try:
            connection.send_packed_command([_packed(command)])
            answer = connection.read_response()
        except redis.ResponseError:
            self._idle.append(connection)
            raise
        except BaseException as error:
            # Half an answer may still be on its way: this connection is worth nothing any more.
            connection.disconnect()
            if isinstance(error, redis.ConnectionError | OSError):
                self._hang_up()
            raise
        self._idle.append(connection)
        return answer

    def _hang_up(self) -> None:
        """The store is gone, and with it the other end of every connection."""
        while self._idle:
            with contextlib.suppress(IndexError):
                self._idle.pop().disconnect()


class Script:
    """A Lua script beside this module, sent by its hash."""

    def __init__(self, line: Line, name: str) -> None:
        self._line = line
        self._text = _HERE.joinpath(f"{name}.lua").read_text()

    @functools.cached_property
    def _sha(self) -> str:
        return hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, keys: Sequence[str], arguments: Sequence[str | bytes | int]) -> Any:
        command = (len(keys), *keys, *arguments)
        try:
            return self._line("EVALSHA", self._sha, *command)
        except exceptions.NoScriptError:
            # The store was started anew: nothing ran, so the script can be sent whole.
            return self._line("EVAL", self._text, *command)
