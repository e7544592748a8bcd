"""The metrics of a worker. Its processes keep them in files, so that one page adds them up."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

TASKS = Counter("almagest_tasks_total", "Tasks, by kind and result", ["kind", "result"])
REPLY_SECONDS = Histogram(
    "almagest_reply_seconds",
    "Time from the move that called for it to the automatic reply, by who replies",
    ["kind"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
THINKING_SECONDS = Counter(
    "almagest_thinking_seconds_total", "Processor seconds that bot processes used, by who waits for them", ["waiter"]
)
PENDING_SECONDS = Histogram(
    "almagest_owed_seconds",
    "Time that jobs for bots waited until a bot process took them, by who waits for them",
    ["waiter"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
)
DELIVERIES = Counter("almagest_webhook_deliveries_total", "Requests to webhooks, by result", ["result"])
DELIVERY_SECONDS = Histogram(
    "almagest_webhook_seconds",
    "Time that receivers of webhooks took to answer",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
DELAY_SECONDS = Histogram(
    "almagest_webhook_delay_seconds",
    "Time from a commit to the first try of its deliveries to webhooks",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600, 3600),
)
PUSHES = Counter("almagest_calls_total", "Requests to push services, by result", ["result"])
