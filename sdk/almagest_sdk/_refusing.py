"""Error answers, and none at all, as exceptions. Written by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from almagest_sdk._codec import decode
from almagest_sdk._generated.models import Problem
from almagest_sdk.errors import AlmagestError, Unreachable, kind_of


@dataclass(frozen=True)
class Received:
    """An answer, whoever received it. `headers` do not care about capitals."""

    status: int
    reason: str
    headers: Mapping[str, str]
    content: bytes


def unreachable(error: Exception) -> Unreachable:
    return Unreachable(f"the server cannot be reached: {str(error) or type(error).__name__}", code="unreachable")


def _problem(received: Received) -> Problem | None:
    """None when something between us and the server answered."""
    try:
        return decode(Problem, json.loads(received.content))
    except (AttributeError, TypeError, ValueError):
        return None


def retry_after(header: str | None) -> float | None:
    """Seconds, or the time as a date."""
    if not header:
        return None
    if header.isdigit():
        return float(header)
    try:
        left = parsedate_to_datetime(header) - datetime.now(timezone.utc)
    except (TypeError, ValueError):
        return None
    return max(0.0, left.total_seconds())


def refusal(received: Received) -> AlmagestError:
    problem = _problem(received)
    return kind_of(received.status)(
        problem.detail if problem else f"the server answered {received.status} {received.reason}",
        code=problem.code if problem else "http_error",
        status=received.status,
        ruling=(problem.ruling or None) if problem else None,
        request_id=received.headers.get("X-Request-ID"),
        retry_after=retry_after(received.headers.get("Retry-After")),
        problem=problem,
    )
