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
from service.store.redis.client import Command, Connection, raise_on_error

_FOLDER = Path(__file__).parent.parent / "lua"

Call = tuple[Sequence[str], Sequence[str | bytes | int]]
"""Keys and arguments."""


class Script:
    """A Lua script, sent by its hash. It is named by its path, as `games/commit`."""

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        file = _FOLDER / f"{name}.lua"
        self._span_name = f"store {file.stem}"
        self._seconds = metrics.STORE_SECONDS.labels(file.stem)
        self._text = file.read_text()

    @functools.cached_property
    def _sha(self) -> str:
        return hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

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

    def gather(self, calls: Sequence[Call], **patience: float) -> list[Any]:
        """Of scripts that change nothing: an answer to each call, or an error in its place."""
        commands = [("EVALSHA", self._sha, len(keys), *keys, *arguments) for keys, arguments in calls]
        answers = self._connection.gather(commands, **patience) if commands else []
        return [
            self(*call) if isinstance(answer, NoScriptError) else answer
            for call, answer in zip(calls, answers, strict=True)
        ]
