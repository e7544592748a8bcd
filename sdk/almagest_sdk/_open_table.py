"""Opens tables, as steps that a transport runs; `TypedGames` adds the types of each rulebook. Written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from almagest_sdk._core import PARTS, new_key
from almagest_sdk._generated import calls
from almagest_sdk._generated.models import (
    ClockWish,
    Game,
    GameWish,
    HintsFor,
    Level,
    QuickWish,
    Rig,
    RulebookId,
    SeatWish,
    TakeSeat,
)
from almagest_sdk._steps import SendCall, Steps, send_with_entropy
from almagest_sdk.errors import BadRequest, NotFound, Unauthorized, UnexpectedAnswer, Unfair
from almagest_sdk.replay import check_commitment, new_entropy
from almagest_sdk.unset import UNSET


class HasCredentials(Protocol):
    """A transport, which knows the app's key or the player's token if there is one."""

    key: str | None
    token: str | None


X = TypeVar("X", bound=HasCredentials)
"""A transport."""
T = TypeVar("T")
"""A table."""


class TableOpener(Generic[X, T]):
    """The calls behind create, join, resume and watch."""

    tables: ClassVar[Mapping[str, type[Any]]]

    def __init__(self, transport: X) -> None:
        self._transport = transport

    def _make_table(
        self,
        game: Game,
        token: str | None,
        invite: str | None = None,
        wanted: RulebookId | None = None,
        entropy: str | None = None,
    ) -> T:
        if wanted is not None and game.rulebook != wanted:
            raise UnexpectedAnswer(f"{game.id} is a game of {game.rulebook}, not of {wanted}", code="other_rulebook")
        if game.rulebook not in self.tables:
            detail = f"this version of the SDK does not know the rulebook {game.rulebook!r}"
            raise UnexpectedAnswer(detail, code="unexpected_answer")
        made = self.tables[game.rulebook](self._transport, game, token, invite)
        made.entropy = None if game.rigged else entropy
        opened: T = made
        return opened

    def _seat_requests(
        self, seats: int | Sequence[SeatWish], bots: int, name: str | None, level: Level
    ) -> Sequence[SeatWish]:
        if not isinstance(seats, int):
            return seats
        if not 0 <= bots <= seats:
            raise BadRequest(f"bots: {bots} bots do not fit at a table of {seats} seats", code="invalid_field")
        people = [SeatWish(kind="human") for _ in range(seats - bots)]
        if people and name:
            people[0] = SeatWish(kind="human", name=name)
        return people + [SeatWish(kind="bot", level=level) for _ in range(bots)]

    def _game_request(
        self,
        rulebook: RulebookId,
        seats: Sequence[SeatWish],
        options: Mapping[str, str] | None,
        private: bool,
        turn_seconds: int | None,
        idle_seconds: int | None,
        clock: ClockWish | None,
        takebacks: bool,
        hints: HintsFor,
        rig: Rig | None,
    ) -> GameWish:
        return GameWish(
            rulebook=rulebook,
            seats=seats,
            options=options or UNSET,
            visibility="private" if private else "public",
            turn_seconds=UNSET if turn_seconds is None else turn_seconds,
            idle_seconds=UNSET if idle_seconds is None else idle_seconds,
            clock=UNSET if clock is None else clock,
            takebacks=takebacks,
            hints=hints,
            rig=UNSET if rig is None else rig,
            entropy=new_entropy() if rig is None else UNSET,
        )

    def _create(self, request: GameWish) -> Steps[T]:
        call = calls.create_game(request, token=self._transport.key, idempotency_key=new_key())
        created, entropy = yield from send_with_entropy(call)
        own = entropy if created.seat else None
        made: Any = self._make_table(created.game, created.token, created.invite or None, request.rulebook, own)
        made.tokens = {seat.player: seat.token for seat in created.tokens}
        opened: T = made
        return opened

    def _quick(
        self,
        rulebook: RulebookId,
        seats: int,
        name: str,
        options: Mapping[str, str] | None,
        clock: ClockWish | None,
        player: str | None,
        metadata: Mapping[str, str] | None,
    ) -> Steps[T]:
        request = QuickWish(
            rulebook=rulebook,
            seats=seats,
            name=name,
            options=options or UNSET,
            clock=UNSET if clock is None else clock,
            player=UNSET if player is None else player,
            metadata=UNSET if metadata is None else metadata,
            entropy=new_entropy(),
        )
        credential = self._transport.key or self._transport.token
        call = calls.quick_play(request, token=credential, idempotency_key=new_key())
        taken, entropy = yield from send_with_entropy(call)
        is_waiting_already = credential and entropy not in taken.game.entropy
        own = None if is_waiting_already else entropy
        return self._make_table(taken.game, taken.token, wanted=rulebook, entropy=own)

    def _join(self, game_id: str, name: str, invite: str | None, rulebook: RulebookId | None) -> Steps[T]:
        """Read the game before taking a seat: its rulebook, and the commitment that comes before one's own bytes.

        A server that does not show it to who is invited, as those of 0.2, gets no bytes.
        """
        seen = yield from self._read_before_joining(game_id, invite)
        if seen is not None:
            self._make_table(seen, None, wanted=rulebook)
        entropy = UNSET if seen is None else new_entropy()
        body = TakeSeat(name=name, invite=UNSET if invite is None else invite, entropy=entropy)
        call = calls.take_seat(game_id, body, token=self._transport.token, idempotency_key=new_key())
        taken, own = yield from send_with_entropy(call)
        try:
            if seen is not None:
                check_commitment(taken.game, seen.seed_hash)
            return self._make_table(taken.game, taken.token, wanted=rulebook, entropy=own)
        except (UnexpectedAnswer, Unfair):
            yield SendCall(calls.leave_seat(game_id, token=taken.token))
            raise

    def _read_before_joining(self, game_id: str, invite: str | None) -> Steps[Game | None]:
        """The game as somebody sees it who has no seat yet; None if the server does not show it to who is invited."""
        credential = invite or self._transport.token
        if invite and not (invite.isascii() and invite.isprintable()):
            return None
        try:
            answer = yield SendCall(calls.get_game(game_id, token=credential))
        except (NotFound, Unauthorized):
            if not invite:
                raise
            return None
        return cast(Game, answer.value)

    def _watch(self, game_id: str, rulebook: RulebookId | None) -> Steps[T]:
        """A server of 0.2 takes the key for the token of a seat: watch without it there."""
        key = self._transport.key
        try:
            return (yield from self._load_table(game_id, key, rulebook))
        except Unauthorized as refused:
            if key is None or refused.code != "token_unknown":
                raise
        return (yield from self._load_table(game_id, None, rulebook))

    def _load_table(self, game_id: str, token: str | None, rulebook: RulebookId | None) -> Steps[T]:
        """With legal moves and score, which a seat asks for first."""
        answer = yield SendCall(calls.get_game(game_id, token=token, include=PARTS if token else None))
        return self._make_table(answer.value, token, wanted=rulebook)
