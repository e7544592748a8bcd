"""End a game: score it once, abandon it when nobody came or nobody decides, or for its app; delete it for its host or
its app."""

from __future__ import annotations

from typing import Literal

import msgspec

from service.games.base import AUTOMA
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import GameRecord
from service.store.jobs.inactivity import end_of_warning, inactive_at
from service.store.maintenance.archiving import archive_game
from service.usecases import event_log
from service.usecases.accounts import access
from service.usecases.accounts.access import Credential
from service.usecases.accounts.apps import App
from service.usecases.context import Context
from service.usecases.games.clocks import close, not_running
from service.usecases.transaction import NO_CONTENT, OK, Update, write
from service.usecases.views import render
from service.usecases.views.render import timestamp
from service.wire.events import AbandonWarning, GameAbandoned, GameFinished
from service.wire.refusals import CannotDelete, NothingOwed, NotScoring, Refused, StillOpen


def abandon_game(game: GameRecord, expires: int, answer: Answer = OK) -> Update:
    """The update that ends a game without a result."""
    closed = msgspec.structs.replace(game, clock=close(game.clock, "abandoned"))
    after, entry = event_log.append(closed, GameAbandoned(AUTOMA))
    return Update(after, answer, entry, expires)


def score(context: Context, game_id: str, version: int) -> None:
    """Score a game whose last move made `version`, and archive it. Done twice, it changes nothing the second time."""

    def decide(game: GameRecord) -> Update:
        if game.clock.status != "scoring" or game.clock.version != version:
            raise Refused(NotScoring())
        ledger = game.rulebook.score(game.dealt)
        finished = msgspec.structs.replace(game, result=ledger, clock=close(game.clock, "finished"))
        reason = str(game.rulebook.end_reason(game.dealt))
        after, entry = event_log.append(finished, GameFinished(AUTOMA, ledger.winners, reason))
        return Update(after, entry=entry, expires=context.settings.finished_seconds)

    write(context, game_id, None, decide)
    archive_game(context.store, game_id)


def abandon(context: Context, game_id: str) -> None:
    """End a game that stayed open for too long."""

    def decide(game: GameRecord) -> Update:
        if game.clock.status != "open" or context.now() < game.clock.deadline:
            raise Refused(StillOpen())
        return abandon_game(game, context.settings.finished_seconds)

    write(context, game_id, None, decide)


def _warn(game: GameRecord, at: int) -> Update:
    """The update that warns of the end of a game in which nobody decides."""
    warned = msgspec.structs.replace(game, clock=msgspec.structs.replace(game.clock, abandon_at=at))
    after, entry = event_log.append(warned, AbandonWarning(AUTOMA, timestamp(at)))
    return Update(after, entry=entry)


def end_inactive(context: Context, game_id: str) -> Literal["warned", "abandoned"]:
    """Warn of a running game in which nobody has decided for long, or abandon it after the warning."""
    seconds, is_warned = context.settings.running_seconds, False

    def decide(game: GameRecord) -> Update:
        nonlocal is_warned
        now, due = context.now(), inactive_at(game, seconds)
        if not 0 < due <= now:
            raise Refused(NothingOwed())
        is_warned = bool(game.clock.abandon_at)
        if is_warned:
            return abandon_game(game, context.settings.finished_seconds)
        return _warn(game, end_of_warning(game, seconds, now))

    write(context, game_id, None, decide)
    archive_game(context.store, game_id)
    return "abandoned" if is_warned else "warned"


def discard(context: Context, game_id: str) -> None:
    """End a game at which nobody has sat down."""

    def decide(game: GameRecord) -> Update:
        return Update(msgspec.structs.replace(game, clock=close(game.clock, "abandoned")), expires=1)

    write(context, game_id, None, decide)


def abandon_for_app(
    context: Context, game_id: str, app: App, language: str = "en", key: IdempotencyKey | None = None
) -> Answer:
    """Let its app end a running game without a result; it is kept as others that have ended."""

    def decide(game: GameRecord) -> Update:
        access.require_own_app(game, app)
        if game.clock.status != "running":
            raise not_running(game.clock)
        update = abandon_game(game, context.settings.finished_seconds)
        answer = render.game_answer(None, language, update.game, is_inside=True)
        return msgspec.structs.replace(update, answer=answer)

    answer = write(context, game_id, key, decide)
    archive_game(context.store, game_id)
    return answer


DELETED_SECONDS = 60
"""For so long listeners can still read that a game was deleted."""


def _can_be_deleted(game: GameRecord) -> bool:
    """Before the first move, or when nobody else would miss it."""
    others = (seat for number, seat in enumerate(game.table.seats, start=1) if number != game.table.host)
    is_alone = not any(seat.token for seat in others)
    return game.clock.status in ("open", "running") and (game.clock.version == 0 or is_alone)


def delete(context: Context, game_id: str, token: Credential) -> Answer:
    """Let the host or the app end a game for good; a minute later it expires."""

    def decide(game: GameRecord) -> Update:
        if isinstance(token, App):
            access.require_own_app(game, token)
        else:
            access.require_host(game, access.seat_of(game, token))
        if not _can_be_deleted(game):
            raise Refused(CannotDelete())
        return abandon_game(game, DELETED_SECONDS, NO_CONTENT)

    return write(context, game_id, None, decide)
