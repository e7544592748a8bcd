"""gunicorn's settings: gevent workers, so that a request that waits for events costs a greenlet and no thread.

`almagest api` starts gunicorn with it (`service/serve/processes.py`); the names are gunicorn's.
"""

from __future__ import annotations

# ruff: noqa: E402  # What opens sockets or waits is imported after gevent has replaced both.
from gevent import monkey

# The arbiter goes on to wait for signals and processes as before; each process replaces the rest after its fork.
monkey.patch_all(os=False, signal=False, subprocess=False, queue=False)

import gc

GC_THRESHOLDS = (20_000, 20, 20)
"""Makes the garbage collector run less often than by Python's defaults, also while modules are imported."""
gc.set_threshold(*GC_THRESHOLDS)

import contextlib
import errno
import functools
import importlib
import time
import warnings
from typing import Any

import gevent
from gevent.local import local
from gunicorn import util  # type: ignore[import-untyped]  # it has none
from gunicorn.http import errors as http  # type: ignore[import-untyped]  # it has none
from gunicorn.http import wsgi
from gunicorn.http.body import LengthReader  # type: ignore[import-untyped]  # likewise
from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]  # likewise

from service.core import metric_files
from service.core.client_address import client_network
from service.core.parent_process import end_with_parent
from service.core.settings import load_settings
from service.serve.connections import ConnectionLimitReached, ConnectionLimits, Connections

# The master imports the application and makes none, so that each process, also one that replaces a lost one, has it
# already. Nothing of it opens sockets or starts threads.
for _module in ("service.api.app", "service.api.http.metrics_listener", "service.store.jobs.broker"):
    importlib.import_module(_module)
_settings = load_settings()
SPARE_CONNECTIONS = 1000
"""Connections of a process besides those that wait for events: they play, or clients keep them open."""


def _connection_reset(reason: str) -> OSError:
    """Treat the client as gone: gunicorn then neither reads the rest nor logs an error."""
    return OSError(errno.ECONNRESET, reason)


class TimedBodyReader:
    """Limits the time for a whole body, even if a little of it arrives all the time."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._until = time.monotonic() + _settings.client_seconds

    def _is_buffered(self) -> bool:
        """Most bodies arrive with their headers and need no timer, which costs as much as reading."""
        reader = self._reader
        return isinstance(reader, LengthReader) and reader.unreader.buf.tell() >= reader.length

    def read(self, size: int) -> bytes:
        if self._is_buffered():
            return bytes(self._reader.read(size))
        left = max(0.001, self._until - time.monotonic())
        try:
            with gevent.Timeout(left, TimeoutError):
                data: bytes = self._reader.read(size)
        except TimeoutError as late:
            raise _connection_reset("the body is too slow") from late
        except http.ParseException as malformed:
            raise _connection_reset("the body is malformed") from malformed
        return data


class BufferedResponse(wsgi.Response):  # type: ignore[misc]  # untyped, see above
    """Sends headers and body in one system call, which costs more than anything else in a response."""

    _head = b""
    headers_sent: bool

    def send_headers(self) -> None:
        if not self.headers_sent:
            lines = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
            self._head = "".join(lines).encode("latin-1")
            self.headers_sent = True

    def _emit_body(self, data: bytes) -> None:
        self._send(b"%X\r\n%b\r\n" % (len(data), data) if self.chunked else data)

    def close(self) -> None:
        self.send_headers()
        if self.chunked or self._head:
            self._send(b"0\r\n\r\n" if self.chunked else b"")

    def _send(self, data: bytes) -> None:
        """Most responses fit into the socket's buffer; `sendall` costs more, since it prepares for waiting."""
        data, self._head = self._head + data, b""
        sent = self.sock.send(data)
        if sent < len(data):
            self.sock.sendall(data[sent:])


wsgi.Response = BufferedResponse
"""gunicorn has no setting for the class of responses."""

_format_date = functools.lru_cache(1)(util.http_date)
util.http_date = lambda seconds=None: _format_date(int(seconds or time.time()))
"""The date of a response is formatted once a second."""


