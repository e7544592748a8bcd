"""The client in JavaScript: node plays at a server of its own, tsc reads the types, and nothing generated is stale."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from almagest_sdk import Almagest

from openapi import generate, javascript
from openapi.export import SPEC
from tests.processes import HUNG
from tests.sdk.serving import Server
from tests.sdk.test_typescript import PACKAGES, STRICT

HERE = Path(__file__).parent
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="the JavaScript client is not played with: it needs node")
needs_typescript = pytest.mark.skipif(
    NODE is None or not PACKAGES.is_dir(),
    reason="the client's types are not checked: it needs node, and `npm ci --prefix tests/sdk/typescript`",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("javascript")) as running:
        yield running


def _run_node(server: Server, name: str, **variables: str) -> None:
    done = subprocess.run(
        ["node", "--test", f"--test-timeout={HUNG * 1000:.0f}", str(HERE / name)],
        env={**os.environ, "ALMAGEST_URL": server.url, **variables},
        capture_output=True,
        text=True,
        timeout=HUNG,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@needs_node
@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_node_plays(server: Server, name: str) -> None:
    _run_node(server, name)


@needs_node
def test_a_warning_ends_with_a_move(server: Server) -> None:
    with Almagest(server.url) as client:
        ada = client.games.create("distant_suns", seats=2, name="Ada")
        bo = client.games.join(ada.id, "Bo")
        mover = ada if 1 in ada.refresh().deciders else bo
        end = server.warn(ada.id)
    _run_node(server, "warned.mjs", GAME=ada.id, TOKEN=mover.token or "", END=f"{end.timestamp() * 1000:.0f}")


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SPEC.read_bytes())
    return found


def test_the_types_are_generated_byte_for_byte(spec: dict[str, Any]) -> None:
    first = javascript.declaration_files(spec, generate.environment())
    assert first == javascript.declaration_files(spec, generate.environment())
    kept = {path.name: path.read_text() for path in javascript.TARGET.glob("*.d.ts")}
    assert kept == first, "run `make sdk`"


def test_the_client_is_small_depends_on_nothing_and_writes_no_markup() -> None:
    package = json.loads((javascript.TARGET / "package.json").read_text())
    assert not {"dependencies", "devDependencies", "scripts"} & set(package)
    for path in javascript.TARGET.glob("*.js"):
        name, code = path.name, path.read_text()
        assert len(code.splitlines()) < 300, name
        assert not re.search(r"innerHTML|\beval\(|new Function", code), name
        assert all(each.startswith("./") for each in re.findall(r'from "(.+?)"', code)), name


def _program() -> str:
    """What the README shows."""
    [shown] = re.findall(r"```js\n(.+?)```", (javascript.TARGET / "README.md").read_text(), re.DOTALL)
    return str(shown)


RIGHT = (HERE / "client.ts").read_text()
MISTAKES = {
    "field_of_a_view": ("table.view?.sky", "table.view?.skies"),
    "field_of_another_event": ("event.winners", "event.stars"),
    "event_type": ('case "stars_marked"', 'case "star_marked"'),
    "move_of_another_game": ('{ type: "rest" }', '{ type: "assign" }'),
    "view_of_another_game": ('frame.rulebook === "nebula"', 'frame.rulebook === "distant_suns"'),
    "a_label_is_no_move": ("await table.play(offer);", "await table.play(offer.label);"),
    "random_text": ("new Uint8Array(count)", '"x".repeat(count)'),
    "problem_code": ('"stale_version"', '"stale_versoin"'),
    "message": ('message.type === "restored"', 'message.type === "restoring"'),
    "rulebook": ('rulebook: "astra"', 'rulebook: "astro"'),
    "notice_type": ('events: ["turn.changed"]', 'events: ["turn.change"]'),
    "field_of_a_notice": ("notice.deciders", "notice.winners"),
    "status_of_a_delivery": ('status: "parked"', 'status: "lost"'),
    "language": ('language: "uk"', 'language: "ua"'),
}


def _tsc(directory: Path, *names: str) -> list[str]:
    (directory / "node_modules").mkdir()
    (directory / "node_modules" / "almagest-client").symlink_to(javascript.TARGET)
    command = ["node", str((PACKAGES / ".bin" / "tsc").resolve()), *STRICT, *names]
    said = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=HUNG).stdout
    return said.splitlines()


@needs_typescript
def test_types_and_examples_are_sound_and_mistakes_are_found(tmp_path: Path) -> None:
    (tmp_path / "right.ts").write_text(RIGHT)
    (tmp_path / "readme.ts").write_text(_program())
    for name, (right, wrong) in MISTAKES.items():
        assert RIGHT.count(right) == 1, right
        (tmp_path / f"{name}.ts").write_text(RIGHT.replace(right, wrong))
    said = _tsc(tmp_path, "right.ts", "readme.ts", *(f"{name}.ts" for name in MISTAKES))
    found = [line for line in said if "error TS" in line]
    blamed = {line.partition("(")[0].removesuffix(".ts") for line in found}
    assert blamed == set(MISTAKES), "\n".join(said)
    assert " as " not in RIGHT
    assert ": any" not in RIGHT


@needs_node
def test_the_program_of_the_readme_plays_a_game(server: Server, tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "almagest-client").symlink_to(javascript.TARGET)
    program = _program()
    assert program.count("http://127.0.0.1:8000") == 1
    (tmp_path / "program.mjs").write_text(program.replace("http://127.0.0.1:8000", server.url))
    done = subprocess.run(["node", "program.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=HUNG)
    assert done.returncode == 0, done.stderr
    assert "won by" in done.stdout


PARSE = """
import vm from "node:vm";
import { text } from "node:stream/consumers";
for (const [operation, source] of Object.entries(JSON.parse(await text(process.stdin)))) {
  try { new vm.SourceTextModule(source); } catch (error) { console.log(operation, error.message); }
}
"""


def _samples(spec: dict[str, Any]) -> dict[str, str]:
    operations = [
        operation for path in spec["paths"].values() for operation in path.values() if "operationId" in operation
    ]
    return {
        operation["operationId"]: sample["source"]
        for operation in operations
        for sample in operation["x-codeSamples"]
        if sample["lang"] == "JavaScript"
    }


def _unreadable(samples: dict[str, str]) -> str:
    command = ["node", "--no-warnings", "--experimental-vm-modules", "--input-type=module", "--eval", PARSE]
    return subprocess.run(command, input=json.dumps(samples), capture_output=True, text=True, check=True).stdout


@needs_node
def test_every_sample_of_the_description_is_javascript(spec: dict[str, Any]) -> None:
    assert len(_samples(spec)) > 10
    assert _unreadable(_samples(spec)) == ""
    assert _unreadable({"broken": "await client.games.("}).startswith("broken ")
