"""/me: what a player sees of all of its games."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Response, request

from service.api.http.callers import calling_player
from service.api.http.event_stream import HEARTBEAT, STREAM_TYPE, long_poll, send_stream, wants_stream
from service.api.http.requests import JSON_TYPE, address_key, language
from service.api.http.responses import context, hub, send
from service.api.openapi import examples
from service.api.openapi.operations import LANGUAGE_HEADER, Blueprint, operation
from service.games.refusals import Term
from service.schemas.queries import MyEventsQuery, MyGamesQuery
from service.store.accounts.players import PlayerRecord
from service.store.live.player_channel import PlayerChannel
from service.store.live.quotas import ListenerId, ListenerSlot
from service.usecases.accounts import players
from service.usecases.context import Context
from service.usecases.delivery.player_feed import CURSOR_PATTERN, BadCursor, Cursor, PlayerNews, is_full, take_page
from service.usecases.errors import invalid
from service.usecases.views import player_games
from service.wire.answers import GameNews, NewsPage
from service.wire.enums import reference
from service.wire.refusals import BadHeader, InvalidField, Refused, TooManyListeners

blueprint = Blueprint("me", __name__, url_prefix="/v1/me", description="What a player sees")


@blueprint.route("/games", methods=["GET"])
@operation(blueprint, "listMyGames", "player", InvalidField, headers=[LANGUAGE_HEADER])
@blueprint.arguments(MyGamesQuery(), location="query")
@blueprint.response(200, reference("MyGamePage"), example=examples.MY_GAMES)
def list_my_games(query: dict[str, Any]) -> Response:
    """List the player's own games, also private ones, newest first

    `turn=mine` lists only those in which the player has to decide.
    """
    return send(player_games.page(context(), calling_player(), language(), **query), language())


LOOK_SECONDS = 60.0
"""How often a stream looks at all games, even if no message came."""
_LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "required": False,
    "description": "The last event of a stream that is resumed; takes precedence over `after`.",
    "schema": {"type": "string", "pattern": CURSOR_PATTERN},
    "example": examples.CURSOR,
}
_STREAM = {
    "schema": {"type": "string"},
    "example": f"id: {examples.CURSOR}\ndata: {msgspec.json.encode(examples.GAME_NEWS).decode()}\n\n",
}


class PlayerFeed:
    """Makes the stream of a player: the news of all its games."""

    def __init__(
        self, context: Context, player: PlayerRecord, channel: PlayerChannel, slot: ListenerSlot, news: PlayerNews
    ) -> None:
        self._context, self._player, self._channel, self._slot, self._news = context, player, channel, slot, news
        self._seen, self._looked = channel.upto, time.monotonic()

    def first(self) -> Iterator[bytes]:
        return self._messages(self._news.read_all())

    def wait(self, seconds: float) -> Iterator[bytes]:
        seen = self._seen
        yield from self._messages(self._wait(seconds))
        if self._seen == seen:
            yield HEARTBEAT

    def wait_for_news(self, seconds: float) -> list[GameNews]:
        return take_page(self._wait(seconds))

    def check(self) -> bool:
        players.check_unexpired(self._context, self._player)
        return True

    def _wait(self, seconds: float) -> Iterator[GameNews]:
        changes = self._channel.wait(self._seen, seconds, self._slot)
        self._seen = changes.upto
        if not changes.is_all and time.monotonic() <= self._looked + LOOK_SECONDS:
            return self._news.read(changes.games)
        self._looked = time.monotonic()
        return self._news.read_all()

    def _messages(self, news: Iterator[GameNews]) -> Iterator[bytes]:
        for each in news:
            yield b"id: %b\ndata: %b\n\n" % (str(self._news.cursor).encode(), msgspec.json.encode(each))


@blueprint.route("/events", methods=["GET"])
@operation(
    blueprint,
    "listMyEvents",
    "player",
    InvalidField,
    BadHeader,
    TooManyListeners,
    headers=[_LAST_EVENT_ID, LANGUAGE_HEADER],
)
@blueprint.arguments(MyEventsQuery(), location="query")
@blueprint.response(200, reference("NewsPage"), example=examples.NEWS, description="A page, or a stream of messages")
@blueprint.doc(responses={200: {"content": {STREAM_TYPE: _STREAM}}})
def list_my_events(query: dict[str, Any]) -> Response:
    """List the events of all games of the player, or wait for new ones

    Without `after` the first pages have the current state of every running game. Pass `next` as `after` to get the
    other games, and then what has happened since, also in games that have started meanwhile or ended within a day. A
    page has 20 games at most; `more` says that the next request is answered at once. With `wait` the answer comes as
    soon as there is an event (long poll). With `Accept: text/event-stream` the same comes as server-sent events, a
    `GameNews` each, which a client resumes with `Last-Event-ID`. With `include` each has the newest state as the player
    sees it. Only the 200 newest running games are followed.
    """
    player = calling_player()
    player_news = PlayerNews(context(), player, language(), query["include"], _cursor(query.get("after")))
    if not wants_stream() and (player_news.is_first or not query["wait"]):
        return _page(player_news, take_page(player_news.read_all()))
    resources = contextlib.ExitStack()
    channel, slot = resources.enter_context(hub().player_channel(player.tag, _listener_id(player)))
    feed = PlayerFeed(context(), player, channel, slot, player_news)
    if wants_stream():
        return send_stream(feed, slot, resources)
    with resources:
        news = take_page(player_news.read_all()) or long_poll(feed.wait_for_news, slot, query["wait"])
        return _page(player_news, news)


def _listener_id(player: PlayerRecord) -> ListenerId:
    return ListenerId(address_key(), player.digest, True)


def _cursor(after: str | None) -> Cursor | None:
    last = request.headers.get("Last-Event-ID")
    try:
        cursor = after if last is None else last
        return None if cursor is None else Cursor.read(cursor)
    except BadCursor:
        if last is not None:
            raise Refused(BadHeader("Last-Event-ID", Term("header.cursor"))) from None
        raise invalid("after", "cursor") from None


def _page(player_news: PlayerNews, news: list[GameNews]) -> Response:
    games = tuple(msgspec.Raw(msgspec.json.encode(each)) for each in news)
    page = NewsPage(games=games, next=str(player_news.cursor), more=is_full(news))
    return Response(msgspec.json.encode(page), content_type=JSON_TYPE)
