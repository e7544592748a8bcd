"""The way to a table: create one, join one, watch one, find one. Written by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from almagest_sdk._core import new_key
from almagest_sdk._generated import calls
from almagest_sdk._generated.models import (
    CreatedGames,
    Game,
    GamePage,
    GameSummary,
    GameWish,
    GameWishes,
    NewGame,
    RulebookId,
    Status,
)
from almagest_sdk._generated.tables import TypedGames


class Games(TypedGames):
    """`client.games`."""

    def list(self, *, status: Status | None = None, rulebook: RulebookId | None = None) -> Iterator[GameSummary]:
        """Public games, or with an app's key all games of the app, newest first; further pages are fetched as they are
        needed."""
        cursor: str | None = None
        while True:
            call = calls.list_games(token=self._transport.key, status=status, rulebook=rulebook, cursor=cursor)
            page: GamePage = self._transport.send(call)
            yield from page.games
            cursor = page.next
            if cursor is None:
                return

    def create_many(self, requests: Sequence[GameWish]) -> Sequence[NewGame]:
        """Create up to 100 games of the app in one call, with the app's key: all of them, or none."""
        body, key = GameWishes(games=requests), self._transport.key or ""
        call = calls.create_many_games(body, token=key, idempotency_key=new_key())
        created: CreatedGames = self._transport.send(call)
        return created.games

    def delete(self, game_id: str) -> None:
        """Delete a game of the app before its first move, with the app's key."""
        self._transport.send(calls.delete_game(game_id, token=self._transport.key or ""))

    def abandon(self, game_id: str) -> Game:
        """End a running game of the app without a result, with the app's key."""
        key = self._transport.key or ""
        return self._transport.send(calls.abandon_game(game_id, token=key, idempotency_key=new_key()))
