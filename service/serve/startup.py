"""Checks that a command makes before it starts processes."""

from __future__ import annotations

from service.core.settings import Settings, SettingsError, load_settings
from service.core.urls import is_plain


def load_checked_settings() -> Settings:
    """Load the settings, try the URLs in them and install the content packs. `SettingsError` says what is wrong."""
    settings = load_settings()
    checks = (
        ("REDIS_URL", settings.redis_url, _check_store),
        ("BROKER_URL", settings.broker_url, _check_broker),
        ("LIMITS_URL", settings.limits_url, _check_store),
    )
    for name, url, check in checks:
        try:
            check(url)
        except (ValueError, TypeError, ImportError, KeyError) as error:
            raise SettingsError(f"{name} is not usable: {error}") from None
    if settings.packs_dir:
        _install_packs(settings.packs_dir)
    return settings


# Imports are inside: they take longer than all else that `almagest api` does before gunicorn takes its place.


def _check_store(url: str) -> None:
    if not is_plain(url):
        from service.store.redis.client import check_address

        check_address(url)


def _check_broker(url: str) -> None:
    if not is_plain(url):
        from service.store.jobs.broker import check_broker

        check_broker(url)


def _install_packs(folder: str) -> None:
    from service.usecases.content_packs import install_packs

    install_packs(folder)
