"""Receivers of webhooks: real servers that write down what they are sent, and answer as a test wants."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec

Json = dict[str, Any]


class Received(msgspec.Struct, frozen=True):
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def notice(self) -> Json:
        found: Json = json.loads(self.body)
        return found

    @property
    def what(self) -> tuple[str, str]:
        return self.notice["game"], self.notice["type"]


Answer = Callable[[Received], int]


def take(_: Received) -> int:
    return 204


class Receiver:
    """Answers with the status that `answer` says; what that waits for, the request waits for."""

    def __init__(self, answer: Answer = take, tls: ssl.SSLContext | None = None, port: int = 0) -> None:
        self.answer = answer
        self.received: list[Received] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                got = Received(self.path, dict(self.headers.items()), body)
                receiver.received.append(got)
                status = receiver.answer(got)
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Silent."""

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.port: int = self._server.server_address[1]
        self._scheme = "https" if tls else "http"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self.port}/hook"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def told(self, game: str = "") -> list[str]:
        """The types of notices, in the order in which they came, of one game or of all."""
        found = [each.notice for each in list(self.received)]
        return [notice["type"] for notice in found if game in ("", notice["game"])]
