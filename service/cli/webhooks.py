"""`almagest webhooks listen`: show an app's deliveries at the developer's terminal, and forward them."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
import requests

from service.cli import KEY, Commands
from service.wire.notices import NOTICE_TYPES

SECRET = "ALMAGEST_WEBHOOK_SECRET"  # noqa: S105 - the name of a variable
TIMEOUT = 10.0
NOBODY = 502
"""What the server hears when nobody answers at the forwarded address: it sends the delivery again later."""
FORWARDED = ("content-type", "user-agent", "almagest-", "webhook-")
UNREACHABLE = (
    "For a server on this machine, start it with WEBHOOK_HTTP=true and WEBHOOK_NETWORKS=127.0.0.0/8; "
    "a server elsewhere cannot reach this terminal."
)


class CannotListen(Exception):
    """The server did not take the webhook; the message says why and what to do."""


def register(commands: Commands) -> None:
    parser = commands.add_parser("webhooks", help="show an app's webhook deliveries during development")
    parts = parser.add_subparsers(metavar="COMMAND", required=True)
    listen = parts.add_parser(
        "listen",
        help="show deliveries as they arrive, and forward them to your own receiver",
        description=f"Set {KEY} to the app's key. The webhook exists until you stop the command. "
        f"Set {SECRET} to sign with a secret of your own; otherwise the command prints a new one.",
    )
    listen.add_argument("--server", default="http://127.0.0.1:8000", metavar="URL", help="its address (%(default)s)")
    listen.add_argument("--forward-to", default="", metavar="URL", help="your receiver, such as http://127.0.0.1:3000")
    listen.add_argument("--port", type=int, default=0, help="where to listen (any free port)")
    listen.set_defaults(run=run)


def _is_forwarded(header: str) -> bool:
    return header.lower().startswith(FORWARDED)


def _forward(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    if not url:
        return 204
    kept = {name: value for name, value in headers.items() if _is_forwarded(name)}
    try:
        return requests.post(url, data=body, headers=kept, timeout=TIMEOUT, allow_redirects=False).status_code
    except requests.RequestException as error:
        print(f"  {url}: {error}", file=sys.stderr, flush=True)
        return NOBODY


def _line(notice: Mapping[str, Any], status: int) -> str:
    details = {key: value for key, value in notice.items() if key in ("deciders", "seat", "winners")}
    more = " ".join(f"{key}={msgspec.json.encode(value).decode()}" for key, value in details.items())
    return " ".join(filter(None, (notice["at"], notice["type"], notice["game"], more, f"-> {status}")))


def _handler(forward_to: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status = _forward(forward_to, body, dict(self.headers))
            print(_line(msgspec.json.decode(body), status), flush=True)
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Our own line says more."""

    return Handler


class Subscription:
    """A webhook of the app that exists while the command runs."""

    def __init__(self, server: str, key: str) -> None:
        self._base = f"{server.rstrip('/')}/v1/webhooks"
        self._headers = {"Authorization": f"Bearer {key}"}

    def create(self, url: str) -> tuple[str, str]:
        """Return the webhook's id and secret."""
        wish: dict[str, object] = {"url": url, "events": NOTICE_TYPES}
        if secret := os.environ.get(SECRET):
            wish["secret"] = secret
        try:
            answer = requests.post(self._base, json=wish, headers=self._headers, timeout=TIMEOUT)
        except requests.RequestException as error:
            raise CannotListen(f"{self._base} does not answer: {error}") from error
        if not answer.ok:
            problem = answer.json()
            advice = UNREACHABLE if problem.get("field") == "url" else f"Is {KEY} a key of this server?"
            raise CannotListen(f"The server refused the webhook: {problem['detail']}\n{advice}")
        made = answer.json()
        return made["webhook"]["id"], made["secret"]

    def delete(self, webhook: str) -> None:
        requests.delete(f"{self._base}/{webhook}", headers=self._headers, timeout=TIMEOUT)


def run(options: argparse.Namespace) -> int:
    key = os.environ.get(KEY, "")
    if not key:
        print(f"Set {KEY} to the app's key: `almagest admin keys create APP` makes one.", file=sys.stderr)
        return 2
    receiver = ThreadingHTTPServer(("127.0.0.1", options.port), _handler(options.forward_to))
    subscription = Subscription(options.server, key)
    threading.Thread(target=receiver.serve_forever, daemon=True).start()
    try:
        webhook, secret = subscription.create(f"http://127.0.0.1:{receiver.server_port}/")
    except CannotListen as error:
        print(error, file=sys.stderr)
        return 1
    target = f" and forwarding to {options.forward_to}" if options.forward_to else ""
    print(f"Listening for {webhook}{target}. Its secret is {secret}\nCtrl-C ends it.", flush=True)
    _wait_for_signal()
    subscription.delete(webhook)
    return 0


def _wait_for_signal() -> None:
    stop = threading.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda *_: stop.set())
    stop.wait()
