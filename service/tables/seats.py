"""Coming and going: take a seat, leave it, rotate its token, hand it to a bot."""

from __future__ import annotations

import msgspec

from service import json
from service.games.base import Seat
from service.store.answers import Answer, Once
from service.store.records import Game, SeatRecord, Table
from service.tables import access, clocks, render, secrets, telling
from service.tables.context import Tables
from service.tables.refusals import Refused
from service.tables.start import opened
from service.tables.writing import Written, with_entry, write


def _seated(table: Table, number: Seat, record: SeatRecord) -> Table:
    seats = tuple(record if at == number else seat for at, seat in enumerate(table.seats, start=1))
    return msgspec.structs.replace(table, seats=seats)


def _changed(game: Game, table: Table, now: int) -> Game:
    changed = msgspec.structs.replace(game, table=table)
    return msgspec.structs.replace(changed, clock=clocks.after_change(changed, now))


def _free_seat(game: Game) -> Seat:
    if game.clock.status != "open":
        raise Refused("not_open", f"The game is {game.clock.status}; no seat can be taken.")
    return next(number for number, seat in enumerate(game.table.seats, start=1) if seat.is_free)


def take(tables: Tables, game_id: str, name: str, invite: str | None, once: Once | None = None) -> Answer:
    """Take the first free human seat; the game starts when it was the last."""
    token = secrets.new_token()

    def decide(game: Game) -> Written:
        access.check_invite(game, invite)
        seat = _free_seat(game)
        table = _seated(game.table, seat, SeatRecord("human", name, token=secrets.hashed(token)))
        table = table if table.host else msgspec.structs.replace(table, host=seat)
        sat = telling.table_event("seat_taken", seat, name=name)
        after, entry = opened(_changed(game, table, tables.now()), tables.now(), sat)
        body = {"seat": seat, "token": token, "game": render.game_plain(after, seat)}
        return Written(after, Answer(201, json.dumps(body), clocks.etag(after.clock)), entry)

    return write(tables, game_id, once, decide)


def _next_host(table: Table) -> Seat | None:
    """When the host leaves, the next person at the table is the host."""
    people = [number for number, seat in enumerate(table.seats, start=1) if seat.token]
    return table.host if table.host in people else next(iter(people), None)


def _bot_instead(seat: SeatRecord) -> SeatRecord:
    return SeatRecord("bot", seat.name, "greedy")


def _left(game: Game, seat: Seat, now: int) -> Game:
    person = game.table.seat(seat)
    in_lobby = game.clock.status == "open"
    record = SeatRecord("human") if in_lobby else _bot_instead(person)
    table = _seated(game.table, seat, record)
    table = msgspec.structs.replace(table, host=_next_host(table))
    after = _changed(game, table, now)
    if in_lobby and table.host is None:
        return msgspec.structs.replace(
            after, clock=msgspec.structs.replace(after.clock, status="abandoned", deadline=0)
        )
    return after


def leave(tables: Tables, game_id: str, token: str | None) -> Answer:
    """Before the start the seat is free again; afterwards a bot takes it over."""

    def decide(game: Game) -> Written:
        seat = access.seat_of(game, token)
        if game.clock.status not in ("open", "running"):
            raise Refused("not_running", f"The game is {game.clock.status}; there is nothing to leave.")
        after = _left(game, seat, tables.now())
        entry = telling.told(game.clock, telling.table_event("seat_left", seat, **_what_follows(after)))
        expires = tables.settings.finished_seconds if after.clock.status == "abandoned" else 0
        return Written(with_entry(after, entry), Answer(204, b""), entry, expires)

    return write(tables, game_id, None, decide)


def _what_follows(after: Game) -> dict[str, str]:
    follows = {"open": "free", "running": "bot", "abandoned": "abandoned"}
    return {"then": follows[after.clock.status]}


def rotate(tables: Tables, game_id: str, token: str | None, once: Once | None = None) -> Answer:
    """A new token for the own seat; the old one is worth nothing from now on."""
    new = secrets.new_token()

    def decide(game: Game) -> Written:
        seat = access.seat_of(game, token)
        record = msgspec.structs.replace(game.table.seat(seat), token=secrets.hashed(new))
        after = msgspec.structs.replace(game, table=_seated(game.table, seat, record))
        return Written(after, Answer(200, json.dumps({"seat": seat, "token": new})))

    return write(tables, game_id, once, decide)


def _check_idle(game: Game, seat: Seat, now: int) -> None:
    decision = game.clock.decision(seat)
    if decision is None:
        raise Refused("not_idle", f"Seat {seat} owes no decision.")
    left = decision.at + 1000 * game.table.idle_seconds - now
    if left > 0:
        seconds = -(-left // 1000)
        raise Refused("not_idle", f"Seat {seat} has {seconds} seconds left to decide.", seconds_left=seconds)


def _check_person(game: Game, seat: Seat) -> None:
    if not 1 <= seat <= len(game.table.seats):
        raise Refused("unknown_seat", f"There is no seat {seat} in this game.")
    if game.clock.status != "running":
        raise Refused("not_running", f"The game is {game.clock.status}; no seat can be handed over.")
    if game.table.seat(seat).kind == "bot":
        raise Refused("not_idle", f"Seat {seat} is a bot already.")


def hand_to_bot(tables: Tables, game_id: str, token: str | None, seat: Seat, once: Once | None = None) -> Answer:
    """The host hands a seat that has owed a decision for too long to a bot."""

    def decide(game: Game) -> Written:
        host = access.seat_of(game, token)
        access.require_host(game, host)
        _check_person(game, seat)
        _check_idle(game, seat, tables.now())
        table = _seated(game.table, seat, _bot_instead(game.table.seat(seat)))
        after = _changed(game, msgspec.structs.replace(table, host=_next_host(table)), tables.now())
        entry = telling.told(game.clock, telling.table_event("bot_took_over", seat))
        told = with_entry(after, entry)
        viewer = host if told.table.seat(host).token else None
        return Written(told, render.game_answer(told, viewer), entry)

    return write(tables, game_id, once, decide)
