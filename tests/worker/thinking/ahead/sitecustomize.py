"""For a process whose machine's clock is an hour ahead: it has this folder on its PYTHONPATH."""

import time

HOUR = 3600
_time, _time_ns = time.time, time.time_ns
time.time = lambda: _time() + HOUR
time.time_ns = lambda: _time_ns() + HOUR * 10**9
