"""Turns error responses, and missing ones, into exceptions. Written by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from almagest_sdk._codec import decode
from almagest_sdk._generated.models import Problem
from almagest_sdk.errors import AlmagestError, Unreachable, error_class


@dataclass(frozen=True)
class RawResponse:
    """A response of either HTTP library. `headers` ignore case."""

    status: int
    reason: str
    headers: Mapping[str, str]
    content: bytes


def unreachable(error: Exception) -> Unreachable:
    return Unreachable(f"the server cannot be reached: {str(error) or type(error).__name__}", code="unreachable")


def _problem(response: RawResponse) -> Problem | None:
    """None if a proxy answered instead of the server."""
    try:
        return decode(Problem, json.loads(response.content))
    except (AttributeError, TypeError, ValueError):
        return None


def retry_after(header: str | None) -> float | None:
    """In seconds; the header has seconds or a date."""
    if not header:
        return None
    if header.isdigit():
        return float(header)
    try:
        left = parsedate_to_datetime(header) - datetime.now(timezone.utc)
    except (TypeError, ValueError):
        return None
    return max(0.0, left.total_seconds())


def build_error(response: RawResponse) -> AlmagestError:
    problem = _problem(response)
    return error_class(response.status)(
        problem.detail if problem else f"the server answered {response.status} {response.reason}",
        code=problem.code if problem else "http_error",
        status=response.status,
        ruling=(problem.ruling or None) if problem else None,
        request_id=response.headers.get("X-Request-ID"),
        retry_after=retry_after(response.headers.get("Retry-After")),
        problem=problem,
    )
