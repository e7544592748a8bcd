"""gunicorn's settings: processes with gevent, where a request that waits for events costs a greenlet and no thread.

Read by `almagest api` (`service/serving.py`) in a fresh interpreter; the names are gunicorn's.
"""

from __future__ import annotations

import errno
from typing import Any

from gunicorn.workers.ggevent import GeventWorker  # type: ignore[import-untyped]  # it has none

from service import counting
from service.config import load

_settings = load()
SPARE_CONNECTIONS = 1000
"""Of a process, besides those that wait for events: they play, or are kept open by their clients."""


class PatientWorker(GeventWorker):  # type: ignore[misc]  # untyped, see above
    """Its patience ends: nobody holds a place by sending half a body, or by never reading a stream."""

    def handle_request(self, listener: Any, request: Any, connection: Any, address: Any) -> None:
        connection.settimeout(_settings.client_seconds)
        try:
            super().handle_request(listener, request, connection, address)
        except TimeoutError as late:
            raise OSError(errno.ECONNRESET, "the client is too slow") from late
        finally:
            connection.settimeout(None)


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
loglevel = "error"
control_socket_disable = True


def child_exit(_: Any, worker: Any) -> None:
    counting.forget(worker.pid)


def on_exit(_: Any) -> None:
    counting.clear()
