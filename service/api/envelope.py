"""What every request and answer has in common: the request id, the log line, counters, security headers, CORS.

A WSGI middleware, since setting ten headers on a werkzeug response costs as much as playing the move.
"""

from __future__ import annotations

import functools
import random
import re
import time
from collections.abc import Callable, Iterable
from typing import Any

import structlog
from prometheus_client import Counter, Histogram

from service import logs, metrics

Headers = list[tuple[str, str]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS: Headers = [
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Content-Security-Policy", _POLICY),
]
_NOT_KEPT = ("Cache-Control", "no-store")
_EXPOSED = "ETag, Location, Retry-After, X-Request-ID"
_ALLOWED = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-ID"
_METHODS = "GET, POST, DELETE"

_log = structlog.get_logger()


def new_request_id() -> str:
    return f"{random.getrandbits(64):016x}"


def _request_id(environ: dict[str, Any]) -> str:
    given = environ.get("HTTP_X_REQUEST_ID", "")
    return given if _REQUEST_ID.fullmatch(given) else new_request_id()


@functools.cache
def _counters(endpoint: str, status: str) -> tuple[Counter, Histogram]:
    return metrics.REQUESTS.labels(endpoint, status), metrics.SECONDS.labels(endpoint)


def _account(environ: dict[str, Any], status: str, seconds: float) -> None:
    request = environ.get("werkzeug.request")
    endpoint = (request.endpoint if request else None) or "none"
    requests, times = _counters(endpoint, status)
    requests.inc()
    times.observe(seconds)
    _log.info(
        "request",
        method=environ["REQUEST_METHOD"],
        path=environ.get("PATH_INFO", ""),
        endpoint=endpoint,
        status=int(status),
        milliseconds=round(1000 * seconds, 2),
    )


class Envelope:
    """Wraps the application."""

    def __init__(self, application: Wsgi, origins: tuple[str, ...]) -> None:
        self._application = application
        self._origins = origins

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        began = time.perf_counter()
        request_id = _request_id(environ)
        logs.request_id.set(request_id)

        def start(status: str, headers: Headers, *rest: Any) -> Any:
            headers += [*HEADERS, ("X-Request-ID", request_id)]
            if not any(name == "Cache-Control" for name, _ in headers):
                headers.append(_NOT_KEPT)
            if self._origins:
                headers += self._shared(environ)
            _account(environ, status[:3], time.perf_counter() - began)
            return start_response(status, headers, *rest)

        return self._application(environ, start)

    def _shared(self, environ: dict[str, Any]) -> Headers:
        """CORS, for the origins on the list alone."""
        origin = environ.get("HTTP_ORIGIN")
        vary = [("Vary", "Origin")]
        if origin is None or not (origin in self._origins or self._origins == ("*",)):
            return vary
        answer = [*vary, ("Access-Control-Allow-Origin", origin), ("Access-Control-Expose-Headers", _EXPOSED)]
        if environ["REQUEST_METHOD"] != "OPTIONS":
            return answer
        return [
            *answer,
            ("Access-Control-Allow-Methods", _METHODS),
            ("Access-Control-Allow-Headers", _ALLOWED),
            ("Access-Control-Max-Age", "600"),
        ]
