"""Settings: refused at start, by the variable's name; and described in one table."""

from __future__ import annotations

import subprocess
import sys

import pytest

from service import config
from service.config import SettingsError
from tests.service.processes import ROOT


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "http://localhost"),
        ("BROKER_URL", "amqp://localhost"),
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
        config.load({name: value})


def test_every_default_is_right() -> None:
    settings = config.load({})
    assert settings.broker_url == settings.redis_url
    assert settings.ratelimit_enabled


def test_lists_and_flags() -> None:
    settings = config.load(
        {"CORS_ORIGINS": "https://a.example.org, http://b.example.org:8080", "RATELIMIT_ENABLED": "NO"}
    )
    assert settings.cors_origins == ("https://a.example.org", "http://b.example.org:8080")
    assert not settings.ratelimit_enabled
    assert config.load({"CORS_ORIGINS": "*"}).cors_origins == ("*",)


def test_the_table_has_every_variable() -> None:
    assert all(f"`{variable.name}`" in config.markdown() for variable in config.VARIABLES)


@pytest.mark.parametrize("command", ["api", "serve", "worker"])
@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("API_WORKERS", "none"),
        ("REDIS_URL", "valkey://localhost"),
        ("REDIS_URL", "redis://localhost:port"),
        ("BROKER_URL", "redis://localhost/0?tea=green"),
    ],
)
def test_a_wrong_value_stops_the_start(command: str, variable: str, value: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service", command],
        env={variable: value},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"{variable} ")
