"""One request to a receiver: where it goes, and how long anybody can hold it."""

from __future__ import annotations

import contextlib
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.core.outbound_addresses import PrivateAddress, check_addresses
from tests.processes import HUNG, until
from tests.receivers import Receiver
from worker.delivery import http
from worker.delivery.http import Resolver, post
from worker.delivery.results import PostResult

HERE = ("127.0.0.0/8",)
BODY = b'{"a": 1}'


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


def _post(url: str, networks: tuple[str, ...] = HERE, seconds: float = HUNG) -> PostResult:
    return post(url, BODY, {"Almagest-Id": "x"}, networks, seconds)


def test_a_receiver_gets_the_body_byte_for_byte_and_its_own_host(receiver: Receiver) -> None:
    assert _post(receiver.url).is_accepted
    got = receiver.received[0]
    assert (got.path, got.body, got.headers["Host"]) == ("/hook", BODY, f"127.0.0.1:{receiver.port}")
    assert got.headers["Almagest-Id"] == "x"


def test_a_name_that_leads_inside_is_not_reached(receiver: Receiver) -> None:
    assert _post(f"http://localhost:{receiver.port}/", ()).reason == "inside"
    assert receiver.received == []


@pytest.mark.parametrize("host", ["2130706433", "0x7f.1", "127.1", "0"])
def test_odd_ways_to_write_this_machine_lead_nowhere(receiver: Receiver, host: str) -> None:
    assert not _post(f"http://{host}:{receiver.port}/", ()).is_accepted
    assert receiver.received == []


def test_a_name_is_looked_up_once_and_the_connection_goes_there(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that means another address the second time reaches nothing by it."""
    asked: list[str] = []

    def resolve(host: str, _: float) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"]

    monkeypatch.setattr(http, "resolve", resolve)
    assert _post(f"http://receiver.invalid:{receiver.port}/").is_accepted
    assert asked == ["receiver.invalid"]
    assert receiver.received[0].headers["Host"] == f"receiver.invalid:{receiver.port}"


def test_one_wrong_address_among_several_is_enough() -> None:
    with pytest.raises(PrivateAddress):
        check_addresses(["93.184.216.34", "::1"], ())


def test_the_next_address_is_tried_when_nobody_is_at_the_first(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "resolve", lambda *_: ["127.0.0.9", "127.0.0.1"])
    assert _post(f"http://receiver.invalid:{receiver.port}/").is_accepted


class SilentResolver:
    """Names of `silent` are asked for and not answered until it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answered = threading.Event()
        self.asked: list[str] = []
        self._real = socket.getaddrinfo
        monkeypatch.setattr(socket, "getaddrinfo", self._addresses)

    def _addresses(self, host: str, *args: Any, **options: Any) -> Any:
        if host.endswith(".silent"):
            self.asked.append(host)
            assert self.answered.wait(HUNG)
        return self._real("127.0.0.1" if host.endswith(".silent") else host, *args, **options)


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Iterator[SilentResolver]:
    made = SilentResolver(monkeypatch)
    yield made
    made.answered.set()


def test_names_that_nobody_answers_for_delay_nobody_else(receiver: Receiver, resolver: SilentResolver) -> None:
    """More of them than any pool of threads has, and each tried again while its resolver is still being waited for."""
    late = [_post(f"http://{number}.silent/", seconds=0.001) for number in 2 * list(range(60))]
    assert {posted.reason for posted in late} == {"late"}
    assert _post(f"http://localhost:{receiver.port}/").is_accepted
    until(lambda: len(resolver.asked) == len(set(resolver.asked)) == 60)


def test_a_name_that_was_answered_is_asked_for_anew(receiver: Receiver, resolver: SilentResolver) -> None:
    address = f"http://late.silent:{receiver.port}/"
    assert not _post(address, seconds=0.001).is_accepted
    resolver.answered.set()
    assert _post(address).is_accepted
    assert _post(address).is_accepted
    assert len(resolver.asked) >= 2


def test_resolvers_that_hang_are_not_without_number(resolver: SilentResolver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "_resolver", Resolver())
    monkeypatch.setattr(http, "MOST_LOOKUPS", 3)
    reasons = {_post(f"http://{number}.silent/", seconds=0.001).reason for number in range(5)}
    assert reasons == {"late"}
    until(lambda: len(resolver.asked) == 3)


def test_redirects_are_not_followed(receiver: Receiver) -> None:
    receiver.answer = lambda _: 307
    posted = _post(receiver.url)
    assert (posted.status, posted.is_accepted, len(receiver.received)) == (307, False, 1)


def test_proxies_of_the_environment_are_not_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    assert _post(receiver.url).is_accepted


def test_names_without_an_address_and_ports_without_a_listener_are_told_apart(receiver: Receiver) -> None:
    receiver.close()
    assert _post(receiver.url).reason == "connection"
    assert _post("http://nobody.invalid/").reason == "name"


@contextlib.contextmanager
def _dripping(drip: Callable[[socket.socket], None]) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with contextlib.suppress(OSError):
                connection, _ = server.accept()
                with connection:
                    drip(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]


def _silence(connection: socket.socket) -> None:
    while connection.recv(1024):
        pass


def _one_byte_after_the_other(connection: socket.socket) -> None:
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
    while True:
        connection.sendall(b"x")
        time.sleep(0.02)


@pytest.mark.parametrize("drip", [_silence, _one_byte_after_the_other])
def test_nobody_holds_a_deliverer_for_longer_than_the_time_for_a_request(drip: Callable[[socket.socket], None]) -> None:
    with _dripping(drip) as port:
        assert _post(f"http://127.0.0.1:{port}/", seconds=0.3).reason == "late"


def _endless_body(connection: socket.socket) -> None:
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
    while True:
        connection.sendall(b"x" * 65536)


def test_a_body_without_an_end_is_not_read() -> None:
    with _dripping(_endless_body) as port:
        assert _post(f"http://127.0.0.1:{port}/").is_accepted


needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not here: TLS is not tried")


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An authority, and a certificate of its for receiver.invalid."""
    home = tmp_path_factory.mktemp("ca")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
    own = ("-addext", "subjectAltName=DNS:receiver.invalid", "-addext", "basicConstraints=CA:FALSE")
    signed = ("-CA", "ca.crt", "-CAkey", "ca.key", "-keyout", "own.key", "-out", "own.crt", "-subj", "/CN=receiver")
    for arguments in (
        ("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Private"),
        ("req", "-x509", *key, *own, *signed),
    ):
        subprocess.run(["openssl", *arguments], cwd=home, check=True, capture_output=True)
    return home


@needs_openssl
def test_the_certificate_has_to_be_the_names_own(certificates: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates / "own.crt", certificates / "own.key")
    asked: list[str | None] = []
    context.sni_callback = lambda _, name, __: asked.append(name)
    receiver = Receiver(tls=context)
    monkeypatch.setattr(http, "resolve", lambda *_: ["127.0.0.1"])
    address = f"https://receiver.invalid:{receiver.port}/"
    assert _post(address).reason == "certificate"
    monkeypatch.setenv("SSL_CERT_FILE", str(certificates / "ca.crt"))
    assert _post(address).is_accepted
    assert asked == ["receiver.invalid"] * 2
    other = _post(f"https://another.invalid:{receiver.port}/")
    assert other.reason == "certificate"
    assert len(receiver.received) == 1
    receiver.close()
