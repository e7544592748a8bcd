"""`make attack`: every attack in turn, each on a service of its own; one JSON object on stdout.

An attack is a module of this package with a function `attack`, which says how others fared before and during it. Where
an aim is missed (`aims.py`), that is said on stderr and the exit code is 1. `python -m tests.attack starving` runs some
alone.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

from tests.attack.aims import missed

ATTACKS = ("starving", "same_address", "listeners", "slow_heads", "forging", "telling", "amplifying")


def attacked(name: str) -> Any:
    print(f"attacking: {name} ...", file=sys.stderr, flush=True)
    return importlib.import_module(f"tests.attack.{name}").attack()


def main() -> int:
    told = {name: attacked(name) for name in sys.argv[1:] or ATTACKS}
    print(json.dumps(told, indent=1))
    lines = missed(told)
    for line in lines:
        print(f"missed: {line}", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
