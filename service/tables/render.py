"""A game as clients see it. Views come from the rulebook's allow-list; the rest is named here, field by field."""

from __future__ import annotations

import functools
from datetime import UTC, datetime

from service import json
from service.games.base import Plain, Seat, Viewer
from service.store.answers import Answer
from service.store.games import Entry
from service.store.records import Game
from service.tables.clocks import etag


@functools.lru_cache(4096)
def timestamp(milliseconds: int) -> str | None:
    """RFC 3339, or None for a time that is not set."""
    if not milliseconds:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _seat(game: Game, number: Seat) -> Plain:
    seat = game.table.seat(number)
    decision = game.clock.decision(number)
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name or None,
        "level": seat.level if seat.kind == "bot" else None,
        "taken": not seat.is_free,
        "host": number == game.table.host,
        "deciding_since": timestamp(decision.at) if decision else None,
    }


def summary(game: Game) -> Plain:
    """What everybody may know of a public game without looking at the board."""
    table, clock = game.table, game.clock
    return {
        "id": table.id,
        "rulebook": table.rulebook,
        "status": clock.status,
        "version": clock.version,
        "visibility": table.visibility,
        "options": table.options,
        "seats": [_seat(game, number) for number in range(1, len(table.seats) + 1)],
        "deciders": clock.deciders,
        "deadline": timestamp(clock.deadline),
        "turn_seconds": table.turn_seconds or None,
        "idle_seconds": table.idle_seconds,
        "created_at": timestamp(table.created),
        "seed_hash": table.seed_hash,
        "last_event": clock.events,
    }


def game_plain(game: Game, viewer: Viewer) -> Plain:
    """The `game` object of the API."""
    plain = summary(game)
    plain["seat"] = viewer
    plain["pack_hash"] = game.state.pack_hash if game.state else None
    plain["end_reason"] = game.rulebook.end_reason(game.state) if game.score and game.state else None
    plain["result"] = json.raw(game.score) if game.score else None
    plain["view"] = game.rulebook.view(game.state, viewer) if game.state else None
    return plain


def game_answer(game: Game, viewer: Viewer) -> Answer:
    return Answer(200, json.dumps(game_plain(game, viewer)), etag(game.clock))


def move_answer(game: Game, viewer: Viewer, entry: Entry) -> Answer:
    body = {"version": game.clock.version, "events": json.raw(entry.events), "game": game_plain(game, viewer)}
    return Answer(200, json.dumps(body), etag(game.clock))
