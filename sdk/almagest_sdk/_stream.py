"""The iterators over what happens at a table. Written by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, Generic, cast

from almagest_sdk._kinds import E
from almagest_sdk._listening import Ears, Listening
from almagest_sdk._transport import Transport

if TYPE_CHECKING:
    from almagest_sdk._async_transport import AsyncTransport


class EventStream(Listening[E], Iterator[E], Generic[E]):
    """Gives events in order and ends with the game. `last` is the number of the newest one given out."""

    def __init__(self, transport: Transport, ears: Ears, after: int, **how: Any) -> None:
        super().__init__(ears, after, **how)
        self._transport = transport

    def __next__(self) -> E:
        event = self._transport.run(self._following())
        if event is None:
            raise StopIteration
        return cast(E, event)


class AsyncEventStream(Listening[E], AsyncIterator[E], Generic[E]):
    """The same for `async for`."""

    def __init__(self, transport: AsyncTransport, ears: Ears, after: int, **how: Any) -> None:
        super().__init__(ears, after, **how)
        self._transport = transport

    async def __anext__(self) -> E:
        event = await self._transport.run(self._following())
        if event is None:
            raise StopAsyncIteration
        return cast(E, event)
