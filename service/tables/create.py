"""Creating a game. The seed is drawn here; its hash is public at once, itself only after the end."""

from __future__ import annotations

import hashlib
import secrets as chance
from collections.abc import Mapping

import msgspec

from service import json
from service.games.base import OptionError, Seat
from service.games.registry import RULEBOOKS
from service.store import keys
from service.store.answers import Answer, Once
from service.store.records import SCHEMA, Clock, Game, Kind, Level, SeatRecord, Table, Visibility
from service.tables import clocks, render, secrets
from service.tables.context import Tables
from service.tables.refusals import Refused
from service.tables.start import opened
from service.tables.writing import Written, commit

NEW_IDS = 5


class SeatWish(msgspec.Struct, frozen=True):
    """A seat of a game to be created."""

    kind: Kind
    name: str = ""
    level: Level = "greedy"


class GameWish(msgspec.Struct, frozen=True):
    """A game to be created."""

    rulebook: str
    seats: tuple[SeatWish, ...]
    options: Mapping[str, str]
    visibility: Visibility
    turn_seconds: int
    idle_seconds: int
    strong_budget: int = 0


def _check_rulebook(wish: GameWish) -> None:
    if wish.rulebook not in RULEBOOKS:
        known = ", ".join(RULEBOOKS)
        raise Refused("invalid_field", f"There is no rulebook {wish.rulebook!r}; there are {known}.", field="rulebook")


def _check_seats(wish: GameWish) -> None:
    rulebook, players = RULEBOOKS[wish.rulebook], len(wish.seats)
    if not rulebook.min_players <= players <= rulebook.max_players:
        wanted = f"{rulebook.min_players} to {rulebook.max_players}"
        raise Refused("invalid_field", f"{wish.rulebook} has {wanted} seats, not {players}.", field="seats")
    if wish.visibility == "private" and not any(seat.kind == "human" for seat in wish.seats):
        raise Refused("invalid_field", "A private game of bots alone could be seen by nobody.", field="visibility")


def _options(wish: GameWish) -> dict[str, str]:
    try:
        return RULEBOOKS[wish.rulebook].complete_options(wish.options)
    except OptionError as error:
        raise Refused("invalid_field", f"{error}.", field=f"options.{error.field}") from None


def _host(wish: GameWish) -> Seat | None:
    """The creator takes the first human seat, if there is one."""
    return next((number for number, seat in enumerate(wish.seats, start=1) if seat.kind == "human"), None)


def _seats(wish: GameWish, host: Seat | None, token: str) -> tuple[SeatRecord, ...]:
    def seat(number: Seat, wished: SeatWish) -> SeatRecord:
        name = wished.name or f"{'Player' if wished.kind == 'human' else 'Bot'} {number}"
        return SeatRecord(wished.kind, name, wished.level, secrets.hashed(token) if number == host else "")

    return tuple(seat(number, wished) for number, wished in enumerate(wish.seats, start=1))


def _table(tables: Tables, wish: GameWish, game_id: str, token: str, invite: str) -> Table:
    host, seed = _host(wish), chance.token_bytes(32)
    return Table(
        schema=SCHEMA,
        id=game_id,
        rulebook=wish.rulebook,
        options=_options(wish),
        visibility=wish.visibility,
        seats=_seats(wish, host, token),
        host=host,
        seed=seed,
        seed_hash=hashlib.sha256(seed).hexdigest(),
        created=tables.now(),
        idle_seconds=wish.idle_seconds or tables.settings.idle_seconds,
        turn_seconds=wish.turn_seconds or tables.settings.turn_seconds,
        strong_budget=wish.strong_budget,
        invite=secrets.hashed(invite) if invite else "",
    )


def _answer(game: Game, token: str, invite: str) -> Answer:
    seat = game.table.host
    body = {"game": render.game_plain(game, seat), "seat": seat, "token": token if seat else None}
    if invite:
        body["invite"] = invite
    return Answer(201, json.dumps(body), clocks.etag(game.clock), f"/v1/games/{game.id}")


def _created(tables: Tables, wish: GameWish, shard: int | None) -> Written:
    token = secrets.new_token()
    invite = secrets.new_invite() if wish.visibility == "private" else ""
    table = _table(tables, wish, keys.new_game_id(shard), token, invite)
    deadline = table.created + 1000 * tables.settings.open_seconds
    game, entry = opened(Game(table, Clock("open", revision=1, deadline=deadline)), tables.now())
    return Written(game, _answer(game, token, invite), entry)


def create(tables: Tables, wish: GameWish, once: Once | None = None) -> Answer:
    """Store a new game; it starts at once when no human seat is free."""
    _check_rulebook(wish)
    _check_seats(wish)
    given = tables.store.given(once) if once else None
    if given:
        return given
    for _ in range(NEW_IDS):
        answer = commit(tables, None, _created(tables, wish, once.shard if once else None), once)
        if answer:
            return answer
    raise Refused("busy", "No free id was found; try again.")
