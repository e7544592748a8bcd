"""Store, broker, API and worker as real processes that can be killed at any time and are started again."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil
import redis
import requests

from service.serve.embedded_redis import store_command
from tests.chaos.busy import Interval
from tests.processes import HOST, HUNG, ROOT, free_port, until


class Managed:
    """A process, its children, and a question that it answers when it is up."""

    def __init__(self, name: str, command: list[str], home: Path, is_up: Callable[[], Any], **environment: str) -> None:
        self.name, self._command, self._home, self._is_up = name, command, home, is_up
        self._environment = {**os.environ, **environment}
        self._process: subprocess.Popen[bytes] | None = None
        self.beat = home / f"{name}.beat"

    @property
    def log(self) -> Path:
        return self._home / f"{self.name}.log"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self) -> None:
        self.beat.unlink(missing_ok=True)
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self._environment, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
            )

    def wait_until_up(self) -> None:
        until(self._is_up)

    def kill(self) -> None:
        """The process and its children at once, as kill -9 does."""
        if self._process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def kill_alone(self) -> None:
        """The process without its children, which have to notice by themselves."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def revive(self) -> None:
        """Start it, again where what is left of the last one was still in the way, until it is up."""
        self.start()
        until(self._is_up_if_tended)

    def _is_up_if_tended(self) -> Any:
        self.tend()
        return self._is_up()

    def tend(self) -> None:
        """Start it again if it gave up, as an orchestrator does."""
        if self._process and self._process.poll() is not None:
            self.kill()
            self.start()

    def kill_child(self, chance: random.Random) -> bool:
        """One of its children, which it has to replace by itself."""
        try:
            children = psutil.Process(self.pid).children()
            chance.choice(children).kill()
        except (psutil.NoSuchProcess, IndexError):
            return False
        return True

    def stop(self) -> int:
        """As an orchestrator does; the exit code."""
        if self._process is None:
            return 0
        self._process.terminate()
        try:
            return self._process.wait(HUNG)
        except subprocess.TimeoutExpired:
            self.kill()
            raise


class Family:
    """All processes, over one directory. The store is durable; the broker may forget."""

    def __init__(self, home: Path, workers: int = 1, worker_options: Sequence[str] = (), **environment: str) -> None:
        self._worker_options = worker_options
        self.store_url, self.broker_url = f"unix://{home}/games", f"unix://{home}/broker"
        port = free_port()
        self.url = f"http://{HOST}:{port}"
        common = {
            "REDIS_URL": self.store_url,
            "BROKER_URL": self.broker_url,
            "RATELIMIT_ENABLED": "false",
            "RUNNING_GAMES_ADDRESS": "0",
            "LOG_LEVEL": "warning",
            "LOG_FORMAT": "json",
            "API_WORKERS": "1",
            **environment,
        }
        almagest = [sys.executable, "-m", "service.cli"]
        data = home / "data"
        data.mkdir()
        stores = [
            Managed(name, store_command(home / name, data, durable), home, redis.Redis.from_url(url).ping)
            for name, url, durable in (("games", self.store_url, True), ("broker", self.broker_url, False))
        ]
        self.store, self.broker = stores
        api = [*almagest, "api", "--port", str(port)]
        self.api = Managed("api", api, home, lambda: requests.get(f"{self.url}/readyz", timeout=5).ok, **common)
        self.workers = [self._worker(home, number, almagest, common) for number in range(workers)]

    def _worker(self, home: Path, number: int, almagest: list[str], common: dict[str, str]) -> Managed:
        name = f"worker{number}"
        beat = home / f"{name}.beat"
        command = [*almagest, "worker", "--heartbeat", str(beat), *self._worker_options]
        return Managed(name, command, home, beat.exists, **common)

    @property
    def all(self) -> list[Managed]:
        return [self.store, self.broker, self.api, *self.workers]

    def start(self) -> None:
        for process in self.all:
            process.start()
        for process in self.all:
            process.wait_until_up()

    def kill(self) -> None:
        for process in reversed(self.all):
            process.kill()

    def flush_broker(self) -> None:
        with contextlib.suppress(redis.RedisError):
            redis.Redis.from_url(self.broker_url).flushall()


class Killer(threading.Thread):
    """Kills something at random, starts it again, and pauses; until told to stop, or so many times."""

    def __init__(self, family: Family, pause: float, seed: int, most: int | None = None) -> None:
        super().__init__(name="killer", daemon=True)
        self._family, self._pause, self._chance = family, pause, random.Random(seed)
        self._stop_asked = threading.Event()
        self._most = most
        self.kills: dict[str, int] = dict.fromkeys(self._strikes(), 0)
        self.starts: list[Interval] = []
        """From each kill until what was killed is up again."""

    @property
    def total(self) -> int:
        return sum(self.kills.values())

    def stop(self) -> None:
        """No more kills; everybody is up again."""
        self._stop_asked.set()
        self.join()
        for process in self._family.all:
            process.tend()
            process.wait_until_up()

    def run(self) -> None:
        while not self._stop_asked.wait(self._pause * self._chance.uniform(0.5, 1.5)):
            if self.total == self._most:
                break
            self._strike()
            for process in self._family.all:
                process.tend()

    def _strike(self) -> None:
        """Whoever was killed least often is next, so that everybody has their turn; ties by lot."""
        fewest = min(self.kills.values())
        victim = self._chance.choice([name for name, count in self.kills.items() if count == fewest])
        began = time.monotonic()
        self._strikes()[victim]()
        self.starts.append(Interval(began, time.monotonic(), victim))
        self.kills[victim] += 1

    def _strikes(self) -> dict[str, Callable[[], None]]:
        return {
            "api": lambda: self._one_or_all(self._family.api),
            "api_master": lambda: self._alone(self._family.api),
            "worker": lambda: self._one_or_all(self._chance.choice(self._family.workers)),
            "worker_main": lambda: self._alone(self._chance.choice(self._family.workers)),
            "store": lambda: self._restart(self._family.store),
            "broker": lambda: self._restart(self._family.broker),
            "broker_flush": self._family.flush_broker,
        }

    def _one_or_all(self, process: Managed) -> None:
        if self._chance.random() < 0.5 or not process.kill_child(self._chance):
            self._restart(process)
        else:
            process.wait_until_up()

    def _alone(self, process: Managed) -> None:
        process.kill_alone()
        process.revive()

    def _restart(self, process: Managed) -> None:
        process.kill()
        process.revive()
