"""The Celery application for those who wake workers; the worker adds its tasks. Importing this connects to nothing.

The outbox is the record of what is to be done; a message only wakes a worker, and may be lost.
"""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import urlsplit

from celery import Celery  # type: ignore[import-untyped]  # it has no annotations
from celery.app.amqp import AMQP  # type: ignore[import-untyped]  # likewise
from kombu.connection import Connection

from service.core.logs import log
from service.core.settings import load_settings
from service.core.tracing import origin, span
from service.core.urls import is_store, read_url
from service.store.jobs.outbox import PendingJob
from service.store.redis.client import check_address

QUEUES = {"automa": "automa", "scoring": "scoring", "late": "deadlines", "bot": "bots", "webhook": "webhooks"}
"""The queue of each kind of work. A message in `bots` only wakes bot processes, one in `webhooks` deliverers: these
choose what they do."""

NAME = "almagest.{}"
"""The task of a kind of work."""

ORIGIN = "almagest_origin"
"""The header of a message that says which request it comes from. Workers that do not know it do without."""

SILENCE_SECONDS = 1.0
"""For so long `send` leaves a broker alone that was away, so that moves do not wait for it."""

LONGEST_SILENCE_SECONDS = 20.0


class EagerConnection(Connection):
    """Looks for a lost broker several times a second; Celery's own pauses grow to half a minute."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        options.update(interval_start=0.1, interval_step=0.1, interval_max=0.5)
        return super().ensure_connection(*args, **options)  # type: ignore[no-untyped-call]  # likewise


class EagerAmqp(AMQP):  # type: ignore[misc]  # likewise
    Connection = EagerConnection


REDIS_OPTIONS = {
    # Who wakes a worker does not wait for a broker that is away.
    "max_retries": 0,
    "socket_connect_timeout": 1.0,
    "socket_timeout": 2.0,
    # A message comes back by itself after this time; long before, the sweeper has sent another.
    "visibility_timeout": 120,
}
AMQP_OPTIONS = {"max_retries": 0, "connect_timeout": 1.0, "read_timeout": 2.0, "write_timeout": 2.0}


def _behind_sentinels(url: str) -> dict[str, Any]:
    """Celery names every Sentinel with a URL of its own."""
    address = read_url(url)
    if address.is_encrypted:
        raise ValueError("Sentinels with TLS are not for a broker")
    plain = urlsplit(address.plain)
    whose = plain.netloc.rpartition("@")[0]
    hosts = [f"sentinel://{whose}{'@' if whose else ''}{host}:{port}{plain.path}" for host, port in address.nodes]
    options = {**REDIS_OPTIONS, "master_name": address.name, "sentinel_kwargs": {"socket_timeout": 1.0}}
    return {"broker_url": ";".join(hosts), "broker_transport_options": options}


def broker(url: str) -> dict[str, Any]:
    if is_store(url) and read_url(url).kind == "sentinel":
        return _behind_sentinels(url)
    # Celery has a scheme of its own for sockets.
    address = re.sub(r"^unix://", "redis+socket://", url)
    return {"broker_url": address, "broker_transport_options": REDIS_OPTIONS if is_store(url) else AMQP_OPTIONS}


def check_broker(url: str) -> None:
    """Raise where Celery cannot use this address. Nothing is sent."""
    if is_store(url):
        check_address(url)
    if is_store(url) and read_url(url).kind == "cluster":
        raise ValueError("Celery cannot use a cluster")
    connection: Any = Connection(broker(url)["broker_url"])  # type: ignore[no-untyped-call]  # likewise
    connection.get_transport_cls()


def configuration() -> dict[str, Any]:
    """Celery's settings, by its own names; it reads them at the first use."""
    return {
        **broker(load_settings().broker_url),
        "broker_connection_timeout": 1.0,
        "broker_connection_retry_on_startup": True,
        "broker_connection_max_retries": None,
        "broker_pool_limit": 32,
        "task_queues": {name: {} for name in QUEUES.values()},
        "task_create_missing_queues": False,
        "task_ignore_result": True,
        "task_serializer": "json",
        "accept_content": ["json"],
        "task_acks_late": True,
        "task_reject_on_worker_lost": True,
        "task_soft_time_limit": 20,
        "task_time_limit": 30,
        "worker_prefetch_multiplier": 1,
        "worker_enable_remote_control": False,
        "worker_hijack_root_logger": False,
        "worker_redirect_stdouts": False,
        # A task that was running when the broker went away is done, or is found stale: no reason to stop it.
        "worker_cancel_long_running_tasks_on_connection_loss": False,
        "enable_utc": True,
    }


celery = Celery("almagest", amqp=EagerAmqp, set_as_current=False)
celery.add_defaults(configuration)


class Breaker:
    """Remembers that the broker is away."""

    def __init__(self) -> None:
        self._open_until = 0.0

    def is_open(self) -> bool:
        return time.monotonic() < self._open_until

    def trip(self, cost: float) -> None:
        """Who had to wait for it leaves it alone for longer."""
        self._open_until = time.monotonic() + min(max(SILENCE_SECONDS, 10 * cost), LONGEST_SILENCE_SECONDS)


_breaker = Breaker()


def send(kind: str, game_id: str, version: int) -> bool:
    """Send a message to the workers; False when the broker is away."""
    if _breaker.is_open():
        return False
    began = time.monotonic()
    try:
        with span(f"wake {kind}", game=game_id, version=version):
            headers = {ORIGIN: origin()}
            celery.send_task(NAME.format(kind), (game_id, version), queue=QUEUES[kind], retry=False, headers=headers)
    except Exception as error:
        # Whatever it is: the game is committed, and the message may be lost.
        _breaker.trip(time.monotonic() - began)
        log().warning("broker_away", error=type(error).__name__)
        return False
    return True


def wake_worker(job: PendingJob) -> None:
    """Called after every commit that leaves work for a worker. May be lost: the sweeper repeats it."""
    send(job.kind, job.game_id, job.version)
