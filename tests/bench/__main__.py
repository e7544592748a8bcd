"""`make bench`: every benchmark in turn, one JSON object on stdout."""

from __future__ import annotations

import json
import subprocess
import sys

BENCHES = ("games", "service", "waiting", "worker", "sdk")


def measured(name: str) -> object:
    print(f"measuring {name} ...", file=sys.stderr, flush=True)
    run = subprocess.run([sys.executable, "-m", f"tests.bench.bench_{name}"], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def main() -> None:
    names = sys.argv[1:] or BENCHES
    print(json.dumps({name: measured(name) for name in names}, indent=1))


if __name__ == "__main__":
    main()
