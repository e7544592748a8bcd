"""A plugin that runs tests over mutants. They are collected once; whatever is run, is run in a process that forks.

`tools/mutants/running.py` asks by a file of names, `MUTANTS`, and is told by lines of JSON to a pipe, `MUTANT_ENDS`.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import os
import shutil
import signal
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
import pytest
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.format_utils import mangled_name_from_mutant_name as function_of

from service.store import client
from tests.mutants import warm
from tools.mutants import scripts
from tools.mutants.making import KILLED, NO_TESTS, SURVIVED, TIMEOUT, Ended

_PATIENCE = 60.0
"""Seconds that a test of a mutant may take beside several times its own: others use the machine as well."""
_SEEN = Path("seen.json")


class Seen(msgspec.Struct):
    """What a test did when nothing was broken. One that failed or took too long has no functions, and is not asked."""

    seconds: float
    functions: set[str]
    file: str


class Fork(msgspec.Struct):
    """Somebody at work, in a folder and with a store of their own."""

    what: str
    home: Path
    place: int
    began: float
    code: int = 0
    seconds: float = 0


def pytest_runtestloop(session: pytest.Session) -> bool:
    """In place of running everything once."""
    forks, budget = _Forks(os.environ["MUTANT_STORES"].split()), float(os.environ["MUTANT_SECONDS"])
    warm.up()
    gc.collect()
    gc.freeze()
    mill = _Mill(session, forks, _look(session, forks, budget), budget)
    for ended in mill.run(Path(os.environ["MUTANTS"]).read_text().split()):
        os.write(int(os.environ["MUTANT_ENDS"]), msgspec.json.encode(ended) + b"\n")
    return True


class _Forks:
    """So many at a time as there are stores."""

    def __init__(self, stores: list[str]) -> None:
        self._stores = stores
        self._places = list(range(len(stores)))
        self._running: dict[int, Fork] = {}

    def run(self, work: Iterable[tuple[str, Callable[[Path], int]]]) -> Iterator[Fork]:
        """Those that are done, as they are; their folders are there until the next is asked for."""
        for what, do in work:
            if not self._places:
                yield from self._wait()
            self._start(what, do)
        while self._running:
            yield from self._wait()

    def _start(self, what: str, do: Callable[[Path], int]) -> None:
        place, home = self._places.pop(), Path(tempfile.mkdtemp(prefix="alm"))
        pid = os.fork()
        if pid:
            self._running[pid] = Fork(what, home, place, time.perf_counter())
            return
        try:
            _settle(home, self._stores[place])
            code = do(home)
        except BaseException:
            code = KILLED
        os._exit(code)

    def _wait(self) -> Iterator[Fork]:
        pid, status = os.wait()
        done = self._running.pop(pid)
        done.code = {0: SURVIVED, -signal.SIGALRM: TIMEOUT}.get(os.waitstatus_to_exitcode(status), KILLED)
        done.seconds = time.perf_counter() - done.began
        self._places.append(done.place)
        yield done
        # Processes that a test began and did not end, and files.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        shutil.rmtree(done.home, ignore_errors=True)


def _settle(home: Path, store: str) -> None:
    """A group, a folder and a store of one's own, and nobody who listens. SIGALRM ends it when a test hangs."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    os.environ["TMPDIR"] = tempfile.tempdir = str(home)
    os.environ["REDIS_URL"] = store
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(nowhere, output)


def _look(session: pytest.Session, forks: _Forks, limit: float) -> dict[str, Seen]:
    """How long each test takes, and what it runs; tests in files that are as they were are not asked again."""
    before = msgspec.json.decode(_SEEN.read_bytes(), type=dict[str, Seen]) if _SEEN.exists() else {}
    files = {item.nodeid: _hash(item.path) for item in session.items}
    found = {test: before[test] for test in files if test in before and before[test].file == files[test]}
    asked = (
        (item.nodeid, functools.partial(_watch, item, limit)) for item in session.items if item.nodeid not in found
    )
    for done in forks.run(asked):
        if done.code == KILLED:
            print(f"\n{done.what} is left out: it fails already, with nothing broken")
        seen = done.home / "seen"
        functions = msgspec.json.decode(seen.read_bytes(), type=set[str]) if done.code == SURVIVED else set()
        found[done.what] = Seen(done.seconds, functions, files[done.what])
        _SEEN.write_bytes(msgspec.json.encode({**before, **found}))
    return found


@functools.cache
def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _watch(item: pytest.Item, limit: float, home: Path) -> int:
    set_mutant_under_test("stats")
    warm.forget()
    signal.setitimer(signal.ITIMER_REAL, limit)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    (home / "seen").write_bytes(msgspec.json.encode(state()._stats))
    return KILLED if item.session.testsfailed else SURVIVED


class _Mill:
    """Mutants and their tests."""

    def __init__(self, session: pytest.Session, forks: _Forks, seen: dict[str, Seen], budget: float) -> None:
        self._session, self._forks, self._seen, self._budget = session, forks, seen, budget
        self._items = {item.nodeid: item for item in session.items}
        self._killers: dict[str, dict[str, None]] = defaultdict(dict)
        self._tests: dict[str, list[str]] = defaultdict(list)
        for test in sorted(seen, key=lambda each: seen[each].seconds):
            for function in seen[test].functions:
                self._tests[function].append(test)

    def run(self, mutants: list[str]) -> Iterator[Ended]:
        yield from (Ended(mutant, NO_TESTS) for mutant in mutants if not self._tests[function_of(mutant)])
        asked = (mutant for mutant in mutants if self._tests[function_of(mutant)])
        for done in self._forks.run((mutant, functools.partial(self._test, mutant)) for mutant in asked):
            by = "" if done.code == SURVIVED else (done.home / "at").read_text()
            if by:
                killers = self._killers[function_of(done.what)]
                killers.pop(by, None)
                killers[by] = None
            yield Ended(done.what, done.code, done.seconds, by)

    def _chosen(self, function: str) -> list[pytest.Item]:
        """Those that killed others of the function, the last first; then the quickest, while there is time."""
        tests = list(dict.fromkeys([*reversed(self._killers[function]), *self._tests[function]]))
        left = self._budget
        for number, test in enumerate(tests):
            left -= self._seen[test].seconds
            if left < 0 < number:
                tests = tests[:number]
                break
        return [self._items[test] for test in tests]

    def _test(self, mutant: str, home: Path) -> int:
        items = self._chosen(function_of(mutant))
        _break(mutant, home)
        for item, after in zip(items, [*items[1:], None], strict=True):
            (home / "at").write_text(item.nodeid)
            signal.setitimer(signal.ITIMER_REAL, _PATIENCE + 4 * self._seen[item.nodeid].seconds)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self._session.testsfailed:
                self._session._setupstate.teardown_exact(None)
                return KILLED
        return SURVIVED


def _break(mutant: str, home: Path) -> None:
    if scripts.is_script(mutant):
        scripts.write(mutant, home / "lua")
        client._SCRIPTS = home / "lua"
    warm.forget(function_of(mutant))
    set_mutant_under_test(mutant)
