"""A table for asyncio. Written by hand; what it does is the same as `table`'s, and is in `_core`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from almagest_sdk._core import OVER, PATIENCE, Core
from almagest_sdk._generated.models import Analysis, Event, Language, Level, Move, ScoreAnswer, Status, UnavailableMove
from almagest_sdk._polling import EventSource
from almagest_sdk._stream import AsyncEventStream
from almagest_sdk._type_vars import C, E, G, M, P, R, V, W
from almagest_sdk.errors import StaleVersion
from almagest_sdk.offer import Hint, Offer

if TYPE_CHECKING:
    from almagest_sdk._async_transport import AsyncTransport

K = TypeVar("K", bound=Move)
Own = TypeVar("Own", bound="AsyncTable[Any, Any, Any, Any, Any, Any, Any, Any]")


class AsyncTable(Core[G, V, M, E, P, W, R, C], Generic[G, V, M, E, P, W, R, C]):
    """As `Table`, with `await`. What is read without it is of the newest state that came with an answer."""

    def __init__(
        self, transport: AsyncTransport, game: Any, token: str | None = None, invite: str | None = None
    ) -> None:
        super().__init__(game, token, invite)
        self._transport = transport

    @property
    def game(self) -> G:
        """Everything that is known of the game; `await table.refresh()` also looks who sits there, and who has won."""
        found: G = self._latest
        return found

    @property
    def status(self) -> Status:
        found: Status = self._latest.status
        return found

    @property
    def deciders(self) -> Sequence[int]:
        """Whose decisions the game waits for; 0 is the automa."""
        found: Sequence[int] = self._latest.deciders
        return found

    @property
    def view(self) -> V:
        """The board as this seat sees it. Before the game has started there is none: `NotStarted`."""
        return self._require_view()

    @property
    def is_over(self) -> bool:
        return self.status in OVER

    async def refresh(self) -> G:
        """Look at the game anew. Costs next to nothing when it has not changed."""
        await self._transport.run(self._refresh())
        return self.game

    async def my_turn(self) -> bool:
        """Wait until this seat has to decide; False when the game is over instead."""
        return await self._transport.run(self._my_turn())

    @overload
    async def moves(self, kind: None = None) -> Sequence[Offer[M]]: ...
    @overload
    async def moves(self, kind: type[K]) -> Sequence[Offer[K]]: ...
    async def moves(self, kind: type[Any] | None = None) -> Sequence[Offer[Any]]:
        """Every legal move of the own seat, or every one of a kind: `await table.moves(astra.Observe)`."""
        return await self._transport.run(self._moves(kind))

    async def unavailable(self) -> Sequence[UnavailableMove]:
        """The kinds of moves that cannot be made now, and why."""
        return (await self._transport.run(self._legal_moves())).unavailable

    async def play(self, move: M | Offer[M]) -> P:
        """Play a move, exactly once.

        When the server could not be reached, calling again with the same move repeats it under the same key. When
        others have moved in the meantime, it is `StaleVersion`, and `missed` tells what was missed.
        """
        return await self._transport.run(self._play(move))

    async def take_back(self) -> P:
        """Take the own last move back, while `game.can_take_back`."""
        return await self._transport.run(self._take_back())

    async def missed(self, stale: StaleVersion) -> Sequence[Event]:
        """What happened since the version that a refused move was made for."""
        return await self._transport.run(self._missed_events(stale))

    async def hints(self, *, patience: float = PATIENCE) -> Sequence[Hint[M]]:
        """What the strong bot would play for the own decision, the best first, while `game.can_ask_hints`."""
        return await self._transport.run(self._hints(patience))

    async def preview(self, move: M | Offer[M]) -> W:
        """What the move would do, as far as this seat may know; nothing is changed."""
        return await self._transport.run(self._preview(move))

    def events(
        self, after: int | None = None, *, follow: bool = True, patience: float = PATIENCE
    ) -> AsyncEventStream[E]:
        """What happened and what happens, until the game is over; without `follow`: what there is now.

        A table goes on where it stopped, or after the event with the number `after`; 0 is the beginning. A server that
        is away is waited for, `patience` seconds long.
        """
        start = self._last_read if after is None else after
        return AsyncEventStream(
            self._transport, EventSource(self._poll, self._before_event), start, follow=follow, patience=patience
        )

    async def score(self) -> ScoreAnswer:
        """The score: before the end as far as this seat may know it."""
        return await self._transport.run(self._score())

    async def replay(self) -> R:
        """Seed and moves of a finished game, checked against the hash that was published at its beginning."""
        return await self._transport.run(self._replay())

    async def analysis(self, *, patience: float = PATIENCE) -> Analysis:
        """How a finished game went: what each seat could expect after each move, and the turning points."""
        found: Analysis = await self._transport.run(self._analysis(patience))
        return found

    async def content(self, *, lang: Language | None = None) -> C:
        """Cards and boards of this game's pack."""
        return await self._transport.run(self._content(lang))

    async def rotate_token(self) -> str:
        """Exchange the token for a new one; the old one is worth nothing from now on."""
        return await self._transport.run(self._rotate_token())

    async def hand_to_bot(self, seat: int) -> G:
        """As the host: hand a seat that has been idle for too long to a bot."""
        return await self._transport.run(self._hand_to_bot(seat))

    async def resign(self, *, level: Level = "greedy") -> None:
        """Give the game up: a bot of the level plays on, and everybody can see that it does."""
        await self._transport.run(self._resign(level))

    async def pause(self) -> G:
        """Pause the game: no time runs and nobody plays. Where others play, propose it, or agree: see `game.pause`."""
        return await self._transport.run(self._pause())

    async def resume(self) -> G:
        """Resume the game; everybody keeps their time. Where a pause is only proposed, decline or withdraw it."""
        return await self._transport.run(self._resume())

    async def replace_host(self) -> G:
        """Vote for another host, while the host is away; with the last vote the first voter is the host."""
        return await self._transport.run(self._replace_host())

    async def rematch(self: Own) -> Own:
        """Play again with the same people, as a table of the next game. It starts when all have asked for it."""
        taken, entropy = await self._transport.run(self._rematch())
        following = type(self)(self._transport, taken.game, taken.token)
        following.entropy = entropy
        return following

    async def delete(self) -> None:
        """As the host: delete the game, before its first move or where only bots play besides."""
        await self._transport.run(self._delete())

    async def leave(self) -> None:
        """Leave the table. Before the start the seat is free again, afterwards a bot takes it over."""
        await self._transport.run(self._leave())
