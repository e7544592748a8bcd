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
from tools.mutants.judging import found, is_judged, killed, report
from tools.mutants.running import run

LEAST_KILLED = 0.9


def _fits(name: str, patterns: list[str]) -> bool:
    return not patterns or any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def _check_types(ends: making.Ends) -> None:
    if any(code is None for _, code in ends):
        for mutant in making.killed_by_types():
            ends.put(mutant, making.BY_TYPES)


def _chosen(ends: making.Ends, options: argparse.Namespace) -> list[str]:
    """A sample is drawn from all that fit, killed or not: the same for the same code and seed."""
    names = sorted(name for name, _ in ends if _fits(name, options.patterns))
    if options.sample:
        names = random.Random(options.seed).sample(names, min(options.sample, len(names)))
    codes = dict(ends)
    return [name for name in names if codes[name] in (None, *making.ALIVE)]


def _run(options: argparse.Namespace) -> None:
    making.generate()
    ends = making.Ends()
    _check_types(ends)
    for ended in run(_chosen(ends, options), options.children, options.seconds):
        ends.put(ended.mutant, ended.code)
        print(f"{ended.code:2} {ended.seconds:6.2f} {ended.mutant} {ended.by}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="names of mutants; all if there is none")
    parser.add_argument("--sample", type=int, metavar="N", help="so many of them, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (%(default)s)")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="at the same time (%(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="tests of a mutant that take longer are left out")
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
