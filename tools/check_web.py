"""The browser table's sources, and others in JavaScript: `python -m tools.check_web [--format]`.

Where Node's packages are installed (`npm ci --prefix tests/sdk/typescript`) prettier says what is not formatted, or
with `--format` writes it as it likes it, and TypeScript reads the modules with the types of the API's description and
of `games/contract.d.ts`. The client's own modules are checked against their declaration by the SDK's tests, not here.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROGRAMS = ROOT / "tests" / "sdk" / "typescript" / "node_modules" / ".bin"
COMPILER, FORMATTER = PROGRAMS / "tsc", PROGRAMS / "prettier"
PROJECT = ROOT / "tests" / "browser" / "tsconfig.json"
CLIENT = "sdk/javascript/"
FORMATTED = ("service/web", "sdk/javascript", "examples", "tests")
"""`.prettierrc` says how, `.prettierignore` which files of them."""


def type_problems() -> list[str]:
    """What the compiler says of our own modules."""
    said = subprocess.run([COMPILER, "-p", PROJECT, "--pretty", "false"], cwd=ROOT, capture_output=True, text=True)
    lines = said.stdout.splitlines()
    return [line for line in lines if not line.startswith((" ", CLIENT))]


def format_problems() -> list[str]:
    """What the formatter would write otherwise, or cannot read."""
    said = subprocess.run([FORMATTER, "--list-different", *FORMATTED], cwd=ROOT, capture_output=True, text=True)
    names = said.stdout.splitlines()
    return [f"{name} is not formatted: run `make format`" for name in names] + said.stderr.splitlines()


def write() -> int:
    if not FORMATTER.exists():
        print("no prettier here: scripts and styles are left as they are")
        return 0
    return subprocess.run([FORMATTER, "--write", "--log-level", "warn", *FORMATTED], cwd=ROOT).returncode


def check() -> int:
    if not (COMPILER.exists() and FORMATTER.exists()):
        print("no TypeScript or no prettier here: scripts and styles are not checked")
        return 0
    found = format_problems() + type_problems()
    print("\n".join(found) or "service/web: types and format are right")
    return 1 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the scripts and styles.")
    parser.add_argument("--format", action="store_true", help="write them as prettier likes them instead")
    return write() if parser.parse_args().format else check()


if __name__ == "__main__":
    sys.exit(main())
