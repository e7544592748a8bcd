"""A Celery worker whose only task does nothing but say so: the floor that the Dreamer is measured against."""

from __future__ import annotations

import logging
import os

import redis
from celery import Celery  # type: ignore[import-untyped]  # it has no annotations

from service.store.jobs.broker import configuration

QUEUE = CHANNEL = "noop"

celery = Celery("noop", set_as_current=False)
celery.add_defaults(configuration)
celery.conf.task_queues = {QUEUE: {}}
_client = redis.Redis.from_url(os.environ.get("BROKER_URL", "redis://127.0.0.1:6379/0"))


@celery.task(name="noop")  # type: ignore[untyped-decorator]  # likewise
def noop(number: int) -> None:
    _client.publish(CHANNEL, number)


def main() -> None:
    celery.Worker(
        pool="prefork",
        concurrency=2,
        queues=[QUEUE],
        loglevel=logging.ERROR,
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    ).start()


if __name__ == "__main__":
    main()
