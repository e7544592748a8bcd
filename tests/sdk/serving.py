"""A whole server for tests: `almagest serve` in a directory of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

import psutil

from service.core.settings import load_settings
from service.serve.embedded_redis import find_socket_directory
from service.serve.supervisor import is_api_ready
from service.store.games.repository import GameStore
from service.usecases.context import Context
from service.usecases.games import finish
from service.usecases.transaction import load
from tests.processes import HOST, HUNG, free_port, until

QUIET = {"RATELIMIT_ENABLED": "false", "API_WORKERS": "1", "LOG_LEVEL": "error", "LOG_FORMAT": "json"}
PUSH_SERVICE = f"http://{HOST}:9"
"""At which nobody is: what is to be called there reaches no other machine."""
PUSHING = {"PUSH_SERVICES": PUSH_SERVICE, "PUSH_NETWORKS": f"{HOST}/32"}


class Server:
    """Store, API and worker, each a process."""

    def __init__(self, directory: Path, data: str = "data", port: int = 0, **settings: str) -> None:
        self.directory = directory
        self._settings = settings
        self._data = directory / data
        self.port = port or free_port()
        self.url = f"http://{HOST}:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        command = [sys.executable, "-m", "service.cli", "serve", "--port", str(self.port)]
        with (self.directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--data-dir", str(self._data)],
                env={**os.environ, **QUIET, **PUSHING, **self._settings},
                stdout=log,
                stderr=log,
            )
        try:
            until(self._is_ready)
        except (AssertionError, TimeoutError):
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(HUNG)

    def _is_ready(self) -> bool:
        assert self._process
        assert self._process.poll() is None, (self.directory / "log").read_text()
        return is_api_ready(HOST, self.port)

    def key(self, name: str, *scopes: str) -> str:
        """A new app's, as an operator makes one."""
        admin = [sys.executable, "-m", "service.cli", "admin", "keys", "create", name, "--data-dir", str(self._data)]
        wanted = ["--scopes", ",".join(scopes)] if scopes else []
        made = subprocess.run([*admin, *wanted], capture_output=True, check=True, text=True)
        return made.stdout.strip()

    @cached_property
    def rig(self) -> str:
        """A key with which games are dealt by a seed."""
        return self.key("deals", "games", "rig")

    def warn(self, game_id: str) -> datetime:
        """Warn of a game as a worker does when nobody has decided for four weeks; returns when it would end."""
        socket = find_socket_directory(self._data.resolve()) / "games.sock"
        settings = load_settings({"REDIS_URL": f"unix://{quote(str(socket))}"})
        store = GameStore(settings.redis_url)
        later = Context(store, settings).now() + 28 * 86_400_000
        context = Context(store, settings, clock=lambda: later)
        assert finish.end_inactive(context, game_id) == "warned"
        return datetime.fromtimestamp(load(context, game_id).clock.abandon_at / 1000, UTC)

    def kill_api(self) -> None:
        """At once, as kill -9 does; whoever keeps the context starts it again."""
        assert self._process
        for child in psutil.Process(self._process.pid).children():
            if any("gunicorn" in word for word in child.cmdline()):
                child.kill()
                child.wait(HUNG)
                return
        raise AssertionError("no API is running")
