"""Deliveries as the Standard Webhooks libraries of Python and npm verify them, and `almagest webhooks listen`."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import requests
import standardwebhooks
from almagest_sdk import Almagest, UnknownNotice, webhooks

from service.usecases.delivery import signing
from tests.chaos.family import Family
from tests.processes import HUNG, ROOT, until
from tests.worker.delivery.test_notifier import family as family
from tests.worker.delivery.test_notifier import key_of

NODE = shutil.which("node")
NPM = ROOT / "tests" / "sdk" / "typescript" / "node_modules" / "standardwebhooks"
BODY = json.dumps({"type": "game.started", "id": "nt_1", "note": "Зоря"}, ensure_ascii=False).encode()


class App:
    """An app's receiver: it verifies with the library, and remembers what it was sent."""

    def __init__(self) -> None:
        self.received: list[tuple[bytes, Mapping[str, str]]] = []
        app = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                app.received.append((self.rfile.read(int(self.headers["Content-Length"])), dict(self.headers)))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """The tests look at what was received."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def app() -> Iterator[App]:
    made = App()
    yield made
    made.close()


def test_a_secret_is_written_as_the_specification_asks() -> None:
    secret = signing.make_secret()
    assert base64.b64decode(secret.removeprefix("whsec_"), validate=True) == signing.standard_key(secret)
    assert len(signing.standard_key(secret)) == 32


OLD = "whsec_as-a_server-of-0-2-made-them-without-padding"
"""Base64 for URLs, without padding."""


@pytest.mark.parametrize("secret", [OLD, "chosen by the app", "whsec_c2hvcnQ=", "whsec_" + "A" * 200])
def test_any_other_secret_is_its_own_key(secret: str) -> None:
    assert signing.standard_key(secret) == secret.encode()
    headers = signing.standard_headers(secret, "nt_1", BODY, int(time.time()))
    library = standardwebhooks.Webhook("whsec_" + base64.b64encode(secret.encode()).decode())
    assert library.verify(BODY, headers) == json.loads(BODY)


def test_a_changed_body_time_or_id_is_refused() -> None:
    secret = signing.make_secret()
    headers = signing.standard_headers(secret, "nt_1", BODY, int(time.time()))
    library = standardwebhooks.Webhook(secret)
    changed = {"webhook-id": "nt_2", "webhook-timestamp": str(int(headers["webhook-timestamp"]) + 1)}
    forged = [(BODY + b" ", headers), *((BODY, {**headers, name: value}) for name, value in changed.items())]
    for body, given in forged:
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            library.verify(body, given)
    assert library.verify(BODY, headers) == json.loads(BODY)


@pytest.mark.skipif(NODE is None or not NPM.is_dir(), reason="it needs node and the npm package standardwebhooks")
def test_the_library_of_npm_verifies_it() -> None:
    secret = signing.make_secret()
    headers = signing.standard_headers(secret, "nt_1", BODY, int(time.time()))
    script = f"""
      import {{ Webhook }} from "standardwebhooks";
      const given = {json.dumps(headers)};
      console.log(new Webhook({json.dumps(secret)}).verify({json.dumps(BODY.decode())}, given).note);
      try {{ new Webhook({json.dumps(secret)}).verify("{{}}", given); }} catch (error) {{ console.log("refused"); }}
    """
    command = [str(NODE), "--input-type=module", "-e", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HUNG, check=False, cwd=NPM.parent)
    assert done.stdout.split() == ["Зоря", "refused"], done.stderr


def _listen(family: Family, key: str, output: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "service.cli", "webhooks", "listen", "--server", family.url, *more]
    with output.open("wb") as file:
        return subprocess.Popen(command, stdout=file, stderr=file, env={**os.environ, "ALMAGEST_KEY": key}, cwd=ROOT)


def _get(family: Family, key: str, path: str) -> Any:
    headers = {"Authorization": f"Bearer {key}"}
    return requests.get(f"{family.url}/v1/webhooks{path}", headers=headers, timeout=HUNG).json()


def _webhooks(family: Family, key: str) -> list[str]:
    return [each["id"] for each in _get(family, key, "")["webhooks"]]


def _answers(family: Family, key: str, webhook: str) -> list[int | None]:
    return [each["answer"] for each in _get(family, key, f"/{webhook}/deliveries")["deliveries"]]


def test_listen_shows_deliveries_and_forwards_them_to_a_receiver(family: Family, app: App, tmp_path: Path) -> None:
    key, output = key_of(family, "club"), tmp_path / "output"
    listener = _listen(family, key, output, "--forward-to", app.url)
    try:
        until(lambda: "Its secret is" in output.read_text())
        secret = re.findall(r"Its secret is (\S+)", output.read_text())[0]
        with Almagest(family.url, key=key) as client:
            table = client.games.create("nebula", seats=2, bots=1, level="random", name="Ada")
            until(lambda: f"game.started {table.id}" in output.read_text())
            until(lambda: app.received)
            body, headers = app.received[0]
            lower = {name.lower(): value for name, value in headers.items()}
            assert standardwebhooks.Webhook(secret).verify(body, lower) == json.loads(body)
            assert not isinstance(webhooks.verify(body, headers[webhooks.HEADER], secret), UnknownNotice)
            assert webhooks.verify(body.decode(), headers[webhooks.HEADER], secret).game == table.id
            assert len(_webhooks(family, key)) == 1
            listener.send_signal(signal.SIGINT)
            assert listener.wait(HUNG) == 0
            assert _webhooks(family, key) == []
    finally:
        listener.kill()
        listener.wait(HUNG)


def test_a_receiver_that_is_not_there_is_said_and_tried_again(family: Family, app: App, tmp_path: Path) -> None:
    key, output = key_of(family, "club"), tmp_path / "output"
    app.close()
    listener = _listen(family, key, output, "--forward-to", app.url)
    try:
        until(lambda: "Its secret is" in output.read_text())
        with Almagest(family.url, key=key) as client:
            client.games.create("nebula", seats=2, bots=1, level="random", name="Ada")
            until(lambda: "-> 502" in output.read_text())
            (webhook,) = _webhooks(family, key)
            until(lambda: 502 in _answers(family, key, webhook))
    finally:
        listener.send_signal(signal.SIGTERM)
        listener.wait(HUNG)


def test_listen_says_what_is_missing(family: Family, tmp_path: Path) -> None:
    for key, code, said in (("", 2, "Set ALMAGEST_KEY"), ("ak_wrong", 1, "Is ALMAGEST_KEY a key of this server?")):
        output = tmp_path / f"output-{code}"
        assert _listen(family, key, output).wait(HUNG) == code
        assert said in output.read_text()


def test_a_notice_of_a_newer_server_is_an_unknown_notice() -> None:
    body = json.dumps({"type": "game.dreamt", "id": "nt_1", "game": "g1", "depth": 3})
    notice = webhooks.verify(
        body, signing.signature("secret-of-a-test", body.encode(), 1000), "secret-of-a-test", now=1000
    )
    assert isinstance(notice, UnknownNotice)
    assert (notice.name, notice.id, notice.game, notice.more["depth"]) == ("game.dreamt", "nt_1", "g1", 3)


@pytest.mark.parametrize(("now", "said"), [(1301, "too old, or your clock is ahead"), (699, "in the future")])
def test_the_reason_says_which_clock_is_wrong(now: int, said: str) -> None:
    with pytest.raises(webhooks.InvalidSignature, match=said):
        webhooks.verify(BODY, signing.signature(OLD, BODY, 1000), OLD, now=now)
