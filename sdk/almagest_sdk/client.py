"""Where everything begins. Written by hand."""

from __future__ import annotations

from types import TracebackType

from almagest_sdk._generated.resources import Api
from almagest_sdk._retry import Retry
from almagest_sdk._transport import Transport
from almagest_sdk.games import Games
from almagest_sdk.players import Me, Players

READ_SECONDS = 30.0
_RETRY = Retry()


class Almagest:
    """A server. `client.games` leads to tables, `client.rulebooks` tells of the games, `client.api` has every call.

    Connections are kept and shared, so one client serves many tables and threads. `language` is a code like "fr".
    `key` is an app's: games that are created with it are the app's, and `client.players` are its users. `token` is that
    of one of them, for `client.me`.
    """

    def __init__(
        self,
        base_url: str,
        *,
        key: str | None = None,
        token: str | None = None,
        language: str | None = None,
        timeout: float = READ_SECONDS,
        retry: Retry = _RETRY,
    ) -> None:
        self._transport = Transport(base_url, language, timeout, retry, key, token)
        self.api = Api(self._transport)
        self.games = Games(self._transport)
        self.rulebooks = self.api.rulebooks
        self.players = Players(self._transport)
        self.me = Me(self._transport)

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()

    def __enter__(self) -> Almagest:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
