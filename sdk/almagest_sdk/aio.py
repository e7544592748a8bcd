"""Play from asyncio: `pip install "./sdk[async]"`.

async with AsyncAlmagest("http://127.0.0.1:8000") as client:
    table = await client.games.create("astra", seats=2, bots=1, name="Ada")
    while await table.my_turn():
        await table.play((await table.moves())[0])
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Literal

try:
    from almagest_sdk._async_transport import AsyncTransport
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("almagest_sdk.aio needs httpx: install almagest-sdk[async]", name=error.name) from error

from almagest_sdk._core import new_key
from almagest_sdk._generated import calls
from almagest_sdk._generated.async_resources import Api
from almagest_sdk._generated.async_tables import *  # noqa: F403 - a table per rulebook, whichever there are
from almagest_sdk._generated.async_tables import TypedGames
from almagest_sdk._generated.async_tables import __all__ as _rulebooks
from almagest_sdk._generated.models import (
    CreatedGames,
    Game,
    GameNews,
    GamePage,
    GameSummary,
    GameWish,
    GameWishes,
    MyGame,
    MyGamePage,
    NewGame,
    NewsPage,
    PlayerToken,
    RulebookId,
    Status,
)
from almagest_sdk._retry import Retry
from almagest_sdk.async_table import AsyncTable
from almagest_sdk.client import READ_SECONDS
from almagest_sdk.errors import AlmagestError
from almagest_sdk.players import AWAY_SECONDS, WAIT_SECONDS

__all__ = ["AsyncAlmagest", "AsyncGames", "AsyncTable"]
__all__ += _rulebooks
_RETRY = Retry()


class AsyncGames(TypedGames):
    """`client.games`."""

    async def list(
        self, *, status: Status | None = None, rulebook: RulebookId | None = None
    ) -> AsyncIterator[GameSummary]:
        """Public games, or with an app's key all games of the app, newest first; further pages are fetched as they are
        needed."""
        cursor: str | None = None
        while True:
            call = calls.list_games(token=self._transport.key, status=status, rulebook=rulebook, cursor=cursor)
            page: GamePage = await self._transport.send(call)
            for game in page.games:
                yield game
            cursor = page.next
            if cursor is None:
                return

    async def create_many(self, requests: Sequence[GameWish]) -> Sequence[NewGame]:
        """Create up to 100 games of the app in one call, with the app's key: all of them, or none."""
        body, key = GameWishes(games=requests), self._transport.key or ""
        call = calls.create_many_games(body, token=key, idempotency_key=new_key())
        created: CreatedGames = await self._transport.send(call)
        return created.games

    async def delete(self, game_id: str) -> None:
        """Delete a game of the app before its first move, with the app's key."""
        await self._transport.send(calls.delete_game(game_id, token=self._transport.key or ""))

    async def abandon(self, game_id: str) -> Game:
        """End a running game of the app without a result, with the app's key."""
        key = self._transport.key or ""
        return await self._transport.send(calls.abandon_game(game_id, token=key, idempotency_key=new_key()))


class AsyncPlayers:
    """`client.players`, of a client with a key."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def token(self, player: str) -> PlayerToken:
        """A token for one of the app's users, by the app's own name for it."""
        return await self._transport.send(calls.create_player_token(player, token=self._transport.key or ""))

    async def games(
        self, player: str, *, status: Status | None = None, turn: Literal["mine"] | None = None
    ) -> AsyncIterator[MyGame]:
        """The games of one of the app's users, newest first; further pages are fetched as they are needed."""
        key, cursor = self._transport.key or "", None
        while True:
            call = calls.list_player_games(player, token=key, status=status, turn=turn, cursor=cursor)
            page: MyGamePage = await self._transport.send(call)
            for game in page.games:
                yield game
            cursor = page.next
            if cursor is None:
                return

    async def erase(self, player: str) -> None:
        """Forget one of the app's users: out of all games, name and metadata gone, tokens worth nothing."""
        await self._transport.send(calls.erase_player(player, token=self._transport.key or ""))


class AsyncNews(AsyncIterator[GameNews]):
    """What happens in the player's games, for ever. `cursor` is where to go on, in another process or on another day:
    it stands behind the last that was given out of what came together."""

    def __init__(self, transport: AsyncTransport, cursor: str | None, include: str | None) -> None:
        self._transport, self.cursor, self._include = transport, cursor, include
        self._waiting: deque[GameNews] = deque()
        self._following = cursor

    async def __anext__(self) -> GameNews:
        while not self._waiting:
            page = await self._page(WAIT_SECONDS if self.cursor else 0)
            self._waiting.extend(page.games)
            self._following = page.next
            if not page.games:
                self.cursor = page.next
        news = self._waiting.popleft()
        if not self._waiting:
            self.cursor = self._following
        return news

    async def _page(self, wait: int) -> NewsPage:
        """A server that is away is waited for."""
        token, after = self._transport.token or "", self.cursor
        while True:
            call = calls.list_my_events(token=token, after=after, wait=wait, include=self._include)
            try:
                answer = await self._transport.answer(call, wait)
                return answer.value  # type: ignore[return-value]  # never a 304
            except AlmagestError as error:
                if not self._transport.retry.should_retry(error, True):
                    raise
                await asyncio.sleep(max(AWAY_SECONDS, error.retry_after or 0.0))


class AsyncMe:
    """`client.me`, of a client with a player's token."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def events(self, *, after: str | None = None, include: str | None = None) -> AsyncNews:
        """What happens in all of the player's games, each as `GameNews`; at first where they stand, or with a cursor
        what has happened since. `include` brings the newest state with it: `view,moves,score`, or some of them."""
        return AsyncNews(self._transport, after, include)

    async def games(
        self, *, status: Status | None = None, turn: Literal["mine"] | None = None
    ) -> AsyncIterator[MyGame]:
        """The player's games, newest first; further pages are fetched as they are needed."""
        cursor: str | None = None
        while True:
            call = calls.list_my_games(token=self._transport.token or "", status=status, turn=turn, cursor=cursor)
            page: MyGamePage = await self._transport.send(call)
            for game in page.games:
                yield game
            cursor = page.next
            if cursor is None:
                return


class AsyncAlmagest:
    """A server. `client.games` leads to tables, `client.rulebooks` tells of the games, `client.api` has every call.

    Connections are kept and shared, so one client serves many tables and tasks. `language` is a code like "fr".
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
        self._transport = AsyncTransport(base_url, language, timeout, retry, key, token)
        self.api = Api(self._transport)
        self.games = AsyncGames(self._transport)
        self.rulebooks = self.api.rulebooks
        self.players = AsyncPlayers(self._transport)
        self.me = AsyncMe(self._transport)

    async def close(self) -> None:
        """Close the connections."""
        await self._transport.close()

    async def __aenter__(self) -> AsyncAlmagest:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
