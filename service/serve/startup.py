"""Checks that a command makes before it starts processes."""

from __future__ import annotations

from service.core.settings import Settings, SettingsError, load_settings


def load_checked_settings() -> Settings:
    """Load the settings, try the URLs in them and install the content packs. `SettingsError` says what is wrong.

    The imports are inside because the process that serves must not import redis-py before gevent.
    """
    from service.store.jobs.broker import check_broker
    from service.store.redis.client import check_address
    from service.usecases.content_packs import install_packs

    settings = load_settings()
    checks = (
        ("REDIS_URL", settings.redis_url, check_address),
        ("BROKER_URL", settings.broker_url, check_broker),
        ("LIMITS_URL", settings.limits_url, check_address),
    )
    for name, url, check in checks:
        try:
            check(url)
        except (ValueError, TypeError, ImportError, KeyError) as error:
            raise SettingsError(f"{name} is not usable: {error}") from None
    install_packs(settings.packs_dir)
    return settings
