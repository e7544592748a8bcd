"""Server-sent events and long polls, for every endpoint that waits: what they send comes from a `Feed`."""

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
from service.store.live.quotas import ListenerSlot, TooManyWaiters
from service.store.redis.errors import StoreUnavailable
from service.wire.refusals import Refused, TooManyListeners

STREAM_TYPE = "text/event-stream"
HEARTBEAT_SECONDS = 15.0
HEARTBEAT = b": still here\n\n"
SHORTEST_STREAM = 0.5
"""Streams last so much of `STREAM_SECONDS` at least."""

T = TypeVar("T")


class Feed(Protocol):
    """The messages of one stream. It runs outside the request."""

    def first(self) -> Iterator[bytes]:
        """Say what the stream begins with."""

    def wait(self, seconds: float) -> Iterator[bytes]:
        """Say what comes within so long, or `HEARTBEAT`."""

    def check(self) -> bool:
        """Say whether anything can follow; raise `Refused` once the token is no longer good."""


def wants_stream() -> bool:
    accepted = request.accept_mimetypes
    return accepted[STREAM_TYPE] > accepted[JSON_TYPE]


def send_stream(feed: Feed, place: ListenerSlot, held: ExitStack) -> Response:
    """Stream a feed until it is over, and release what is held then."""
    messages = _messages(feed, place, context().settings.stream_seconds, farewell())
    response = Response(messages, content_type=STREAM_TYPE, headers={"X-Accel-Buffering": "no"})
    response.call_on_close(held.close)
    return response


def farewell() -> bytes:
    """Make the message for a listener that loses its place, in the language of its request."""
    return b"event: problem\nretry: %d\ndata: %b\n\n" % (1000 * CROWDED_SECONDS, problem(TooManyListeners()).data)


def _messages(feed: Feed, place: ListenerSlot, stream_seconds: float, farewell: bytes) -> Iterator[bytes]:
    """Runs after the headers are sent, so an error can only end the stream.

    A thousand streams that began together, after a restart, neither check their token nor end in the same moment.
    """
    began = time.monotonic()
    checked = began - random.random() * HEARTBEAT_SECONDS
    until = began + stream_seconds * random.uniform(SHORTEST_STREAM, 1)
    yield b"retry: %d\n\n" % random.randint(1000, 3000)
    try:
        yield from feed.first()
        while (now := time.monotonic()) < until:
            yield from feed.wait(max(0.0, min(checked + HEARTBEAT_SECONDS, until) - now))
            if place.is_lost:
                yield farewell
                return
            if time.monotonic() >= checked + HEARTBEAT_SECONDS:
                checked = time.monotonic()
                if not feed.check():
                    return
    except (StoreUnavailable, Refused) as error:
        structlog.get_logger().info("stream_ended", reason=str(error))


def long_poll(wait: Callable[[float], list[T]], place: ListenerSlot, seconds: float) -> list[T]:
    """Wait until something comes or the time is up; raise `TooManyWaiters` if the place is lost before that."""
    until = time.monotonic() + seconds
    found = wait(seconds)
    while not found and not place.is_lost and (left := until - time.monotonic()) > 0:
        found = wait(left)
    if place.is_lost and not found:
        raise TooManyWaiters
    return found
