"""Counters of several API processes, added up by whichever of them is asked."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from service.core import metric_files
from tests.processes import HOST, HUNG, Server, StoreProcess, free_port, until

METRICS_PORT = free_port()
WISH = {"rulebook": "astra", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.fixture
def server(store_process: StoreProcess, tmp_path: Path) -> Iterator[Server]:
    running = Server(store_process.url, TMPDIR=str(tmp_path), METRICS_PORT=str(METRICS_PORT))
    running.start()
    yield running
    running.stop()


def _counted(name: str) -> float:
    lines = requests.get(f"http://{HOST}:{METRICS_PORT}/metrics", timeout=HUNG).text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def test_all_processes_count_together_and_the_dead_wait_no_more(server: Server) -> None:
    made = requests.post(f"{server.url}/v1/games", json=WISH, timeout=HUNG).json()
    events = f"{server.url}/v1/games/{made['game']['id']}/events"
    asked = 40
    for _ in range(asked):
        assert requests.get(events, timeout=HUNG).ok
    pages = 'almagest_requests_total{endpoint="events.list_events",status="200"}'
    assert {_counted(pages) for _ in range(20)} == {asked}
    with requests.Session() as listener:
        streams = [
            listener.get(events, headers={"Accept": "text/event-stream"}, stream=True, timeout=HUNG) for _ in range(20)
        ]
        until(lambda: _counted("almagest_event_waiters") == len(streams))
        for process in server.workers():
            process.kill()
            process.wait(HUNG)
        until(lambda: _counted("almagest_event_waiters") == 0)
        assert _counted(pages) == asked + len(streams)


def test_a_stream_that_ends_waits_no_more(store_process: StoreProcess) -> None:
    server = Server(store_process.url, STREAM_SECONDS="1", METRICS_PORT=str(METRICS_PORT))
    server.start()
    made = requests.post(f"{server.url}/v1/games", json=WISH, timeout=HUNG).json()
    path = f"{server.url}/v1/games/{made['game']['id']}/events"
    assert requests.get(path, headers={"Accept": "text/event-stream"}, timeout=HUNG).text.endswith("still here\n\n")
    until(lambda: _counted("almagest_event_waiters") == 0)
    server.stop()


def test_the_folder_is_gone_after_the_end(server: Server, tmp_path: Path) -> None:
    assert len(list(tmp_path.glob("almagest-metrics-*"))) == 1
    server.stop()
    assert list(tmp_path.glob("almagest-metrics-*")) == []


def test_a_folder_that_somebody_named_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(metric_files.VARIABLE, str(tmp_path))
    metric_files.create_directory()
    metric_files.remove_directory()
    assert tmp_path.exists()


def test_only_who_made_the_folder_clears_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever serves at the same port next has another one."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.delenv(metric_files.VARIABLE, raising=False)
    metric_files.create_directory()
    (made,) = tmp_path.iterdir()
    monkeypatch.setattr(os, "getpid", lambda: -1)
    metric_files.remove_directory()
    assert made.exists()
    monkeypatch.undo()
    os.environ[metric_files.VARIABLE] = str(made)
    metric_files.remove_directory()
    assert metric_files.VARIABLE not in os.environ
    assert not made.exists()


def test_without_the_folder_the_service_goes_on(server: Server, tmp_path: Path) -> None:
    (folder,) = tmp_path.glob("almagest-metrics-*")
    shutil.rmtree(folder)
    assert requests.get(f"http://{HOST}:{METRICS_PORT}/metrics", timeout=HUNG).ok
    for process in server.workers():
        process.kill()
        process.wait(HUNG)
    until(lambda: requests.get(f"{server.url}/healthz", timeout=HUNG).ok and _counted("almagest_requests_total") > 0)
