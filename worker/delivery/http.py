"""One request to a receiver: to an address that was looked up once and checked, and within a time that nobody extends.

The connection goes to the checked address, while certificate, SNI and `Host` are those of the name: a name that means
another address a moment later reaches nothing. Redirects are answers like any other, proxies of the environment are
not asked, and the body of the answer is not read.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import msgspec
import requests
from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import NewConnectionError

from service.core.logs import log
from service.core.outbound_addresses import PrivateAddress, check_addresses
from service.wire.webhooks import Outcome
from worker.delivery.results import PostResult

MOST_ADDRESSES = 4
"""Addresses of a name that `post` tries, one after the other."""
CONNECT_SECONDS = 3.0
PORTS = {"http": 80, "https": 443}
_LATE: Final = "late"
MOST_LOOKUPS = 256
"""Names that are looked up at once, including those that nobody waits for any more: a lookup cannot be stopped."""


class Deadline:
    """Shuts down the connections of a request when its time is up, however slowly the other side sends."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._connections: list[Any] = []
        self._lock = threading.Lock()
        self.is_over = False
        self._timer = threading.Timer(seconds, self._shut_down_connections)
        self._timer.daemon = True

    def __enter__(self) -> Deadline:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    @property
    def seconds_left(self) -> float:
        return max(self._end - time.monotonic(), 0.001)

    def watch(self, connection: Any) -> None:
        with self._lock:
            self._connections.append(connection)

    def _shut_down_connections(self) -> None:
        with self._lock:
            self.is_over = True
            for connection in self._connections:
                with contextlib.suppress(OSError, AttributeError):
                    connection.sock.shutdown(socket.SHUT_RDWR)


class PinnedAdapter(HTTPAdapter):
    """Connects to one address, and speaks to it as to the name that it was looked up for."""

    def __init__(self, name: str, deadline: Deadline) -> None:
        self._name, self._deadline = name, deadline
        super().__init__(max_retries=0)

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = _pools(self._deadline)

    def build_connection_pool_key_attributes(
        self, request: requests.PreparedRequest, verify: Any, cert: Any = None
    ) -> Any:
        host, pool = super().build_connection_pool_key_attributes(request, verify, cert)
        named = {"server_hostname": self._name, "assert_hostname": self._name} if host["scheme"] == "https" else {}
        return host, {**pool, **named}


def _pools(deadline: Deadline) -> dict[str, Any]:
    """Connections that the deadline can end."""

    class Plain(HTTPConnection):
        def connect(self) -> None:
            deadline.watch(self)
            super().connect()

    class Encrypted(HTTPSConnection):
        def connect(self) -> None:
            deadline.watch(self)
            super().connect()

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = Plain

    class EncryptedPool(HTTPSConnectionPool):
        ConnectionCls = Encrypted

    return {"http": PlainPool, "https": EncryptedPool}


class Resolver:
    """Resolves host names, a thread for each: a name server that does not answer keeps nobody else waiting. A name is
    looked up once at a time, so one receiver holds one thread, however often it is tried."""

    def __init__(self) -> None:
        self._lookups: dict[str, Future[list[str]]] = {}
        self._lock = threading.Lock()

    def addresses(self, host: str, seconds: float) -> list[str]:
        with self._lock:
            lookup = self._lookups.get(host) or self._start_lookup(host)
        return lookup.result(timeout=seconds)

    def _start_lookup(self, host: str) -> Future[list[str]]:
        if len(self._lookups) >= MOST_LOOKUPS:
            raise TimeoutError
        lookup = self._lookups[host] = Future()
        threading.Thread(target=self._look_up, args=(host, lookup), name="names", daemon=True).start()
        return lookup

    def _look_up(self, host: str, lookup: Future[list[str]]) -> None:
        try:
            found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except Exception as error:
            self._forget(host)
            lookup.set_exception(error)
        else:
            self._forget(host)
            lookup.set_result([str(each[4][0]) for each in found])

    def _forget(self, host: str) -> None:
        """The next caller looks the name up anew."""
        with self._lock:
            del self._lookups[host]


_resolver = Resolver()


def resolve(host: str, seconds: float) -> list[str]:
    """All addresses that a name has now, each once."""
    return list(dict.fromkeys(_resolver.addresses(host, seconds)))


def _at(address: str, parts: SplitResult) -> str:
    """The URL with the address in place of the name."""
    host = f"[{address}]" if ":" in address else address
    port = parts.port or PORTS[parts.scheme]
    return parts._replace(netloc=f"{host}:{port}", path=parts.path or "/").geturl()


def _send(address: str, parts: SplitResult, body: bytes, headers: Mapping[str, str], deadline: Deadline) -> int:
    with requests.Session() as session:
        session.trust_env = False
        session.mount(f"{parts.scheme}://", PinnedAdapter(parts.hostname or "", deadline))
        answer = session.post(
            _at(address, parts),
            data=body,
            headers={**headers, "Host": parts.netloc, "Accept-Encoding": "identity"},
            timeout=(min(deadline.seconds_left, CONNECT_SECONDS), deadline.seconds_left),
            verify=os.environ.get("SSL_CERT_FILE") or True,
            allow_redirects=False,
            stream=True,
        )
        answer.close()
        return answer.status_code


def _is_unsent(error: requests.ConnectionError) -> bool:
    """Whether no connection was made at all."""
    cause = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(error, requests.ConnectTimeout) or isinstance(cause, NewConnectionError)


def _send_to_first_reachable(addresses: Sequence[str], *request: Any) -> int:
    """Go on to the next address where no connection can be made."""
    *earlier, last = addresses[:MOST_ADDRESSES]
    for address in earlier:
        try:
            return _send(address, *request)
        except requests.ConnectionError as error:
            if not _is_unsent(error):
                raise
    return _send(last, *request)


def _reason(error: Exception, deadline: Deadline) -> Outcome:
    """The outcome that the list of deliveries shows."""
    if deadline.is_over or isinstance(error, requests.Timeout | TimeoutError):
        return _LATE
    match error:
        case PrivateAddress():
            return "inside"
        case requests.exceptions.SSLError():
            return "certificate"
        case socket.gaierror() | UnicodeError():
            return "name"
        case requests.ConnectionError():
            return "connection"
        case _:
            log().warning("post_failed", kind=type(error).__name__)
            return "failed"


def post(url: str, body: bytes, headers: Mapping[str, str], networks: Sequence[str], seconds: float) -> PostResult:
    """Send a request. Whatever happens is a result: nothing that a receiver does may end its deliverer."""
    began = time.monotonic()
    with Deadline(seconds) as deadline:
        try:
            parts = urlsplit(url)
            addresses = resolve(parts.hostname or "", deadline.seconds_left)
            check_addresses(addresses, networks)
            status = _send_to_first_reachable(addresses, parts, body, headers, deadline)
        except Exception as error:
            return PostResult(0, _reason(error, deadline), time.monotonic() - began)
    # Half a head looks like a whole one when the connection ends there.
    answered = PostResult(0, _LATE) if deadline.is_over else PostResult(status, "answered")
    return msgspec.structs.replace(answered, seconds=time.monotonic() - began)
