"""Games for the operator: list them, find those that are stuck, abandon one or queue its work again."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, get_args

import msgspec

from service.core.settings import Settings
from service.games.base import AUTOMA
from service.games.packs import UnknownPack
from service.games.registry import RULEBOOKS
from service.store.errors import ConnectionLost, NoSuchRulebook, RecordIsDamaged, RecordIsNewer, StoreUnavailable
from service.store.games import all_games
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.jobs import broker
from service.usecases.context import Context, no_wakeup
from service.usecases.games import clocks
from service.usecases.games.finish import abandon_game
from service.usecases.transaction import Update, write
from service.wire.refusals import Refused
from service.wire.words import Status

STATUSES: tuple[str, ...] = get_args(Status)
STUCK_SECONDS = 30
"""A game is stuck if its work waits, or its time is up, for longer."""

UnreadableCode = Literal["newer_record", "pack_missing", "rulebook_missing", "unreadable"]


class CannotDo(Exception):
    """Why a command did nothing, in one sentence."""


@contextlib.contextmanager
def translate_refusals() -> Iterator[None]:
    """Raise `CannotDo` for refusals and an unavailable store."""
    try:
        yield
    except Refused as refused:
        raise CannotDo(refused.refusal.sentence("en")) from None
    except ConnectionLost as lost:
        raise CannotDo(
            f"No store answers ({lost}). Run this where `almagest serve` runs, name its folder with --data-dir, or set"
            " REDIS_URL."
        ) from None
    except StoreUnavailable as away:
        raise CannotDo(f"The store cannot do it now ({away}); `almagest admin doctor` looks for the reason.") from None


def open_context(settings: Settings) -> Context:
    store = GameStore(settings.redis_url, settings.idempotency_seconds, settings.store_replicas)
    return Context(store, settings, broker.wake_worker)


class UnreadableGame(msgspec.Struct, frozen=True):
    """Why a game cannot be read here."""

    code: UnreadableCode
    reason: str


def read_game(store: GameStore, game_id: str) -> GameRecord | UnreadableGame | None:
    """Read a game, or say why it cannot be read; None if there is none."""
    try:
        return store.load(game_id).game
    except RecordIsNewer as newer:
        return UnreadableGame("newer_record", str(newer))
    except UnknownPack as unknown:
        return UnreadableGame("pack_missing", str(unknown))
    except NoSuchRulebook as unknown:
        return UnreadableGame("rulebook_missing", str(unknown))
    except RecordIsDamaged as damaged:
        return UnreadableGame("unreadable", str(damaged))


class GameReport(msgspec.Struct, frozen=True):
    """A game as an operator sees it in a list, and what keeps it from going on."""

    id: str
    rulebook: str = ""
    status: str = ""
    version: int = 0
    visibility: str = ""
    created: int = 0
    seats: tuple[str, ...] = ()
    owed: str = ""
    troubles: tuple[str, ...] = ()


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds // 1000} s"


def _troubles(game: GameRecord, since: dict[str, int], now: int, patience: int) -> Iterator[str]:
    clock = game.clock
    if game.table.rulebook not in RULEBOOKS:
        yield f"rulebook_missing: there is no rulebook {game.table.rulebook!r} here"
    if clock.pending and game.id not in since:
        yield f"not_queued: {clock.pending} is pending, and no worker knows"
    elif clock.pending and now - since[game.id] > 1000 * patience:
        yield f"owed: {clock.pending} waits for a worker since {_seconds(now - since[game.id])}"
    if clock.deadline and now - clock.deadline > 1000 * patience:
        yield f"late: the time was up {_seconds(now - clock.deadline)} ago"


def _report(game: GameRecord, troubles: Iterable[str]) -> GameReport:
    table, clock = game.table, game.clock
    seats = tuple(seat.name or seat.kind for seat in table.seats)
    return GameReport(
        game.id,
        table.rulebook,
        clock.status,
        clock.version,
        table.visibility,
        table.created,
        seats,
        clock.pending,
        tuple(troubles),
    )


def game_reports(context: Context, patience: int = STUCK_SECONDS) -> Iterator[GameReport]:
    """Every game of the store, the newest first."""
    since, now = all_games.pending_since(context.store), context.now()
    for game_id in all_games.game_ids(context.store):
        match read_game(context.store, game_id):
            case UnreadableGame(code, reason):
                yield GameReport(game_id, troubles=(f"{code}: {reason}",))
            case GameRecord() as game:
                yield _report(game, _troubles(game, since, now, patience))
            case None:
                continue


class Filter(msgspec.Struct, frozen=True):
    """Which games to list. Rulebook and status of a game that cannot be read are unknown."""

    status: str = ""
    rulebook: str = ""
    stuck: bool = False

    def check(self) -> None:
        if self.status not in ("", *STATUSES):
            raise CannotDo(f"No game is {self.status!r}: they are {', '.join(STATUSES)}.")
        if self.rulebook not in ("", *RULEBOOKS):
            raise CannotDo(f"There is no rulebook {self.rulebook!r} here, but {', '.join(RULEBOOKS)}.")

    def matches(self, case: GameReport) -> bool:
        is_wanted = self.status in ("", case.status) and self.rulebook in ("", case.rulebook)
        return is_wanted and (bool(case.troubles) or not self.stuck)


def list_games(context: Context, wanted: Filter, limit: int, patience: int = STUCK_SECONDS) -> list[GameReport]:
    wanted.check()
    return list(itertools.islice(filter(wanted.matches, game_reports(context, patience)), limit))


def to_builtins(cases: list[GameReport]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = msgspec.to_builtins(cases)
    return rows


def require_game(context: Context, game_id: str) -> GameRecord:
    match read_game(context.store, game_id):
        case UnreadableGame(_, reason):
            raise CannotDo(f"Game {game_id} cannot be read here: {reason}.")
        case None:
            raise CannotDo(f"There is no game {game_id} here.")
        case found:
            return found


def describe_game(context: Context, game_id: str, secrets: bool = False) -> dict[str, Any]:
    """All about a game that is no secret of its players; with `secrets`, those too."""
    game = require_game(context, game_id)
    found = {**_summary(game), **_internals(context, game)}
    return {**found, **_secrets(game)} if secrets else found


def _summary(game: GameRecord) -> dict[str, Any]:
    table, clock = game.table, game.clock
    since = {each.seat: each for each in clock.since}
    return {
        "id": game.id,
        "rulebook": table.rulebook,
        "status": clock.status,
        "visibility": table.visibility,
        "created": table.created,
        "version": clock.version,
        "events": clock.events,
        "rev": game.revision,
        "host": table.host,
        "seats": [
            {
                "seat": number,
                "kind": seat.kind,
                "name": seat.name,
                "taken": seat.kind == "bot" or bool(seat.token),
                "owes_since": since[number].at if number in since else None,
            }
            for number, seat in enumerate(table.seats, start=1)
        ],
        "automa_owes_since": since[AUTOMA].at if AUTOMA in since else None,
        "deadline": clock.deadline or None,
        "paused": clock.paused or None,
        "options": table.options,
    }


def _internals(context: Context, game: GameRecord) -> dict[str, Any]:
    since, state = all_games.pending_since(context.store), game.state
    return {
        "owed": game.clock.pending or None,
        "owed_since": since.get(game.id),
        "origin": context.store.origin(game.id) or None,
        "schemas": {"table": game.table.schema, "clock": game.clock.schema, "state": state.schema if state else None},
        "rules": state.rules if state else None,
        "pack": f"{state.pack} {state.pack_hash}" if state else None,
        "bytes": msgspec.to_builtins(all_games.size(context.store, game.id)),
        "troubles": list(_troubles(game, since, context.now(), STUCK_SECONDS)),
    }


def _secrets(game: GameRecord) -> dict[str, Any]:
    state = msgspec.to_builtins(game.state, str_keys=True) if game.state else None
    return {"seed": game.table.seed.hex(), "invite": game.table.invite or None, "state": state}


def abandon(context: Context, game_id: str) -> None:
    """End a game that has not ended, whatever it waits for."""

    def decide(game: GameRecord) -> Update:
        if game.clock.has_ended:
            raise CannotDo(f"Game {game_id} has ended already: it is {game.clock.status}.")
        return abandon_game(game, context.settings.finished_seconds)

    require_game(context, game_id)
    write(context, game_id, None, decide)


class Requeued(msgspec.Struct, frozen=True):
    """The work that was queued, and whether a worker was woken; if not, the sweeper finds it a little later."""

    work: str
    hinted: bool


def requeue(context: Context, game_id: str, send: Callable[[str, str, int], bool]) -> Requeued:
    """Queue again whatever the game waits for, and wake a worker."""

    def decide(game: GameRecord) -> Update:
        return Update(_queue_again(game, context.now()))

    require_game(context, game_id)
    write(dataclasses.replace(context, wake_worker=no_wakeup), game_id, None, decide)
    game = require_game(context, game_id)
    work = _work(game, context.now())
    return Requeued(work, send(work, game_id, game.clock.version))


def _work(game: GameRecord, now: int) -> str:
    is_late = bool(game.clock.deadline) and game.clock.deadline <= now
    return game.clock.pending or ("late" if is_late else "")


def _queue_again(game: GameRecord, now: int) -> GameRecord:
    after = msgspec.structs.replace(game, clock=clocks.after_change(game, now))
    if not _work(after, now):
        raise CannotDo(f"Game {game.id} owes nothing to a worker: it is {game.clock.status}.")
    return after
