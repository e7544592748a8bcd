"""Clients that are slow, mute or do not speak HTTP, against the server that hosts run."""

from __future__ import annotations

import contextlib
import json
import select
import socket
from collections.abc import Iterator

import psutil
import pytest
import requests

from tests.processes import HOST, HUNG, Server, StoreProcess, until

LENGTH = 1000
POST = f"POST /v1/games HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
HEAD = f"{POST}Content-Length: {LENGTH}\r\n\r\n"
CHUNKED = f"{POST}Transfer-Encoding: chunked\r\n\r\n".encode()


@pytest.fixture
def server(store_process: StoreProcess) -> Iterator[Server]:
    running = Server(store_process.url, CLIENT_SECONDS="1", API_WORKERS="1")
    running.start()
    yield running
    running.stop()


def _all(connection: socket.socket) -> bytes:
    """What is said until the other side hangs up."""
    said = b""
    with contextlib.suppress(ConnectionResetError):
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
    with socket.create_connection((HOST, server.port), timeout=HUNG) as slow:
        slow.sendall(HEAD.encode() + b'{"rulebook":')
        said = _all(slow)
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b"did not arrive whole" in said


def test_answers_that_nobody_reads_do_not_keep_a_connection(server: Server) -> None:
    ask = f"GET /v1/rulebooks/astra/content HTTP/1.1\r\nHost: {HOST}\r\n\r\n"
    with socket.create_connection((HOST, server.port), timeout=HUNG) as deaf:
        deaf.sendall(200 * ask.encode())
        until(lambda: not _is_served(deaf.getsockname()[1]))


def test_a_body_that_comes_in_drops_is_refused_too(server: Server) -> None:
    """Each byte comes in time, all of them together do not."""
    with socket.create_connection((HOST, server.port), timeout=HUNG) as slow:
        slow.sendall(HEAD.encode() + b"[")
        sent = 0
        while not select.select([slow], [], [], 0.1)[0]:
            slow.sendall(b"1")
            sent += 1
        assert sent < LENGTH
        # What is sent after the answer makes the system reset the connection, and the answer may be lost with it.
        assert _all(slow)[:13] in (b"HTTP/1.1 400 ", b"")


UNREADABLE = [
    ("no HTTP", b"HELLO\r\n\r\n", 400, "bad_request"),
    ("long address", b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri_too_long"),
    ("long header", b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 9000 + b"\r\n\r\n", 431, "headers_too_large"),
    ("many headers", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 101 + b"\r\n", 431, "headers_too_large"),
    ("expectation", b"GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n", 417, "expectation_failed"),
    ("two lengths", b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "bad_request"),
    ("bad chunk", CHUNKED + b"ZZ\r\n{}\r\n0\r\n\r\n", 400, "incomplete_body"),
    ("open chunk", CHUNKED + b"2\r\n{}XX0\r\n\r\n", 400, "incomplete_body"),
]


def test_what_is_no_request_is_answered_with_a_problem(server: Server) -> None:
    for name, sent, status, code in UNREADABLE:
        with socket.create_connection((HOST, server.port), timeout=HUNG) as connection:
            connection.sendall(sent)
            head, _, body = _all(connection).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 %d " % status), (name, head)
        assert b"application/problem+json" in head, name
        assert b"x-request-id: " in head.lower(), name
        assert json.loads(body)["code"] == code, name


def test_a_header_for_proxies_is_believed_of_nobody(server: Server) -> None:
    answer = requests.get(f"{server.url}/healthz", headers={"SCRIPT_NAME": "/foo", "PATH_INFO": "/bar"}, timeout=HUNG)
    assert answer.status_code == 200


def test_whoever_is_idle_when_the_server_ends_is_told_nothing(server: Server) -> None:
    with socket.create_connection((HOST, server.port), timeout=HUNG) as idle:
        idle.sendall(f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
        said = b""
        while not said.endswith(b'{"status":"alive"}'):
            said += idle.recv(65_536)
        server.stop()
        assert _all(idle) == b""
