"""Many listeners on a real server while moves go on: the short form of `tests/bench/bench_waiting.py`."""

from __future__ import annotations

import argparse

from tests.bench import bench_waiting
from tests.processes import free_port


def test_two_hundred_listeners_hear_everything_in_order() -> None:
    options = argparse.Namespace(listeners=200, games=20, rate=40.0, seconds=4.0)
    found = bench_waiting.measure("gevent", options, free_port())
    assert found["failed"] == []
    assert found["complete"] == found["listeners"] == 200
    assert found["moves"] == 160
