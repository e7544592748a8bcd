"""The same tables, some time later."""

from __future__ import annotations

import dataclasses

import pytest
from flask import Flask

from service.usecases.context import Context


class Later:
    """Moves the clock of the context."""

    def __init__(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        self._app, self._patch = app, monkeypatch

    def by(self, seconds: float) -> Context:
        context: Context = self._app.extensions["context"]
        now = context.now() + int(1000 * seconds)
        later = dataclasses.replace(context, clock=lambda: now)
        self._patch.setitem(self._app.extensions, "context", later)
        return later
