"""The supervisor of `almagest serve`: starts stores, API and worker, and restarts what ends."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn
from urllib.parse import quote

from service.core import metric_files
from service.core.settings import Settings
from service.serve.data_dir import DataDirLock, prepare_data_dir, push_key
from service.serve.embedded_redis import EmbeddedRedis, memory_for_games, socket_directory, store_command
from service.serve.errors import FatalError
from service.serve.processes import Child, api_command, raise_open_files_limit
from service.serve.progress import StartupProgress, cpu_time
from service.serve.sockets import check_metrics_port, open_listener
from service.serve.watchdog import Watchdog

STARTUP_CHECK_SECONDS = 0.05
CHECK_SECONDS = 0.5


def is_api_ready(host: str, port: int) -> bool:
    """Whether the API and its store are ready."""
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


class Interrupted(Exception):
    """SIGINT or SIGTERM asks us to stop."""


@contextlib.contextmanager
def stop_on_signals() -> Iterator[None]:
    """Leave the block on SIGINT or SIGTERM, and ignore further ones."""

    def interrupt(*_: object) -> None:
        raise Interrupted

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    try:
        yield
    except Interrupted:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)


def _report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


class Supervisor:
    """Runs everything on one machine. The constructor takes the folder and the port, or raises `FatalError`."""

    def __init__(self, data: Path, host: str, port: int, settings: Settings) -> None:
        self.data = prepare_data_dir(data)
        self.host, self.port, self._metrics_port = host, port, settings.metrics_port
        self._lock = DataDirLock(self.data, _report)
        self._push_key = settings.push_key or push_key(self.data)
        # Only after the lock: until then processes of the last run may still hold the ports.
        self._listener = open_listener(host, port)
        check_metrics_port(settings.metrics_host, settings.metrics_port)
        self._sockets = socket_directory(self.data)
        self._watchdog = Watchdog()
        self._stores = {name: EmbeddedRedis(self._socket(name), self.data) for name in ("games", "broker")}
        self._children = [*self._store_children(), *self._service_children()]
        self._is_ready = False

    def _socket(self, name: str) -> Path:
        return self._sockets / f"{name}.sock"

    def _child(self, name: str, command: list[str], directory: Path, environment: dict[str, str], *files: int) -> Child:
        return Child(name, command, environment, directory, (self._lock.lock, *files), self._watchdog)

    def _store_children(self) -> list[Child]:
        games, broker = self._socket("games"), self._socket("broker")
        commands = {
            "games": store_command(games, self.data, durable=True, max_memory=memory_for_games()),
            "broker": store_command(broker, self.data, durable=False),
        }
        return [self._child(name, command, self.data, {}) for name, command in commands.items()]

    def _service_children(self) -> list[Child]:
        """API and worker share a metrics directory, so that the API's metrics include the worker's."""
        environment = {
            "REDIS_URL": f"unix://{quote(str(self._socket('games')))}",
            "BROKER_URL": f"redis+socket://{quote(str(self._socket('broker')))}",
            "LOG_LEVEL": os.environ.get("LOG_LEVEL", "warning"),
            "PUSH_KEY": self._push_key,
            metric_files.VARIABLE: str(metric_files.create_empty(self.data / "metrics")),
        }
        api = api_command(f"fd://{self._listener.fileno()}")
        worker = [sys.executable, "-m", "service.cli", "worker", "--metrics-port", "0"]
        here = Path.cwd()
        return [
            self._child("api", api, here, environment, self._listener.fileno()),
            self._child("worker", worker, here, environment),
        ]

    def _pids(self) -> list[int]:
        return [child.process.pid for child in self._children if child.process]

    def start(self) -> None:
        raise_open_files_limit()
        for child in self._children:
            child.start()
        self._lock.write_pids(self._pids())

    def _waiting_for(self) -> str:
        """What is not ready yet; empty if all is."""
        for name, store in self._stores.items():
            if not store.is_ready():
                progress = store.loading_progress()
                return f"the store of {name} to load ({progress})" if progress else f"the store of {name} to answer"
        return "" if is_api_ready(self.host, self.port) else "the API to be ready"

    def wait_until_ready(self) -> None:
        """Wait as long as there is progress; raise `FatalError` if there is none, or if a process exits."""
        progress = StartupProgress(_report)
        while waiting_for := self._waiting_for():
            self.restart_ended()
            progress.update(waiting_for, cpu_time(self._pids()))
            time.sleep(STARTUP_CHECK_SECONDS)
        self._is_ready = True

    def restart_ended(self) -> None:
        """Restart processes that ended: the games are on disk. Not those that would end again for the same reason."""
        for child in self._children:
            if child.has_ended():
                self._check_restartable(child)
                if child.restart():
                    _report(f"{child.name} ended and was restarted")
                    self._lock.write_pids(self._pids())

    def _check_restartable(self, child: Child) -> None:
        """A store that has exited with an error would do so again, and so would any process that never ran."""
        store = self._stores.get(child.name)
        if store and child.has_failed:
            raise store.exit_error()
        if child.has_exited and not self._is_ready:
            where = f"see {store.log}" if store else "see its message above"
            raise FatalError(f"{child.name} ended while it was starting; {where}.")

    def run(self) -> int:
        """Run until somebody stops us or a fatal error happens; return the exit code."""
        try:
            with stop_on_signals():
                self.start()
                self.wait_until_ready()
                self.announce()
                self.supervise()
        except FatalError as error:
            _report(str(error))
            return 2
        finally:
            self.stop()
        print("Stopped. The games are kept.")
        return 0

    def announce(self) -> None:
        print(f"Almagest is ready at http://{self.host}:{self.port} (API reference at /docs).")
        if self._metrics_port:
            print(f"Metrics for Prometheus are at port {self._metrics_port}, /metrics.")
        print(f"Games are kept in {self.data}. Press Ctrl-C to stop.", flush=True)

    def supervise(self) -> NoReturn:
        while True:
            self.restart_ended()
            time.sleep(CHECK_SECONDS)

    def stop(self) -> None:
        """Stop the stores last, so that the others can still write."""
        self._listener.close()
        for child in reversed(self._children):
            child.stop()
        self._watchdog.close()
        if self._sockets != self.data:
            shutil.rmtree(self._sockets, ignore_errors=True)
        self._lock.release()
