"""Lua scripts: each runs in Redis in one piece, so that nobody sees half of what it writes."""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from redis.exceptions import NoScriptError

from service.core import metrics, tracing
from service.store.redis.client import Command, Connection, RepeatedCommand, raise_on_error

_FOLDER = Path(__file__).parent.parent / "lua"

Call = tuple[Sequence[str], Sequence[str | bytes | int]]
"""Keys and arguments."""

REPEATED = 128
"""Commands that a process keeps packed; the longest, of a list of all public games, has 60 KB."""


@functools.cache
def _read(name: str) -> tuple[str, str]:
    """The text of a script, and its hash."""
    text = (_FOLDER / f"{name}.lua").read_text()
    return text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


@functools.lru_cache(REPEATED)
def _repeated_command(sha: str, keys: tuple[str, ...], arguments: tuple[str | bytes | int, ...]) -> RepeatedCommand:
    return RepeatedCommand(("EVALSHA", sha, len(keys), *keys, *arguments))


class Script:
    """A Lua script, sent by its hash. It is named by its path, as `games/commit`."""

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        stem = name.rpartition("/")[2]
        self._span_name = f"store {stem}"
        self._seconds = metrics.STORE_SECONDS.labels(stem)
        self._text, self._sha = _read(name)

    def __call__(self, keys: Sequence[str], arguments: Sequence[str | bytes | int]) -> Any:
        began = time.perf_counter()
        try:
            with tracing.span(self._span_name):
                return self._send((len(keys), *keys, *arguments))
        finally:
            self._seconds.observe(time.perf_counter() - began)

    def _send(self, command: Sequence[str | bytes | int]) -> Any:
        try:
            return self._connection("EVALSHA", self._sha, *command)
        except NoScriptError:
            # The store was started anew: nothing ran, so the script can be sent whole.
            return self._connection("EVAL", self._text, *command)

    def then(self, command: Command, keys: Sequence[str], arguments: Sequence[str | bytes | int]) -> tuple[Any, Any]:
        """What the script answers, and what a command answers right after it, on the same connection."""
        script = (len(keys), *keys, *arguments)
        answers = self._connection.pipeline(("EVALSHA", self._sha, *script), command)
        if isinstance(answers[0], NoScriptError):
            answers = self._connection.pipeline(("EVAL", self._text, *script), command)
        first, second = raise_on_error(answers)
        return first, second

    def gather(self, calls: Sequence[Call], is_repeated: bool = False, **patience: float) -> list[Any]:
        """Of scripts that change nothing: an answer to each call, or an error in its place. `is_repeated`: the same
        calls are sent often."""
        commands: list[Command] = [
            _repeated_command(self._sha, tuple(keys), tuple(arguments))
            if is_repeated
            else ("EVALSHA", self._sha, len(keys), *keys, *arguments)
            for keys, arguments in calls
        ]
        answers = self._connection.gather(commands, **patience) if commands else []
        return [
            self(*call) if isinstance(answer, NoScriptError) else answer
            for call, answer in zip(calls, answers, strict=True)
        ]
