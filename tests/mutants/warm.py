"""A plugin for mutmut's runs: what every mutant needs alike is made once, before the processes fork."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from flask import Flask

from service.api import app as module
from service.run.settings import Settings
from service.store.outbox import Owed
from service.tables.house import no_hint

_create = module.create_app
_made: dict[str, Flask] = {}


def _warm(settings: Settings, hint: Callable[[Owed], None] = no_hint) -> Flask:
    """The application made before, furnished anew: connections do not live through a fork."""
    key = repr(settings)
    app = _made[key] = _made.get(key) or _create(settings, hint)
    module.furnish(app, settings, hint)
    return app


module.create_app = _warm


def pytest_itemcollected(item: pytest.Item) -> None:
    """mutmut asks items for `_nodeid`, a name that pytest 9.2 has given up."""
    item.__dict__["_nodeid"] = item.nodeid


def pytest_configure(config: pytest.Config) -> None:
    """When mutmut has everything fail, to see whether it is noticed, threads of tests that have ended fail as well."""
    if os.environ.get("MUTANT_UNDER_TEST") == "fail":
        config.addinivalue_line("filterwarnings", "ignore::pytest.PytestUnhandledThreadExceptionWarning")
