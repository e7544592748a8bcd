"""The data directory of `almagest serve`: closed to other users, and locked by one service at a time."""

from __future__ import annotations

import base64
import contextlib
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec

from service.serve.errors import FatalError, folder_error

UMASK = 0o077
"""Also of the processes that we start: these files contain the seeds of running games."""
LEFTOVER_SECONDS = 60.0
"""How long processes of the last run may take to end."""
LOCK, SUPERVISOR_LOCK, APPEND_ONLY_DIR, PUSH_KEY, SOCKETS = "lock", "keeper", "appendonlydir", "push.key", "sockets"
_OWN_PATTERNS = (LOCK, SUPERVISOR_LOCK, APPEND_ONLY_DIR, PUSH_KEY, SOCKETS, "metrics", "*.log", "*.aof", "*.rdb")
_PROBE = b"\0" * 65_536


def prepare_data_dir(data: Path) -> Path:
    """Create the folder if need be, close it to other users and check that we can write; or raise `FatalError`."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = data.resolve()
        _check_no_other_files(found)
        for path in _own_paths(found):
            _restrict_access(path)
        check_writable(found)
    except OSError as error:
        raise folder_error(data, error) from None
    return found


def _check_no_other_files(data: Path) -> None:
    """Refuse a home directory that somebody names by mistake before we close it to others."""
    names = {path.name for path in data.iterdir()} - {"lost+found"}
    if names and not names & {LOCK, APPEND_ONLY_DIR}:
        raise FatalError(f"{data} contains other files; choose a new or empty folder with --data-dir.")


def _own_paths(data: Path) -> Iterator[Path]:
    yield data
    for pattern in _OWN_PATTERNS:
        for path in data.glob(pattern):
            yield path
            yield from path.rglob("*")


def _restrict_access(path: Path) -> None:
    """Older versions left some files readable for others."""
    mode = path.lstat().st_mode
    if mode & UMASK and (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
        path.chmod(stat.S_IMODE(mode) & ~UMASK)


def check_writable(data: Path) -> None:
    """Write as much as a store needs at least; raises `OSError`."""
    probe = data / f"probe-{os.getpid()}"
    try:
        probe.write_bytes(_PROBE)
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()


def push_key(data: Path) -> str:
    """This host's VAPID key. It is generated only once, since every browser subscribes with it."""
    path = data / PUSH_KEY
    try:
        if not path.exists():
            _write_key(path)
        return path.read_text().strip()
    except OSError as error:
        raise folder_error(data, error) from None


def _write_key(path: Path) -> None:
    """Write another file and rename it, so that a crash leaves no half a key."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    temporary = path.with_suffix(f".{os.getpid()}")
    temporary.touch(mode=0o600)
    with temporary.open("wb") as file:
        file.write(base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=") + b"\n")
        file.flush()
        os.fsync(file.fileno())
    temporary.rename(path)


def _try_lock(path: Path) -> int | None:
    """The locked file; none if another process holds the lock."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


class DataDirLock:
    """Two locks: one that only the supervisor holds, and one that its child processes hold, too.

    The first tells a second service from leftover processes of the last run, for whose end we wait.
    """

    def __init__(self, data: Path, report: Callable[[str], None]) -> None:
        supervisor_lock = _try_lock(data / SUPERVISOR_LOCK)
        if supervisor_lock is None:
            raise FatalError(f"{data} is in use by another almagest; stop that one, or choose another with --data-dir.")
        self._supervisor_lock = supervisor_lock
        self._path = data / LOCK
        self.lock = self._wait_for_lock(report)

    def _wait_for_lock(self, report: Callable[[str], None]) -> int:
        until, has_reported = time.monotonic() + LEFTOVER_SECONDS, False
        while (lock := _try_lock(self._path)) is None:
            if not has_reported:
                report(f"Waiting for processes of the last run in {self._path.parent} to end.")
            has_reported = True
            if time.monotonic() > until:
                pids = self._path.read_text().strip()
                raise FatalError(
                    f"Processes of the last run in {self._path.parent} do not end; end processes {pids} and try again."
                )
            time.sleep(0.05)
        return lock

    def write_pids(self, pids: list[int]) -> None:
        """Write down which processes hold the lock with us."""
        os.ftruncate(self.lock, 0)
        os.pwrite(self.lock, " ".join(map(str, pids)).encode(), 0)

    def release(self) -> None:
        os.close(self.lock)
        os.close(self._supervisor_lock)
