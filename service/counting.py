"""Where the API's processes keep their counters, so that each of them can add up all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""As prometheus-client wants it; it has to be set before that is imported."""


def share(host: str, port: int) -> None:
    """Name a folder that is free for whoever serves at this address; on a read-only system each counts for itself."""
    if VARIABLE in os.environ:
        return
    with contextlib.suppress(OSError):
        os.environ[VARIABLE] = str(fresh(_folder() / f"{host}-{port}"))


def _folder() -> Path:
    return Path(tempfile.gettempdir()) / f"almagest-metrics-{os.getuid()}"


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
    """Nobody serves any more. A folder that somebody else named is theirs to clear."""
    directory = Path(os.environ.get(VARIABLE, ""))
    if directory.parent == _folder():
        shutil.rmtree(directory, ignore_errors=True)
