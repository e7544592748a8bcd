"""A table: one game as one seat, or a spectator, sees it. Written by hand."""

from __future__ import annotations

import functools
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

from almagest_sdk._codec import decode
from almagest_sdk._generated import calls
from almagest_sdk._generated.models import (
    Event,
    Game,
    LegalMove,
    LegalMoves,
    PlayedMove,
    Preview,
    Replay,
    ScoreAnswer,
    UnavailableMove,
)
from almagest_sdk._generated.moves import MOVES, Move
from almagest_sdk._stream import OVER, PATIENCE, EventStream, patiently
from almagest_sdk._transport import Transport
from almagest_sdk.errors import AlmagestError, StaleVersion, Unauthorized, UnexpectedAnswer
from almagest_sdk.record import Record
from almagest_sdk.replay import verify_replay
from almagest_sdk.unset import UNSET

NEWS_SECONDS = 2
M = TypeVar("M", bound=Move, covariant=True)


@dataclass(frozen=True)
class Offer(Generic[M]):
    """A legal move, what it is called in your language, and the ruling that allows it."""

    move: M
    label: str
    ruling: str

    def __str__(self) -> str:
        return self.label


def new_key() -> str:
    """An Idempotency-Key."""
    return str(uuid.uuid4())


def _typed(rulebook: str, offered: LegalMove) -> Offer[Move]:
    kind = MOVES.get(rulebook, {}).get(offered.move["type"])
    if kind is None:
        detail = f"this version of the SDK does not know the move {offered.move['type']!r} of {rulebook}"
        raise UnexpectedAnswer(detail, code="unknown_move")
    return Offer(decode(kind, offered.move.plain()), offered.label, offered.ruling)


