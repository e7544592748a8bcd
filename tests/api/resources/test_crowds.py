"""Crowds at a real server: nobody shuts others out by holding listeners or connections. In full: `make attack`."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator

import pytest
import requests

from service.serve.connections import ConnectionLimits
from tests.conftest import running_store
from tests.processes import HOST, HUNG, Server, until

REQUEST = {"rulebook": "astra", "seats": [{"kind": "human"}, {"kind": "human"}]}
PLACES, SHARE, CONNECTIONS = 12, 6, 30
ATTACKER = "127.0.0.77"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """With few places, so that a small crowd is a crowd."""
    with running_store() as store:
        served = Server(
            store.url,
            API_WORKERS="1",
            EVENT_WAITERS=str(PLACES),
            EVENT_WAITERS_ADDRESS=str(SHARE),
            CONNECTIONS_ADDRESS=str(CONNECTIONS),
            CLIENT_SECONDS="2",
        )
        served.start()
        yield served
        said = served.said()
        served.stop()
    assert said == "", "a crowd is no error of ours"


class Played:
    """A game, and the token of the seat that made it."""

    def __init__(self, server: Server) -> None:
        made = requests.post(f"{server.url}/v1/games", json=REQUEST, timeout=HUNG).json()
        self.path = f"/v1/games/{made['game']['id']}/events"
        self.url = f"{server.url}{self.path}"
        self.headers = {"Authorization": f"Bearer {made['token']}"}


def _connected(server: Server, address: str) -> socket.socket:
    return socket.create_connection((HOST, server.port), timeout=HUNG, source_address=(address, 0))


def _stream(server: Server, path: str, address: str) -> socket.socket:
    line = _connected(server, address)
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/event-stream\r\n\r\n".encode())
    assert b"retry:" in _heard(line, b"retry:")
    return line


def _heard(line: socket.socket, word: bytes) -> bytes:
    """What is said until the word was, or until the end."""
    said = b""
    with contextlib.suppress(ConnectionResetError):
        while word not in said and (more := line.recv(65_536)):
            said += more
    return said


def test_spectators_of_one_address_lose_their_slots_to_others_and_get_a_problem(server: Server) -> None:
    """The attack of the issue with small numbers: more streams than places, from one address."""
    game = Played(server)
    with contextlib.ExitStack() as crowd:
        lines = [crowd.enter_context(_stream(server, game.path, ATTACKER)) for _ in range(2 * PLACES)]
        page = requests.get(f"{game.url}?after=99&wait=1", headers=game.headers, timeout=HUNG)
        assert page.status_code == 200
        with _stream(server, game.path, HOST):
            farewell = _heard(lines[0], b"0\r\n\r\n")
    assert b"event: problem\nretry: 5000\ndata: {" in farewell
    assert b'"code":"too_many_listeners"' in farewell


def test_a_poll_that_loses_its_slot_gets_retry_after(server: Server) -> None:
    game = Played(server)
    answers: list[requests.Response] = []

    def wait() -> None:
        answers.append(requests.get(f"{game.url}?after=99&wait=30", timeout=HUNG))

    waiting = threading.Thread(target=wait)
    with contextlib.ExitStack() as crowd:
        waiting.start()
        while not answers:
            crowd.enter_context(_stream(server, game.path, HOST))
        waiting.join()
    assert (answers[0].status_code, answers[0].json()["code"]) == (503, "too_many_listeners")
    assert answers[0].headers["Retry-After"] == "5"


def _slow_head(server: Server) -> socket.socket:
    line = _connected(server, ATTACKER)
    line.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
    return line


def test_slow_heads_stop_nobody(server: Server) -> None:
    """Each sends its head a byte at a time, the first or a later one of its connection; health is asked for throughout.
    They are cut off while a connection that is as old and has only asked nothing since is still there."""
    with contextlib.ExitStack() as crowd:
        idle, later = (crowd.enter_context(_connected(server, "127.0.0.78")) for _ in range(2))
        assert b"200 OK" in _asked(idle)
        assert b"200 OK" in _asked(later)
        lines = [later, *(crowd.enter_context(_slow_head(server)) for _ in range(3 * CONNECTIONS))]
        while lines:
            assert requests.get(f"{server.url}/healthz", timeout=HUNG).ok
            lines = [line for line in lines if _is_open(line)]
        assert b"200 OK" in _asked(idle)


@pytest.mark.parametrize(("client_seconds", "head"), [(2, 2), (10, 10), (3600, 10)])
def test_a_head_has_ten_seconds_at_most_whatever_the_host_says(client_seconds: int, head: int) -> None:
    assert ConnectionLimits(client_seconds, 75, 1000, 0).header_seconds == head


def _is_open(line: socket.socket) -> bool:
    """One more byte, and a look whether the other side has hung up."""
    line.settimeout(0.002)
    try:
        line.sendall(b"a")
        return line.recv(1) != b""
    except TimeoutError:
        return True
    except OSError:
        return False


def _asked(line: socket.socket) -> bytes:
    line.sendall(f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode())
    return _heard(line, b"alive")


def test_idle_connections_yield_to_new_ones(server: Server) -> None:
    with contextlib.ExitStack() as crowd:
        lines = [crowd.enter_context(_connected(server, ATTACKER)) for _ in range(CONNECTIONS + 3)]
        for line in lines[-3:]:
            assert b"200 OK" in _asked(line)
        assert [line.recv(1) for line in lines[:2]] == [b"", b""]


def test_an_address_that_uses_its_whole_quota_is_refused(server: Server) -> None:
    """Connections that work do not yield; others are served all the same."""
    body = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
    with contextlib.ExitStack() as crowd:
        for _ in range(CONNECTIONS):
            crowd.enter_context(_connected(server, ATTACKER)).sendall(body)
        until(lambda: _refused(server))
        assert requests.get(f"{server.url}/healthz", timeout=HUNG).ok


def _refused(server: Server) -> bool:
    with _connected(server, ATTACKER) as line:
        return b"too_many_connections" in _heard(line, b"too_many_connections")
