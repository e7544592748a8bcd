"""`make bench`: every benchmark in turn, one JSON object on stdout.

`make bench ONLY=games` runs one of them. `make bench AGAINST=HEAD~1` measures the rules and requests of this tree and
of another commit in alternating processes, and prints the ratios.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

from service.core.python_build import speed_hint
from tests.bench import against

BENCHES = ("games", "service", "waiting", "worker", "sdk", "table")


def measured(name: str) -> object:
    print(f"measuring {name} ...", file=sys.stderr, flush=True)
    run = subprocess.run([sys.executable, "-m", f"tests.bench.bench_{name}"], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="bench", help=f"of {', '.join(BENCHES)}; all, if none is named")
    parser.add_argument("--against", metavar="COMMIT", help="measure the rules against those of a commit")
    options = parser.parse_args()
    if wrong := set(options.names) - set(BENCHES):
        parser.error(f"there is no bench {', '.join(sorted(wrong))}")
    if hint := speed_hint():
        print(hint, file=sys.stderr)
    if options.against:
        found: dict[str, object] = {"against": against.compare(options.against)}
    else:
        found = {name: measured(name) for name in options.names or BENCHES}
    print(json.dumps({**found, **({"hint": hint} if hint else {})}, indent=1))


if __name__ == "__main__":
    main()
