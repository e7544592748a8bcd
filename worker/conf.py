"""How Celery is set up. The outbox is the record of what is to be done; a message is only a hint, and may be lost."""

from __future__ import annotations

import re

from service import config

QUEUES = {"dreamer": "dreamer", "bot": "bots", "late": "bots", "scoring": "scoring"}
"""The queue of each kind of work."""


def celery_url(url: str) -> str:
    """Celery has a scheme of its own for sockets."""
    return re.sub(r"^unix://", "redis+socket://", url)


broker_url = celery_url(config.load().broker_url)
broker_connection_retry_on_startup = True
broker_connection_max_retries = None
broker_pool_limit = 32
broker_transport_options = {
    # Who sends a hint does not wait for a broker that is away.
    "max_retries": 0,
    "socket_connect_timeout": 1.0,
    "socket_timeout": 2.0,
    # A message comes back by itself after this time; long before, the sweeper has sent another.
    "visibility_timeout": 120,
}

task_queues: dict[str, dict[str, str]] = {name: {} for name in QUEUES.values()}
task_create_missing_queues = False
task_ignore_result = True
task_serializer = "json"
accept_content = ["json"]
task_acks_late = True
task_reject_on_worker_lost = True
task_soft_time_limit = 20
task_time_limit = 30

worker_prefetch_multiplier = 1
worker_enable_remote_control = False
worker_hijack_root_logger = False
worker_redirect_stdouts = False
# A task that was running when the broker went away is done, or is found stale: no reason to stop it.
worker_cancel_long_running_tasks_on_connection_loss = False
enable_utc = True
