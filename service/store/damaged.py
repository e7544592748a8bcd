"""Damaged records: a reader names them, every process counts them, and logs each game once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeVar

import redis

from service.core import metrics
from service.core.logs import log
from service.games.packs import UnknownPack
from service.store.errors import RecordError, RecordIsDamaged, StoreUnavailable

REMEMBERED = 10_000
"""Records whose log line a process remembers, so that it writes each once."""

P = ParamSpec("P")
R = TypeVar("R")

OF_GAMES = ("game", "key", "revision", "table", "clock", "state", "score", "archive", "events", "job")
KINDS = (*OF_GAMES, "webhook", "app_key", "delivery", "push", "receiver")
"""The records that can be damaged. Each is counted from 0 on, so that Prometheus sees the first one, too."""
for _kind in KINDS:
    metrics.DAMAGED.labels(_kind)

_logged: set[tuple[str, str]] = set()


def reader_of(kind: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate what decodes a record: whatever goes wrong with its bytes is a `RecordIsDamaged` of this kind."""

    def decorate(read: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(read)
        def read_or_name(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return read(*args, **kwargs)
            except (RecordError, UnknownPack, StoreUnavailable):
                raise
            except Exception as error:
                raise RecordIsDamaged(kind, str(error) or type(error).__name__) from error

        return read_or_name

    return decorate


def of_another_type(error: Exception) -> Exception:
    """What it means that Redis refuses to read a key: the key holds no hash or no stream. Any other error stays."""
    is_other = isinstance(error, redis.ResponseError) and "WRONGTYPE" in str(error)
    return RecordIsDamaged("key", "it holds another type of value") if is_other else error


def require_answer(answer: Any) -> Any:
    """What Redis answered to a command among several, or raise what went wrong."""
    if isinstance(answer, Exception):
        raise of_another_type(answer)
    return answer


def read_all(kind: str, read: Callable[[bytes], R], rows: Iterable[tuple[str, bytes]]) -> list[R]:
    """Read records, each with its id; report those that are damaged and leave them out."""
    found: list[R] = []
    read_row = reader_of(kind)(read)
    for record_id, data in rows:
        try:
            found.append(read_row(data))
        except RecordIsDamaged as damaged:
            report(record_id, damaged)
    return found


def report(record_id: str, damaged: RecordIsDamaged) -> None:
    """Count a damaged record, and log it if this process has not done so yet. `record_id` is mostly a game's id."""
    metrics.DAMAGED.labels(damaged.kind).inc()
    found = (record_id, damaged.kind)
    if found in _logged:
        return
    if len(_logged) >= REMEMBERED:
        _logged.clear()
    _logged.add(found)
    log().error("damaged_record", game=record_id, record=damaged.kind, reason=damaged.reason)
