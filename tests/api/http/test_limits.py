"""How requests are counted: what the library that counts is told. `test_middleware.py` has it count."""

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


class Told:
    """In place of the library: what it was told."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.arguments, self.options = arguments, options
        self.exempted: list[Any] = []
        self.shared: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def exempt(self, what: Any) -> None:
        self.exempted.append(what)

    def shared_limit(self, *arguments: Any, **options: Any) -> Any:
        self.shared.append((arguments, options))
        return lambda view: ("counted", view)


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(limits, "Limiter", Told)
    return load_settings({"REDIS_URL": "redis://one:1/2"})


def test_who_counts_is_told_where_and_what_to_do_while_the_store_is_away(settings: Settings) -> None:
    app = Flask("limited")
    made: Any = limits._limiter(app, settings, storage_uri="memory://")
    assert made.arguments == (address_key,)
    asked = made.options.pop("default_limits")
    assert made.options == {
        "app": app, "storage_uri": "memory://", "strategy": "fixed-window", "on_breach": limits._too_many,
        "swallow_errors": True, "in_memory_fallback_enabled": True, "key_prefix": "limits",
    }  # fmt: skip
    assert [(each.key_function, each.exempt_when) for each in asked] == [
        (token_key, limits._is_app), (address_key, limits._is_app), (limits._key_id, limits._is_no_app),
    ]  # fmt: skip
    assert [each.limit_provider for each in asked[:2]] == [settings.ratelimit_token, settings.ratelimit_address]


def test_a_cluster_of_which_nobody_answers_at_the_start_is_counted_without(
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
    app, made = Flask("limited"), Told()
    views: Any = dict.fromkeys((*limits.CREATING, "else"), "view")
    app.view_functions = views
    monkeypatch.setattr(limits, "_connect_limiter", lambda *_: made)
    limits.register(app, settings)
    assert made.exempted == [health.blueprint]
    ((arguments, options),) = made.shared
    assert arguments == (settings.ratelimit_create, "create")
    assert options == {"key_func": address_key, "override_defaults": False, "exempt_when": limits._is_app}
    counted = {name for name, view in views.items() if view == ("counted", "view")}
    assert counted == set(limits.CREATING)


def test_where_nothing_is_limited_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_connect_limiter", lambda *_: pytest.fail("nobody counts"))
    limits.register(Flask("unlimited"), load_settings({"RATELIMIT_ENABLED": "false"}))


@pytest.mark.parametrize(("left", "told"), [(-5.0, "1"), (0.2, "1"), (1.2, "2"), (30.0, "30"), (3600.0, "60")])
def test_who_asks_too_often_is_told_when_to_come_again(monkeypatch: pytest.MonkeyPatch, left: float, told: str) -> None:
    monkeypatch.setattr(limits, "time", types.SimpleNamespace(time=lambda: 1000.0))
    breached: Any = types.SimpleNamespace(limit=parse("5 per minute"), reset_at=1000.0 + left)
    with Flask("limited").test_request_context():
        answer = limits._too_many(breached)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, told)
    assert b"5 per 1 minute" in answer.data


@pytest.mark.parametrize("error", [Refused(KeyUnknown()), StoreUnavailable("away")])
def test_who_shows_a_key_that_is_not_good_is_anybody(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr(limits, "calling_app", fail)
    assert (limits._app(), limits._is_app(), limits._is_no_app(), limits._key_id()) == (None, False, True, "")
    app: Any = types.SimpleNamespace(key_id="k1", limits="")
    monkeypatch.setattr(limits, "calling_app", lambda: app)
    assert (limits._app(), limits._is_app(), limits._is_no_app(), limits._key_id()) == (app, True, False, "k1")


def test_a_key_has_limits_of_its_own_or_those_of_all_keys(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    of_the_key: Any = limits._limits(settings)[2]
    for own, limit in (("7 per day", "7 per day"), ("", settings.ratelimit_key)):
        monkeypatch.setattr(limits, "calling_app", lambda own=own: types.SimpleNamespace(key_id="k1", limits=own))
        assert of_the_key.limit_provider() == limit
    monkeypatch.setattr(limits, "calling_app", lambda: None)
    assert of_the_key.limit_provider() == settings.ratelimit_key
