"""The probe sees both of a worker's threads of life: the sweeper, and Celery's consumer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.chaos.family import Family
from tests.processes import until
from worker.heartbeat import consumers


def _age(beat: Path, seconds: float = 3600) -> None:
    then = time.time() - seconds
    os.utime(beat, (then, then))


def _check(family: Family) -> str:
    """What the probe complains about."""
    beat = family.workers[0].beat
    command = [sys.executable, "-m", "service.cli", "worker", "--check", "--heartbeat", str(beat)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "BROKER_URL": family.broker_url}
    )
    assert done.returncode == bool(done.stderr)
    return done.stderr


def test_a_consumer_is_missed_only_while_the_broker_answers(family: Family) -> None:
    beat = consumers(family.workers[0].beat)
    until(beat.exists)
    assert _check(family) == ""
    family.broker.kill()
    _age(beat)
    assert _check(family) == ""
    family.broker.start()
    until(lambda: time.time() - beat.stat().st_mtime < 60)
    assert _check(family) == ""
    os.kill(family.workers[0].pid, signal.SIGSTOP)
    try:
        _age(beat)
        assert "its consumer was last seen" in _check(family)
    finally:
        os.kill(family.workers[0].pid, signal.SIGCONT)
