"""What counts as standing still beside a load: not the time in which what was killed starts again."""

from __future__ import annotations

import psutil

from tests.chaos.busy import Interval, Stall, load, longest_beyond


def test_the_time_of_starts_is_left_out_once() -> None:
    stall = Interval(10.0, 30.0, "a seat")
    starts = [Interval(5.0, 12.0), Interval(11.0, 14.0), Interval(28.0, 40.0), Interval(20.0, 21.0)]
    assert stall.without(starts) == 20 - 4 - 1 - 2
    assert stall.without([]) == 20
    assert stall.without([Interval(0.0, 50.0)]) == 0


def test_the_longest_is_that_which_is_longest_without_starts() -> None:
    starts = [Interval(100.0, 110.0, "api"), Interval(130.0, 131.0, "store")]
    stalls = [Interval(99.0, 112.0, "an answer"), Interval(129.0, 135.0, "seat 0")]
    assert longest_beyond(stalls, starts) == Stall(5.0, "seat 0", ["store"])
    assert longest_beyond([], starts).seconds == 0


def test_the_load_runs_beside_and_ends_with_the_storm() -> None:
    with load(2):
        loops = [child for child in psutil.Process().children() if "sum(range" in " ".join(child.cmdline())]
        assert len(loops) == 2
    assert not any(loop.is_running() for loop in loops)
