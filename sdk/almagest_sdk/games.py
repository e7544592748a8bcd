"""The way to a table: create one, join one, watch one. Written by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from almagest_sdk._generated import calls
from almagest_sdk._generated.models import GamePage, GameSummary, GameWish, SeatWish, TakeSeat
from almagest_sdk._transport import Transport
from almagest_sdk.record import Record
from almagest_sdk.table import Table, new_key
from almagest_sdk.unset import UNSET

Level = Literal["random", "greedy", "strong"]
Status = Literal["open", "running", "scoring", "finished", "abandoned"]


def _wishes(seats: int, bots: int, name: str | None, level: Level) -> list[SeatWish]:
    people = [SeatWish(kind="human") for _ in range(seats - bots)]
    if people and name:
        people[0] = SeatWish(kind="human", name=name)
    return people + [SeatWish(kind="bot", level=level) for _ in range(bots)]


class Games:
    """`client.games`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        rulebook: str,
        seats: int | Sequence[SeatWish],
        name: str | None = None,
        *,
        bots: int = 0,
        level: Level = "greedy",
        options: Mapping[str, str] | None = None,
        private: bool = False,
        turn_seconds: int | None = None,
        idle_seconds: int | None = None,
    ) -> Table:
        """Create a game and take its first seat.

        `seats` is their number, of which the last `bots` are played by the server; or says what each seat is. The game
        starts when somebody sits on every seat that is not a bot's. A private game has an `invite` for the others.
        """
        wish = GameWish(
            rulebook=rulebook,
            seats=_wishes(seats, bots, name, level) if isinstance(seats, int) else seats,
            options=Record(options) if options else UNSET,
            visibility="private" if private else "public",
            turn_seconds=UNSET if turn_seconds is None else turn_seconds,
            idle_seconds=UNSET if idle_seconds is None else idle_seconds,
        )
        created = self._transport.send(calls.create_game(wish, idempotency_key=new_key()))
        return Table(self._transport, created.game, created.token, created.invite or None)

    def join(self, game_id: str, name: str, *, invite: str | None = None) -> Table:
        """Take a free seat."""
        body = TakeSeat(name=name, invite=UNSET if invite is None else invite)
        taken = self._transport.send(calls.take_seat(game_id, body, idempotency_key=new_key()))
        return Table(self._transport, taken.game, taken.token)

    def resume(self, game_id: str, token: str) -> Table:
        """Come back to a seat, with the token that was kept."""
        return Table(self._transport, self._transport.send(calls.get_game(game_id, token=token)), token)

    def watch(self, game_id: str) -> Table:
        """Look on as a spectator."""
        return Table(self._transport, self._transport.send(calls.get_game(game_id)))

    def list(self, *, status: Status | None = None, rulebook: str | None = None) -> Iterator[GameSummary]:
        """Public games, newest first; further pages are fetched as they are needed."""
        cursor: str | None = None
        while True:
            page: GamePage = self._transport.send(calls.list_games(status=status, rulebook=rulebook, cursor=cursor))
            yield from page.games
            cursor = page.next
            if cursor is None:
                return
