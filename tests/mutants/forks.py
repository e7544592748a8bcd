"""A plugin that runs tests over mutants. They are collected once; whatever is run, is run in a process that forks.

`tools/mutants/running.py` asks by a file, `MUTANTS`, and is told by lines of JSON to a pipe, `MUTANT_ENDS`.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import inspect
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
import pytest
import redis
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.format_utils import mangled_name_from_mutant_name as function_of

from service.serve.embedded_redis import store_command
from service.store.redis import client
from tests.mutants import warm
from tests.processes import HOST, until
from tools.mutants import scripts
from tools.mutants.making import KILLED, NO_TESTS, SURVIVED, TIMEOUT, Asked, Ended

_LOOK = 5.0
"""Seconds of processor time that a test may take to be asked at all."""
_SPINS = 5.0
"""Seconds of processor time that a test of a mutant may take beside several times its own."""
_ENDS = {0: SURVIVED, -signal.SIGALRM: TIMEOUT, -signal.SIGPROF: TIMEOUT}
_FORK = 0.03
"""Seconds of processor time that a fork takes by itself: all tests of a mutant share one."""
_CLOSEST = 20
"""Tests that run little else, and cost next to nothing: these come before all that run everything."""
_PROCESSES = {"server", "store_process", "clustered"}
_PAUSE = 10.0
"""Seconds after which what was seen is kept."""
_STORES: list[subprocess.Popen[bytes]] = []
"""Kept: of a process that nobody holds any more Python warns, and a warning is a failure of whichever test runs."""
_SEEN = Path("seen.json")
_KILLERS = Path("killers.jsonl")
"""Functions, and who killed a mutant of theirs, in the order in which that happened: the next run begins with these."""


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
    code: int = 0
    seconds: float = 0
    """Of processor time: whatever else the machine does, it is the same."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Who needs servers of its own costs more than it finds."""
    items[:] = [item for item in items if not _PROCESSES & set(getattr(item, "fixturenames", ()))]


def pytest_runtestloop(session: pytest.Session) -> bool:
    """In place of running everything once."""
    forks = _Forks(os.environ["MUTANT_STORES"].split())
    asked = msgspec.json.decode(Path(os.environ["MUTANTS"]).read_bytes(), type=list[Asked])
    warm.up()
    gc.collect()
    gc.freeze()
    mill = _Mill(session, forks, _look(session, forks))
    for ended in mill.run(asked):
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
            self._running[pid] = Fork(what, home, place)
            return
        try:
            _settle(home, self._stores[place])
            code = do(home)
        except BaseException:
            code = KILLED
        os._exit(code)

    def _wait(self) -> Iterator[Fork]:
        pid, status, used = os.wait4(-1, 0)
        done = self._running.pop(pid)
        done.code = _ENDS.get(os.waitstatus_to_exitcode(status), KILLED)
        done.seconds = used.ru_utime + used.ru_stime
        if done.code == TIMEOUT:
            _calm(self._stores[done.place])
        self._places.append(done.place)
        yield done
        # Processes that a test began and did not end, and files.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        shutil.rmtree(done.home, ignore_errors=True)


def _calm(store: str) -> None:
    """A script that somebody has left running there ends."""
    with contextlib.suppress(redis.ResponseError):
        redis.Redis.from_url(store).script_kill()


def _settle(home: Path, store: str) -> None:
    """A group, a folder and a store of one's own, and nobody who listens. A signal ends it when a test hangs."""
    os.setpgid(0, 0)
    for alarm in (signal.SIGALRM, signal.SIGPROF):
        signal.signal(alarm, signal.SIG_DFL)
    os.environ["TMPDIR"] = tempfile.tempdir = str(home)
    os.environ["REDIS_URL"] = store
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(nowhere, output)


