"""The API as it is always served, but for how often listeners get a sign of life, and for more patience with a store
that others keep from working: what each thing costs is the same."""

from __future__ import annotations

import os

from flask import Flask

from service.api import app, events
from service.store import client, hub, subscriptions

VARIABLE = "BENCH_HEARTBEAT_SECONDS"
PATIENCE_SECONDS = 120.0


def wsgi() -> Flask:
    events.HEARTBEAT_SECONDS = float(os.environ[VARIABLE])
    client.CONNECT_SECONDS = hub.LISTENING_SECONDS = subscriptions.SILENT_SECONDS = PATIENCE_SECONDS
    return app.wsgi()
