"""Metrics for Prometheus. Several API processes keep them in files, so that any process can add them up."""

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

from service.core import metric_files

CONTENT_TYPE = CONTENT_TYPE_LATEST

REQUESTS = Counter("almagest_requests_total", "Responses, by endpoint and status", ["endpoint", "status"])
SECONDS = Histogram(
    "almagest_request_seconds",
    "Time to respond, by endpoint; includes waiting for events",
    ["endpoint"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30),
)
WAITERS = Gauge("almagest_event_waiters", "Requests that wait for events", multiprocess_mode="livesum")
PLACES = Gauge("almagest_event_places", "How many requests may wait for events", multiprocess_mode="livesum")
OUTBOX = Gauge("almagest_outbox_depth", "Games that wait for a worker", multiprocess_mode="livemostrecent")

OLDEST_SECONDS = Gauge(
    "almagest_outbox_oldest_seconds", "Age of the oldest job in the outbox", multiprocess_mode="livemostrecent"
)
STORE_SECONDS = Histogram(
    "almagest_store_seconds",
    "Time until the store answers, by script",
    ["script"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
STORE_UP = Gauge("almagest_store_up", "Whether the store answers: 1 or 0", multiprocess_mode="livemostrecent")
STORE_MEMORY = Gauge(
    "almagest_store_memory_bytes", "Memory of the store, by node", ["node"], multiprocess_mode="livemostrecent"
)
STORE_LIMIT = Gauge(
    "almagest_store_memory_limit_bytes",
    "Memory at which a node of the store refuses writes; 0: no limit",
    ["node"],
    multiprocess_mode="livemostrecent",
)
CONFLICTS = Counter("almagest_commit_conflicts_total", "Commits that failed because somebody else had written first")
CACHED_REFUSALS = Counter(
    "almagest_cached_refusals_total", "Refusals on a cached game, which the stored game had to confirm or overrule"
)
DAMAGED = Counter(
    "almagest_damaged_records_total", "Damaged records that a process met and left out, by kind", ["record"]
)
GAMES = Gauge(
    "almagest_games",
    "Stored games, by rulebook and status; expired ones are removed once a day",
    ["visibility", "rulebook", "status"],
    multiprocess_mode="livemostrecent",
)
WEBHOOKS = Gauge("almagest_webhooks", "Webhooks of all apps, by status", ["status"], multiprocess_mode="livemostrecent")
WEBHOOK_OLDEST_SECONDS = Gauge(
    "almagest_webhook_oldest_seconds",
    "Age of the oldest delivery to a webhook that is not parked",
    multiprocess_mode="livemostrecent",
)
REACHED = Counter("almagest_games_reached_total", "Games that reached a status", ["rulebook", "status"])


def registry() -> CollectorRegistry:
    """Of this process, or of all processes that share a metrics directory."""
    if not metric_files.is_shared():
        return REGISTRY
    collected = CollectorRegistry()
    multiprocess.MultiProcessCollector(collected)  # type: ignore[no-untyped-call]  # not annotated there
    return collected


def page() -> bytes:
    return generate_latest(registry())
