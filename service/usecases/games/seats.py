"""Coming and going: take a seat, leave it, rotate its token, hand it to a bot."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from service.games.base import Seat
from service.games.bot_levels import Level
from service.store.accounts.players import PlayerRecord
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import GameRecord, SeatRecord, Table
from service.usecases import event_log
from service.usecases.accounts import access, game_limits, tokens
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.games import clocks
from service.usecases.games.start import start_if_full
from service.usecases.transaction import NO_CONTENT, Update, write
from service.usecases.views import render
from service.wire.answers import NewToken, TakenSeat
from service.wire.events import BotTookOver, Resigned, SeatLeft, SeatTaken
from service.wire.refusals import (
    AlreadyBot,
    AlreadySeated,
    NotIdle,
    NotOpen,
    OwesNothing,
    Refused,
    SeatsReserved,
    UnknownSeat,
)

NOTHING: Mapping[str, str] = MappingProxyType({})


def _replace_seat(table: Table, number: Seat, record: SeatRecord) -> Table:
    seats = tuple(record if at == number else seat for at, seat in enumerate(table.seats, start=1))
    return msgspec.structs.replace(table, seats=seats)


def _replace_table(game: GameRecord, table: Table, now: int) -> GameRecord:
    changed = msgspec.structs.replace(game, table=table)
    return msgspec.structs.replace(changed, clock=clocks.after_change(changed, now))


def _free_seat(game: GameRecord) -> Seat:
    if game.clock.status != "open":
        raise Refused(NotOpen(clocks.status_term(game.clock)))
    free = (number for number, seat in enumerate(game.table.seats, start=1) if seat.is_free and not seat.reserved)
    found = next(free, None)
    if found is None:
        raise Refused(SeatsReserved())
    return found


def seat_answer(seat: Seat, token: str, language: str, game: GameRecord) -> Answer:
    """The answer to somebody who has just sat down."""
    taken = TakenSeat(rulebook=game.rulebook.id, seat=seat, token=token, game=render.game(game, seat, language))
    return Answer(201, msgspec.json.encode(taken), render.etag(game, seat, language))


def sit_down(game: GameRecord, seat: Seat, who: SeatRecord, token: str, language: str, now: int) -> Update:
    """Seat somebody; the game starts when it was the last free seat."""
    table = _replace_seat(game.table, seat, msgspec.structs.replace(who, token=tokens.hash_secret(token)))
    table = table if table.host else msgspec.structs.replace(table, host=seat)
    after, entry = start_if_full(_replace_table(game, table, now), now, _seat_taken(table, seat))
    return Update(after, seat_answer(seat, token, language, after), entry)


def _seat_taken(table: Table, seat: Seat) -> SeatTaken:
    return SeatTaken(seat, table.seat(seat).name, table.contributions[seat - 1] or None)


def newcomer(
    game: GameRecord, name: str, player: PlayerRecord | None, metadata: Mapping[str, str], entropy: str = ""
) -> SeatRecord:
    """Who is about to sit down. At a table of their app players are known as such, and sit at one seat."""
    if player is None:
        return SeatRecord("human", name, entropy=entropy)
    if player.app != game.table.app:
        return SeatRecord("human", name, entropy=entropy, tag=player.tag)
    if access.seats_of_player(game, player):
        raise Refused(AlreadySeated(game.id))
    return SeatRecord("human", name, player=player.id, metadata=dict(metadata), entropy=entropy, tag=player.tag)


def take_seat(
    context: Context,
    game_id: str,
    name: str,
    invite: str | None,
    language: str = "en",
    key: IdempotencyKey | None = None,
    player: PlayerRecord | None = None,
    metadata: Mapping[str, str] = NOTHING,
    entropy: str = "",
) -> Answer:
    """Take the first free human seat; the game starts when it was the last."""
    token, player = tokens.new_token(), context.store.players.with_tag(player) if player else None

    def decide(game: GameRecord) -> Update:
        access.check_invite(game, invite)
        who = newcomer(game, name, player, metadata, entropy)
        game_limits.check_player(context, game.table.app, who.player)
        return sit_down(game, _free_seat(game), who, token, language, context.now())

    return write(context, game_id, key, decide)


def _next_host(table: Table) -> Seat | None:
    """The host, or, after the host has left, the next person at the table."""
    people = table.people
    return table.host if table.host in people else next(iter(people), None)


def _bot_instead(seat: SeatRecord, level: Level = "greedy") -> SeatRecord:
    return msgspec.structs.replace(seat, kind="bot", level=level, token="", taken_over=True)


def _substitute(game: GameRecord, seat: Seat, instead: SeatRecord, now: int) -> GameRecord:
    """The game after a person has gone. When nobody but bots is left, it is abandoned."""
    table = _replace_seat(game.table, seat, instead)
    table = msgspec.structs.replace(table, host=_next_host(table))
    after = _replace_table(game, table, now)
    if table.host != game.table.host:
        after = msgspec.structs.replace(after, clock=msgspec.structs.replace(after.clock, host_votes=()))
    if table.host is None:
        return msgspec.structs.replace(after, clock=clocks.close(after.clock, "abandoned"))
    return after


def remove_person(game: GameRecord, seat: Seat, now: int) -> GameRecord:
    """The game after a person left: an open seat is free again, a bot takes over in a running game."""
    in_lobby = game.clock.status == "open"
    return _substitute(game, seat, SeatRecord("human") if in_lobby else _bot_instead(game.table.seat(seat)), now)


def expiry_seconds(context: Context, game: GameRecord) -> int:
    """Seconds after which a game expires that has just been abandoned; 0 for a game that goes on."""
    return context.settings.finished_seconds if game.clock.status == "abandoned" else 0


def leave_seat(context: Context, game_id: str, token: Credential) -> Answer:
    """Leave a seat: before the start it is free again, afterwards a bot takes it over."""

    def decide(game: GameRecord) -> Update:
        seat = access.seat_of(game, token)
        if game.clock.status not in ("open", "running"):
            raise clocks.not_running(game.clock)
        after = remove_person(game, seat, context.now())
        after, entry = event_log.append(after, SeatLeft(seat, THEN[after.clock.status]))
        return Update(after, NO_CONTENT, entry, expiry_seconds(context, after))

    return write(context, game_id, None, decide)


def resign(
    context: Context, game_id: str, token: Credential, level: Level, key: IdempotencyKey | None = None
) -> Answer:
    """Give a running game up: a bot of the level plays on, and everybody can see that it does."""

    def decide(game: GameRecord) -> Update:
        seat = access.seat_of(game, token)
        if game.clock.status != "running":
            raise clocks.not_running(game.clock)
        bot = msgspec.structs.replace(_bot_instead(game.table.seat(seat), level), resigned=True)
        after = _substitute(game, seat, bot, context.now())
        after, entry = event_log.append(after, Resigned(seat, level, "bot" if after.table.host else "abandoned"))
        return Update(after, NO_CONTENT, entry, expiry_seconds(context, after))

    return write(context, game_id, key, decide)


THEN: dict[str, Literal["free", "bot", "abandoned"]] = {"open": "free", "running": "bot", "abandoned": "abandoned"}
"""What becomes of a seat that was left, by what became of the game."""


def _replace_token(game: GameRecord, seat: Seat, new: str) -> GameRecord:
    record = msgspec.structs.replace(game.table.seat(seat), token=tokens.hash_secret(new))
    return msgspec.structs.replace(game, table=_replace_seat(game.table, seat, record))


def rotate_token(context: Context, game_id: str, token: Credential, key: IdempotencyKey | None = None) -> Answer:
    """Replace the token of the own seat; the old one is invalid from now on."""
    new = tokens.new_token()

    def decide(game: GameRecord) -> Update:
        seat = access.seat_of(game, token)
        answer = Answer(200, msgspec.json.encode(NewToken(seat=seat, token=new)))
        return Update(_replace_token(game, seat, new), answer)

    return write(context, game_id, key, decide)


def return_to_seat(
    context: Context, game_id: str, player: PlayerRecord, language: str, key: IdempotencyKey | None
) -> Answer:
    """Seat a player again at the own seat of an open game, with a new token."""
    new = tokens.new_token()

    def decide(game: GameRecord) -> Update:
        if game.clock.status != "open":
            raise Refused(NotOpen(clocks.status_term(game.clock)))
        seat = access.seat_of(game, player)
        after = _replace_token(game, seat, new)
        return Update(after, seat_answer(seat, new, language, after))

    return write(context, game_id, key, decide)


def check_idle(game: GameRecord, seat: Seat, now: int) -> None:
    """Refuse unless the seat has owed a decision for long enough; a pause does not count."""
    left = clocks.idle_left(game, seat, now)
    if left is None:
        raise Refused(OwesNothing(seat))
    if left > 0:
        raise Refused(NotIdle(seat, -(-left // 1000)))


def _check_person(game: GameRecord, seat: Seat) -> None:
    if not 1 <= seat <= len(game.table.seats):
        raise Refused(UnknownSeat(seat))
    if game.clock.status != "running":
        raise clocks.not_running(game.clock)
    if game.table.seat(seat).kind == "bot":
        raise Refused(AlreadyBot(seat))


def hand_to_bot(
    context: Context,
    game_id: str,
    token: Credential,
    seat: Seat,
    language: str = "en",
    key: IdempotencyKey | None = None,
) -> Answer:
    """The host hands a seat that has owed a decision for too long to a bot."""

    def decide(game: GameRecord) -> Update:
        host = access.seat_of(game, token)
        access.require_host(game, host)
        _check_person(game, seat)
        check_idle(game, seat, context.now())
        after = _substitute(game, seat, _bot_instead(game.table.seat(seat)), context.now())
        after, entry = event_log.append(after, BotTookOver(seat))
        viewer = host if after.table.seat(host).token else None
        return Update(after, render.game_answer(viewer, language, after), entry, expiry_seconds(context, after))

    return write(context, game_id, key, decide)
