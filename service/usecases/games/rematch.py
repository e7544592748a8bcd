"""Playing again: who asks first opens the next game, the others' calls seat them there. All move up a seat."""

from __future__ import annotations

import hashlib

import msgspec

from service.games.base import Seat
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import (
    Clock,
    GameRecord,
    SeatRecord,
    Table,
)
from service.store.redis import keys
from service.usecases import event_log
from service.usecases.accounts import access, tokens
from service.usecases.accounts.access import Shown
from service.usecases.context import Context
from service.usecases.games import clocks, finish
from service.usecases.games.seats import sit
from service.usecases.transaction import (
    Written,
    commit,
    load,
    write,
)
from service.wire.events import RematchOffered
from service.wire.refusals import Busy, NotFinished, NotOpen, Refused, RematchAgreed


def next_seat(seat: Seat, players: int) -> Seat:
    """Who sat second begins."""
    return (seat - 2) % players + 1


def _bot(seat: SeatRecord) -> SeatRecord:
    """With a name of its own, not that of a person who is not there any more."""
    return SeatRecord("bot", "" if seat.is_heir else seat.name, seat.level)


def _kept_for(seat: SeatRecord) -> SeatRecord:
    """A place for the person who sat there; bots play again."""
    return SeatRecord("human", reserved=True) if seat.kind == "human" else _bot(seat)


def _next_table(context: Context, table: Table) -> Table:
    seed, now = tokens.new_seed(), context.now()
    kept = tuple(_kept_for(seat) for seat in table.seats)
    return msgspec.structs.replace(
        table,
        schema=TABLE_SCHEMA,
        id=keys.new_game_id(keys.shard_of(table.id), now),
        seats=(*kept[1:], *kept[:1]),
        host=None,
        seed=seed,
        seed_hash=hashlib.sha256(seed).hexdigest(),
        created=now,
        rematch="",
        rigged=False,
        draws=(),
    )


def _opened(context: Context, game: GameRecord) -> str:
    """The id of a new game for those who have played this one."""
    table = _next_table(context, game.table)
    deadline = table.created + 1000 * context.settings.open_seconds
    following = GameRecord(table, Clock(CLOCK_SCHEMA, "open", deadline=deadline))
    if commit(context, None, Written(following, lambda _: Answer(201, b"")), None) is None:
        raise Refused(Busy())
    return table.id


def _offered(context: Context, game: GameRecord, seat: Seat) -> str:
    """The id of the next game, which is opened and told unless somebody was faster."""
    new_id = game.table.rematch or _opened(context, game)

    def decide(found: GameRecord) -> Written:
        if found.table.rematch:
            raise _Faster(found.table.rematch)
        entry = event_log.told(found.clock, RematchOffered(seat, new_id))
        told = msgspec.structs.replace(found, table=msgspec.structs.replace(found.table, rematch=new_id))
        return Written(event_log.counted(told, entry), lambda _: Answer(200, b""), entry)

    try:
        if not game.table.rematch:
            write(context, game.id, None, decide)
    except _Faster as faster:
        finish.discard(context, new_id)
        return faster.game_id
    return new_id


class _Faster(Exception):
    """Somebody else has opened the next game."""

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.game_id = game_id


def rematch(
    context: Context, game_id: str, token: Shown, language: str = "en", key: IdempotencyKey | None = None
) -> Answer:
    """Sit down at the next game; open it if nobody has."""
    game = load(context, game_id)
    seat = access.seat_of(game, token)
    if game.clock.status != "finished":
        raise Refused(NotFinished(clocks.said(game.clock)))
    own, who, new = next_seat(seat, len(game.table.seats)), game.table.seat(seat), tokens.new_token()

    def decide(following: GameRecord) -> Written:
        if following.clock.status == "open" and following.table.seat(own).reserved:
            return sit(following, own, who, new, language, context.now())
        if following.table.seat(own).token:
            raise Refused(RematchAgreed(following.id))
        raise Refused(NotOpen(clocks.said(following.clock)))

    return write(context, _offered(context, game, seat), key, decide)
