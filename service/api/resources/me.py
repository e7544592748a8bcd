"""/me: what a player sees of all of its games."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import structlog
from flask import Response, request

from service.api.http.callers import calling_player
from service.api.http.requests import JSON_TYPE, address_key, language
from service.api.http.responses import (
    context,
    hub,
    in_language,
    send,
)
from service.api.openapi import examples
from service.api.openapi.operations import LANGUAGE_HEADER, Blueprint, operation
from service.api.resources.events import (
    HEARTBEAT_SECONDS,
    SHORTEST_STREAM,
    STREAM_TYPE,
    farewell,
    streamed,
    wants_stream,
)
from service.games.refusals import Term
from service.schemas.queries import MyEventsQuery, MyGamesQuery
from service.store.accounts.players import PlayerRecord
from service.store.live.player_channel import PlayerRoom
from service.store.live.quotas import Guest, Place, TooManyWaiters
from service.store.redis.client import StoreUnavailable
from service.usecases.accounts import players
from service.usecases.context import Context
from service.usecases.delivery.player_feed import (
    CURSOR_PATTERN,
    BadCursor,
    Cursor,
    Hearing,
)
from service.usecases.errors import invalid
from service.usecases.views import player_games
from service.wire.answers import GameNews, NewsPage
from service.wire.components import reference
from service.wire.refusals import BadHeader, InvalidField, Refused, TooManyListeners

blueprint = Blueprint("me", __name__, url_prefix="/v1/me", description="What a player sees")


@blueprint.route("/games", methods=["GET"])
@operation(blueprint, "listMyGames", "player", InvalidField, headers=[LANGUAGE_HEADER])
@blueprint.arguments(MyGamesQuery(), location="query")
@blueprint.response(200, reference("MyGamePage"), example=examples.MY_GAMES)
def list_my_games(query: dict[str, Any]) -> Response:
    """List the player's own games, newest first, private ones too

    `turn=mine` leaves those in which the player has to decide.
    """
    return in_language(send(player_games.page(context(), calling_player(), language(), **query)), language())


LOOK_SECONDS = 60.0
"""After so long a stream looks at all games, whatever it has heard."""
_LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "required": False,
    "description": "Of a stream that is taken up again; goes before `after`.",
    "schema": {"type": "string", "pattern": CURSOR_PATTERN},
    "example": examples.CURSOR,
}
_STREAM = {
    "schema": {"type": "string"},
    "example": f"id: {examples.CURSOR}\ndata: {msgspec.json.encode(examples.GAME_NEWS).decode()}\n\n",
}


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
    """What happens in all games of the player, and wait for what will

    Without `after` it begins with where every game stands that goes on. `next` says where to go on: nothing is missed
    meanwhile, also of games that have begun, or that have ended within a day. `wait` holds the request until there is
    something to tell. With `Accept: text/event-stream` the same comes as server-sent events, a `GameNews` each, which
    go on after `Last-Event-ID`. With `include` each comes with the newest state as the player sees it. The 200 newest
    games that go on are followed.
    """
    player = calling_player()
    hearing = Hearing(context(), player, language(), query["include"], _cursor(query.get("after")))
    is_first = hearing.is_first
    if wants_stream():
        return _stream(player, hearing)
    if is_first or not query["wait"]:
        return _page(hearing, hearing.look())
    with hub().player_room(player.tag, _guest(player)) as (room, place):
        return _waited(room, place, hearing, query["wait"])


def _guest(player: PlayerRecord) -> Guest:
    return Guest(address_key(), player.digest, True)


def _cursor(after: str | None) -> Cursor | None:
    last = request.headers.get("Last-Event-ID")
    try:
        shown = after if last is None else last
        return None if shown is None else Cursor.read(shown)
    except BadCursor:
        if last is not None:
            raise Refused(BadHeader("Last-Event-ID", Term("header.cursor"))) from None
        raise invalid("after", "cursor") from None


def _page(hearing: Hearing, news: Iterator[GameNews]) -> Response:
    games = tuple(msgspec.Raw(msgspec.json.encode(each)) for each in news)
    page = NewsPage(games=games, next=str(hearing.cursor))
    return Response(msgspec.json.encode(page), content_type=JSON_TYPE)


def _heard(room: PlayerRoom, place: Place, hearing: Hearing, seen: int, seconds: float) -> tuple[int, list[GameNews]]:
    heard = room.wait(seen, seconds, place)
    return heard.upto, list(hearing.look() if heard.is_all else hearing.at(heard.games))


def _waited(room: PlayerRoom, place: Place, hearing: Hearing, seconds: float) -> Response:
    """A page as soon as there is something to tell; an empty one when the time is up."""
    until, seen = time.monotonic() + seconds, room.upto
    news = list(hearing.look())
    while not news and not place.is_lost and (left := until - time.monotonic()) > 0:
        seen, news = _heard(room, place, hearing, seen, left)
    if place.is_lost and not news:
        raise TooManyWaiters
    return _page(hearing, iter(news))


def _stream(player: PlayerRecord, hearing: Hearing) -> Response:
    held = contextlib.ExitStack()
    room, place = held.enter_context(hub().player_room(player.tag, _guest(player)))
    return streamed(_tell(context(), player, room, place, hearing, farewell()), held)


def _messages(hearing: Hearing, news: Iterator[GameNews]) -> Iterator[bytes]:
    for each in news:
        yield b"id: %b\ndata: %b\n\n" % (str(hearing.cursor).encode(), msgspec.json.encode(each))


def _tell(
    context: Context, player: PlayerRecord, room: PlayerRoom, place: Place, hearing: Hearing, last_words: bytes
) -> Iterator[bytes]:
    """Runs outside the request: the headers are sent, so an error can only end the stream."""
    began = looked = checked = time.monotonic()
    until = began + context.settings.stream_seconds * random.uniform(SHORTEST_STREAM, 1)
    yield b"retry: %d\n\n" % random.randint(1000, 3000)
    try:
        seen = room.upto
        yield from _messages(hearing, hearing.look())
        while (now := time.monotonic()) < until:
            heard = room.wait(seen, max(0.0, min(checked + HEARTBEAT_SECONDS, until) - now), place)
            is_due = time.monotonic() > looked + LOOK_SECONDS
            looked = time.monotonic() if is_due or heard.is_all else looked
            yield from _messages(hearing, hearing.look() if is_due or heard.is_all else hearing.at(heard.games))
            if heard.upto == seen:
                yield b": still here\n\n"
            if place.is_lost:
                yield last_words
                return
            if time.monotonic() >= checked + HEARTBEAT_SECONDS:
                checked = time.monotonic()
                players.still(context, player)
            seen = heard.upto
    except (StoreUnavailable, Refused) as error:
        structlog.get_logger().info("stream_ended", reason=str(error))
