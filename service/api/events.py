"""/games/{id}/events: a page, a long poll, or server-sent events, all with the same numbers."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Iterator
from typing import Any

import structlog
from flask import Response, current_app, request

from service import json
from service.api.answering import tables
from service.api.describing import Blueprint, operation
from service.api.reading import JSON_TYPE, token
from service.schemas import examples
from service.schemas.answers import EventPageSchema
from service.schemas.queries import EventsQuery
from service.store.client import StoreAway
from service.store.hub import Hub, Numbered, Room, read
from service.store.records import Game
from service.tables import watch
from service.tables.context import Tables
from service.tables.refusals import Refused

blueprint = Blueprint("events", __name__, url_prefix="/v1/games/<game_id:game_id>", description="What happened")

STREAM_TYPE = "text/event-stream"
HEARTBEAT_SECONDS = 15.0
STREAM_LIMIT = 1000
SHORTEST_STREAM = 0.5
"""Streams last so much of `STREAM_SECONDS` at least."""
_OVER = ("finished", "abandoned")

_STREAM = {
    "schema": {"type": "string"},
    "example": f"id: 32\ndata: {json.dumps(examples.EVENT).decode()}\n\n",
}
_LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "required": False,
    "description": "Of a stream that is taken up again; goes before `after`.",
    "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
    "example": "17",
}


def _hub() -> Hub:
    found: Hub = current_app.extensions["hub"]
    return found


def _page(events: list[Numbered], after: int) -> Response:
    body = {"events": [json.raw(event) for _, event in events], "next": events[-1][0] if events else after}
    return Response(json.dumps(body), content_type=JSON_TYPE)


def _resumed(after: int) -> int:
    last = request.headers.get("Last-Event-ID")
    if last is None:
        return after
    if not last.isascii() or not last.isdigit() or len(last) > 9:
        raise Refused("bad_header", "Last-Event-ID is the number of an event.")
    return int(last)


def _wants_stream() -> bool:
    accepted = request.accept_mimetypes
    return accepted[STREAM_TYPE] > accepted[JSON_TYPE]


@blueprint.route("/events", methods=["GET"])
@operation(blueprint, "listEvents", "viewer", "invalid_field", "bad_header", "busy", headers=[_LAST_EVENT_ID])
@blueprint.arguments(EventsQuery(), location="query")
@blueprint.response(200, EventPageSchema(), example=examples.EVENTS, description="A page, or a stream of messages")
@blueprint.alt_response(204, description="A stream of a game that is over, with nothing left to tell", success=True)
@blueprint.doc(responses={200: {"content": {STREAM_TYPE: _STREAM}}})
def list_events(query: dict[str, Any], game_id: str) -> Response:
    """What happened, and wait for what will

    `wait` holds the request until there is something to tell. With `Accept: text/event-stream` the same events come as
    server-sent events, which go on after `Last-Event-ID` when they were cut off.
    """
    found, _ = watch.game(tables(), game_id, token())
    newest = found.clock.events
    after = min(_resumed(query["after"]), newest)
    if _wants_stream():
        return _stream(found, after)
    if after < newest or not query["wait"] or found.clock.status in _OVER:
        return _page(read(tables().store, game_id, after, query["limit"]), after)
    with _hub().room(game_id) as room:
        events = room.wait(after, query["limit"], query["wait"])
    return _page(events, after)


def _stream(found: Game, after: int) -> Response:
    """The place in the room is taken before the answer begins, so that a full house can still say so."""
    if _is_told(found, after):
        return Response(status=204)
    place = contextlib.ExitStack()
    room = place.enter_context(_hub().room(found.id))
    room.expect(found.clock.events)
    told = _tell(tables(), room, found.id, token(), after)
    response = Response(told, content_type=STREAM_TYPE, headers={"X-Accel-Buffering": "no"})
    response.call_on_close(place.close)
    return response


def _messages(events: list[Numbered]) -> bytes:
    return b"".join(b"id: %d\ndata: %b\n\n" % event for event in events)


def _tell(tables: Tables, room: Room, game_id: str, held: str | None, after: int) -> Iterator[bytes]:
    """Runs outside the request: the headers are sent, so an error can only end the stream.

    A thousand streams that began together, after a restart, neither ask for their game nor end in the same moment.
    """
    began = time.monotonic()
    checked = began - random.random() * HEARTBEAT_SECONDS
    until = began + tables.settings.stream_seconds * random.uniform(SHORTEST_STREAM, 1)
    yield b"retry: %d\n\n" % random.randint(1000, 3000)
    try:
        while (now := time.monotonic()) < until:
            events = room.wait(after, STREAM_LIMIT, max(0.0, min(checked + HEARTBEAT_SECONDS, until) - now))
            after = events[-1][0] if events else after
            yield _messages(events) or b": still here\n\n"
            if time.monotonic() >= checked + HEARTBEAT_SECONDS:
                checked = time.monotonic()
                if _is_over_for(tables, room, game_id, held, after):
                    return
    except (StoreAway, Refused) as error:
        structlog.get_logger().info("stream_ended", reason=str(error))


def _is_told(found: Game, after: int) -> bool:
    """Nothing more will come."""
    return found.clock.status in _OVER and after >= found.clock.events


def _is_over_for(tables: Tables, room: Room, game_id: str, held: str | None, after: int) -> bool:
    """Raises `Refused` when the token is not good any more. The room hears of what it may have missed."""
    found, _ = watch.game(tables, game_id, held)
    room.expect(found.clock.events)
    return _is_told(found, after)
