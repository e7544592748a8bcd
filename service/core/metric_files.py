"""Where the processes of the API, or of a worker, keep their counters, so that each of them can add up all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""As prometheus-client wants it; it has to be set before that is imported."""


def share() -> None:
    """Name a folder of our own, for this process and those it starts; on a read-only system each counts for itself."""
    if VARIABLE not in os.environ:
        with contextlib.suppress(OSError):
            os.environ[VARIABLE] = tempfile.mkdtemp(prefix=_own_prefix())


def _own_prefix() -> str:
    return f"almagest-metrics-{os.getpid()}-"


def is_shared() -> bool:
    return VARIABLE in os.environ and Path(os.environ[VARIABLE]).is_dir()


def ensure() -> None:
    """Make the folder again if somebody has tidied it away; where that cannot be done, each counts for itself."""
    if VARIABLE in os.environ:
        try:
            Path(os.environ[VARIABLE]).mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            del os.environ[VARIABLE]


def fresh(directory: Path) -> Path:
    """Empty, and ours alone."""
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(mode=0o700, parents=True)
    return directory


def forget(pid: int) -> None:
    """A process has ended: what it had going on does not count any more, what it counted does."""
    if VARIABLE in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]  # not annotated there


def clear() -> None:
    """Nobody serves any more. A folder that somebody else made is theirs to clear."""
    directory = Path(os.environ.get(VARIABLE, ""))
    if directory.name.startswith(_own_prefix()):
        del os.environ[VARIABLE]
        shutil.rmtree(directory, ignore_errors=True)
