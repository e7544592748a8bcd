"""The types of the browser table's modules: `python -m tools.check_web`.

Where TypeScript is installed (`npm ci --prefix tests/sdk/typescript`) it reads the modules with the types of the API's
description and of `games/contract.d.ts`. The client's own modules are checked against their declaration by the SDK's
tests, not here.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMPILER = ROOT / "tests" / "sdk" / "typescript" / "node_modules" / ".bin" / "tsc"
PROJECT = ROOT / "tests" / "browser" / "tsconfig.json"
CLIENT = "service/web/client/"


def complaints() -> list[str]:
    """What the compiler says of our own modules."""
    said = subprocess.run([COMPILER, "-p", PROJECT, "--pretty", "false"], cwd=ROOT, capture_output=True, text=True)
    lines = said.stdout.splitlines()
    return [line for line in lines if not line.startswith((" ", CLIENT))]


def main() -> int:
    if not COMPILER.exists():
        print("no TypeScript here: the types of service/web are not checked")
        return 0
    found = complaints()
    print("\n".join(found) or "service/web: types are right")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
