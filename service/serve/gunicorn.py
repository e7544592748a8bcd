"""gunicorn's settings: processes with gevent, where a request that waits for events costs a greenlet and no thread.

Read by `almagest api` (`service/serve/processes.py`) in a fresh interpreter; the names are gunicorn's.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import time
from typing import Any

import gevent
from gevent.local import local
from gunicorn.http import errors as http  # type: ignore[import-untyped]  # it has none
from gunicorn.http import wsgi
from gunicorn.http.body import LengthReader  # type: ignore[import-untyped]  # likewise
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]  # likewise

from service.core import metric_files
from service.core.client_address import network
from service.core.settings import load_settings
from service.serve.connections import Connections, Patience, TooManyConnections

_settings = load_settings()
SPARE_CONNECTIONS = 1000
"""Of a process, besides those that wait for events: they play, or are kept open by their clients."""

COLLECTED_AFTER = (20_000, 20, 20)
"""Objects made and not freed, then younger collections: rarer than by Python's own numbers."""


def _broken(reason: str) -> OSError:
    """As if the client had gone: nobody is asked to send the rest, and no line is logged for it."""
    return OSError(errno.ECONNRESET, reason)


class PatientReader:
    """Reads a body for so long and no longer, however often a little of it comes."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._until = time.monotonic() + _settings.client_seconds

    def _is_here(self) -> bool:
        """Most bodies come with their heads: nobody has to wait for them, and a timer costs as much as reading."""
        reader = self._reader
        return isinstance(reader, LengthReader) and reader.unreader.buf.tell() >= reader.length

    def read(self, size: int) -> bytes:
        if self._is_here():
            return bytes(self._reader.read(size))
        left = max(0.001, self._until - time.monotonic())
        try:
            with gevent.Timeout(left, TimeoutError):
                data: bytes = self._reader.read(size)
        except TimeoutError as late:
            raise _broken("the body is too slow") from late
        except http.ParseException as malformed:
            raise _broken("the body is malformed") from malformed
        return data


class WholeAnswer(wsgi.Response):  # type: ignore[misc]  # untyped, see above
    """Head and body leave in one piece: a system call costs more than anything else that is done for an answer."""

    _head = b""
    headers_sent: bool

    def send_headers(self) -> None:
        if not self.headers_sent:
            lines = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
            self._head = "".join(lines).encode("latin-1")
            self.headers_sent = True

    def _emit_body(self, data: bytes) -> None:
        self._put(b"%X\r\n%b\r\n" % (len(data), data) if self.chunked else data)

    def close(self) -> None:
        self.send_headers()
        if self.chunked or self._head:
            self._put(b"0\r\n\r\n" if self.chunked else b"")

    def _put(self, data: bytes) -> None:
        """Most fit into the socket's buffer; `sendall` is for those that do not, since it prepares for waiting."""
        data, self._head = self._head + data, b""
        sent = self.sock.send(data)
        if sent < len(data):
            self.sock.sendall(data[sent:])


wsgi.Response = WholeAnswer
"""gunicorn has no setting for it."""

UNREADABLE = (
    (TooManyConnections, "too_many_connections"),
    (http.LimitRequestLine, "uri_too_long"),
    (http.LimitRequestHeaders, "headers_too_large"),
    (http.ExpectationFailed, "expectation_failed"),
    (http.ParseException, "bad_request"),
    (Exception, "internal_error"),
)
"""What the application could not answer, and how it is answered."""


_here: Any = local()
"""Of one greenlet: the connection that it handles."""


class PatientWorker(GeventWorker):  # type: ignore[misc]  # untyped, see above
    """Its patience ends: nobody holds a place by sending half a head or body, or by never reading a stream."""

    def run(self) -> None:
        share = 0 if _settings.trusted_proxies else _settings.connections_address
        self._connections = Connections(Patience(_settings.client_seconds, keepalive, worker_connections, share))
        super().run()

    def handle(self, listener: Any, client: Any, address: Any) -> None:
        try:
            with self._connections.taken(client, network(address[0]) if address else "") as connection:
                _here.connection = connection
                super().handle(listener, connection, address)
        except TooManyConnections as full:
            self.handle_error(None, client, address, full)
            client.close()

    def timeout_ctx(self) -> Any:
        """gunicorn asks for it around the reading of each head."""
        return _here.connection.reading()

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
        from service.api.http import middleware

        code = next(code for kind, code in UNREADABLE if isinstance(error, kind))
        with contextlib.suppress(OSError):
            connection.sendall(middleware.raw_answer(code, error))


wsgi_app = "service.api.app:wsgi()"
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
sendfile = False
"""Files are sent from memory; this way would go past `WholeAnswer`."""
forwarded_allow_ips = ""
forwarder_headers = ""
"""Whom to believe is said by `TRUSTED_PROXIES`, and done by the application."""
loglevel = "error"
control_socket_disable = True


def post_fork(_: Any, __: Any) -> None:
    metric_files.ensure()


def post_worker_init(_: Any) -> None:
    """What is here now stays; and a request leaves little behind that only the collector of cycles can find."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


def child_exit(_: Any, worker: Any) -> None:
    metric_files.forget(worker.pid)


def on_exit(_: Any) -> None:
    metric_files.clear()
