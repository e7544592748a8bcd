"""An app's users: tokens for them, and what one of them sees. Written by hand."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import Literal

from almagest_sdk._generated import calls
from almagest_sdk._generated.models import GameNews, MyGame, MyGamePage, NewsPage, PlayerToken, Status
from almagest_sdk._transport import Transport
from almagest_sdk.errors import AlmagestError


class Players:
    """`client.players`, of a client with a key."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def token(self, player: str) -> PlayerToken:
        """A token for one of the app's users, by the app's own name for it."""
        return self._transport.send(calls.create_player_token(player, token=self._transport.key or ""))

    def games(
        self, player: str, *, status: Status | None = None, turn: Literal["mine"] | None = None
    ) -> Iterator[MyGame]:
        """The games of one of the app's users, newest first; further pages are fetched as they are needed."""
        key, cursor = self._transport.key or "", None
        while True:
            call = calls.list_player_games(player, token=key, status=status, turn=turn, cursor=cursor)
            page: MyGamePage = self._transport.send(call)
            yield from page.games
            cursor = page.next
            if cursor is None:
                return

    def erase(self, player: str) -> None:
        """Forget one of the app's users: out of all games, name and metadata gone, tokens worth nothing."""
        self._transport.send(calls.erase_player(player, token=self._transport.key or ""))


WAIT_SECONDS = 25
AWAY_SECONDS = 1.0


class News(Iterator[GameNews]):
    """What happens in the player's games, for ever. `cursor` is where to go on, in another process or on another day:
    it stands behind the last that was given out of what came together."""

    def __init__(self, transport: Transport, cursor: str | None, include: str | None) -> None:
        self._transport, self.cursor, self._include = transport, cursor, include
        self._waiting: deque[GameNews] = deque()
        self._following = cursor

    def __next__(self) -> GameNews:
        while not self._waiting:
            page = self._page(WAIT_SECONDS if self.cursor else 0)
            self._waiting.extend(page.games)
            self._following = page.next
            if not page.games:
                self.cursor = page.next
        news = self._waiting.popleft()
        if not self._waiting:
            self.cursor = self._following
        return news

    def _page(self, wait: int) -> NewsPage:
        """A server that is away is waited for."""
        while True:
            token, after = self._transport.token or "", self.cursor
            call = calls.list_my_events(token=token, after=after, wait=wait, include=self._include)
            try:
                return self._transport.answer(call, wait).value  # type: ignore[return-value]  # never a 304
            except AlmagestError as error:
                if not self._transport.retry.should_retry(error, True):
                    raise
                time.sleep(max(AWAY_SECONDS, error.retry_after or 0.0))


class Me:
    """`client.me`, of a client with a player's token."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def events(self, *, after: str | None = None, include: str | None = None) -> News:
        """What happens in all of the player's games, each as `GameNews`; at first where they stand, or with a cursor
        what has happened since. `include` brings the newest state with it: `view,moves,score`, or some of them."""
        return News(self._transport, after, include)

    def games(self, *, status: Status | None = None, turn: Literal["mine"] | None = None) -> Iterator[MyGame]:
        """The player's games, newest first; further pages are fetched as they are needed."""
        cursor: str | None = None
        while True:
            call = calls.list_my_games(token=self._transport.token or "", status=status, turn=turn, cursor=cursor)
            page: MyGamePage = self._transport.send(call)
            yield from page.games
            cursor = page.next
            if cursor is None:
                return
