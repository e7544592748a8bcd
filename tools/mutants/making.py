"""All mutants, as mutmut makes and keeps them in `mutants/`; and what became of each."""

from __future__ import annotations

import bisect
import functools
import json
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from mutmut.configuration import config
from mutmut.mutation.data import MutantLineSpans, SourceFileMutationData
from mutmut.utils.file_utils import walk_mutatable_files

from tools.mutants import scripts

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "mutants"
KILLED, SURVIVED, NO_TESTS, TIMEOUT, BY_TYPES = 1, 0, 33, 36, 37
ALIVE = (SURVIVED, NO_TESTS)
_TYPED = FOLDER / "typed"
_PASSED = FOLDER / "passed.jsonl"
_DATA = (".json", ".lua")
_ORIGINAL = "__mutmut_orig"
_GENERATE = (
    "from pathlib import Path; from mutmut import __main__ as m; Path('mutants').mkdir(exist_ok=True);"
    "m.copy_src_dir(); m.copy_also_copy_files(); m.setup_source_paths(); m.create_mutants(1)"
)


class Asked(msgspec.Struct):
    """A mutant, and the tests that it has lived through before."""

    mutant: str
    passed: list[str] = []


class Ended(msgspec.Struct):
    """What became of a mutant: by which test, or which tests it has lived through."""

    mutant: str
    code: int
    seconds: float = 0
    by: str = ""
    passed: list[str] = []


def _copy_data() -> None:
    """Texts and scripts as they are now: mutmut copies a file that is not there, and no newer one."""
    data = [file for room in config().source_paths for file in (ROOT / room).rglob("*.*") if file.suffix in _DATA]
    for file in data:
        copy = FOLDER / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)


def generate() -> None:
    """Functions that are as they were keep what became of their mutants."""
    _copy_data()
    subprocess.run([sys.executable, "-c", _GENERATE], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def modules() -> Iterator[SourceFileMutationData]:
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        yield data
    yield from scripts.modules()


class Ends:
    """What became of the mutants: kept in mutmut's files, so that a run that was stopped goes on."""

    def __init__(self) -> None:
        self._data = {name: data for data in modules() for name in data.exit_code_by_key}

    def __iter__(self) -> Iterator[tuple[str, int | None]]:
        return ((name, data.exit_code_by_key[name]) for name, data in self._data.items())

    def put(self, code: int, *mutants: str) -> None:
        for mutant in mutants:
            self._data[mutant].exit_code_by_key[mutant] = code
        for data in {data.path: data for data in map(self._data.__getitem__, mutants)}.values():
            data.save()


class Passed:
    """Which tests a mutant has lived through: who is asked again, is asked by others."""

    def __init__(self, alive: Iterable[str]) -> None:
        """Nothing is kept of those who are dead, or new."""
        lines = _PASSED.read_bytes().splitlines() if _PASSED.exists() else []
        self._tests: dict[str, list[str]] = {name: [] for name in alive}
        for each in (msgspec.json.decode(line, type=Asked) for line in lines):
            if each.mutant in self._tests:
                self._tests[each.mutant] += each.passed
        kept = (Asked(*each) for each in self._tests.items())
        _PASSED.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in kept))

    def by(self, mutant: str) -> list[str]:
        return self._tests.get(mutant, [])

    def add(self, mutant: str, tests: list[str]) -> None:
        with _PASSED.open("ab") as file:
            file.write(msgspec.json.encode(Asked(mutant, tests)) + b"\n")


def are_typed() -> bool:
    """Whether the type checker was asked since mutants were made last."""
    made = max(path.stat().st_mtime for path in (FOLDER / "service").rglob("*.py"))
    return _TYPED.exists() and _TYPED.stat().st_mtime > made


def killed_by_types() -> set[str]:
    """Mutants that do not pass the type checker where a copy of their function under another name does."""
    done = subprocess.run(
        [sys.executable, "-m", *config().type_check_command], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    said: dict[str, set[str]] = defaultdict(set)
    for row in map(json.loads, done.stdout.splitlines()):
        if row["severity"] == "error":
            said[_at(row["file"], row["line"])].add(row["message"])
    _TYPED.touch()
    return {name for name in said if not name.endswith(_ORIGINAL) and said[name] - said.get(_original(name), set())}


def _original(mutant: str) -> str:
    return mutant.rpartition("__mutmut_")[0] + _ORIGINAL


@functools.cache
def _spans(file: str) -> list[tuple[int, int, str]]:
    index = MutantLineSpans.load(file)
    if not index:
        raise SystemExit(f"{file} does not pass the type checker, though nobody broke it")
    return sorted((span.start, span.end, name) for name, span in index.span_by_function_name.items())


def _at(file: str, line: int) -> str:
    """Which mutant a line of a file belongs to."""
    spans = _spans(file)
    start, end, name = spans[bisect.bisect_right(spans, (line, sys.maxsize, "")) - 1]
    if not start <= line <= end:
        raise SystemExit(f"{file}:{line} does not pass the type checker, and is no mutant's")
    return f"{file.removesuffix('.py').replace('/', '.')}.{name}"
