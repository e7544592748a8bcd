"""The short form of `make fuzz`: schemathesis with all its checks on the running service."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.fuzz import ENDING, Pass, fuzz, serving
from tests.processes import Server

EXAMPLES = 8


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    with serving() as server:
        yield server


def test_everything_but_what_ends_a_token(own_server: Server, tmp_path: Path) -> None:
    assert fuzz(own_server, tmp_path, Pass("nebula", 3, EXAMPLES)) > 500


@pytest.mark.parametrize("operation", ENDING)
def test_what_ends_a_token(own_server: Server, tmp_path: Path, operation: str) -> None:
    assert fuzz(own_server, tmp_path, Pass("nebula", 3, EXAMPLES, operation)) > 5
