"""Server-sent events and long polls, for every endpoint that waits. A `Feed` makes the messages."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Protocol, TypeVar

import structlog
from flask import Response, request

from service.api.http.problems import CROWDED_SECONDS, problem
from service.api.http.requests import JSON_TYPE
from service.api.http.responses import context
from service.store.errors import RecordError, StoreUnavailable
from service.store.live.quotas import ListenerSlot, TooManyWaiters
from service.wire.refusals import Refused, TooManyListeners

STREAM_TYPE = "text/event-stream"
HEARTBEAT_SECONDS = 15.0
HEARTBEAT = b": still here\n\n"
SHORTEST_STREAM = 0.5
"""The least fraction of `STREAM_SECONDS` that a stream lasts."""

T = TypeVar("T")


class Feed(Protocol):
    """Makes the messages of one stream, outside of the request context."""

    def first(self) -> Iterator[bytes]:
        """Yield the messages that the stream begins with."""

    def wait(self, seconds: float) -> Iterator[bytes]:
        """Wait for messages and yield them, or `HEARTBEAT` if there are none."""

    def check(self) -> bool:
        """Return whether anything can follow; raise `Refused` once the token is no longer valid."""


def wants_stream() -> bool:
    accepted = request.accept_mimetypes
    return accepted[STREAM_TYPE] > accepted[JSON_TYPE]


def send_stream(feed: Feed, slot: ListenerSlot, resources: ExitStack) -> Response:
    """Stream a feed until it ends, then close `resources`."""
    messages = _messages(feed, slot, context().settings.stream_seconds, slot_lost_message())
    response = Response(messages, content_type=STREAM_TYPE, headers={"X-Accel-Buffering": "no"})
    response.call_on_close(resources.close)
    return response


def slot_lost_message() -> bytes:
    """Build the last message for a listener that loses its slot, in the language of its request."""
    return b"event: problem\nretry: %d\ndata: %b\n\n" % (1000 * CROWDED_SECONDS, problem(TooManyListeners()).data)


def _messages(feed: Feed, slot: ListenerSlot, stream_seconds: float, last_message: bytes) -> Iterator[bytes]:
    """Yield the messages. The headers are sent by then, so an error can only end the stream.

    Random times keep a thousand streams that began together, after a restart, from checking and ending together.
    """
    began = time.monotonic()
    checked = began - random.random() * HEARTBEAT_SECONDS
    until = began + stream_seconds * random.uniform(SHORTEST_STREAM, 1)
    yield b"retry: %d\n\n" % random.randint(1000, 3000)
    try:
        yield from feed.first()
        while (now := time.monotonic()) < until:
            yield from feed.wait(max(0.0, min(checked + HEARTBEAT_SECONDS, until) - now))
            if slot.is_lost:
                yield last_message
                return
            if time.monotonic() >= checked + HEARTBEAT_SECONDS:
                checked = time.monotonic()
                if not feed.check():
                    return
    except (StoreUnavailable, RecordError, Refused) as error:
        structlog.get_logger().info("stream_ended", reason=str(error))


def long_poll(wait: Callable[[float], list[T]], slot: ListenerSlot, seconds: float) -> list[T]:
    """Wait until something comes or the time is up; raise `TooManyWaiters` if the slot is lost before that."""
    until = time.monotonic() + seconds
    found = wait(seconds)
    while not found and not slot.is_lost and (left := until - time.monotonic()) > 0:
        found = wait(left)
    if slot.is_lost and not found:
        raise TooManyWaiters
    return found
