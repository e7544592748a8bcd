"""One server for the whole run; a test that breaks something has its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from almagest_sdk import Almagest

from tests.sdk.serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[Almagest]:
    with Almagest(server.url) as made:
        yield made