def _look(session: pytest.Session, forks: _Forks) -> dict[str, Seen]:
    """How long each test takes, and what it runs, the newest last; tests in files that are as they were are not asked
    again."""
    before = msgspec.json.decode(_SEEN.read_bytes(), type=dict[str, Seen]) if _SEEN.exists() else {}
    files = {item.nodeid: _hash(item.path) for item in session.items}
    found = {test: seen for test, seen in before.items() if files.get(test) == seen.file}
    asked = ((item.nodeid, functools.partial(_watch, item)) for item in session.items if item.nodeid not in found)
    written = time.monotonic()
    for done in forks.run(asked):
        if done.code == KILLED:
            print(f"\n{done.what} is left out: it fails already, with nothing broken")
        seen = done.home / "seen"
        functions = msgspec.json.decode(seen.read_bytes(), type=set[str]) if done.code == SURVIVED else set()
        found[done.what] = Seen(done.seconds, functions, files[done.what])
        if time.monotonic() > written + _PAUSE:
            _keep(found)
            written = time.monotonic()
    _keep(found)
    return found


def _keep(seen: dict[str, Seen]) -> None:
    """Whole or not at all, whenever the run is stopped."""
    _SEEN.with_suffix(".new").write_bytes(msgspec.json.encode(seen))
    _SEEN.with_suffix(".new").replace(_SEEN)


@functools.cache
def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _watch(item: pytest.Item, home: Path) -> int:
    set_mutant_under_test("stats")
    state()._stats.clear()
    warm.forget()
    signal.setitimer(signal.ITIMER_PROF, _LOOK)
    signal.setitimer(signal.ITIMER_REAL, 12 * _LOOK)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    (home / "seen").write_bytes(msgspec.json.encode(state()._stats))
    return KILLED if item.session.testsfailed else SURVIVED


class _Mill:
    """Mutants and their tests."""

    def __init__(self, session: pytest.Session, forks: _Forks, seen: dict[str, Seen]) -> None:
        self._session, self._forks, self._seen = session, forks, seen
        self._budget, self._patience = float(os.environ["MUTANT_SECONDS"]), float(os.environ["MUTANT_PATIENCE"])
        self._items = {item.nodeid: item for item in session.items}
        self._keys = {item.nodeid: _key(item) for item in session.items}
        self._killers: dict[str, dict[str, None]] = defaultdict(dict)
        """Of a function, or of a module: who killed last comes last."""
        for function, killer in map(
            msgspec.json.decode, _KILLERS.read_bytes().splitlines() if _KILLERS.exists() else ()
        ):
            self._remember(function, killer)
        self._tests: dict[str, list[str]] = defaultdict(list)
        """Of a function, the quickest first."""
        for test in sorted(seen, key=lambda each: seen[each].seconds):
            for function in seen[test].functions:
                self._tests[function].append(test)

    def run(self, mutants: list[Asked]) -> Iterator[Ended]:
        yield from (Ended(each.mutant, NO_TESTS) for each in mutants if not self._tests[function_of(each.mutant)])
        passed: dict[str, list[str]] = {}
        for done in self._forks.run(self._work(mutants, passed)):
            if done.code == SURVIVED:
                yield Ended(done.what, done.code, done.seconds, passed=[self._keys[test] for test in passed[done.what]])
                continue
            by = (done.home / "at").read_text()
            if done.code == KILLED:
                # Who hung would hang again, with the next one, and keep all others waiting.
                self._remember(function_of(done.what), by)
                with _KILLERS.open("ab") as file:
                    file.write(msgspec.json.encode((function_of(done.what), by)) + b"\n")
            yield Ended(done.what, done.code, done.seconds, by)

    def _work(self, mutants: list[Asked], passed: dict[str, list[str]]) -> Iterator[tuple[str, Callable[[Path], int]]]:
        """Tests are chosen when it is a mutant's turn: by then it is known who killed those before."""
        for each in mutants:
            tests = passed[each.mutant] = self._chosen(function_of(each.mutant), set(each.passed))
            if tests:
                yield each.mutant, functools.partial(self._test, each.mutant, tests)

    def _remember(self, function: str, killer: str) -> None:
        if killer not in self._items:
            return
        for name in (function, function.rpartition(".")[0]):
            self._killers[name].pop(killer, None)
            self._killers[name][killer] = None

    def _ordered(self, function: str) -> Iterator[str]:
        """Who killed others of the function, the last first; others of its module; those that are called alike, and
        some that run the least else; then in turns the newest, one of each file, and the others of these."""
        tests = self._tests[function]
        yield from (test for test in reversed(self._killers[function]) if test in tests)
        yield from (test for test in reversed(self._killers[function.rpartition(".")[0]]) if test in tests)
        meant = set(tests)
        newest = [test for test in reversed(self._seen) if test in meant]
        closest = sorted(tests, key=lambda test: self._cost(test) * len(self._seen[test].functions))
        yield from (test for test in closest if _is_called_alike(test, function))
        yield from closest[:_CLOSEST]
        yield from itertools.chain.from_iterable(zip(newest, _in_turns(tests), closest, strict=True))

    def _cost(self, test: str) -> float:
        return max(self._seen[test].seconds - _FORK, _FORK / 10)

    def _chosen(self, function: str, passed: set[str]) -> list[str]:
        """While there is time; one at least. A slow one keeps no quick one out that comes after it, and who killed
        another of the function last is asked whatever it takes."""
        tests = [test for test in dict.fromkeys(self._ordered(function)) if self._keys[test] not in passed]
        left, chosen = self._budget, list[str]()
        for test in tests:
            if self._cost(test) <= left or (not chosen and test in self._killers[function]):
                left -= self._cost(test)
                chosen.append(test)
        return chosen or tests[:1]

    def _test(self, mutant: str, tests: list[str], home: Path) -> int:
        items = [self._items[test] for test in tests]
        _break(mutant, home)
        for item, after in zip(items, [*items[1:], None], strict=True):
            (home / "at").write_text(item.nodeid)
            signal.setitimer(signal.ITIMER_REAL, self._patience + 4 * self._seen[item.nodeid].seconds)
            signal.setitimer(signal.ITIMER_PROF, _SPINS + 4 * self._seen[item.nodeid].seconds)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self._session.testsfailed:
                self._session._setupstate.teardown_exact(None)
                return KILLED
        return SURVIVED


