"""Logging: JSON in production, readable on a terminal, every line with its request id. No tokens, no bodies."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from contextvars import ContextVar
from typing import Any

import orjson
import structlog

from service.core.settings import Settings

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Set for the time of a request, so that every line logged meanwhile has it."""


def _add_request_id(_: Any, __: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    found = request_id.get()
    if found:
        line["request_id"] = found
    return line


def log() -> Any:
    return structlog.get_logger()


def _is_readable(settings: Settings) -> bool:
    return settings.log_format == "console" or (settings.log_format == "auto" and sys.stderr.isatty())


def _json(value: Any, **_: Any) -> bytes:
    return orjson.dumps(value, default=repr)


_READABLE: list[Any] = [structlog.dev.ConsoleRenderer()]
_MACHINE: list[Any] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(serializer=_json)]


def configure(settings: Settings) -> None:
    """Call once per process."""
    readable = _is_readable(settings)
    structlog.configure(
        processors=[
            _add_request_id,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *(_READABLE if readable else _MACHINE),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, settings.log_level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr)
        if readable
        else structlog.BytesLoggerFactory(sys.stderr.buffer),
        cache_logger_on_first_use=True,
    )
