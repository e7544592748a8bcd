"""Play again: who asks first opens the next game, and the others sit down there. All move up a seat."""

from __future__ import annotations

import hashlib

import msgspec

from service.games.base import Seat
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Clock, GameRecord, SeatRecord, Table
from service.store.redis import keys
from service.usecases import event_log
from service.usecases.accounts import access, game_limits, tokens
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.games import clocks, finish
from service.usecases.games.seats import sit_down
from service.usecases.transaction import Update, commit, load, next_revision, write
from service.wire.events import RematchOffered
from service.wire.refusals import Busy, NotFinished, NotOpen, Refused, RematchAgreed


def next_seat(seat: Seat, players: int) -> Seat:
    """The seat in the next game: everybody moves up, and who sat second begins."""
    return (seat - 2) % players + 1


def _same_bot(seat: SeatRecord) -> SeatRecord:
    """The same bot, without the name of a person whom it replaced."""
    return SeatRecord("bot", "" if seat.is_heir else seat.name, seat.level)


def _reserve(seat: SeatRecord) -> SeatRecord:
    """Reserve the seat for the person who sat there; bots play again."""
    return SeatRecord("human", reserved=True) if seat.kind == "human" else _same_bot(seat)


def _next_table(context: Context, table: Table) -> Table:
    seed, now = tokens.new_seed(), context.now()
    kept = tuple(_reserve(seat) for seat in table.seats)
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


def _open_rematch(context: Context, game: GameRecord) -> str:
    """Open a new game for those who have played this one, and return its id."""
    game_limits.check_tenant(context, game.table.tenant, game.table.app)
    table = _next_table(context, game.table)
    deadline = table.created + 1000 * context.settings.open_seconds
    rematch = next_revision(GameRecord(table, Clock(CLOCK_SCHEMA, "open", deadline=deadline)))
    if commit(context, None, Update(rematch), None) is None:
        raise Refused(Busy())
    return table.id


def _offer_rematch(context: Context, game: GameRecord, seat: Seat) -> str:
    """The id of the next game. Open it and offer it to the table, unless somebody was faster."""
    if game.table.rematch:
        return game.table.rematch
    new_id = _open_rematch(context, game)

    def decide(found: GameRecord) -> Update:
        if found.table.rematch:
            raise Refused(RematchAgreed(found.table.rematch))
        table = msgspec.structs.replace(found.table, rematch=new_id)
        after, entry = event_log.append(msgspec.structs.replace(found, table=table), RematchOffered(seat, new_id))
        return Update(after, entry=entry)

    try:
        write(context, game.id, None, decide)
    except Refused as refused:
        if not isinstance(refused.refusal, RematchAgreed):
            raise
        finish.discard(context, new_id)
        return refused.refusal.game
    return new_id


def _with_tag(context: Context, game: GameRecord, number: Seat) -> SeatRecord:
    """Who plays again; a player of 0.2 gets a tag."""
    seat = game.table.seat(number)
    if seat.tag or not seat.player:
        return seat
    return msgspec.structs.replace(seat, tag=context.store.players.tag_of(game.table.app, seat.player))


def rematch(
    context: Context,
    game_id: str,
    token: Credential,
    language: str = "en",
    key: IdempotencyKey | None = None,
    entropy: str = "",
) -> Answer:
    """Sit down at the next game; open it if nobody has."""
    game = load(context, game_id)
    seat = access.seat_of(game, token)
    if game.clock.status != "finished":
        raise Refused(NotFinished(clocks.status_term(game.clock)))
    own, new = next_seat(seat, len(game.table.seats)), tokens.new_token()
    who = msgspec.structs.replace(_with_tag(context, game, seat), entropy=entropy)

    def decide(following: GameRecord) -> Update:
        if following.clock.status == "open" and following.table.seat(own).reserved:
            game_limits.check_player(context, following.table.app, who.player)
            return sit_down(following, own, who, new, language, context.now())
        if following.table.seat(own).token:
            raise Refused(RematchAgreed(following.id))
        raise Refused(NotOpen(clocks.status_term(following.clock)))

    return write(context, _offer_rematch(context, game, seat), key, decide)
