"""The folder in which `almagest serve` keeps games: nobody else may read it, and one service at a time writes to it."""

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

from service.serve.errors import CannotGoOn, of_folder

UMASK = 0o077
"""Of all that we start: seeds of running games are in these files."""
LEFT_SECONDS = 60.0
"""For so long what is left of the last run may take to end."""
LOCK, KEEPER, STORED, PUSH_KEY, SOCKETS = "lock", "keeper", "appendonlydir", "push.key", "sockets"
_OURS = (LOCK, KEEPER, STORED, PUSH_KEY, SOCKETS, "metrics", "*.log", "*.aof", "*.rdb")
_PROBE = b"\0" * 65_536


def prepared(data: Path) -> Path:
    """The folder, made if it is not there, closed to others, and writable; or `CannotGoOn`."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = data.resolve()
        _check_nobody_elses(found)
        for path in _own(found):
            _close_to_others(path)
        try_writing(found)
    except OSError as error:
        raise of_folder(data, error) from None
    return found


def _check_nobody_elses(data: Path) -> None:
    """Who names a home by mistake does not find it closed to others."""
    names = {path.name for path in data.iterdir()} - {"lost+found"}
    if names and not names & {LOCK, STORED}:
        raise CannotGoOn(f"{data} holds other files; choose a new or empty folder with --data-dir.")


def _own(data: Path) -> Iterator[Path]:
    yield data
    for pattern in _OURS:
        for path in data.glob(pattern):
            yield path
            yield from path.rglob("*")


def _close_to_others(path: Path) -> None:
    """Also what an older version has left open."""
    mode = path.lstat().st_mode
    if mode & UMASK and (stat.S_ISDIR(mode) or stat.S_ISREG(mode)):
        path.chmod(stat.S_IMODE(mode) & ~UMASK)


def try_writing(data: Path) -> None:
    """As much as a store needs at least; raises `OSError`."""
    probe = data / f"probe-{os.getpid()}"
    try:
        probe.write_bytes(_PROBE)
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()


def push_key(data: Path) -> str:
    """The key by which push services know this host: drawn once, since every browser subscribes with it."""
    path = data / PUSH_KEY
    try:
        if not path.exists():
            _write_key(path)
        return path.read_text().strip()
    except OSError as error:
        raise of_folder(data, error) from None


def _write_key(path: Path) -> None:
    """Whole or not at all."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    drawn = path.with_suffix(f".{os.getpid()}")
    drawn.touch(mode=0o600)
    with drawn.open("wb") as file:
        file.write(base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=") + b"\n")
        file.flush()
        os.fsync(file.fileno())
    drawn.rename(path)


def _tried(path: Path) -> int | None:
    """The lock, unless somebody holds it."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


class Hold:
    """Two locks: one that the keeper alone holds, and one that all it starts hold with it.

    So a second service is told from what is left of the last one, whose end is waited for.
    """

    def __init__(self, data: Path, say: Callable[[str], None]) -> None:
        keeper = _tried(data / KEEPER)
        if keeper is None:
            raise CannotGoOn(f"{data} is in use by another almagest; stop that one, or choose another with --data-dir.")
        self._keeper = keeper
        self._path = data / LOCK
        self.lock = self._when_free(say)

    def _when_free(self, say: Callable[[str], None]) -> int:
        until, said = time.monotonic() + LEFT_SECONDS, False
        while (lock := _tried(self._path)) is None:
            if not said:
                say(f"Waiting for what is left of the last run in {self._path.parent} to end.")
            said = True
            if time.monotonic() > until:
                raise CannotGoOn(self._stubborn())
            time.sleep(0.05)
        return lock

    def _stubborn(self) -> str:
        pids = self._path.read_text().strip()
        return (
            f"What is left of the last run in {self._path.parent} does not end; end processes {pids}, then try again."
        )

    def note(self, pids: list[int]) -> None:
        """Who holds the lock with us."""
        os.ftruncate(self.lock, 0)
        os.pwrite(self.lock, " ".join(map(str, pids)).encode(), 0)

    def release(self) -> None:
        os.close(self.lock)
        os.close(self._keeper)
