"""Games that come from another installation go on here: same id, same seats and tokens, same numbers of events."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from service.games.packs import PackError
from service.games.registry import RULEBOOKS
from service.store.games.changes import Change
from service.store.games.events import rewrite_events
from service.store.games.records import Clock, GameRecord, SeatRecord, Table, new_nonce
from service.store.games.repository import Done
from service.store.jobs.inactivity import inactive_at
from service.store.redis import keys
from service.usecases.admin import export_file
from service.usecases.admin.export_file import CannotImport, ExportFile, GameLine, LineFault, PackLine
from service.usecases.admin.faults import Fault
from service.usecases.admin.games import CannotDo, read_game
from service.usecases.admin.import_checks import LineReader
from service.usecases.context import Context
from service.usecases.transaction import wake_worker


def _check_pack(pack: PackLine) -> Fault | None:
    """Load a pack of the file, or say what is wrong with it; the first game that is stored stores it, too."""
    rulebook = RULEBOOKS.get(pack.rulebook)
    if rulebook is None or rulebook.packs is None:
        return Fault("rulebook", f"there is no rulebook {pack.rulebook!r} with content packs here")
    try:
        found = rulebook.packs.remember(pack.source).hash
    except PackError as error:
        return Fault("source", f"the pack {pack.hash} of {pack.rulebook} cannot be played with here: {error}")
    if found != pack.hash:
        return Fault("hash", f"the pack {pack.hash} of {pack.rulebook} is another one in the file")
    return None


def _load_packs(parcel: ExportFile) -> None:
    found = [(number, _check_pack(pack)) for number, pack in zip(parcel.pack_numbers, parcel.packs, strict=True)]
    if faults := [LineFault(number, fault.field, fault.reason) for number, fault in found if fault]:
        raise CannotImport(faults)


_POSTPONED = ("deadline", "paused", "decided", "abandon_at")


def _postpone(clock: Clock, by: int) -> Clock:
    """Postpone all times: everybody goes on with the time they had when the game was exported."""
    later = {name: at + by for name in _POSTPONED if (at := getattr(clock, name))}
    since = tuple(msgspec.structs.replace(each, at=each.at + by) for each in clock.since)
    takeback = tuple(msgspec.structs.replace(each, at=each.at + by) for each in clock.takeback)
    asked = clock.proposal
    proposal = asked and msgspec.structs.replace(asked, until=asked.until + by)
    return msgspec.structs.replace(clock, since=since, takeback=takeback, proposal=proposal, **later)


def _arrive(game: GameRecord, left: int, now: int) -> GameRecord:
    return msgspec.structs.replace(game, clock=_postpone(game.clock, now - left))


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
    now = context.now()
    checked = inactive_at(arrived, context.settings.running_seconds, now)
    change = Change(None, arrived, now, expires=expires, inactive_at=checked)
    if not isinstance(context.store.commit(change), Done):
        raise _already_exists(game.id)
    for version, state in line.before.items():
        context.store.keep_state(game.id, version, state)
    context.store.secure(keys.shard_of(game.id))
    wake_worker(context, arrived)


def import_file(context: Context, data: bytes) -> list[GameRecord]:
    """Import all games of a file; check everything before storing anything.

    Raise `CannotImport` with every line, field and reason if a record is not as the service writes it.
    """
    parcel, now = export_file.read_file(data), context.now()
    _load_packs(parcel)
    readers = [LineReader(context, number, line) for number, line in zip(parcel.numbers, parcel.games, strict=True)]
    found = [reader.read() for reader in readers]
    if faults := [fault for reader in readers for fault in reader.faults]:
        raise CannotImport(faults)
    games = [_arrive(game, line.left, now) for game, line in zip(found, parcel.games, strict=True) if game]
    _check_new(context, games)
    for game, line in zip(games, parcel.games, strict=True):
        _store(context, game, line)
    return games
