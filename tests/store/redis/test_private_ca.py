"""A store and a broker with certificates of a private authority, trusted as the chart has it: with SSL_CERT_FILE."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT, free_port, until

TOOLS = [shutil.which(name) for name in ("redis-server", "openssl")]
ASK = (
    "from service.store.games.repository import GameStore; from service.core.settings import load_settings; "
    "import worker.heartbeat\n"
    "GameStore(load_settings().redis_url).connection('PING')\n"
    "assert worker.heartbeat._broker_answers()"
)

pytestmark = pytest.mark.skipif(None in TOOLS, reason="redis-server or openssl is not here: TLS is not tried")


def _openssl(home: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=home, check=True, capture_output=True)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An authority, and a certificate of its for localhost."""
    made = tmp_path_factory.mktemp("ca")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
    _openssl(made, "req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.crt", "-subj", "/CN=Private")
    own = ("-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=CA:FALSE")
    signed = ("-CA", "ca.crt", "-CAkey", "ca.key")
    _openssl(
        made, "req", "-x509", *key, *own, *signed, "-keyout", "own.key", "-out", "own.crt", "-subj", "/CN=localhost"
    )
    return made


@pytest.fixture(scope="module")
def url(home: Path) -> Iterator[str]:
    port = free_port()
    files = ("--tls-cert-file", "own.crt", "--tls-key-file", "own.key", "--tls-ca-cert-file", "ca.crt")
    options = ("--port", "0", "--tls-port", str(port), *files, "--tls-auth-clients", "no", "--save", "")
    process = subprocess.Popen(["redis-server", *options], cwd=home, stdout=subprocess.DEVNULL)
    ping = ("redis-cli", "--tls", "--cacert", "ca.crt", "-h", "localhost", "-p", str(port), "ping")
    until(lambda: subprocess.run(ping, cwd=home, capture_output=True, check=False).returncode == 0)
    yield f"rediss://localhost:{port}/0"
    process.terminate()
    process.wait()


def _asked(url: str, **trusted: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "REDIS_URL": url, "BROKER_URL": url, **trusted}
    return subprocess.run(
        [sys.executable, "-c", ASK], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_who_trusts_the_authority_reaches_store_and_broker(url: str, home: Path) -> None:
    asked = _asked(url, SSL_CERT_FILE=str(home / "ca.crt"))
    assert asked.returncode == 0, asked.stderr


def test_who_does_not_trust_it_reaches_neither(url: str) -> None:
    assert "NotExecuted" in _asked(url).stderr
