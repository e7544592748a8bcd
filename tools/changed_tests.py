"""Run the quick tests next to what you have changed since the last commit, or since another: `make test-changed`.

The tests next to a module are those that import it and its namesake (`service/store/live/hub.py`:
`tests/store/live/test_hub.py`) or, where there is none, all tests of its folder.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
QUICK = "not slow and not system and not whole"
NOTHING_COLLECTED = 5
ELSEWHERE = {"service/web": "tests/browser", "sdk/javascript": "tests/sdk_javascript", "openapi": "tests/sdk"}
"""Folders whose tests are in a folder of another name."""
FEW = 4
"""Test files that one process runs faster than several."""


def changed_files(since: str) -> list[Path]:
    """Files that differ from a commit, and new ones that git does not know yet."""
    commands = ("git diff --name-only", since), ("git ls-files --others --exclude-standard", "")
    outputs = [subprocess.check_output([*git.split(), *given.split()], cwd=ROOT, text=True) for git, given in commands]
    return [Path(name) for name in "".join(outputs).splitlines()]


def _importers(file: Path) -> set[Path]:
    """Test files that import a module, directly or through a helper of the tests."""
    package, name = ".".join(file.parent.parts), file.stem
    imports = re.compile(rf"^from {package}\.{name} import|^from {package} import .*\b{name}\b", re.MULTILINE)
    found = {path for path in TESTS.rglob("*.py") if imports.search(path.read_text())}
    helpers = {path for path in found if not path.name.startswith("test_") and path.relative_to(ROOT) != file}
    return (found - helpers).union(*(_importers(path.relative_to(ROOT)) for path in helpers))


def _mirror(file: Path) -> Path:
    """The folder of the tests of a file, or the nearest one above it."""
    for ours, theirs in ELSEWHERE.items():
        if file.is_relative_to(ours):
            return ROOT / theirs
    folder = TESTS / Path(*(part for part in file.parent.parts if part not in ("service", "tests")))
    return next(path for path in (folder, *folder.parents) if path.is_dir())


def tests_for(file: Path) -> set[Path]:
    """The tests next to a changed file."""
    if file.suffix == ".md":
        return {TESTS / "test_documents.py"}
    if file.is_relative_to("tests") and file.name.startswith("test_"):
        return {path for path in [ROOT / file] if path.exists()}
    folder = _mirror(file)
    namesake = folder / f"test_{file.stem}.py"
    importers = _importers(file) if file.suffix == ".py" else set()
    near = namesake if namesake.exists() else folder
    return importers if near == TESTS else {near, *importers}


def main() -> int:
    files = changed_files(*sys.argv[1:] or ["HEAD"])
    tests = sorted({str(test.relative_to(ROOT)) for file in files for test in tests_for(file)})
    if not tests:
        print("Nothing has changed that a test is next to.")
        return 0
    parallel = ["-n", "4", "--dist", "loadfile"] if len(tests) > FEW else []
    command = [sys.executable, "-m", "pytest", "--quiet", "-m", QUICK, *parallel, *tests]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    return 0 if code == NOTHING_COLLECTED else code


if __name__ == "__main__":
    sys.exit(main())
