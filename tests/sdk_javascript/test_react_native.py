"""The JavaScript client where globals are missing, with React Native's polyfills, and the example's types."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest

from tests.processes import HUNG
from tests.sdk.serving import Server
from tests.sdk_javascript.test_client import HERE, NODE, needs_node

PROGRAMS = HERE / "react_native"
PACKAGES = PROGRAMS / "node_modules"
MISSING = (
    "AbortSignal.any",
    "AbortSignal.timeout",
    "AbortSignal.prototype.throwIfAborted",
    "DOMException",
    "Request",
    "TextDecoder",
    "TextDecoderStream",
    "TextEncoder",
    "URLSearchParams",
    "crypto",
    "structuredClone",
)
needs_polyfills = pytest.mark.skipif(
    NODE is None or not (PACKAGES / "whatwg-fetch").is_dir(),
    reason="React Native's polyfills are not played with: `npm ci --prefix tests/sdk_javascript/react_native` has "
    "whatwg-fetch and abort-controller, and needs node",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("react_native")) as running:
        yield running


def _play(server: Server, program: str, *arguments: str) -> None:
    done = subprocess.run(
        ["node", str(PROGRAMS / program), *arguments],
        env={**os.environ, "ALMAGEST_URL": server.url},
        capture_output=True,
        text=True,
        timeout=HUNG,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@needs_node
@pytest.mark.parametrize("name", MISSING)
def test_a_game_is_played_without(server: Server, name: str) -> None:
    _play(server, "missing.mjs", name)


@needs_node
def test_a_game_is_played_without_all_of_them(server: Server) -> None:
    _play(server, "missing.mjs", *MISSING)


@needs_polyfills
def test_a_game_is_played_with_the_polyfills_of_react_native(server: Server) -> None:
    _play(server, "polyfills.mjs")


def test_the_packages_name_no_registry() -> None:
    assert "resolved" not in (PROGRAMS / "package-lock.json").read_text()
