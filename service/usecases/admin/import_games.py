"""Games that come from another installation go on here: same id, same seats and tokens, same numbers of events."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from service.games.base import Score
from service.games.packs import PackError, UnknownPack
from service.games.registry import RULEBOOKS
from service.store.errors import RecordIsDamaged, RecordIsNewer
from service.store.games.changes import Change
from service.store.games.events import rewrite_events
from service.store.games.migrations import read_clock, read_state, read_table
from service.store.games.records import Clock, GameRecord, SeatRecord, Table, new_nonce
from service.store.games.repository import Done
from service.store.redis import keys
from service.usecases.admin import export_file
from service.usecases.admin.export_file import GameLine, PackLine
from service.usecases.admin.games import CannotDo, read_game
from service.usecases.context import Context
from service.usecases.transaction import wake_worker


def _load_pack(pack: PackLine) -> None:
    """Load a pack of the file; the first game that is stored stores it, too."""
    rulebook = RULEBOOKS.get(pack.rulebook)
    if rulebook is None or rulebook.packs is None:
        raise CannotDo(f"There is no rulebook {pack.rulebook!r} with content packs here.")
    try:
        found = rulebook.packs.remember(pack.source).hash
    except PackError as error:
        raise CannotDo(f"The pack {pack.hash} of {pack.rulebook} cannot be played with here: {error}.") from None
    if found != pack.hash:
        raise CannotDo(f"The pack {pack.hash} of {pack.rulebook} is another one in the file.")


def _postpone(clock: Clock, by: int) -> Clock:
    """Postpone all times: everybody goes on with the time they had when the game was exported."""
    later = {name: at + by for name in ("deadline", "paused") if (at := getattr(clock, name))}
    since = tuple(msgspec.structs.replace(each, at=each.at + by) for each in clock.since)
    takeback = tuple(msgspec.structs.replace(each, at=each.at + by) for each in clock.takeback)
    asked = clock.proposal
    proposal = asked and msgspec.structs.replace(asked, until=asked.until + by)
    return msgspec.structs.replace(clock, since=since, takeback=takeback, proposal=proposal, **later)


def _check_pack(table: Table) -> None:
    """Check that a game that has not started will find its pack by name."""
    rulebook = RULEBOOKS[table.rulebook]
    if rulebook.packs and (name := table.options.get("pack")):
        rulebook.packs.by_name(name)


def _game(line: GameLine, now: int) -> GameRecord:
    """Read a game; records of older layouts are migrated."""
    table, clock = read_table(bytes(line.table)), read_clock(bytes(line.clock))
    if table.rulebook not in RULEBOOKS:
        raise CannotDo(f"There is no rulebook {table.rulebook!r} here, which game {table.id} is played by.")
    if not re.match(keys.ID_PATTERN, table.id):
        raise CannotDo(f"{table.id!r} is no id of a game.")
    if line.state is None:
        _check_pack(table)
    state = read_state(RULEBOOKS[table.rulebook], line.state) if line.state is not None else None
    score = msgspec.json.decode(line.score, type=Score | None)
    return GameRecord(table, _postpone(clock, now - line.left), state, score, line.rev)


def _read(line: GameLine, now: int) -> GameRecord:
    try:
        return _game(line, now)
    except RecordIsNewer as newer:
        raise CannotDo(f"A game of the file was written by a newer version: {newer}.") from None
    except UnknownPack as unknown:
        raise CannotDo(f"A game of the file cannot be played here: {unknown}.") from None
    except (RecordIsDamaged, msgspec.MsgspecError) as error:
        raise CannotDo(f"A game of the file cannot be read: {error}.") from None


def _already_exists(game_id: str) -> CannotDo:
    return CannotDo(f"There is a game {game_id} here already.")


def _check_new(context: Context, games: Iterable[GameRecord]) -> None:
    seen: set[str] = set()
    for game in games:
        if game.id in seen or read_game(context.store, game.id) is not None:
            raise _already_exists(game.id)
        seen.add(game.id)


def _with_own_tags(context: Context, table: Table) -> Table:
    """The table with tags of this store; nobody here can tell who a guest was."""

    def tag(seat: SeatRecord) -> str:
        return context.store.players.tag_of(table.app, seat.player) if seat.player else ""

    return msgspec.structs.replace(
        table, seats=tuple(msgspec.structs.replace(seat, tag=tag(seat)) for seat in table.seats)
    )


def _store(context: Context, game: GameRecord, line: GameLine) -> None:
    """Store the events, which nobody sees without their game, then commit the game."""
    table = _with_own_tags(context, game.table)
    arrived = msgspec.structs.replace(game, table=table, revision=game.revision + 1, nonce=new_nonce())
    expires = context.settings.finished_seconds if game.clock.has_ended else 0
    if not rewrite_events(context.store, game.id, 0, "", [each.entry for each in line.entries]):
        raise _already_exists(game.id)
    if not isinstance(context.store.commit(Change(None, arrived, context.now(), expires=expires)), Done):
        raise _already_exists(game.id)
    for version, state in line.before.items():
        context.store.keep_state(game.id, version, state)
    context.store.secure(keys.shard_of(game.id))
    wake_worker(context, arrived)


def import_file(context: Context, data: bytes) -> list[GameRecord]:
    """Import all games of a file; check everything before storing anything."""
    parcel = export_file.read_file(data)
    for pack in parcel.packs:
        _load_pack(pack)
    games = [_read(line, context.now()) for line in parcel.games]
    _check_new(context, games)
    for game, line in zip(games, parcel.games, strict=True):
        _store(context, game, line)
    return games
