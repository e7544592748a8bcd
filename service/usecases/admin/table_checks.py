"""Checks the table of a game field by field, as strictly as the request that creates a game."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

import msgspec

from service.games.base import OptionError
from service.games.packs import UnknownPack
from service.games.registry import RULEBOOKS
from service.games.rng import ENTROPY_PATTERN
from service.store.games.records import SeatRecord, Table
from service.store.redis import keys
from service.usecases.accounts import names
from service.usecases.accounts.api_keys import NAME_PATTERN
from service.usecases.accounts.players import ID_PATTERN
from service.usecases.admin.faults import CLOCKS_APART, LATEST, Check, Fault, run_checks
from service.usecases.games.create import LONGEST_INCREMENT, LONGEST_SECONDS, MOST_POSITIONS

_DIGEST = "[0-9a-f]{64}"
_TAG = "[0-9a-f]{1,64}"
_WORD = "[0-9A-Za-z_.:-]{1,64}"
"""A tenant; jobs write it between spaces."""
_SEED_BYTES = 256
_DRAWS, _DRAW_LENGTH = 200, 80


def _is_empty_or(pattern: str, text: str) -> bool:
    return not text or re.fullmatch(pattern, text) is not None


def _is_clean_name(name: str) -> bool:
    try:
        return not name or names.clean(name) == name
    except names.UnfitName:
        return False


_SEAT_CHECKS: tuple[Check[SeatRecord], ...] = (
    Check("name", lambda seat: _is_clean_name(seat.name), "no player can have this name"),
    Check("token", lambda seat: _is_empty_or(_DIGEST, seat.token), "is no SHA-256"),
    Check("token", lambda seat: not seat.token or seat.kind == "human", "a bot has none"),
    Check("player", lambda seat: _is_empty_or(ID_PATTERN, seat.player), "is no id of a player"),
    Check("metadata", lambda seat: not seat.metadata or bool(seat.player), "only players of apps have any"),
    Check("entropy", lambda seat: _is_empty_or(ENTROPY_PATTERN, seat.entropy), "is not 32 bytes in hexadecimal"),
    Check("tag", lambda seat: _is_empty_or(_TAG, seat.tag), "is no tag of a player"),
    Check("reserved", lambda seat: not seat.reserved or seat.kind == "human", "only for a person"),
)


def _fits_id(created: int, game_id: str) -> bool:
    """Ids begin with the time of creation."""
    if not CLOCKS_APART < created < LATEST:
        return False
    return keys.first_id(created - CLOCKS_APART) <= game_id <= keys.first_id(created + CLOCKS_APART)


def _has_invite(table: Table) -> bool:
    return bool(table.invite) or table.visibility == "public"


def _is_number(most: int, number: int, least: int = 0) -> bool:
    return least <= number <= most


_TABLE_CHECKS: tuple[Check[Table], ...] = (
    Check("id", lambda table: re.fullmatch(keys.ID_PATTERN, table.id) is not None, "is no id of a game"),
    Check("host", lambda table: table.host is None or 1 <= table.host <= len(table.seats), "there is no such seat"),
    Check("seed", lambda table: _is_number(_SEED_BYTES, len(table.seed), 1), f"has 1 to {_SEED_BYTES} bytes"),
    Check("seed_hash", lambda table: table.seed_hash == hashlib.sha256(table.seed).hexdigest(), "is not the seed's"),
    Check("created", lambda table: _fits_id(table.created, table.id), "is not when a game of this id was created"),
    Check("idle_seconds", lambda table: _is_number(LONGEST_SECONDS, table.idle_seconds, 1), "is out of range"),
    Check("turn_seconds", lambda table: _is_number(LONGEST_SECONDS, table.turn_seconds), "is out of range"),
    Check("bank_seconds", lambda table: _is_number(LONGEST_SECONDS, table.bank_seconds), "is out of range"),
    Check("bank_seconds", lambda table: not (table.bank_seconds and table.turn_seconds), "there is one clock only"),
    Check("increment_seconds", lambda table: _is_number(LONGEST_INCREMENT, table.increment_seconds), "is out of range"),
    Check("increment_seconds", lambda table: not table.increment_seconds or bool(table.bank_seconds), "has no bank"),
    Check("strong_budget", lambda table: _is_number(MOST_POSITIONS, table.strong_budget), "is out of range"),
    Check("invite", lambda table: _is_empty_or(_DIGEST, table.invite), "is no SHA-256"),
    Check("invite", _has_invite, "a private game has one"),
    Check("rematch", lambda table: _is_empty_or(keys.ID_PATTERN, table.rematch), "is no id of a game"),
    Check("creator", lambda table: _is_empty_or(_WORD, table.tenant), "is no single word"),
    Check("app", lambda table: _is_empty_or(NAME_PATTERN, table.app), "is no name of an app"),
    Check("draws", lambda table: table.rigged or not table.draws, "only rigged games have any"),
    Check(
        "draws",
        lambda table: len(table.draws) <= _DRAWS and all(len(draw) <= _DRAW_LENGTH for draw in table.draws),
        "are too many or too long",
    ),
)


def check_table(table: Table, metadata_max: int, has_started: bool) -> Iterator[Fault]:
    """Check a table whose rulebook is installed."""
    yield from run_checks(_TABLE_CHECKS, table, "table")
    yield from _check_seats(table, metadata_max)
    yield from _check_options(table, has_started)


def _check_seats(table: Table, metadata_max: int) -> Iterator[Fault]:
    rulebook = RULEBOOKS[table.rulebook]
    least, most = rulebook.min_players, rulebook.max_players
    if not least <= len(table.seats) <= most:
        yield Fault("table.seats", f"{rulebook.id} has {least} to {most} seats")
    people: set[str] = set()
    for number, seat in enumerate(table.seats):
        at = f"table.seats[{number}]"
        yield from run_checks(_SEAT_CHECKS, seat, at)
        if seat.player and not table.app:
            yield Fault(f"{at}.player", "a game of no app has no players")
        if seat.player and seat.player in people:
            yield Fault(f"{at}.player", "sits at two seats")
        if len(msgspec.json.encode(seat.metadata)) > metadata_max:
            yield Fault(f"{at}.metadata", f"has more than {metadata_max} bytes")
        people |= {seat.player} if seat.kind == "human" else set()


def _check_options(table: Table, has_started: bool) -> Iterator[Fault]:
    """Check the options. A game that has started names its pack by a hash, so the pack's name may be out of use."""
    rulebook = RULEBOOKS[table.rulebook]
    known = {option.name for option in rulebook.options}
    for name in sorted(known - table.options.keys()):
        yield Fault(f"table.options.{name}", "is missing")
    try:
        rulebook.complete_options({name: value for name, value in table.options.items() if name != "pack"})
    except OptionError as error:
        yield Fault(f"table.options.{error.field}", f"is one of {', '.join(error.choices)}")
    if "pack" in table.options and not rulebook.packs:
        yield Fault("table.options.pack", f"{rulebook.id} has no packs")
    elif rulebook.packs and not has_started and not _is_pack(table):
        yield Fault("table.options.pack", f"there is no pack {table.options.get('pack')!r} here")


def _is_pack(table: Table) -> bool:
    packs = RULEBOOKS[table.rulebook].packs
    try:
        return packs is not None and packs.by_name(table.options.get("pack", "")) is not None
    except UnknownPack:
        return False
