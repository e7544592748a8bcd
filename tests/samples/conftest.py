"""One server for all samples, in a folder as a reader has it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.samples.stages import SETTINGS, Stages
from tests.sdk.serving import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with (
        tempfile.TemporaryDirectory(prefix="alm") as name,
        Server(Path(name), ".almagest", 0, **SETTINGS) as running,
    ):
        yield running


@pytest.fixture(scope="session")
def stages(server: Server) -> Iterator[Stages]:
    made = Stages(server)
    yield made
    made.close()
