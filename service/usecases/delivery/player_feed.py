"""The news of all games of a player: at first the state of each, then whatever happens in any of them.

A cursor holds for every running game the last event that the player has got, and the time. A client that comes back
with it gets the rest, also of games that have begun or ended meanwhile, within `RESUME_SECONDS`. An answer has the news
of some games; the cursor knows which, so the next answer goes on with the others.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import struct
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from service.store.accounts.players import PlayerRecord
from service.store.errors import RecordError
from service.store.games.lists import LIVE, PlayerGames
from service.store.games.player_lists import RESUME_SECONDS
from service.store.games.records import GameRecord
from service.store.live.hub import Numbered, read
from service.usecases.accounts import access
from service.usecases.context import Context
from service.usecases.transaction import load_with_answer
from service.usecases.views.render import Parts
from service.wire.answers import GameNews
from service.wire.refusals import Refused

FOLLOWED = 200
"""Games of a player that are followed at once, the newest of those that go on."""
MARGIN_MILLISECONDS = 60_000
"""Clocks of several masters may differ by so much."""
CHUNK = 1000
PAGE_GAMES, PAGE_EVENTS = 20, 500
"""An answer ends with the game that reaches one of them."""
_PARTIAL = 1 << 63
"""The bit of a cursor's time that says `is_partial`."""
_AT = struct.Struct(">Q")
_GAME = struct.Struct(">6sI")
CURSOR_PATTERN = "^[A-Za-z0-9_-]{11,4000}$"


class BadCursor(ValueError):
    """Raised for a text that is no cursor."""


def _short(game_id: str) -> bytes:
    """A hash that is long enough to tell the games of one player apart."""
    return hashlib.sha256(game_id.encode()).digest()[:6]


class Cursor(msgspec.Struct):
    """Until when, and up to which event of each game, a player has got the news."""

    at: int
    positions: dict[bytes, int]
    is_partial: bool = False
    """Whether the player has not yet got the state of every game: one without a position comes without its events."""

    def __str__(self) -> str:
        games = b"".join(_GAME.pack(short, number) for short, number in self.positions.items())
        at = _AT.pack(self.at | _PARTIAL * self.is_partial)
        return base64.urlsafe_b64encode(at + games).decode().rstrip("=")

    @classmethod
    def read(cls, text: str) -> Cursor:
        try:
            data = base64.urlsafe_b64decode(text + "==")  # the most that may be missing; more than that is not minded
            (at,) = _AT.unpack_from(data)
            return cls(at & ~_PARTIAL, dict(_GAME.iter_unpack(data[_AT.size :])), bool(at & _PARTIAL))
        except (binascii.Error, struct.error, ValueError):
            raise BadCursor(text) from None


def take_page(news: Iterator[GameNews]) -> list[GameNews]:
    """As much as one answer holds; the cursor is then where the next one goes on."""
    page: list[GameNews] = []
    for each in news:
        page.append(each)
        if is_full(page):
            break
    return page


def is_full(page: Sequence[GameNews]) -> bool:
    return len(page) >= PAGE_GAMES or sum(len(each.events) for each in page) >= PAGE_EVENTS


class PlayerNews:
    """Reads the news of a player's games; `cursor` is always where it goes on."""

    def __init__(
        self, context: Context, player: PlayerRecord, language: str, parts: Parts, cursor: Cursor | None
    ) -> None:
        self._context, self._player, self._language, self._parts = context, player, language, parts
        self._games = PlayerGames(context.store, player)
        self.is_first = cursor is None
        self.cursor = cursor or Cursor(context.now(), {}, is_partial=True)

    def read_all(self) -> Iterator[GameNews]:
        """The news of all games; the first time, the state of every game that goes on."""
        now = self._context.now()
        since = max(min(self.cursor.at, now) - MARGIN_MILLISECONDS, now - 1000 * RESUME_SECONDS)
        ids = list(dict.fromkeys([*self._games.changed_since(since), *self._games.live(FOLLOWED)]))[:FOLLOWED]
        games = [game for game in self._games.summaries(ids) if game]
        self._keep_positions(games)
        behind = [game.id for game in games if self._is_behind(game) and self._may_read(game)]
        yield from self.read(behind[:-1])
        last = list(self.read(behind[-1:]))
        self.cursor.at, self.cursor.is_partial = now, False
        yield from last

    def _keep_positions(self, games: list[GameRecord]) -> None:
        """Of these games alone; at first, of those that have ended, which are no news."""
        if self.is_first:
            known = {_short(game.id): game.clock.events for game in games if game.clock.status not in LIVE}
        else:
            known = self.cursor.positions
        self.is_first = False
        self.cursor.positions = {short: known[short] for game in games if (short := _short(game.id)) in known}

    def _is_behind(self, game: GameRecord) -> bool:
        return self.cursor.positions.get(_short(game.id)) != game.clock.events

    def read(self, ids: Iterable[str]) -> Iterator[GameNews]:
        """The news of these games."""
        for game_id in ids:
            yield from self._news_of(game_id)

    def _news_of(self, game_id: str) -> Iterator[GameNews]:
        """Nothing for a game that this process cannot read: the others go on."""
        with contextlib.suppress(Refused, RecordError):
            yield from self._news_of_readable(game_id)

    def _news_of_readable(self, game_id: str) -> Iterator[GameNews]:
        game = load_with_answer(self._context, game_id).game
        if game is None or not self._may_read(game):
            return
        short, newest = _short(game_id), game.clock.events
        is_new = short not in self.cursor.positions
        first = newest if self.cursor.is_partial else 0
        events = self._events(game_id, min(self.cursor.positions.get(short, first), newest), newest)
        self.cursor.positions[short] = newest
        if events or is_new:
            yield self._game_news(game, events)

    def _may_read(self, game: GameRecord) -> bool:
        """False for a private game in which a bot has taken over, and for one that the player has left."""
        is_there = any(seat.player == self._player.id for seat in game.table.seats)
        try:
            access.viewer_of(game, self._player)
        except Refused:
            return False
        return is_there

    def _events(self, game_id: str, after: int, newest: int) -> list[Numbered]:
        found: list[Numbered] = []
        while after < newest and (chunk := read(self._context.store, game_id, after, CHUNK)):
            found += [event for event in chunk if event[0] <= newest]
            after = chunk[-1][0]
        return found

    def _game_news(self, game: GameRecord, events: list[Numbered]) -> GameNews:
        viewer = access.viewer_of(game, self._player)
        frame = self._context.frames.json(game, viewer, self._language, self._parts) if self._parts else None
        return GameNews(
            rulebook=game.rulebook.id,
            game=game.id,
            seat=viewer,
            events=tuple(msgspec.Raw(event) for _, event in events),
            next=game.clock.events,
            status=game.clock.status,
            deciders=tuple(game.clock.deciders),
            frame=msgspec.Raw(frame) if frame else None,
        )
