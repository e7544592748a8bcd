"""What a worker counts. Its processes keep their counts in files, so that one page adds them up."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

from service.metrics import OUTBOX

TASKS = Counter("almagest_tasks_total", "Tasks, by kind and result", ["kind", "result"])
REPLY_SECONDS = Histogram(
    "almagest_reply_seconds",
    "Time from the move that called for it to the automatic reply, by who replies",
    ["kind"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
OLDEST_SECONDS = Gauge(
    "almagest_outbox_oldest_seconds", "Age of the oldest work in the outbox", multiprocess_mode="livemostrecent"
)

__all__ = ["OLDEST_SECONDS", "OUTBOX", "REPLY_SECONDS", "TASKS"]
