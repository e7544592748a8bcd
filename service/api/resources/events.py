"""/games/{id}/events: a page, a long poll, or server-sent events, all with the same numbers."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import structlog
from flask import Response, request

from service.api.http.callers import shown
from service.api.http.problems import CROWDED_SECONDS, problem
from service.api.http.requests import JSON_TYPE, address_key, language
from service.api.http.responses import context, hub
from service.api.openapi import examples
from service.api.openapi.operations import LANGUAGE_HEADER, Blueprint, operation
from service.games.base import Viewer
from service.games.refusals import Term
from service.schemas.queries import EventsQuery
from service.store.games.records import GameRecord
from service.store.live.hub import Numbered, Room, read
from service.store.live.quotas import Guest, Place, TooManyWaiters
from service.store.redis.client import StoreUnavailable
from service.usecases.accounts import players
from service.usecases.accounts.access import Shown, digest_of
from service.usecases.context import Context
from service.usecases.views import lookup
from service.usecases.views.parts import Parts
from service.wire.answers import EventPage
from service.wire.components import reference
from service.wire.refusals import BadHeader, InvalidField, Refused, TooManyListeners

blueprint = Blueprint("events", __name__, url_prefix="/v1/games/<game_id:game_id>", description="What happened")

STREAM_TYPE = "text/event-stream"
HEARTBEAT_SECONDS = 15.0
STREAM_LIMIT = 1000
SHORTEST_STREAM = 0.5
"""Streams last so much of `STREAM_SECONDS` at least."""
_OVER = ("finished", "abandoned")

_STREAM = {
    "schema": {"type": "string"},
    "example": f"id: 32\ndata: {msgspec.json.encode(examples.EVENT).decode()}\n\n",
}
_LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "required": False,
    "description": "Of a stream that is taken up again; goes before `after`.",
    "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
    "example": "17",
}


class Listener(msgspec.Struct, frozen=True):
    """Who listens, and what is wanted with the news."""

    game_id: str
    shown: Shown
    viewer: Viewer
    language: str
    parts: Parts

    def guest(self) -> Guest:
        return Guest(address_key(), digest_of(self.shown), self.viewer is not None)

    def frame(self, context: Context, game: GameRecord) -> bytes:
        return context.frames.of(game, self.viewer, self.language, self.parts)


def _page(game: GameRecord, events: list[Numbered], after: int, frame: bytes | None) -> Response:
    page = EventPage(
        rulebook=game.rulebook.id,
        events=tuple(msgspec.Raw(event) for _, event in events),
        next=events[-1][0] if events else after,
        status=game.clock.status,
        deciders=tuple(game.clock.deciders),
        frame=msgspec.Raw(frame) if frame else None,
    )
    return Response(msgspec.json.encode(page), content_type=JSON_TYPE)


def _resumed(after: int) -> int:
    last = request.headers.get("Last-Event-ID")
    if last is None:
        return after
    if not last.isascii() or not last.isdigit() or len(last) > 9:
        raise Refused(BadHeader("Last-Event-ID", Term("header.last_event_id")))
    return int(last)


def wants_stream() -> bool:
    accepted = request.accept_mimetypes
    return accepted[STREAM_TYPE] > accepted[JSON_TYPE]


@blueprint.route("/events", methods=["GET"])
@operation(
    blueprint,
    "listEvents",
    "viewer",
    InvalidField,
    BadHeader,
    TooManyListeners,
    headers=[_LAST_EVENT_ID, LANGUAGE_HEADER],
)
@blueprint.arguments(EventsQuery(), location="query")
@blueprint.response(200, reference("EventPage"), example=examples.EVENTS, description="A page, or a stream of messages")
@blueprint.alt_response(204, description="A stream of a game that is over, with nothing left to tell", success=True)
@blueprint.doc(responses={200: {"content": {STREAM_TYPE: _STREAM}}})
def list_events(query: dict[str, Any], game_id: str) -> Response:
    """What happened, and wait for what will

    `wait` holds the request until there is something to tell. With `Accept: text/event-stream` the same events come as
    server-sent events, which go on after `Last-Event-ID` when they were cut off. With `include` what is told ends with
    a frame, the newest state as the caller sees it: in the page, or as a message named `frame`, which a stream also
    begins with. When places run out, spectators make room for seats: a stream then ends with a message named `problem`,
    a `Problem` with the code `too_many_listeners`, whose `retry` says when to come again.
    """
    held = shown()
    found, viewer = lookup.game(context(), game_id, held)
    listener = Listener(game_id, held, viewer, language(), query["include"])
    newest = found.clock.events
    after = min(_resumed(query["after"]), newest)
    if wants_stream():
        return _stream(found, listener, after)
    if after < newest or not query["wait"] or found.clock.status in _OVER:
        return _page(found, _told_by(found, after, query["limit"]), after, _framed(listener, found))
    with hub().room(game_id, listener.guest()) as (room, place):
        return _waited(room, place, listener, after, query)


def _told_by(found: GameRecord, after: int, limit: int) -> list[Numbered]:
    """Events up to the state that the page speaks of; what was told since then is of a later one."""
    return [event for event in read(context().store, found.id, after, limit) if event[0] <= found.clock.events]


def _framed(listener: Listener, game: GameRecord) -> bytes | None:
    return listener.frame(context(), game) if listener.parts else None


def _waited(room: Room, place: Place, listener: Listener, after: int, query: dict[str, Any]) -> Response:
    """A page of what has happened meanwhile; without news there is nothing new to draw either."""
    events = room.wait(after, query["limit"], query["wait"], place)
    if place.is_lost and not events:
        raise TooManyWaiters
    game = room.newest_game(events[-1][0] if events else after)
    return _page(game, events, after, _framed(listener, game) if events else None)


def _stream(found: GameRecord, listener: Listener, after: int) -> Response:
    """The place in the room is taken before the answer begins, so that a full server can still say so."""
    if _is_told(found, after):
        return Response(status=204)
    held = contextlib.ExitStack()
    room, place = held.enter_context(hub().room(found.id, listener.guest()))
    room.expect(found.clock.events)
    return streamed(_tell(context(), room, place, listener, after, farewell()), held)


def farewell() -> bytes:
    """To who loses its place."""
    return b"event: problem\nretry: %d\ndata: %b\n\n" % (1000 * CROWDED_SECONDS, problem(TooManyListeners()).data)


def streamed(told: Iterator[bytes], held: contextlib.ExitStack) -> Response:
    """What is held is given back when the answer ends."""
    response = Response(told, content_type=STREAM_TYPE, headers={"X-Accel-Buffering": "no"})
    response.call_on_close(held.close)
    return response


def _messages(events: list[Numbered]) -> bytes:
    return b"".join(b"id: %d\ndata: %b\n\n" % event for event in events)


def _frame(context: Context, room: Room, listener: Listener, after: int) -> bytes:
    """The newest state; its number is that of the last event told, so that a stream is resumed there."""
    if not listener.parts:
        return b""
    return b"event: frame\nid: %d\ndata: %b\n\n" % (after, listener.frame(context, room.newest_game(after)))


def _tell(
    context: Context, room: Room, place: Place, listener: Listener, after: int, farewell: bytes
) -> Iterator[bytes]:
    """Runs outside the request: the headers are sent, so an error can only end the stream.

    A thousand streams that began together, after a restart, neither ask for their game nor end in the same moment.
    """
    began = time.monotonic()
    checked = began - random.random() * HEARTBEAT_SECONDS
    until = began + context.settings.stream_seconds * random.uniform(SHORTEST_STREAM, 1)
    yield b"retry: %d\n\n" % random.randint(1000, 3000)
    try:
        yield _frame(context, room, listener, after)
        while (now := time.monotonic()) < until:
            events = room.wait(after, STREAM_LIMIT, max(0.0, min(checked + HEARTBEAT_SECONDS, until) - now), place)
            after = events[-1][0] if events else after
            yield _messages(events) + _frame(context, room, listener, after) if events else b": still here\n\n"
            if place.is_lost:
                yield farewell
                return
            if time.monotonic() >= checked + HEARTBEAT_SECONDS:
                checked = time.monotonic()
                if _is_over_for(context, room, listener, after):
                    return
    except (StoreUnavailable, Refused) as error:
        structlog.get_logger().info("stream_ended", reason=str(error))


def _is_told(found: GameRecord, after: int) -> bool:
    """Nothing more will come."""
    return found.clock.status in _OVER and after >= found.clock.events


def _is_over_for(context: Context, room: Room, listener: Listener, after: int) -> bool:
    """Raises `Refused` when the token is not good any more. The room hears of what it may have missed."""
    players.still(context, listener.shown)
    found, _ = lookup.game(context, listener.game_id, listener.shown)
    room.expect(found.clock.events)
    return _is_told(found, after)