class Table:
    """Keeps token, version and idempotency keys, so that nobody else has to.

    `view`, `status` and the like are of the newest version that this table has heard of: when an event or a list of
    moves tells of a newer one, they are fetched again before they are shown.
    """

    def __init__(self, transport: Transport, game: Game, token: str | None = None, invite: str | None = None) -> None:
        self._transport = transport
        self._game = game
        self._etag: str | None = None
        self._heard = game.version
        self._told = 0
        self._unanswered: tuple[int, Move, str] | None = None
        self.id = game.id
        self.rulebook = game.rulebook
        self.seed_hash = game.seed_hash
        self.token = token
        self.invite = invite

    def __repr__(self) -> str:
        return f"<Table {self.id} {self.rulebook} seat={self._game.seat} version={self.version}>"

    @property
    def game(self) -> Game:
        """Everything that is known of the game, not older than the newest event this table has told."""
        return self._game if self._heard <= self._game.version else self.refresh()

    @property
    def version(self) -> int:
        """The newest version heard of; a move is played for this one."""
        return self._heard

    @property
    def seat(self) -> int | None:
        """The own seat; None for a spectator."""
        return self._game.seat

    @property
    def status(self) -> str:
        return self.game.status

    @property
    def view(self) -> Record:
        """The board as this seat sees it; empty before the game has started."""
        return self.game.view or Record()

    @property
    def is_over(self) -> bool:
        return self.game.status in OVER

    def refresh(self) -> Game:
        """Look at the game anew. Costs next to nothing when it has not changed."""
        answer = self._transport.answer(calls.get_game(self.id, token=self.token, if_none_match=self._etag))
        self._etag = answer.etag
        if answer.value:
            self._take(answer.value)
        return self._game

    def my_turn(self) -> bool:
        """Wait until this seat has to decide; False when the game is over instead."""
        while not self._decides(self.refresh()):
            if self._game.status in OVER:
                return False
            self._await_news()
        return True

    @overload
    def moves(self, kind: None = None) -> Sequence[Offer[Move]]: ...
    @overload
    def moves(self, kind: type[M]) -> Sequence[Offer[M]]: ...
    def moves(self, kind: type[Any] | None = None) -> Sequence[Offer[Any]]:
        """Every legal move of the own seat, or every one of a kind: `table.moves(astra.Observe)`."""
        return [_typed(self.rulebook, offered) for offered in self._legal(kind).moves]

    def unavailable(self) -> Sequence[UnavailableMove]:
        """The kinds of moves that cannot be made now, and why."""
        return self._legal(None).unavailable

    def play(self, move: Move | Offer[Move]) -> PlayedMove:
        """Play a move, exactly once.

        When the server could not be reached, calling again with the same move repeats it under the same key. When
        others have moved in the meantime, `StaleVersion` offers what was missed.
        """
        asked: Move = move.move if isinstance(move, Offer) else move
        call = calls.play_move(
            self.id, asked, token=self._held(), if_match=f'"{self._heard}"', idempotency_key=self._key(asked)
        )
        try:
            played = self._transport.send(call)
        except StaleVersion as stale:
            self._unanswered = None
            stale.fetch_missed = functools.partial(self._missed, stale)
            raise
        except AlmagestError as error:
            if error.status is not None and error.status < 500:
                self._unanswered = None
            raise
        self._unanswered = None
        self._take(played.game)
        return played

    def preview(self, move: Move | Offer[Move]) -> Preview:
        """What the move would do, as far as this seat may know; nothing is changed."""
        asked: Move = move.move if isinstance(move, Offer) else move
        return self._transport.send(calls.preview_move(self.id, asked, token=self._held()))

    def events(self, after: int | None = None, *, follow: bool = True, patience: float = PATIENCE) -> EventStream:
        """What happened and what happens, until the game is over; without `follow`: what there is now.

        A table goes on where it stopped, or after the event with the number `after`; 0 is the beginning. A server that
        is away is waited for, `patience` seconds long.
        """
        start = self._told if after is None else after
        return self._listener(start, follow=follow, patience=patience, told=self._hear)

    def score(self) -> ScoreAnswer:
        """The score: before the end as far as this seat may know it."""
        return self._transport.send(calls.get_score(self.id, token=self.token))

    def replay(self) -> Replay:
        """Seed and moves of a finished game, checked against the hash that was published at its beginning."""
        replay = self._transport.send(calls.get_replay(self.id, token=self.token))
        verify_replay(replay, self.seed_hash)
        return replay

    def rotate_token(self) -> str:
        """Exchange the token for a new one; the old one is worth nothing from now on."""
        call = calls.rotate_token(self.id, token=self._held(), idempotency_key=new_key())
        self.token = self._transport.send(call).token
        return self.token

    def hand_to_bot(self, seat: int) -> Game:
        """As the host: hand a seat that has been idle for too long to a bot."""
        call = calls.hand_seat_to_bot(self.id, seat, token=self._held(), idempotency_key=new_key())
        self._take(self._transport.send(call))
        return self._game

    def leave(self) -> None:
        """Leave the table. Before the start the seat is free again, afterwards a bot takes it over."""
        self._transport.send(calls.leave_seat(self.id, token=self._held()))
        self.token = None

    def _held(self) -> str:
        if self.token is None:
            raise Unauthorized("a spectator's table has no token", code="token_needed")
        return self.token

    def _key(self, move: Move) -> str:
        """The key of a move that was sent but not answered is kept for its repetition."""
        if self._unanswered is None or self._unanswered[:2] != (self._heard, move):
            self._unanswered = (self._heard, move, new_key())
        return self._unanswered[2]

    def _take(self, game: Game) -> None:
        self._game = game
        self._heard = max(self._heard, game.version)

    def _hear(self, event: Event) -> None:
        self._told = event.id
        self._heard = max(self._heard, event.version)

    def _legal(self, kind: type[Any] | None) -> LegalMoves:
        tag: str | None = kind.type if kind else None
        found = self._transport.send(calls.list_moves(self.id, token=self._held(), type=tag))
        self._heard = max(self._heard, found.version)
        return found

    def _decides(self, game: Game) -> bool:
        return game.status == "running" and game.seat is not None and game.seat in game.deciders

    def _await_news(self) -> None:
        """Wait for an event, but not for long: a sealed choice is a move without one."""
        call = calls.list_events(self.id, token=self.token, after=self._game.last_event, limit=1, wait=NEWS_SECONDS)
        patiently(self._transport, call, self._transport.timeout + NEWS_SECONDS, PATIENCE)

    def _listener(self, after: int, **how: Any) -> EventStream:
        return EventStream(self._transport, self.id, self.token, after, **how)

    def _missed(self, stale: StaleVersion) -> Sequence[Event]:
        missed = stale.problem.missed if stale.problem else UNSET
        if not missed:
            return ()
        return [event for event in self._listener(missed.after, follow=False) if event.id <= missed.until]
