"""A table: one game as one seat, or a spectator, sees it. Written by hand."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Generic, TypeVar, overload

from almagest_sdk._core import OVER, PATIENCE, Core
from almagest_sdk._generated.models import Analysis, Event, Language, Level, Move, ScoreAnswer, Status, UnavailableMove
from almagest_sdk._polling import EventSource
from almagest_sdk._stream import EventStream
from almagest_sdk._transport import Transport
from almagest_sdk._type_vars import C, E, G, M, P, R, V, W
from almagest_sdk.errors import StaleVersion
from almagest_sdk.offer import Hint, Offer

K = TypeVar("K", bound=Move)
Own = TypeVar("Own", bound="Table[Any, Any, Any, Any, Any, Any, Any, Any]")


class Table(Core[G, V, M, E, P, W, R, C], Generic[G, V, M, E, P, W, R, C]):
    """Keeps token, version and idempotency keys for you.

    `view`, `status`, `moves()` and the like are of the newest state that this table knows. It comes with the answers to
    `play`, `my_turn` and `events`; the table sends a request only for what is missing.

    Types depend on the rulebook: an `AstraTable` has Astra's, a plain `Table` the unions of all.
    """

    def __init__(self, transport: Transport, game: Any, token: str | None = None, invite: str | None = None) -> None:
        super().__init__(game, token, invite)
        self._transport = transport

    @property
    def game(self) -> G:
        """The whole game, fetched again if the table knows that there is something newer."""
        found: G = self.refresh() if self._behind or self._partial else self._latest
        return found

    @property
    def status(self) -> Status:
        self._transport.run(self._catch_up())
        found: Status = self._latest.status
        return found

    @property
    def deciders(self) -> Sequence[int]:
        """Whose decisions the game waits for; 0 is the automa."""
        self._transport.run(self._catch_up())
        found: Sequence[int] = self._latest.deciders
        return found

    @property
    def view(self) -> V:
        """The board as this seat sees it. Before the game has started there is none: `NotStarted`."""
        self._transport.run(self._catch_up())
        return self._require_view()

    @property
    def is_over(self) -> bool:
        return self.status in OVER

    def refresh(self) -> G:
        """Fetch the game again; cheap if it has not changed."""
        self._transport.run(self._refresh())
        found: G = self._latest
        return found

    def my_turn(self) -> bool:
        """Wait until this seat has to decide; False when the game is over instead."""
        return self._transport.run(self._my_turn())

    @overload
    def moves(self, kind: None = None) -> Sequence[Offer[M]]: ...
    @overload
    def moves(self, kind: type[K]) -> Sequence[Offer[K]]: ...
    def moves(self, kind: type[Any] | None = None) -> Sequence[Offer[Any]]:
        """Every legal move of the own seat, or every one of a kind: `table.moves(astra.Observe)`."""
        return self._transport.run(self._moves(kind))

    def unavailable(self) -> Sequence[UnavailableMove]:
        """The kinds of moves that cannot be made now, and why."""
        return self._transport.run(self._legal_moves()).unavailable

    def play(self, move: M | Offer[M]) -> P:
        """Play a move, exactly once.

        When the server could not be reached, calling again with the same move repeats it under the same key. When
        others have moved in the meantime, `StaleVersion` offers what was missed.
        """
        try:
            return self._transport.run(self._play(move))
        except StaleVersion as stale:
            stale.fetch_missed = functools.partial(self._fetch_missed, stale)
            raise

    def take_back(self) -> P:
        """Take the own last move back, while `game.can_take_back`."""
        return self._transport.run(self._take_back())

    def hints(self, *, patience: float = PATIENCE) -> Sequence[Hint[M]]:
        """What the strong bot would play for the own decision, the best first, while `game.can_ask_hints`."""
        return self._transport.run(self._hints(patience))

    def preview(self, move: M | Offer[M]) -> W:
        """What the move would do, as far as this seat may know; nothing is changed."""
        return self._transport.run(self._preview(move))

    def events(self, after: int | None = None, *, follow: bool = True, patience: float = PATIENCE) -> EventStream[E]:
        """What happened and what happens, until the game is over; without `follow`: what there is now.

        Starts after the last event that was read, or after the event with the number `after`; 0 is the beginning. Waits
        `patience` seconds for a server that is away.
        """
        start = self._last_read if after is None else after
        return EventStream(
            self._transport, EventSource(self._poll, self._before_event), start, follow=follow, patience=patience
        )

    def score(self) -> ScoreAnswer:
        """The score: before the end as far as this seat may know it."""
        return self._transport.run(self._score())

    def replay(self) -> R:
        """Seed and moves of a finished game, checked against the hash that was published at its beginning."""
        return self._transport.run(self._replay())

    def analysis(self, *, patience: float = PATIENCE) -> Analysis:
        """How a finished game went: what each seat could expect after each move, and the turning points."""
        found: Analysis = self._transport.run(self._analysis(patience))
        return found

    def content(self, *, lang: Language | None = None) -> C:
        """Cards and boards of this game's pack."""
        return self._transport.run(self._content(lang))

    def rotate_token(self) -> str:
        """Exchange the token for a new one; the old one is invalid from now on."""
        return self._transport.run(self._rotate_token())

    def hand_to_bot(self, seat: int) -> G:
        """As the host: hand a seat that has been idle for too long to a bot."""
        return self._transport.run(self._hand_to_bot(seat))

    def resign(self, *, level: Level = "greedy") -> None:
        """Give the game up: a bot of the level plays on, and everybody can see that it does."""
        self._transport.run(self._resign(level))

    def pause(self) -> G:
        """Pause the game: no time runs and nobody plays. Where others play, propose it, or agree: see `game.pause`."""
        return self._transport.run(self._pause())

    def resume(self) -> G:
        """Resume the game; everybody keeps their time. Where a pause is only proposed, decline or withdraw it."""
        return self._transport.run(self._resume())

    def replace_host(self) -> G:
        """Vote for another host, while the host is away; with the last vote the first voter is the host."""
        return self._transport.run(self._replace_host())

    def rematch(self: Own) -> Own:
        """Play again with the same people, as a table of the next game. It starts when all have asked for it."""
        taken, entropy = self._transport.run(self._rematch())
        following = type(self)(self._transport, taken.game, taken.token)
        following.entropy = entropy
        return following

    def delete(self) -> None:
        """As the host: delete the game, before its first move or where only bots play besides."""
        self._transport.run(self._delete())

    def leave(self) -> None:
        """Leave the table. Before the start the seat is free again, afterwards a bot takes it over."""
        self._transport.run(self._leave())

    def _fetch_missed(self, stale: StaleVersion) -> Sequence[Event]:
        return self._transport.run(self._missed_events(stale))
