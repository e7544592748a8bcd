"""Replace a host who is away, by the vote of the others."""

from __future__ import annotations

import msgspec

from service.games.base import Event, Seat
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import GameRecord
from service.usecases import event_log
from service.usecases.accounts import access
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.games import clocks
from service.usecases.games.seats import check_idle
from service.usecases.transaction import Update, write
from service.usecases.views import render
from service.wire.events import HostReplaced, HostVoteCast
from service.wire.refusals import AlreadyHost, Refused


def _voters(game: GameRecord, now: int) -> set[Seat]:
    """The people who have to agree: all but the host, and but those who are away themselves."""

    def is_idle(seat: Seat) -> bool:
        left = clocks.idle_left(game, seat, now)
        return left is not None and left <= 0

    return {seat for seat in game.table.people if seat != game.table.host and not is_idle(seat)}


def _count_vote(game: GameRecord, seat: Seat, host: Seat, now: int) -> tuple[GameRecord, tuple[Event, ...]]:
    """The game with the seat's vote, and what that is. With the last vote the first voter becomes the host."""
    before = tuple(each for each in game.clock.host_votes if each in game.table.people)
    votes = before if seat in before else (*before, seat)
    if _voters(game, now) <= set(votes):
        table = msgspec.structs.replace(game.table, host=votes[0])
        clock = msgspec.structs.replace(game.clock, host_votes=())
        return msgspec.structs.replace(game, table=table, clock=clock), (HostReplaced(votes[0], host),)
    clock = msgspec.structs.replace(game.clock, host_votes=votes)
    return msgspec.structs.replace(game, clock=clock), () if seat in before else (HostVoteCast(seat),)


def replace_host(
    context: Context, game_id: str, token: Credential, language: str = "en", key: IdempotencyKey | None = None
) -> Answer:
    """Vote for another host. The host is away after owing a decision for longer than `idle_seconds`."""

    def decide(game: GameRecord) -> Update:
        seat, host = access.seat_of(game, token), game.table.host
        if game.clock.status != "running":
            raise clocks.not_running(game.clock)
        if host is None or seat == host:
            raise Refused(AlreadyHost())
        check_idle(game, host, context.now())
        after, events = _count_vote(game, seat, host, context.now())
        after, entry = event_log.append(after, *events) if events else (after, None)
        return Update(after, render.game_answer(seat, language, after), entry)

    return write(context, game_id, key, decide)
