"""Run mutmut, and fail if the tests kill too few mutants of a package.

`make mutants` tests a random sample of each package; `SAMPLE=0` tests every mutant, which takes many hours.
`ONLY=service.store.live` tests one package or module. `mutmut show NAME` prints a surviving mutant.
"""

from __future__ import annotations

import argparse
import collections
import fnmatch
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "mutants"
PACKAGES = ("service.store", "service.usecases", "service.api", "service.games")
THRESHOLDS: dict[str, int] = {}
"""Percentage of mutants that the tests have to kill, per package: a little less than was measured with this tool."""
SURVIVED, NO_TESTS = 0, 33
NOT_TESTED = (None, 255)
"""Exit codes of mutants that were not chosen, and of those whose tests could not be started."""
GENERATE = (
    "from pathlib import Path; from mutmut import __main__ as mutmut; Path('mutants').mkdir(exist_ok=True);"
    "mutmut.copy_src_dir(); mutmut.copy_also_copy_files(); mutmut.setup_source_paths(); mutmut.create_mutants(2)"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give mutmut the attribute by which it names tests, which pytest 9.2 does not have any more."""
    for item in items:
        vars(item)["_nodeid"] = item.nodeid


def exit_codes() -> Iterator[tuple[str, int | None]]:
    """Name and exit code of every mutant that mutmut has generated."""
    for path in FOLDER.rglob("*.meta"):
        yield from json.loads(path.read_text())["exit_code_by_key"].items()


def choose(pattern: str, sample: int) -> list[str]:
    """A random sample of each package; the same one for the same code."""
    names = sorted(name for name, _ in exit_codes() if fnmatch.fnmatch(name, f"{pattern}.*"))
    chosen = []
    for package in PACKAGES:
        of_package = [name for name in names if name.startswith(f"{package}.")]
        chosen += random.Random(1).sample(of_package, min(sample or len(of_package), len(of_package)))
    return chosen


def report(names: set[str]) -> bool:
    """Print which of these mutants survived and what share of each package was killed. Was it enough of each?"""
    counts: dict[str, collections.Counter[int | None]] = {package: collections.Counter() for package in PACKAGES}
    survivors = []
    for name, code in exit_codes():
        if name in names:
            counts[next(package for package in PACKAGES if name.startswith(f"{package}."))][code] += 1
            survivors += [name] if code in (SURVIVED, NO_TESTS) else []
    print("Survivors:", *sorted(survivors), sep="\n  ")
    enough = True
    for package, count in counts.items():
        tested = count.total() - sum(count[code] for code in NOT_TESTED)
        killed = 100 * (tested - count[SURVIVED] - count[NO_TESTS]) / (tested or 1)
        required = THRESHOLDS.get(package, 0)
        enough &= not tested or killed >= required
        print(f"{package:20} {tested:6} tested {killed:6.1f} % killed, at least {required} % required")
    return enough


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="*", metavar="PACKAGE", help="mutants of this package or module")
    parser.add_argument("--sample", type=int, default=200, metavar="N", help="mutants per package; 0: all of them")
    options = parser.parse_args()
    subprocess.run([sys.executable, "-c", GENERATE], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    names = choose(options.only, options.sample)
    if not names:
        raise SystemExit(f"mutmut mutates nothing in {options.only}: see [tool.mutmut] in pyproject.toml")
    subprocess.run([sys.executable, "-m", "mutmut", "run", *names], cwd=ROOT, check=True)
    return 0 if report(set(names)) else 1


if __name__ == "__main__":
    sys.exit(main())
