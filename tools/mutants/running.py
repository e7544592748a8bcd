"""Tests over mutants: stores of their own, and one pytest that forks for each."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import redis
from mutmut.configuration import config

from service.serve.embedded_redis import store_command
from tests.processes import HOST, free_port, until
from tools.mutants.making import FOLDER, Asked, Ended


@contextmanager
def _store() -> Iterator[str]:
    """A store that many mutants share, one after the other."""
    home, port = Path(tempfile.mkdtemp(prefix="alm")), free_port()
    command = [*store_command(home / "s", home, durable=False), "--port", str(port), "--bind", HOST]
    process = subprocess.Popen(command, cwd=home, stdout=subprocess.DEVNULL)
    url = f"redis://{HOST}:{port}"
    try:
        until(redis.Redis.from_url(url).ping)
        yield url
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(home)


class Limits(msgspec.Struct, frozen=True):
    """How long all tests of a mutant may take, those that take longer are left out; and one beside its own time."""

    seconds: float
    patience: float


def run(mutants: Iterable[Asked], at_once: int, limits: Limits) -> Iterator[Ended]:
    """What becomes of each, as it comes."""
    with ExitStack() as stack:
        stores = [stack.enter_context(_store()) for _ in range(at_once)]
        asked = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "asked"
        asked.write_bytes(msgspec.json.encode(list(mutants)))
        reading, writing = os.pipe()
        environment = {
            **os.environ,
            "REDIS_URL": stores[0],
            "MUTANT_STORES": " ".join(stores),
            "MUTANTS": str(asked),
            "MUTANT_ENDS": str(writing),
            "MUTANT_SECONDS": str(limits.seconds),
            "MUTANT_PATIENCE": str(limits.patience),
            "PYTHONHASHSEED": "0",
        }
        options = [*config().pytest_add_cli_args, *config().pytest_add_cli_args_test_selection]
        command = [sys.executable, "-m", "pytest", *options]
        with (FOLDER / "pytest.log").open("wb") as log:
            process = subprocess.Popen(command, cwd=FOLDER, env=environment, stdout=log, stderr=log, pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading, "rb") as lines:
            yield from (msgspec.json.decode(line, type=Ended) for line in lines)
        if process.wait():
            raise SystemExit(f"mutants/pytest.log says why the tests did not run: {process.returncode}")
