"""Error answers, and none at all, as exceptions. Written by hand."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import requests

from almagest_sdk._codec import decode
from almagest_sdk._generated.models import Problem
from almagest_sdk.errors import AlmagestError, Unreachable, kind_of


def unreachable(error: requests.RequestException) -> Unreachable:
    return Unreachable(f"the server cannot be reached: {error}", code="unreachable")


def _problem(response: requests.Response) -> Problem | None:
    """None when something between us and the server answered."""
    try:
        return decode(Problem, response.json())
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


def refusal(response: requests.Response) -> AlmagestError:
    problem = _problem(response)
    return kind_of(response.status_code)(
        problem.detail if problem else f"the server answered {response.status_code} {response.reason}",
        code=problem.code if problem else f"http_{response.status_code}",
        status=response.status_code,
        ruling=(problem.ruling or None) if problem else None,
        request_id=response.headers.get("X-Request-ID"),
        retry_after=retry_after(response.headers.get("Retry-After")),
        problem=problem,
    )
