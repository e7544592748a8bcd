"""Break the code in thousands of small ways, and see the checks fail. `make mutants`; needs a while.

mutmut makes the mutants; types kill first, since `make test` asks them too, then tests. What survives has to be judged
in `tests/mutants/judged.toml`, by the lines that it changes, and at least nine in ten have to die. Results are kept in
`mutants/`: who was killed is not asked again while the function is as it was, who lives is.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import random
import sys

from tools.mutants import making
from tools.mutants.judging import found, is_judged, is_judged_by_rule, killed, report, survivor
from tools.mutants.running import Limits, run

LEAST_KILLED = 0.9


def _fits(name: str, patterns: list[str]) -> bool:
    return not patterns or any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def _first(name: str, patterns: list[str]) -> int:
    return next((number for number, pattern in enumerate(patterns) if fnmatch.fnmatch(name, pattern)), 0)


def _check_types(ends: making.Ends) -> None:
    if not making.are_typed():
        ends.put(making.BY_TYPES, *making.killed_by_types())


def _alike() -> list[str]:
    """Those that a rule says are as good are not asked: they live."""
    return [
        name
        for data in making.modules()
        for name, code in data.exit_code_by_key.items()
        if code in (None, making.SURVIVED) and is_judged_by_rule(survivor(name, data.path))
    ]


def _chosen(ends: making.Ends, options: argparse.Namespace) -> list[str]:
    """In the order of the patterns, else as chance has it: whenever the run is stopped, those that were asked tell of
    the others. A sample is drawn from all that fit, killed or not. Chance is the same for the same code and seed."""
    names = sorted(name for name, _ in ends if _fits(name, options.patterns))
    random.Random(options.seed).shuffle(names)
    names = names[: options.sample]
    names.sort(key=lambda name: _first(name, options.patterns))
    codes, alike = dict(ends), set(_alike())
    asked = making.ALIVE if options.alive else (None,) if options.new else (None, *making.ALIVE)
    return [name for name in names if codes[name] in asked and name not in alike]


def _run(options: argparse.Namespace) -> None:
    making.generate()
    ends = making.Ends()
    _check_types(ends)
    ends.put(making.SURVIVED, *_alike())
    passed = making.Passed(name for name, code in ends if code == making.SURVIVED)
    asked = [making.Asked(name, passed.by(name)) for name in _chosen(ends, options)]
    for ended in run(asked, options.children, Limits(options.seconds, options.patience)):
        ends.put(ended.code, ended.mutant)
        passed.add(ended.mutant, ended.passed)
        print(f"{ended.code:2} {ended.seconds:6.2f} {ended.mutant} {ended.by}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="names of mutants; all if there is none")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of them, by chance")
    parser.add_argument("--alive", action="store_true", help="those alone that live, by tests that they have not met")
    parser.add_argument("--new", action="store_true", help="those alone that were not asked yet")
    parser.add_argument("--seed", type=int, default=1, help="of the order, and of the sample (%(default)s)")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="at the same time (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="tests of a mutant that take longer are left out")
    parser.add_argument("--patience", type=float, default=60, help="seconds until a test hangs, beside its own")
    parser.add_argument("--report", action="store_true", help="judge what was found until now")
    options = parser.parse_args()
    if not options.report:
        _run(options)
    ends, alive = found()
    unjudged = {name: survivor for name, survivor in alive.items() if not is_judged(survivor)}
    whole = report(ends, unjudged)
    return 1 if unjudged or killed(whole) < LEAST_KILLED * whole.total() else 0


if __name__ == "__main__":
    sys.exit(main())
