"""The directory in which the processes of the API, or of a worker, keep their metrics, so that any can add them up."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""prometheus-client reads it when it is imported."""


def create_directory() -> None:
    """Create one for this process and its children. On a read-only system each process counts for itself."""
    if VARIABLE not in os.environ:
        with contextlib.suppress(OSError):
            os.environ[VARIABLE] = tempfile.mkdtemp(prefix=_own_prefix())


def _own_prefix() -> str:
    return f"almagest-metrics-{os.getpid()}-"


def is_shared() -> bool:
    return VARIABLE in os.environ and Path(os.environ[VARIABLE]).is_dir()


def ensure_directory() -> None:
    """Create the directory again if somebody has deleted it; if that fails, each process counts for itself."""
    if VARIABLE in os.environ:
        try:
            Path(os.environ[VARIABLE]).mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            del os.environ[VARIABLE]


def create_empty(directory: Path) -> Path:
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(mode=0o700, parents=True)
    return directory


def mark_process_ended(pid: int) -> None:
    """Drop the process's gauges; its counters stay."""
    if VARIABLE in os.environ:
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]  # not annotated there


def remove_directory() -> None:
    """Remove the directory if this process created it."""
    directory = Path(os.environ.get(VARIABLE, ""))
    if directory.name.startswith(_own_prefix()):
        del os.environ[VARIABLE]
        shutil.rmtree(directory, ignore_errors=True)
