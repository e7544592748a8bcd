"""gunicorn's settings: processes with gevent, where a request that waits for events costs a greenlet and no thread.

Read by `almagest api` (`service/serving.py`) in a fresh interpreter; the names are gunicorn's.
"""

from __future__ import annotations

import contextlib
import errno
import time
from typing import Any

import gevent
from gunicorn.http import errors as http  # type: ignore[import-untyped]  # it has none
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]  # likewise

from service import counting
from service.config import load

_settings = load()
SPARE_CONNECTIONS = 1000
"""Of a process, besides those that wait for events: they play, or are kept open by their clients."""


def _broken(reason: str) -> OSError:
    """As if the client had gone: nobody is asked to send the rest, and no line is logged for it."""
    return OSError(errno.ECONNRESET, reason)


class PatientReader:
    """Reads a body for so long and no longer, however often a little of it comes."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._until = time.monotonic() + _settings.client_seconds

    def read(self, size: int) -> bytes:
        left = max(0.001, self._until - time.monotonic())
        try:
            with gevent.Timeout(left, TimeoutError):
                data: bytes = self._reader.read(size)
        except TimeoutError as late:
            raise _broken("the body is too slow") from late
        except http.ParseException as malformed:
            raise _broken("the body is malformed") from malformed
        return data


UNREADABLE = (
    (http.LimitRequestLine, "uri_too_long", "The address is longer than 4,094 characters."),
    (http.LimitRequestHeaders, "headers_too_large", "There are too many headers, or they are too long."),
    (http.ExpectationFailed, "expectation_failed", "Only 100-continue can be expected."),
    (http.ParseException, "bad_request", "This is not HTTP as we understand it."),
    (Exception, "internal_error", "Something went wrong here; the request id helps to find out what."),
)
"""What the application could not answer, and how it is answered."""


class PatientWorker(GeventWorker):  # type: ignore[misc]  # untyped, see above
    """Its patience ends: nobody holds a place by sending half a body, or by never reading a stream."""

    def handle_request(self, listener: Any, request: Any, connection: Any, address: Any) -> None:
        request.body.reader = PatientReader(request.body.reader)
        connection.settimeout(_settings.client_seconds)
        try:
            super().handle_request(listener, request, connection, address)
        except TimeoutError as late:
            raise _broken("the client is too slow") from late
        finally:
            connection.settimeout(None)

    def handle_error(self, request: Any, connection: Any, address: Any, error: BaseException) -> None:
        """As a problem, like every other error. Who is cut off because we end is told nothing."""
        if not isinstance(error, Exception):
            return
        from service import unreadable

        code, detail = next((code, detail) for kind, code, detail in UNREADABLE if isinstance(error, kind))
        with contextlib.suppress(OSError):
            connection.sendall(unreadable.answer(code, detail, error))


wsgi_app = "service.app:wsgi()"
worker_class = PatientWorker
workers = _settings.api_workers
worker_connections = _settings.event_waiters + SPARE_CONNECTIONS
backlog = 4096
keepalive = 75
"""Seconds; longer than a proxy keeps its connections open, so that it never sends into one that was just closed."""
graceful_timeout = 3
"""Seconds for what is under way when we are told to stop; streams go on elsewhere."""
timeout = 30
"""Seconds after which a process that answers nothing is replaced."""
forwarded_allow_ips = ""
forwarder_headers = ""
"""Whom to believe is said by `TRUSTED_PROXIES`, and done by the application."""
loglevel = "error"
control_socket_disable = True


def post_fork(_: Any, __: Any) -> None:
    counting.ensure()


def child_exit(_: Any, worker: Any) -> None:
    counting.forget(worker.pid)


def on_exit(_: Any) -> None:
    counting.clear()
