"""The API as it is always served, but for how often listeners get a sign of life: what one costs is the same."""

from __future__ import annotations

import os

from flask import Flask

from service.api import app, events

VARIABLE = "BENCH_HEARTBEAT_SECONDS"


def wsgi() -> Flask:
    events.HEARTBEAT_SECONDS = float(os.environ[VARIABLE])
    return app.wsgi()
