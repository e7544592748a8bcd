"""The description in another language: openapi-typescript makes types of it, and tsc knows what they are worth.

The packages are installed by `npm ci --prefix tests/sdk/typescript`, which .ci/run does.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from openapi.export import SPEC
from tests.processes import HUNG

HERE = Path(__file__).parent / "typescript"
PACKAGES = HERE / "node_modules"
RIGHT = (HERE / "client.ts").read_text()
MISTAKES = {
    "field_of_a_view": ("game.view.sky", "game.view.skies"),
    "field_of_another_event": ("event.winners", "event.stars"),
    "event_type": ('case "stars_marked"', 'case "star_marked"'),
    "body_of_a_move": ("` }, offer.move)", "` }, offer)"),
    "view_of_another_game": ('game.rulebook === "astra"', 'game.rulebook === "nebula"'),
    "problem_code": ('"stale_version"', '"stale_versoin"'),
}
STRICT = ("--strict", "--noEmit", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler")

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not PACKAGES.is_dir(),
    reason="TypeScript is not checked: it needs node, and `npm ci --prefix tests/sdk/typescript`",
)


def _run(directory: Path, tool: str, *arguments: str) -> str:
    command = ["node", str((PACKAGES / ".bin" / tool).resolve()), *arguments]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=HUNG).stdout


def _planted(right: str, wrong: str) -> str:
    assert RIGHT.count(right) == 1, right
    return RIGHT.replace(right, wrong)


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What tsc says about the client and about each of its wrong copies."""
    directory = tmp_path_factory.mktemp("typescript")
    (directory / "node_modules").symlink_to(PACKAGES)
    _run(directory, "openapi-typescript", str(SPEC), "--output", "description.d.ts")
    (directory / "right.ts").write_text(RIGHT)
    for name, change in MISTAKES.items():
        (directory / f"{name}.ts").write_text(_planted(*change))
    said = _run(directory, "tsc", *STRICT, "right.ts", *(f"{name}.ts" for name in MISTAKES))
    return [line for line in said.splitlines() if "error TS" in line]


def _blamed(findings: list[str], name: str) -> set[int]:
    lines = (line.partition("(")[2] for line in findings if line.startswith(f"{name}.ts("))
    return {int(line.partition(",")[0]) for line in lines}


def test_a_client_looks_listens_and_plays_without_a_cast(findings: list[str]) -> None:
    wrong = tuple(f"{name}.ts(" for name in MISTAKES)
    assert [line for line in findings if not line.startswith(wrong)] == []
    assert " as " not in RIGHT
    assert ": any" not in RIGHT


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_found(name: str, findings: list[str]) -> None:
    assert _blamed(findings, name), findings


def test_the_packages_name_no_registry() -> None:
    assert "resolved" not in (HERE / "package-lock.json").read_text()
