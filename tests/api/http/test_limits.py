"""How flask-limiter is set up. `test_middleware.py` lets it count."""

from __future__ import annotations

import types
from typing import Any

import pytest
import redis
from flask import Flask
from limits import parse

from service.api.http import limits
from service.api.http.requests import address_key, token_key
from service.api.resources import health
from service.core.settings import Settings, load_settings
from service.store.errors import StoreUnavailable
from service.wire.refusals import KeyUnknown, Refused


class FakeLimiter:
    """Records its arguments, in place of flask-limiter."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.arguments, self.options = arguments, options
        self.exempted: list[Any] = []
        self.shared: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
        self.limited: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def exempt(self, what: Any) -> None:
        self.exempted.append(what)

    def shared_limit(self, *arguments: Any, **options: Any) -> Any:
        self.shared.append((arguments, options))
        return lambda view: ("counted", view)

    def limit(self, *arguments: Any, **options: Any) -> Any:
        self.limited.append((arguments, options))
        return lambda view: ("limited", view)


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(limits, "Limiter", FakeLimiter)
    return load_settings({"REDIS_URL": "redis://one:1/2"})


def test_the_limiter_has_three_limits_and_falls_back_to_memory(settings: Settings) -> None:
    app = Flask("limited")
    made: Any = limits._limiter(app, settings, storage_uri="memory://")
    assert made.arguments == (address_key,)
    given = made.options.pop("default_limits")
    assert made.options == {
        "app": app, "storage_uri": "memory://", "strategy": "fixed-window", "on_breach": limits._too_many,
        "swallow_errors": True, "in_memory_fallback_enabled": True, "key_prefix": "limits",
    }  # fmt: skip
    assert [(each.key_function, each.exempt_when) for each in given] == [
        (token_key, limits._is_app), (address_key, limits._is_app), (limits._key_id, limits._is_no_app),
    ]  # fmt: skip
    assert [(each.scope, each.shared) for each in given] == [("token", True), ("address", True), ("key", True)]
    assert [each.limit_provider for each in given[:2]] == [settings.ratelimit_token, settings.ratelimit_address]


def test_requests_are_counted_in_memory_if_no_node_of_a_cluster_answers_at_the_start(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = Flask("limited")
    found: Any = limits._connect_limiter(app, settings)
    assert found.options["storage_uri"] == "redis://one:1/2"
    limiter, tried = limits._limiter, list[Any]()

    def first_fails(app: Flask, settings: Settings, **counted: Any) -> Any:
        tried.append(counted)
        if len(tried) == 1:
            raise redis.ConnectionError("away")
        return limiter(app, settings, **counted)

    monkeypatch.setattr(limits, "_limiter", first_fails)
    alone: Any = limits._connect_limiter(app, settings)
    assert alone.options["storage_uri"] == "memory://"
    assert alone.options["app"] is app
    assert tried[1] == {"storage_uri": "memory://"}


def test_new_games_are_counted_together_and_probes_are_not(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    app, made = Flask("limited"), FakeLimiter()
    views: Any = dict.fromkeys((*limits.CREATING, *limits.PAUSING, "else"), "view")
    app.view_functions = views
    monkeypatch.setattr(limits, "_connect_limiter", lambda *_: made)
    limits.register(app, settings)
    assert made.exempted == [health.blueprint]
    ((arguments, options),) = made.shared
    assert arguments == (settings.ratelimit_create, "create")
    assert options == {"key_func": address_key, "override_defaults": False, "exempt_when": limits._is_app}
    counted = {name for name, view in views.items() if view == ("counted", "view")}
    assert counted == set(limits.CREATING)
    pausing = {"key_func": token_key, "override_defaults": False}
    assert made.limited == [((settings.ratelimit_pause,), pausing)] * len(limits.PAUSING)
    assert {name for name, view in views.items() if view == ("limited", "view")} == set(limits.PAUSING)


def test_nothing_is_counted_where_limits_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_connect_limiter", lambda *_: pytest.fail("nobody counts"))
    limits.register(Flask("unlimited"), load_settings({"RATELIMIT_ENABLED": "false"}))


@pytest.mark.parametrize(("left", "seconds"), [(-5.0, "1"), (0.2, "1"), (1.2, "2"), (30.0, "30"), (3600.0, "60")])
def test_an_answer_over_the_limit_says_when_to_retry(
    monkeypatch: pytest.MonkeyPatch, left: float, seconds: str
) -> None:
    monkeypatch.setattr(limits, "time", types.SimpleNamespace(time=lambda: 1000.0))
    breached: Any = types.SimpleNamespace(limit=parse("5 per minute"), reset_at=1000.0 + left)
    with Flask("limited").test_request_context():
        answer = limits._too_many(breached)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, seconds)
    assert b"5 per 1 minute" in answer.data


@pytest.mark.parametrize("error", [Refused(KeyUnknown()), StoreUnavailable("away")])
def test_an_invalid_key_counts_as_none(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(limits, "calling_app", fail)
    assert (limits._app(), limits._is_app(), limits._is_no_app(), limits._key_id()) == (None, False, True, "")
    app: Any = types.SimpleNamespace(key_id="k1", limits="")
    monkeypatch.setattr(limits, "calling_app", lambda: app)
    assert (limits._app(), limits._is_app(), limits._is_no_app(), limits._key_id()) == (app, True, False, "k1")


def test_a_key_has_its_own_limit_or_that_of_all_keys(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    key_limit: Any = limits._limits(settings)[2]
    for own, limit in (("7 per day", "7 per day"), ("", settings.ratelimit_key)):
        monkeypatch.setattr(limits, "calling_app", lambda own=own: types.SimpleNamespace(key_id="k1", limits=own))
        assert key_limit.limit_provider() == limit
    monkeypatch.setattr(limits, "calling_app", lambda: None)
    assert key_limit.limit_provider() == settings.ratelimit_key


OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 1}


def test_requests_are_counted_in_redis() -> None:
    one = limits._storage("redis://host:6380/2")
    assert one == {"storage_uri": "redis://host:6380/2", "storage_options": OPTIONS}
    assert limits._storage("unix:///run/s")["storage_uri"].startswith("redis+unix:///run/s")
    many = limits._storage("redis+cluster://a:1,b:2")
    assert many["storage_uri"] == "redis+cluster://a:1,b:2/"
    assert OPTIONS.items() <= many["storage_options"].items()
    assert many["storage_options"]["ssl"] is False
    assert not {"db", "connection_class", "use_replicas", "sentinel_kwargs"} & set(many["storage_options"])


def test_requests_are_counted_by_the_primary_that_sentinels_name() -> None:
    watched = limits._storage("redis+sentinel://a:1,b:2/main/3")
    assert watched["storage_uri"] == "redis+sentinel://a:1,b:2/main"
    options = watched["storage_options"]
    assert options["use_replicas"] is False
    assert OPTIONS.items() <= options["sentinel_kwargs"].items()


def test_requests_are_counted_over_tls_where_redis_has_it() -> None:
    options = limits._storage("rediss+sentinel://a:1/main/3")["storage_options"]
    assert options["ssl"] is True
    assert not {"db", "connection_class"} & set(options)
