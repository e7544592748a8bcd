"""Where and how requests are counted. `test_middleware.py` lets the API count."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import redis
from flask import Flask
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage

from service.api.http import limits
from service.api.http.request_counter import AWAY_SECONDS, BATCH_SHARE, RequestCounter
from service.core.settings import load_settings
from service.store.errors import StoreUnavailable
from service.wire.refusals import KeyUnknown, Refused


class SharedStorage(MemoryStorage):
    """What several processes count in. It remembers how often it was asked, and can be away."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.is_away = False
        self.meanwhile: Callable[[], object] = bool
        """Called while a process waits for the answer."""

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        self.asked += 1
        self.meanwhile()
        if self.is_away:
            raise redis.ConnectionError("away")
        return super().incr(key, expiry, amount)


def allowed(counters: list[RequestCounter], limit: RateLimitItem, requests: int) -> int:
    """How many of so many requests are allowed, if the processes get them in turn."""
    return sum(counters[number % len(counters)].is_within(limit, "name") for number in range(requests))


def test_processes_count_a_small_limit_together_and_one_by_one() -> None:
    shared = SharedStorage()
    assert allowed([RequestCounter(shared), RequestCounter(shared)], parse("5 per minute"), 20) == 5
    assert shared.asked == 20


def test_processes_count_a_large_limit_in_batches() -> None:
    shared, limit = SharedStorage(), parse("1000 per minute")
    counters = [RequestCounter(shared) for _ in range(3)]
    assert allowed(counters, limit, 900) == 900
    assert shared.asked == 900 * BATCH_SHARE / limit.amount
    most = limit.amount + len(counters) * limit.amount / BATCH_SHARE
    assert limit.amount <= 900 + allowed(counters, limit, 1000) <= most


def test_requests_that_come_while_a_process_tells_its_count_are_counted_once() -> None:
    shared, limit = SharedStorage(), parse("1000 per minute")
    counter = RequestCounter(shared)
    shared.meanwhile = lambda: counter.is_within(limit, "name")
    assert allowed([counter], limit, 99) == 99
    assert shared.get("name") <= 99 + shared.asked


def test_above_a_large_limit_every_request_is_refused() -> None:
    counter, limit = RequestCounter(SharedStorage()), parse("1000 per minute")
    assert limit.amount <= allowed([counter], limit, 2000) < limit.amount + limit.amount / BATCH_SHARE
    assert allowed([counter], limit, 50) == 0


def test_names_are_counted_each_for_itself() -> None:
    counter, limit = RequestCounter(SharedStorage()), parse("1 per minute")
    assert [counter.is_within(limit, name) for name in ("a", "b", "a")] == [True, True, False]


def test_a_process_counts_by_itself_while_redis_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    shared, limit, now = SharedStorage(), parse("5 per minute"), [1000.0]
    monkeypatch.setattr("service.api.http.request_counter.time.monotonic", lambda: now[0])
    counter = RequestCounter(shared)
    shared.is_away = True
    assert allowed([counter], limit, 8) == 5
    assert shared.asked == 1
    now[0] += AWAY_SECONDS
    assert not counter.is_within(limit, "name")
    assert shared.asked == 2
    assert 0 < counter.seconds_left(limit, "name") <= 60
    shared.is_away = False
    now[0] += AWAY_SECONDS
    assert allowed([counter], limit, 8) == 5
    assert 0 < counter.seconds_left(limit, "name") <= 60


def test_requests_are_counted_in_memory_if_no_node_of_a_cluster_answers_at_the_start() -> None:
    away = load_settings({"LIMITS_URL": "redis+cluster://127.0.0.1:1"})
    assert isinstance(limits._open_storage(away), MemoryStorage)


def test_nothing_is_counted_where_limits_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_open_storage", lambda *_: pytest.fail("nobody counts"))
    limits.register(Flask("unlimited"), load_settings({"RATELIMIT_ENABLED": "false"}))


@pytest.mark.parametrize(("left", "seconds"), [(-5.0, "1"), (0.2, "1"), (1.2, "2"), (30.0, "30"), (3600.0, "60")])
def test_an_answer_over_the_limit_says_when_to_retry(left: float, seconds: str) -> None:
    with Flask("limited").test_request_context():
        answer = limits._too_many(parse("5 per minute"), left)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, seconds)
    assert b"5 per 1 minute" in answer.data


@pytest.mark.parametrize("error", [Refused(KeyUnknown()), StoreUnavailable("away")])
def test_an_invalid_key_counts_as_none(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(limits, "calling_app", fail)
    assert limits._app() is None


OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 1}


def test_requests_are_counted_in_redis() -> None:
    assert limits._storage("redis://host:6380/2") == ("redis://host:6380/2", OPTIONS)
    assert limits._storage("unix:///run/s")[0].startswith("redis+unix:///run/s")
    address, options = limits._storage("redis+cluster://a:1,b:2")
    assert address == "redis+cluster://a:1,b:2/"
    assert OPTIONS.items() <= options.items()
    assert options["ssl"] is False
    assert not {"db", "connection_class", "use_replicas", "sentinel_kwargs"} & set(options)


def test_requests_are_counted_by_the_primary_that_sentinels_name() -> None:
    address, options = limits._storage("redis+sentinel://a:1,b:2/main/3")
    assert address == "redis+sentinel://a:1,b:2/main"
    assert options["use_replicas"] is False
    assert OPTIONS.items() <= options["sentinel_kwargs"].items()


def test_requests_are_counted_over_tls_where_redis_has_it() -> None:
    options = limits._storage("rediss+sentinel://a:1/main/3")[1]
    assert options["ssl"] is True
    assert not {"db", "connection_class"} & set(options)
