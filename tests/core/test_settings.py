"""Settings: refused at start, by the variable's name; and described in one table."""

from __future__ import annotations

import subprocess
import sys

import pytest

from service.cli.main import main
from service.core.settings import VARIABLES, SettingsError, load_settings, settings_table
from tests.processes import HUNG, ROOT


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "http://localhost"),
        ("REDIS_URL", "amqp://localhost"),
        ("REDIS_URL", "redis+sentinel://localhost:26379"),
        ("REDIS_URL", "redis+sentinel://localhost:26379/name/first"),
        ("REDIS_URL", "redis+cluster://localhost:7000/1"),
        ("REDIS_URL", "redis+cluster://localhost:7000,"),
        ("BROKER_URL", "localhost:6379"),
        ("LIMITS_URL", "amqp://localhost"),
        ("STORE_REPLICAS", "-1"),
        ("API_WORKERS", "0"),
        ("API_WORKERS", "two"),
        ("API_WORKERS", "1.5"),
        ("EVENT_WAITERS", "-1"),
        ("CORS_ORIGINS", "example.org"),
        ("CORS_ORIGINS", "https://a.example.org/path"),
        ("RATELIMIT_ENABLED", "maybe"),
        ("RATELIMIT_TOKEN", "many"),
        ("IDLE_SECONDS", "0"),
        ("LOG_FORMAT", "xml"),
        ("LOG_LEVEL", "loud"),
        ("TRUSTED_PROXIES", "11"),
    ],
)
def test_wrong_values_are_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"^{name} "):
        load_settings({name: value})


def test_every_default_is_right() -> None:
    settings = load_settings({})
    assert settings.broker_url == settings.redis_url
    assert settings.ratelimit_enabled


@pytest.mark.parametrize(
    ("given", "broker", "limits"),
    [
        ({"REDIS_URL": "redis://a"}, "redis://a", "redis://a"),
        ({"REDIS_URL": "redis://a", "BROKER_URL": "redis://b"}, "redis://b", "redis://b"),
        ({"REDIS_URL": "redis://a", "BROKER_URL": "amqp://b"}, "amqp://b", "redis://a"),
        ({"REDIS_URL": "redis+cluster://a", "BROKER_URL": "redis://b"}, "redis://b", "redis://b"),
        ({"REDIS_URL": "redis://a", "BROKER_URL": "amqp://b", "LIMITS_URL": "redis://c"}, "amqp://b", "redis://c"),
    ],
)
def test_where_requests_are_counted(given: dict[str, str], broker: str, limits: str) -> None:
    settings = load_settings(given)
    assert (settings.broker_url, settings.limits_url) == (broker, limits)


def test_a_cluster_needs_a_broker_beside_it() -> None:
    with pytest.raises(SettingsError, match=r"^BROKER_URL "):
        load_settings({"REDIS_URL": "redis+cluster://localhost:7000"})


def test_lists_and_flags() -> None:
    settings = load_settings(
        {"CORS_ORIGINS": "https://a.example.org, http://b.example.org:8080", "RATELIMIT_ENABLED": "NO"}
    )
    assert settings.cors_origins == ("https://a.example.org", "http://b.example.org:8080")
    assert not settings.ratelimit_enabled
    assert load_settings({"CORS_ORIGINS": "*"}).cors_origins == ("*",)


def test_the_table_has_every_variable() -> None:
    assert all(f"`{name}`" in settings_table() for name in VARIABLES)


every_command = pytest.mark.parametrize("command", ["api", "serve", "worker"])


@every_command
def test_a_wrong_value_stops_the_start(command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", command],
        env={"API_WORKERS": "none"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HUNG,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("API_WORKERS ")


@every_command
@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("REDIS_URL", "valkey://localhost"),
        ("REDIS_URL", "redis://localhost:port"),
        ("BROKER_URL", "redis://localhost/0?tea=green"),
        ("BROKER_URL", "pigeon://localhost"),
    ],
)
def test_an_address_that_cannot_be_stops_the_start(
    command: str, variable: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, value)
    assert main([command]) == 2
    assert capsys.readouterr().err.startswith(f"{variable} ")
