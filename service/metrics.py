"""Counters for Prometheus. With several API processes they are kept in files that any of them can add up."""

from __future__ import annotations

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

from service import counting

CONTENT_TYPE = CONTENT_TYPE_LATEST

REQUESTS = Counter("almagest_requests_total", "Answers, by endpoint and status", ["endpoint", "status"])
SECONDS = Histogram(
    "almagest_request_seconds",
    "Time to answer, by endpoint; waiting for events included",
    ["endpoint"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30),
)
WAITERS = Gauge("almagest_event_waiters", "Requests that wait for events", multiprocess_mode="livesum")
OUTBOX = Gauge("almagest_outbox_depth", "Games that wait for a worker", multiprocess_mode="livemostrecent")


def registry() -> CollectorRegistry:
    """What is counted here; and by the other processes of the same service."""
    if not counting.is_shared():
        return REGISTRY
    collected = CollectorRegistry()
    multiprocess.MultiProcessCollector(collected)  # type: ignore[no-untyped-call]  # not annotated there
    return collected


def page() -> bytes:
    return generate_latest(registry())
