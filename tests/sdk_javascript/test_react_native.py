"""The JavaScript client where globals are missing, with React Native's polyfills, and the example's types."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from openapi.javascript import TARGET
from tests.processes import HUNG, ROOT
from tests.sdk.serving import Server
from tests.sdk.test_typescript import PACKAGES as COMPILER
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
needs_types = pytest.mark.skipif(
    NODE is None or not (PACKAGES / "@types" / "react-native").is_dir() or not COMPILER.is_dir(),
    reason="examples/react_native is not type-checked: `npm ci --prefix tests/sdk_javascript/react_native` has "
    "@types/react-native, `npm ci --prefix tests/sdk/typescript` has tsc, and both need node",
)
EXAMPLE = ROOT / "examples" / "react_native"
MISTAKES = {
    "Board.tsx": ("label={item.label}", "label={item.move}"),
    "client.ts": ("error.detail", "error.details"),
    "useTable.ts": ("table.play(offer)", "table.play(offer.label)"),
    "Lobby.tsx": ('kind: "human"', 'kind: "person"'),
}


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


def _type_check(directory: Path) -> list[str]:
    shutil.copytree(PACKAGES, directory / "node_modules")
    (directory / "node_modules" / "almagest-client").symlink_to(TARGET)
    command = ["node", str((COMPILER / ".bin" / "tsc").resolve()), "--pretty", "false", "--skipLibCheck", "false"]
    said = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=HUNG).stdout
    return [line for line in said.splitlines() if "error TS" in line]


def _copy_example(directory: Path) -> Path:
    return shutil.copytree(EXAMPLE, directory / "app", ignore=shutil.ignore_patterns("node_modules"))


@needs_types
def test_the_example_type_checks(tmp_path: Path) -> None:
    assert _type_check(_copy_example(tmp_path)) == []


@needs_types
def test_mistakes_in_the_example_are_found(tmp_path: Path) -> None:
    app = _copy_example(tmp_path)
    for name, (right, wrong) in MISTAKES.items():
        text = (app / name).read_text()
        assert text.count(right) == 1, right
        (app / name).write_text(text.replace(right, wrong))
    found = _type_check(app)
    assert {line.partition("(")[0] for line in found} == set(MISTAKES), found


def test_the_packages_name_no_registry() -> None:
    assert "resolved" not in (PROGRAMS / "package-lock.json").read_text()
