"""Clients that keep a connection and do nothing with it, against the server that hosts run."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import psutil
import pytest

from tests.service.processes import HOST, Server, StoreProcess, until


@pytest.fixture
def server(store_process: StoreProcess) -> Iterator[Server]:
    running = Server(store_process.url, CLIENT_SECONDS="1", API_WORKERS="1")
    running.start()
    yield running
    running.stop()


def _all(connection: socket.socket) -> bytes:
    """What is said until the other side hangs up."""
    said = b""
    while more := connection.recv(65_536):
        said += more
    return said


def _is_served(port: int) -> bool:
    """Whether the server still holds its end of the connection from our port."""
    return any(
        connection.raddr and connection.raddr.port == port and connection.status == psutil.CONN_ESTABLISHED
        for connection in psutil.net_connections("tcp")
    )


def test_half_a_body_is_refused_and_the_connection_closed(server: Server) -> None:
    head = f"POST /v1/games HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    with socket.create_connection((HOST, server.port), timeout=30) as slow:
        slow.sendall(head.encode() + b'{"rulebook":')
        said = _all(slow)
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b"did not arrive whole" in said


def test_answers_that_nobody_reads_do_not_keep_a_connection(server: Server) -> None:
    ask = f"GET /v1/rulebooks/astra/content HTTP/1.1\r\nHost: {HOST}\r\n\r\n"
    with socket.create_connection((HOST, server.port), timeout=30) as deaf:
        deaf.sendall(200 * ask.encode())
        until(lambda: not _is_served(deaf.getsockname()[1]))