def _look_settings_up(config: Any) -> None:
    """Make gunicorn's settings plain attributes; else it looks up dozens in a table for every request."""
    vars(config).update({name: setting.get() for name, setting in config.settings.items()})


ERROR_CODES = (
    (ConnectionLimitReached, "too_many_connections"),
    (http.LimitRequestLine, "uri_too_long"),
    (http.LimitRequestHeaders, "headers_too_large"),
    (http.ExpectationFailed, "expectation_failed"),
    (http.ParseException, "bad_request"),
    (Exception, "internal_error"),
)
"""The problem that answers a request which the application never sees."""


_greenlet: Any = local()
"""Has the connection that the greenlet handles."""


class TimeoutWorker(GeventWorker):  # type: ignore[misc]  # untyped, see above
    """Ends connections of clients that send headers or bodies too slowly, or never read a stream."""

    def patch(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", monkey.MonkeyPatchWarning)
            super().patch()

    def run(self) -> None:
        _look_settings_up(self.cfg)
        per_address = 0 if _settings.trusted_proxies else _settings.connections_address
        self._connections = Connections(
            ConnectionLimits(_settings.client_seconds, keepalive, worker_connections, per_address)
        )
        super().run()

    def handle(self, listener: Any, client: Any, address: Any) -> None:
        try:
            with self._connections.register(client, client_network(address[0]) if address else "") as connection:
                _greenlet.connection = connection
                super().handle(listener, connection, address)
        except ConnectionLimitReached as error:
            self.handle_error(None, client, address, error)
            client.close()

    def timeout_ctx(self) -> Any:
        """gunicorn enters it to read the headers of each request."""
        return _greenlet.connection.limit_header_time()

    def handle_request(self, listener: Any, request: Any, connection: Any, address: Any) -> None:
        request.body.reader = TimedBodyReader(request.body.reader)
        connection.settimeout(_settings.client_seconds)
        try:
            super().handle_request(listener, request, connection, address)
        except TimeoutError as late:
            raise _connection_reset("the client is too slow") from late
        finally:
            connection.settimeout(None)

    def handle_error(self, request: Any, connection: Any, address: Any, error: BaseException) -> None:
        """Answer with a problem, like every other error; with nothing when a shutdown ends the greenlet."""
        if not isinstance(error, Exception):
            return
        from service.api.http import middleware

        code = next(code for error_type, code in ERROR_CODES if isinstance(error, error_type))
        with contextlib.suppress(OSError):
            connection.sendall(middleware.raw_answer(code, error))


wsgi_app = "service.api.app:wsgi()"
worker_class = TimeoutWorker
workers = _settings.api_workers
worker_connections = _settings.event_waiters + SPARE_CONNECTIONS
backlog = 4096
keepalive = 75
"""Seconds; longer than proxies keep connections open, so that none sends into one that we have just closed."""
graceful_timeout = 3
"""Seconds for running requests after a signal to stop; clients resume streams elsewhere."""
timeout = 30
"""Seconds after which a process that answers nothing is replaced."""
sendfile = False
"""It would bypass `BufferedResponse`, and all files are in memory anyway."""
forwarded_allow_ips = ""
forwarder_headers = ""
"""The application handles forwarded headers, by `TRUSTED_PROXIES`."""
loglevel = "error"
control_socket_disable = True


def pre_fork(_: Any, __: Any) -> None:
    """Leave what all processes share alone: the garbage collector would write into it, and so copy it."""
    gc.collect()
    gc.freeze()


def post_fork(_: Any, worker: Any) -> None:
    """End with the master from now on: a process that is still starting would keep the port from the next master."""
    end_with_parent(worker.ppid)
    metric_files.ensure_directory()


def post_worker_init(_: Any) -> None:
    """Exclude what is loaded now from garbage collection; requests leave few reference cycles behind."""
    gc.collect()
    gc.freeze()


def child_exit(_: Any, worker: Any) -> None:
    metric_files.mark_process_ended(worker.pid)


def on_exit(_: Any) -> None:
    metric_files.remove_directory()
