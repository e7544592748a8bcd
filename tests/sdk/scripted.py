"""A server that answers as it is told: faults that a healthy one does not produce."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DROP = 0
"""Instead of a status: the connection is closed without an answer."""


@dataclass(frozen=True)
class Reply:
    """One answer."""

    status: int
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Script:
    """Where the server is, and which requests it has got."""

    url: str
    replies: list[Reply]
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    bodies: list[Any] = field(default_factory=list)
    get: Reply | None = None
    """The answer to every GET, if it is always the same."""

    def keys(self) -> list[str | None]:
        return [headers.get("idempotency-key") for _, _, headers in self.requests]


class _Handler(BaseHTTPRequestHandler):
    script: Script
    protocol_version = "HTTP/1.1"

    def _answer(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        sent = self.rfile.read(int(headers.get("content-length", 0)))
        self.script.bodies.append(json.loads(sent) if sent else None)
        self.script.requests.append((self.command, self.path, headers))
        always = self.script.get if self.command == "GET" else None
        self._send(always or self.script.replies.pop(0))

    def _send(self, reply: Reply) -> None:
        self.close_connection = reply.status == DROP
        if reply.status == DROP:
            return
        body = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_DELETE = _answer  # noqa: N815 - the names http.server looks for

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def scripted(replies: Sequence[Reply], get: Reply | None = None) -> Iterator[Script]:
    handler = type("Handler", (_Handler,), {})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        handler.script = Script(f"http://127.0.0.1:{server.server_address[1]}", list(replies), get=get)  # type: ignore[attr-defined]  # ours
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        try:
            yield handler.script  # type: ignore[attr-defined]  # ours
        finally:
            server.shutdown()
            thread.join()
