"""WSGI middleware around every request: request id, log line, counters, security headers, CORS, compression.

It is not in Flask, since setting ten headers on a werkzeug response costs as much as playing the move.
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

from service.api.http import compression
from service.api.http.problems import problem
from service.core import logs, metrics
from service.games.refusals import Term
from service.wire.refusals import BY_CODE, BadHeader

Headers = list[tuple[str, str]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_PLAYER = re.compile(r"(/players/+)[^/]+")
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
_NO_STORE = ("Cache-Control", "no-store")
_VARY_ENCODING = ("Vary", "Accept-Encoding")
_EXPOSED = "Content-Location, ETag, Location, Retry-After, X-Request-ID"
_ALLOWED = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-ID"
_METHODS = "GET, POST, PUT, DELETE"
MOST_ORIGINS = 100
LONGEST_ORIGIN = 200

_log = structlog.get_logger()


def new_request_id() -> str:
    return f"{random.getrandbits(64):016x}"


def _request_id(environ: dict[str, Any]) -> str:
    given = environ.get("HTTP_X_REQUEST_ID", "")
    return given if _REQUEST_ID.fullmatch(given) else new_request_id()


@functools.cache
def _counters(endpoint: str, status: str) -> tuple[Counter, Histogram]:
    return metrics.REQUESTS.labels(endpoint, status), metrics.SECONDS.labels(endpoint)


def _endpoint(environ: dict[str, Any]) -> str:
    request = environ.get("werkzeug.request")
    return (request.endpoint if request else None) or "none"


def _logged_path(path: str) -> str:
    """The path without the id of a player: an erasure does not reach the log."""
    return _PLAYER.sub(r"\1*", path) if "/players/" in path else path


def _record_request(environ: dict[str, Any], status: str, seconds: float) -> None:
    endpoint = _endpoint(environ)
    requests, times = _counters(endpoint, status)
    requests.inc()
    times.observe(seconds)
    _log.info(
        "request",
        method=environ["REQUEST_METHOD"],
        path=_logged_path(environ.get("PATH_INFO", "")),
        endpoint=endpoint,
        status=int(status),
        milliseconds=round(1000 * seconds, 2),
    )


def _choose_encoding(environ: dict[str, Any], status: str, headers: Headers) -> str:
    """Choose how to compress this answer, and add Vary to its headers; empty for an answer that is sent as it is."""
    found = dict(headers)
    may_compress = compression.may_compress(_endpoint(environ), found.get("Content-Type", ""))
    if "Content-Encoding" in found or not may_compress or int(found.get("Content-Length", 0)) <= compression.SMALLEST:
        return ""
    headers.append(_VARY_ENCODING)
    is_whole = status.startswith("2") and environ["REQUEST_METHOD"] != "HEAD"
    return compression.choose_encoding(environ.get("HTTP_ACCEPT_ENCODING", "")) if is_whole else ""


def _read_body(body: Iterable[bytes]) -> bytes:
    """Read all of a body and close it, as a WSGI server would."""
    try:
        return b"".join(body)
    finally:
        close = getattr(body, "close", None)
        if close:
            close()


def _send_compressed(
    body: Iterable[bytes], encoding: str, status: str, headers: Headers, start_response: Callable[..., Any]
) -> Iterable[bytes]:
    """Start the answer only now, since its length was not known before."""
    packed = compression.compress(encoding, _read_body(body))
    headers = [(name, value) for name, value in headers if name != "Content-Length"]
    start_response(status, [*headers, ("Content-Encoding", encoding), ("Content-Length", str(len(packed)))])
    return [packed]


def _refuse_origin(environ: dict[str, Any], start_response: Callable[..., Any], request_id: str) -> Iterable[bytes]:
    """Answer a preflight of a page that may not use the API. The browser's network panel shows it to its developer."""
    response = problem(BadHeader("Origin", Term("header.origin")))
    body = response.get_data()
    headers = [*response.headers, *HEADERS, _NO_STORE, ("Vary", "Origin"), ("X-Request-ID", request_id)]
    _record_request(environ, response.status[:3], 0)
    start_response(response.status, headers)
    return [body]


class HttpMiddleware:
    """The WSGI application around Flask's."""

    def __init__(self, application: Wsgi, origins: tuple[str, ...]) -> None:
        self._application = application
        self._origins = origins
        self._warned: set[str] = set()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        began = time.perf_counter()
        request_id = _request_id(environ)
        logs.request_id.set(request_id)
        if "HTTP_ORIGIN" in environ and self._is_foreign(environ):
            self._warn_of_origin(environ["HTTP_ORIGIN"])
            if "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
                return _refuse_origin(environ, start_response, request_id)
        delayed: list[tuple[str, str, Headers]] = []

        def start(status: str, headers: Headers, *rest: Any) -> Any:
            encoding = _choose_encoding(environ, status, headers)
            headers += self._added_headers(environ, headers, request_id)
            _record_request(environ, status[:3], time.perf_counter() - began)
            if not encoding:
                return start_response(status, headers, *rest)
            delayed.append((encoding, status, headers))
            return None  # Flask never calls WSGI's `write`

        body = self._application(environ, start)
        return _send_compressed(body, *delayed[0], start_response) if delayed else body

    def _is_foreign(self, environ: dict[str, Any]) -> bool:
        """Whether a page of another site asks, as its browser says, whose origin the host has not allowed.

        A preflight is of another site, always; the Origin of other requests may be our own, behind a proxy.
        """
        is_preflight = environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
        is_cross_site = environ.get("HTTP_SEC_FETCH_SITE") in ("cross-site", "same-site")
        return (is_preflight or is_cross_site) and not self._allows(environ["HTTP_ORIGIN"])

    def _allows(self, origin: str) -> bool:
        return origin in self._origins or self._origins == ("*",)

    def _warn_of_origin(self, origin: str) -> None:
        """Once for each, as far as we remember."""
        if origin not in self._warned and len(self._warned) < MOST_ORIGINS:
            self._warned.add(origin)
            _log.warning("origin_refused", origin=origin[:LONGEST_ORIGIN], setting="CORS_ORIGINS")

    def _added_headers(self, environ: dict[str, Any], headers: Headers, request_id: str) -> Headers:
        common = [*HEADERS, ("X-Request-ID", request_id)]
        if not any(name == "Cache-Control" for name, _ in headers):
            common.append(_NO_STORE)
        return common + self._cors_headers(environ) if self._origins else common

    def _cors_headers(self, environ: dict[str, Any]) -> Headers:
        origin = environ.get("HTTP_ORIGIN")
        vary = [("Vary", "Origin")]
        if origin is None or not self._allows(origin):
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


def raw_answer(code: str, error: Exception) -> bytes:
    """Build the answer that gunicorn sends itself: to bytes that are no request, or after an error outside of Flask."""
    request_id = new_request_id()
    response = problem(BY_CODE[code]())
    if response.status_code != 500:
        _log.info("unreadable_request", code=code, status=response.status_code, request_id=request_id)
    else:
        _log.error("unexpected_error", kind=type(error).__name__, request_id=request_id, exc_info=error)
    body = response.get_data()
    headers = {**dict(response.headers), **dict(HEADERS), "X-Request-ID": request_id, "Connection": "close"}
    lines = [f"HTTP/1.1 {response.status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