def _is_called_alike(test: str, function: str) -> bool:
    """As `tests/usecases/games/test_create.py` is after `service/usecases/games/create.py`."""
    names = Path(test.partition("::")[0]).stem.split("_")[1:]
    room = function.split(".")[-2]
    return any(name[:4] == room[:4] or name.startswith(room) for name in names)


def _in_turns(tests: list[str]) -> list[str]:
    """One of each file, then another of each."""
    files: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        files[test.partition("::")[0]].append(test)
    return [test for row in itertools.zip_longest(*files.values()) for test in row if test]


def _key(item: pytest.Item) -> str:
    """A test by its name and its lines: one that was changed is another."""
    return f"{item.nodeid} {_source_hash(item.function)}" if isinstance(item, pytest.Function) else item.nodeid


@functools.cache
def _source_hash(function: object) -> str:
    return hashlib.sha256(inspect.getsource(function).encode()).hexdigest()[:8]  # type: ignore[arg-type]  # whatever a test is


def _own_store(home: Path) -> str:
    """A script that never ends is heard by nobody else; the store goes with the group of processes."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port = probe.getsockname()[1]
    command = [*store_command(home / "s", home, durable=False), "--port", str(port), "--bind", HOST]
    _STORES.append(subprocess.Popen(command, cwd=home, stdout=subprocess.DEVNULL))
    url = f"redis://{HOST}:{port}"
    until(redis.Redis.from_url(url).ping)
    return url


def _break(mutant: str, home: Path) -> None:
    if scripts.is_script(mutant):
        scripts.write(mutant, home / "lua")
        client._SCRIPTS = home / "lua"
        os.environ["REDIS_URL"] = _own_store(home)
    warm.forget(function_of(mutant))
    set_mutant_under_test(mutant)
