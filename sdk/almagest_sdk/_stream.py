"""Iterators over the events of a table. Written by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, Generic, cast

from almagest_sdk._polling import EventPoller, EventSource
from almagest_sdk._transport import Transport
from almagest_sdk._type_vars import E

if TYPE_CHECKING:
    from almagest_sdk._async_transport import AsyncTransport


class EventStream(EventPoller[E], Iterator[E], Generic[E]):
    """Yields events in order and ends with the game. `last` is the number of the newest one."""

    def __init__(self, transport: Transport, source: EventSource, after: int, **how: Any) -> None:
        super().__init__(source, after, **how)
        self._transport = transport

    def __next__(self) -> E:
        event = self._transport.run(self._next_event())
        if event is None:
            raise StopIteration
        return cast(E, event)


class AsyncEventStream(EventPoller[E], AsyncIterator[E], Generic[E]):
    """The same for `async for`."""

    def __init__(self, transport: AsyncTransport, source: EventSource, after: int, **how: Any) -> None:
        super().__init__(source, after, **how)
        self._transport = transport

    async def __anext__(self) -> E:
        event = await self._transport.run(self._next_event())
        if event is None:
            raise StopAsyncIteration
        return cast(E, event)
