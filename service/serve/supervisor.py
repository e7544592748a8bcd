"""`almagest serve`: starts stores, API and worker, says what it waits for, and keeps all of them running."""

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
from service.serve.data_dir import Hold, prepared, push_key
from service.serve.embedded_redis import (
    StoreWatch,
    memory_for_games,
    socket_directory,
    store_command,
)
from service.serve.errors import CannotGoOn
from service.serve.processes import Child, allow_many_connections, api_command
from service.serve.progress import Progress, worked
from service.serve.sockets import check_metrics, listener
from service.serve.watchdog import Lifeline

LOOK_SECONDS = 0.05
TEND_SECONDS = 0.5


def answers(host: str, port: int) -> bool:
    """Whether the API is ready, store included."""
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


class Interrupted(Exception):
    """Somebody asks us to stop."""


@contextlib.contextmanager
def stopping_signals() -> Iterator[None]:
    def interrupt(*_: object) -> None:
        raise Interrupted

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)
    try:
        yield
    except Interrupted:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


class Keeper:
    """Everything on one machine. Made, it holds the folder and the port, or has said by `CannotGoOn` why not."""

    def __init__(self, data: Path, host: str, port: int, settings: Settings) -> None:
        self.data = prepared(data)
        self.host, self.port, self._metrics_port = host, port, settings.metrics_port
        self._hold = Hold(self.data, _say)
        self._push_key = settings.push_key or push_key(self.data)
        # Only now are the ports asked for: until here the last run may have had them.
        self._listener = listener(host, port)
        check_metrics(settings.metrics_host, settings.metrics_port)
        self._sockets = socket_directory(self.data)
        self._lifeline = Lifeline()
        self._watches = {name: StoreWatch.of(self._socket(name), self.data) for name in ("games", "broker")}
        self._children = [*self._stores(), *self._services()]
        self._is_ready = False

    def _socket(self, name: str) -> Path:
        return self._sockets / f"{name}.sock"

    def _child(self, name: str, command: list[str], directory: Path, environment: dict[str, str], *files: int) -> Child:
        return Child(name, command, environment, directory, (self._hold.lock, *files), self._lifeline)

    def _stores(self) -> list[Child]:
        games, broker = self._socket("games"), self._socket("broker")
        commands = {
            "games": store_command(games, self.data, durable=True, most_memory=memory_for_games()),
            "broker": store_command(broker, self.data, durable=False),
        }
        return [self._child(name, command, self.data, {}) for name, command in commands.items()]

    def _services(self) -> list[Child]:
        """They count into one folder, so that the API's metrics are the worker's, too."""
        environment = {
            "REDIS_URL": f"unix://{quote(str(self._socket('games')))}",
            "BROKER_URL": f"redis+socket://{quote(str(self._socket('broker')))}",
            "LOG_LEVEL": os.environ.get("LOG_LEVEL", "warning"),
            "PUSH_KEY": self._push_key,
            metric_files.VARIABLE: str(metric_files.fresh(self.data / "metrics")),
        }
        api = api_command(f"fd://{self._listener.fileno()}")
        worker = [sys.executable, "-m", "service.cli", "worker", "--metrics-port", "0"]
        here = Path.cwd()
        return [
            self._child("api", api, here, environment, self._listener.fileno()),
            self._child("worker", worker, here, environment),
        ]

    def start(self) -> None:
        allow_many_connections()
        for child in self._children:
            child.start()
        self._note()

    def _note(self) -> None:
        self._hold.note([child.process.pid for child in self._children if child.process])

    def _waits_for(self) -> str:
        """What stands between us and being ready; empty when nothing does."""
        for name, watch in self._watches.items():
            if not watch.answers():
                loaded = watch.loaded()
                return f"the store of {name} to load ({loaded})" if loaded else f"the store of {name} to answer"
        return "" if answers(self.host, self.port) else "the API to be ready"

    def wait_until_ready(self) -> None:
        """For as long as there is progress; `CannotGoOn` when there is none, or when something ended by itself."""
        progress = Progress(_say)
        while waits_for := self._waits_for():
            self.tend()
            progress.note(waits_for, worked(child.process.pid for child in self._children if child.process))
            time.sleep(LOOK_SECONDS)
        self._is_ready = True

    def tend(self) -> None:
        """Start again what was ended: the games are on disk. Not what would end again for the same reason."""
        for child in self._children:
            if child.has_ended():
                self._check_worth(child)
                if child.start_again():
                    _say(f"{child.name} ended and is started again")
                    self._note()

    def _check_worth(self, child: Child) -> None:
        """A store that has ended with an error would do so again."""
        watch = self._watches.get(child.name)
        if watch and child.has_failed:
            raise watch.fault()
        if child.ended_itself and not self._is_ready:
            where = f"see {watch.log}" if watch else "the reason stands above"
            raise CannotGoOn(f"{child.name} ended while it was starting; {where}.")

    def keep(self) -> int:
        """Run until somebody stops us, or until it is of no use to go on."""
        try:
            with stopping_signals():
                self.start()
                self.wait_until_ready()
                self.announce()
                self.tend_for_ever()
        except CannotGoOn as fault:
            _say(str(fault))
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

    def tend_for_ever(self) -> NoReturn:
        while True:
            self.tend()
            time.sleep(TEND_SECONDS)

    def stop(self) -> None:
        """The stores last, so that what is under way can still be written."""
        self._listener.close()
        for child in reversed(self._children):
            child.stop()
        self._lifeline.close()
        if self._sockets != self.data:
            shutil.rmtree(self._sockets, ignore_errors=True)
        self._hold.release()
