"""Runs samples as a reader does: shell in bash, Python in a namespace, JavaScript as modules of one Node process."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.processes import HUNG

ROOT = Path(__file__).parents[2]
ADDRESS = "http://127.0.0.1:8000"
"""Where the server is in all samples."""
_PRELUDE = """
set -e
curl() { command curl --silent --show-error --fail-with-body "$@"; }
"""


class Printed(BaseException):
    """An endless sample has printed what it goes on printing."""


def _plain(variables: Mapping[str, Any]) -> dict[str, Any]:
    """Without what only Python has."""
    return {name: value for name, value in variables.items() if isinstance(value, str | int | dict)}


def run_shell(source: str, url: str, folder: Path, variables: Mapping[str, Any], kept: str = "") -> str:
    """The output. `kept` names a file for what a block sets: the next one with the same file has it."""
    before, after = (f"touch {kept}; source {kept}; set -a\n", f"\nexport -p > {kept}") if kept else ("", "")
    values = {name.upper(): str(value) for name, value in _plain(variables).items() if not isinstance(value, dict)}
    own = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "BROKER_URL")}
    path = f"{Path(sys.executable).parent}:{own['PATH']}"
    done = subprocess.run(
        ["bash", "-c", f"{_PRELUDE}{before}{source.replace(ADDRESS, url)}{after}"],
        cwd=folder,
        env=own | values | {"PATH": path, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=HUNG,
    )
    assert done.returncode == 0, f"{source}\n{done.stdout}{done.stderr}"
    return done.stdout


def run_python(
    source: str, url: str, names: dict[str, Any], until: str | None = None, folder: Path | None = None
) -> None:
    """In these names, to which it adds its own. `until` is for endless samples: what they print at last begins so."""

    def show(*said: object) -> None:
        if until is not None and str(said[0]).startswith(until):
            raise Printed

    names |= {"print": show, "__name__": "__sample__"}
    code = compile(source.replace(ADDRESS, url), "sample", "exec")
    try:
        with contextlib.chdir(folder or Path()):
            exec(code, names)  # noqa: S102 - our own sample
    except Printed:
        return
    assert until is None, "it has ended"


@dataclass(frozen=True)
class Script:
    """A sample in JavaScript."""

    name: str
    source: str
    variables: Mapping[str, Any] = field(default_factory=dict)
    until: str | None = None


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def _write_expo_crypto(package: Path) -> None:
    """What it does on a phone, for Node."""
    package.mkdir()
    (package / "package.json").write_text('{"type": "module", "exports": "./index.js"}')
    (package / "index.js").write_text('export { randomBytes as getRandomBytes } from "node:crypto";\n')


def run_javascript(scripts: list[Script], url: str, folder: Path) -> dict[str, str]:
    """What went wrong with each, in one Node process; nothing if it ran."""
    packages = folder / "node_modules"
    packages.mkdir(exist_ok=True)
    if not (packages / "almagest-client").exists():
        (packages / "almagest-client").symlink_to(ROOT / "sdk" / "javascript")
        _write_expo_crypto(packages / "expo-crypto")
    plan = []
    for number, script in enumerate(scripts):
        file = folder / f"sample_{number}.mjs"
        file.write_text(script.source.replace(ADDRESS, url))
        values = {_camel(name): value for name, value in _plain(script.variables).items()}
        plan.append({"name": script.name, "file": str(file), "variables": values, "until": script.until})
    runner = Path(__file__).parent / "run.mjs"
    done = subprocess.run(
        ["node", "--no-warnings", str(runner)], input=json.dumps(plan), capture_output=True, text=True, timeout=HUNG
    )
    assert done.returncode == 0, done.stdout + done.stderr
    failed: dict[str, str] = json.loads(done.stdout)
    return failed
