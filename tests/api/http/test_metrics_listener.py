"""The page of counters, on a listener of its own; `tests/core/test_metric_files.py` asks the processes of a server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from gevent import socket
from gevent.pywsgi import WSGIServer
from werkzeug.test import Client

from service.api.http import metrics_listener
from service.core import metrics
from service.core.settings import load_settings
from tests.processes import HOST, HUNG, free_port


def test_there_is_one_page_and_nothing_else(app: Flask) -> None:
    client = Client(metrics_listener.application(app))
    page = client.get("/metrics")
    assert (page.status, page.headers["Content-Type"]) == ("200 OK", metrics.CONTENT_TYPE)
    assert int(page.headers["Content-Length"]) == len(page.data)
    assert b"almagest_store_up 1.0" in page.data
    other = client.get("/metrics/")
    assert (other.status, other.data, other.headers["Content-Length"]) == ("404 Not Found", b"", "0")


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Those that were started, which end with the test."""
    made: list[Any] = []

    class Server(WSGIServer):
        def __init__(self, *arguments: Any, **options: Any) -> None:
            super().__init__(*arguments, **options)
            made.append(self)

    monkeypatch.setattr(metrics_listener, "WSGIServer", Server)
    yield made
    for server in made:
        server.stop(0)


@pytest.mark.parametrize(("host", "family"), [(HOST, socket.AF_INET), ("::1", socket.AF_INET6)])
def test_every_process_listens_at_the_same_port(
    app: Flask, servers: list[Any], capsys: pytest.CaptureFixture[str], host: str, family: int
) -> None:
    port = free_port()
    settings = load_settings({"METRICS_HOST": host, "METRICS_PORT": str(port)})
    for _ in range(2):
        metrics_listener.listen(app, settings)
    for server in servers:
        listener = server.socket
        assert listener.family == family
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
    with socket.create_connection((host, port), HUNG) as asking:
        asking.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
        answer = b"".join(iter(lambda: asking.recv(65_536), b""))
    assert answer.startswith(b"HTTP/1.1 200 OK")
    assert b"almagest_store_up" in answer
    assert "/metrics" not in "".join(capsys.readouterr()), "who asks for it is not in the log"


def test_without_a_port_nobody_listens(app: Flask, servers: list[Any]) -> None:
    metrics_listener.listen(app, load_settings({}))
    assert servers == []
