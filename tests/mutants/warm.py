"""What every mutant needs alike is made once, before the processes fork; and forgotten for those that it depends on."""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Callable

import structlog
from flask import Flask
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

from service.api import app as module
from service.core import logs
from service.core.settings import Settings, load_settings
from service.store.jobs.outbox import PendingJob
from service.store.redis.client import Script
from service.usecases.context import no_wakeup
from tools.mutants.scripts import function

_create = module.create_app
_made: dict[str, Flask] = {}
_making: dict[str, set[str]] = {}
"""Which functions were run to make which application."""


def _warm(settings: Settings, wake_worker: Callable[[PendingJob], None] = no_wakeup) -> Flask:
    """The application made before, furnished anew: connections do not live through a fork."""
    # Which store it is does not matter to what is made but for counts of requests, which name it.
    key = repr(settings) if settings.ratelimit_enabled else repr(settings).replace(settings.redis_url, "")
    if key not in _made:
        before = set(state()._stats)
        state()._stats.clear()
        _made[key] = _create(settings, wake_worker)
        _making[key] = set(state()._stats)
        state()._stats |= before
    else:
        module.build_context(_made[key], settings, wake_worker)
    state()._stats |= _making[key]
    return _made[key]


def _sent(script: Script) -> str:
    """A script that is sent is one that a test runs."""
    state()._stats.add(function(script._name.removeprefix("store ")))
    return hashlib.sha1(script._text.encode(), usedforsecurity=False).hexdigest()


module.create_app = _warm
Script._sha = property(_sent)  # type: ignore[assignment]  # it counts, too


def up() -> None:
    """The application of most tests, which `tests/conftest.py` calls `shared_app`. What goes wrong is told plainly: in
    colours it reads whole files, and those of mutants are so long that it took seconds."""
    logs._READABLE[:] = [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
    set_mutant_under_test("stats")
    _warm(load_settings({"REDIS_URL": os.environ["REDIS_URL"], "RATELIMIT_ENABLED": "false", "LOG_FORMAT": "json"}))
    set_mutant_under_test("")


def forget(name: str = "") -> None:
    """What was kept of calls; and, of a function that helps to make them, the applications."""
    for path, each in list(sys.modules.items()):
        if path.startswith(("service.api.", "service.usecases.", "service.store.")):
            for value in list(vars(each).values()):
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()
    if any(name in functions for functions in _making.values()):
        _made.clear()
