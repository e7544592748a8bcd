"""Flask without what costs time in every request and is of no use here: sessions, coroutines, and the host in URLs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flask
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

_NO_SESSION = NullSession()


class NoSessions(SessionInterface):
    """Gives every request the same session, which nobody can write to."""

    def open_session(self, app: flask.Flask, request: flask.Request) -> Any:
        return _NO_SESSION

    def save_session(self, app: flask.Flask, session: Any, response: flask.Response) -> None:
        """Do nothing: there is never anything to save."""


class Application(flask.Flask):
    """Matches paths alone, whatever host a client names."""

    session_interface = NoSessions()

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Every function here is synchronous already."""
        return func

    def create_url_adapter(self, request: flask.Request | None) -> MapAdapter | None:
        if request is None:
            return None
        query = request.query_string.decode("latin-1")
        return MapAdapter(self.url_map, "", request.root_path, "", request.scheme, request.path, request.method, query)
