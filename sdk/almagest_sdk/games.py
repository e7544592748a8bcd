"""The way to a table: create one, join one, watch one, find one. Written by hand."""

from __future__ import annotations

from collections.abc import Iterator

from almagest_sdk._generated import calls
from almagest_sdk._generated.models import GamePage, GameSummary, RulebookId, Status
from almagest_sdk._generated.tables import TypedGames


class Games(TypedGames):
    """`client.games`."""

    def list(self, *, status: Status | None = None, rulebook: RulebookId | None = None) -> Iterator[GameSummary]:
        """Public games, newest first; further pages are fetched as they are needed."""
        cursor: str | None = None
        while True:
            page: GamePage = self._transport.send(calls.list_games(status=status, rulebook=rulebook, cursor=cursor))
            yield from page.games
            cursor = page.next
            if cursor is None:
                return
