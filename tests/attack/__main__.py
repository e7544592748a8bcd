"""`make attack`: every attack in turn, each on a service of its own; one JSON object on stdout.

An attack is a module of this package with a function `attack`, which says how others fared before and during it.
`python -m tests.attack starving` runs some alone.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

ATTACKS = ("starving", "listeners", "slow_heads", "forging", "telling")


def attacked(name: str) -> Any:
    print(f"attacking: {name} ...", file=sys.stderr, flush=True)
    return importlib.import_module(f"tests.attack.{name}").attack()


def main() -> None:
    names = sys.argv[1:] or ATTACKS
    print(json.dumps({name: attacked(name) for name in names}, indent=1))


if __name__ == "__main__":
    main()
