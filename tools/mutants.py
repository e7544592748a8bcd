"""Break the code in thousands of small ways, and see the checks fail. `make mutants`; needs a while.

`python -m tools.mutants [PATTERN ...]`: all mutants, or those whose names fit; with `--sample 200 --seed 1` so many of
those, by chance. What survives has to be judged in `tests/mutants/judged.toml`, by the lines that it changes, and at
least nine in ten have to die.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import redis

from service.run.storing import store_command
from tests.processes import HOST, free_port, until

ROOT = Path(__file__).parents[1]
JUDGED = ROOT / "tests" / "mutants" / "judged.toml"
LEAST_KILLED = 0.9
_ALIVE = ("survived", "no tests", "suspicious")


class Survivor(msgspec.Struct, frozen=True):
    """A change of a function that no check notices, by its lines."""

    function: str
    was: str
    becomes: str


class Judged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why survivors may live: the same words may hold for several."""

    function: str
    mutants: tuple[tuple[str, str], ...]
    why: str

    def survivors(self) -> Iterator[Survivor]:
        return (Survivor(self.function, was, becomes) for was, becomes in self.mutants)


def judged() -> tuple[Judged, ...]:
    return msgspec.convert(tomllib.loads(JUDGED.read_text())["judged"], tuple[Judged, ...])


@contextmanager
def _store() -> Iterator[str]:
    """A store that all mutants share, one after the other."""
    home, port = Path(tempfile.mkdtemp(prefix="alm")), free_port()
    command = [*store_command(home / "s", home, durable=False), "--port", str(port), "--bind", HOST]
    process = subprocess.Popen(command, cwd=home, stdout=subprocess.DEVNULL)
    url = f"redis://{HOST}:{port}"
    try:
        until(redis.Redis.from_url(url).ping)
        yield url
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(home)


def _run(patterns: list[str]) -> None:
    beside = Path(sys.executable).parent
    with _store() as url:
        environment = {**os.environ, "REDIS_URL": url, "PATH": f"{beside}{os.pathsep}{os.environ['PATH']}"}
        command = [str(beside / "mutmut"), "run", "--max-children", "1", *patterns]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)


def _generate() -> None:
    """All mutants, before any is run: as `mutmut run` does first."""
    code = (
        "from pathlib import Path; from mutmut import __main__ as m; Path('mutants').mkdir(exist_ok=True);"
        "m.copy_src_dir(); m.copy_also_copy_files(); m.setup_source_paths(); m.create_mutants(1)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def _sampled(patterns: list[str], count: int, seed: int) -> list[str]:
    """Names of so many mutants; the same for the same code and seed."""
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.utils.file_utils import walk_mutatable_files

    _generate()
    names = []
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        names += [name for name in data.exit_code_by_key if not patterns or _fits(name, patterns)]
    return random.Random(seed).sample(sorted(names), min(count, len(names)))


def _fits(name: str, patterns: list[str]) -> bool:
    return any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def _function(name: str) -> str:
    """`service.store.hub.xǁHubǁlisten__mutmut_3` is a mutant of `service.store.hub.Hub.listen`."""
    module, _, mangled = name.rpartition("__mutmut_")[0].rpartition(".")
    return f"{module}.{mangled.removeprefix('x').lstrip('ǁ').removeprefix('_').replace('ǁ', '.')}"


def _lines(diff: str, sign: str) -> str:
    return "\n".join(
        line[1:].strip() for line in diff.splitlines() if line.startswith(sign) and not line.startswith(sign * 3)
    )


def _found() -> tuple[dict[str, Counter[str]], set[Survivor]]:
    """How many of a module came to which end; and who lives."""
    from mutmut.mutation.data import SourceFileMutationData
    from mutmut.mutation.diff_apply import get_diff_for_mutant
    from mutmut.stats import status_by_exit_code
    from mutmut.utils.file_utils import walk_mutatable_files

    ends: dict[str, Counter[str]] = {}
    alive = set()
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        for name, code in data.exit_code_by_key.items():
            status = status_by_exit_code[code]
            if status != "not checked":
                ends.setdefault(str(path), Counter())[status] += 1
            if status in _ALIVE:
                diff = get_diff_for_mutant(name, path=path)
                alive.add(Survivor(_function(name), _lines(diff, "-"), _lines(diff, "+")))
    return ends, alive


def _killed(ends: Counter[str]) -> int:
    return ends.total() - sum(ends[end] for end in _ALIVE)


def _report(ends: dict[str, Counter[str]], unjudged: set[Survivor]) -> Counter[str]:
    """By module, then all of them, which are returned."""
    for survivor in sorted(unjudged, key=lambda each: each.function):
        print(f"{survivor.function}\n- {survivor.was}\n+ {survivor.becomes}\n")
    for module, counted in sorted(ends.items()):
        print(f"{module}: {_killed(counted)} of {counted.total()} killed {dict(counted)}")
    whole = sum(ends.values(), Counter[str]())
    print(f"all: {_killed(whole)} of {whole.total()} killed {dict(whole)}; {len(unjudged)} live and are not judged")
    return whole


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patterns", nargs="*", metavar="PATTERN")
    parser.add_argument("--sample", type=int, metavar="N", help="so many mutants, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (%(default)s)")
    parser.add_argument("--report", action="store_true", help="judge what the last run found")
    options = parser.parse_args()
    if not options.report:
        chosen: list[str] = options.patterns
        _run(_sampled(chosen, options.sample, options.seed) if options.sample else chosen)
    ends, alive = _found()
    unjudged = alive - {survivor for row in judged() for survivor in row.survivors()}
    whole = _report(ends, unjudged)
    return 1 if unjudged or _killed(whole) < LEAST_KILLED * whole.total() else 0


if __name__ == "__main__":
    sys.exit(main())
