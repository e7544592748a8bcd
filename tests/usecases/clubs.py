"""An app and its users, over HTTP, in one process."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
from flask import Flask
from werkzeug.test import TestResponse

from service.usecases.accounts.api_keys import create_key
from service.usecases.context import Context
from tests.driver import Json, Table
from tests.processes import everything

ADA: Json = {"kind": "human", "player": "user-42", "name": "Ada Lovelace", "metadata": {"avatar": "a.png"}}
BO: Json = {"kind": "human", "player": "user-43", "name": "Bo"}


class App:
    """An app with its key, and its users with their tokens."""

    def __init__(self, app: Flask, name: str = "chess-club") -> None:
        self.app = app
        self.http = app.test_client()
        self.context: Context = app.extensions["context"]
        self.key = create_key(self.context, name).key
        self.tokens: dict[str, str] = {}

    def set(self, **settings: Any) -> None:
        """As its host has set them."""
        changed = msgspec.structs.replace(self.context.settings, **settings)
        self.context = self.app.extensions["context"] = dataclasses.replace(self.context, settings=changed)

    def call(self, method: str, path: str, token: str | None, **options: Any) -> TestResponse:
        shown = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.open(path, method=method, headers={**shown, **options.pop("headers", {})}, **options)

    def table(self, *seats: Json, **wish: Any) -> Table:
        """Of a short game."""
        return Table(self.app, "toy", list(seats), key=self.key, **{"options": {"rounds": "2"}, **wish})

    def token(self, player: str) -> str:
        if player not in self.tokens:
            made = self.call("POST", f"/v1/players/{player}/token", self.key)
            assert made.status_code == 201
            self.tokens[player] = (made.json or {})["token"]
        return self.tokens[player]

    def as_player(self, player: str, method: str, path: str, **options: Any) -> TestResponse:
        return self.call(method, path, self.token(player), **options)

    def games(self, player: str, query: str = "") -> list[str]:
        found = self.as_player(player, "GET", f"/v1/me/games{query}")
        assert found.status_code == 200, found.data
        return [game["id"] for game in (found.json or {})["games"]]

    def stored(self) -> bytes:
        return everything(self.context.store.client)
