"""The same tables, some time later."""

from __future__ import annotations

import dataclasses

import pytest
from flask import Flask

from service.usecases.context import House


class Later:
    """Moves the clock of the house."""

    def __init__(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        self._app, self._patch = app, monkeypatch

    def by(self, seconds: float) -> House:
        house: House = self._app.extensions["house"]
        now = house.now() + int(1000 * seconds)
        later = dataclasses.replace(house, clock=lambda: now)
        self._patch.setitem(self._app.extensions, "house", later)
        return later
