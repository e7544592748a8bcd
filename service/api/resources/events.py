"""/games/{id}/events: a page, a long poll, or server-sent events, all with the same numbers."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Response, request

from service.api.http.callers import credential
from service.api.http.event_stream import HEARTBEAT, STREAM_TYPE, long_poll, send_stream, wants_stream
from service.api.http.requests import JSON_TYPE, address_key, language
from service.api.http.responses import context, hub
from service.api.openapi import examples
from service.api.openapi.operations import LANGUAGE_HEADER, Blueprint, operation
from service.games.base import Viewer
from service.games.refusals import Term
from service.schemas.queries import EventsQuery
from service.store.games.records import GameRecord
from service.store.live.hub import GameChannel, Numbered, read
from service.store.live.quotas import ListenerId, ListenerSlot
from service.usecases.accounts import apps, players
from service.usecases.accounts.access import Credential, digest_of
from service.usecases.context import Context
from service.usecases.views import lookup
from service.usecases.views.render import Parts
from service.wire.answers import EventPage
from service.wire.enums import reference
from service.wire.refusals import BadHeader, InvalidField, Refused, TooManyListeners

blueprint = Blueprint("events", __name__, url_prefix="/v1/games/<game_id:game_id>", description="What happened")

STREAM_LIMIT = 1000

_STREAM = {"schema": {"type": "string"}, "example": f"id: 32\ndata: {msgspec.json.encode(examples.EVENT).decode()}\n\n"}
_LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "required": False,
    "description": "The last event of a stream that is resumed; takes precedence over `after`.",
    "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
    "example": "17",
}


class Reader(msgspec.Struct, frozen=True):
    """Who reads a game's events, in which language, and which parts of a frame come with them."""

    game_id: str
    credential: Credential
    viewer: Viewer
    language: str
    parts: Parts

    @property
    def eyes(self) -> tuple[Viewer, str, Parts]:
        """Readers with the same eyes read the same messages."""
        return self.viewer, self.language, self.parts

    def listener_id(self) -> ListenerId:
        return ListenerId(address_key(), digest_of(self.credential), self.viewer is not None)

    def frame(self, context: Context, game: GameRecord) -> bytes | None:
        return context.frames.json(game, self.viewer, self.language, self.parts) if self.parts else None


class GameFeed:
    """Makes the stream of a game: its events, followed by the newest frame if the reader wants one."""

    def __init__(self, context: Context, channel: GameChannel, slot: ListenerSlot, reader: Reader, after: int) -> None:
        self._context, self._channel, self._slot, self._reader, self._after = context, channel, slot, reader, after

    def first(self) -> Iterator[bytes]:
        yield self._frame()

    def wait(self, seconds: float) -> Iterator[bytes]:
        events = self._channel.wait(self._after, STREAM_LIMIT, seconds, self._slot)
        if not events:
            yield HEARTBEAT
            return
        key = (self._after, events[-1][0], self._reader.eyes)
        self._after = events[-1][0]
        yield self._channel.shared_message(key, lambda: self._message(events))

    def check(self) -> bool:
        players.check_unexpired(self._context, self._reader.credential)
        apps.check_unrevoked(self._context, self._reader.credential)
        game, _ = lookup.load_as_viewer(self._context, self._reader.game_id, self._reader.credential)
        self._channel.expect(game.clock.events)  # the channel may have missed some
        return not _is_complete(game, self._after)

    def _message(self, events: list[Numbered]) -> bytes:
        return b"".join([b"id: %d\ndata: %b\n\n" % event for event in events]) + self._frame()

    def _frame(self) -> bytes:
        """The message with the newest frame; its id is that of the last event sent, so that a client resumes there."""
        frame = self._reader.parts and self._reader.frame(self._context, self._channel.newest_game(self._after))
        return b"event: frame\nid: %d\ndata: %b\n\n" % (self._after, frame) if frame else b""


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


def _last_event_id(after: int) -> int:
    """`Last-Event-ID`, else `after`."""
    last = request.headers.get("Last-Event-ID")
    if last is None:
        return after
    if not last.isascii() or not last.isdigit() or len(last) > 9:
        raise Refused(BadHeader("Last-Event-ID", Term("header.last_event_id")))
    return int(last)


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
@blueprint.alt_response(204, description="A stream of a game that has ended, after its last event", success=True)
@blueprint.doc(responses={200: {"content": {STREAM_TYPE: _STREAM}}})
def list_events(query: dict[str, Any], game_id: str) -> Response:
    """List the events of a game, or wait for new ones

    With `wait` the answer comes as soon as there is an event (long poll). With `Accept: text/event-stream` the events
    come as server-sent events, which a client resumes with `Last-Event-ID`. With `include` a frame follows the events,
    the newest state as the caller sees it: in the page, or as a message named `frame`, which a stream also begins with.
    If the server has too many listeners, those of seats replace spectators: the stream of a spectator then ends with a
    message named `problem`, a `Problem` with the code `too_many_listeners`, whose `retry` says when to reconnect.
    """
    caller = credential()
    game, viewer = lookup.load_as_viewer(context(), game_id, caller)
    reader = Reader(game_id, caller, viewer, language(), query["include"])
    newest = game.clock.events
    after = min(_last_event_id(query["after"]), newest)
    if wants_stream():
        return _stream(game, reader, after)
    if after < newest or not query["wait"] or game.clock.has_ended:
        return _page(game, _read_events(game, after, query["limit"]), after, reader.frame(context(), game))
    return _poll(reader, after, query["limit"], query["wait"])


def _read_events(game: GameRecord, after: int, limit: int) -> list[Numbered]:
    """Read events, but none after the state that the page describes."""
    return [event for event in read(context().store, game.id, after, limit) if event[0] <= game.clock.events]


def _poll(reader: Reader, after: int, limit: int, seconds: float) -> Response:
    """Wait for events; a frame comes only with events."""
    with hub().game_channel(reader.game_id, reader.listener_id()) as (channel, slot):
        events = long_poll(lambda left: channel.wait(after, limit, left, slot), slot, seconds)
        game = channel.newest_game(events[-1][0] if events else after)
        return _page(game, events, after, reader.frame(context(), game) if events else None)


def _stream(game: GameRecord, reader: Reader, after: int) -> Response:
    """Take a slot before the answer begins, so that a full server can still answer 503."""
    if _is_complete(game, after):
        return Response(status=204)
    resources = contextlib.ExitStack()
    channel, slot = resources.enter_context(hub().game_channel(game.id, reader.listener_id()))
    channel.expect(game.clock.events)
    return send_stream(GameFeed(context(), channel, slot, reader, after), slot, resources)


def _is_complete(game: GameRecord, after: int) -> bool:
    return game.clock.has_ended and after >= game.clock.events
