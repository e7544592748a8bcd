"""The end of a game: scored once, then public to its last secret; or abandoned when nobody came."""

from __future__ import annotations

import msgspec

from service.games.base import AUTOMA, Score
from service.store.archive.jobs import archive_game
from service.store.games.idempotency import Answer
from service.store.games.records import GameRecord
from service.usecases import event_log
from service.usecases.accounts import access
from service.usecases.accounts.access import Shown
from service.usecases.context import Context
from service.usecases.games.clocks import closed
from service.usecases.transaction import Written, write
from service.wire.events import GameAbandoned, GameFinished
from service.wire.refusals import CannotDelete, NotScoring, Refused, StillOpen


def _nothing(_: GameRecord) -> Answer:
    return Answer(200, b"")


def _finished(game: GameRecord, score: Score) -> GameRecord:
    return msgspec.structs.replace(game, result=score, clock=closed(game.clock, "finished"))


def score(context: Context, game_id: str, version: int) -> None:
    """Score a game whose last move made `version`, and put it away. Done twice, it changes nothing the second time."""

    def decide(game: GameRecord) -> Written:
        if game.clock.status != "scoring" or game.clock.version != version:
            raise Refused(NotScoring())
        ledger = game.rulebook.score(game.dealt)
        reason = str(game.rulebook.end_reason(game.dealt))
        entry = event_log.told(game.clock, GameFinished(AUTOMA, ledger.winners, reason))
        return Written(
            event_log.counted(_finished(game, ledger), entry), _nothing, entry, context.settings.finished_seconds
        )

    write(context, game_id, None, decide)
    archive_game(context.store, game_id)


def abandon(context: Context, game_id: str) -> None:
    """End a game that stayed open for too long."""

    def decide(game: GameRecord) -> Written:
        if game.clock.status != "open" or context.now() < game.clock.deadline:
            raise Refused(StillOpen())
        entry = event_log.told(game.clock, GameAbandoned(AUTOMA))
        after = msgspec.structs.replace(game, clock=closed(game.clock, "abandoned"))
        return Written(event_log.counted(after, entry), _nothing, entry, context.settings.finished_seconds)

    write(context, game_id, None, decide)


def discard(context: Context, game_id: str) -> None:
    """End a game at which nobody has sat down."""

    def decide(game: GameRecord) -> Written:
        return Written(msgspec.structs.replace(game, clock=closed(game.clock, "abandoned")), _nothing, None, 1)

    write(context, game_id, None, decide)


DELETED_SECONDS = 60
"""For so long those who listen can hear that a game was deleted."""


def _may_be_deleted(game: GameRecord) -> bool:
    """Before the first move, or when nobody else would miss it."""
    others = (seat for number, seat in enumerate(game.table.seats, start=1) if number != game.table.host)
    alone = not any(seat.token for seat in others)
    return game.clock.status in ("open", "running") and (game.clock.version == 0 or alone)


def delete(context: Context, game_id: str, token: Shown) -> Answer:
    """The host ends a game for good; a little later it is gone."""

    def decide(game: GameRecord) -> Written:
        access.require_host(game, access.seat_of(game, token))
        if not _may_be_deleted(game):
            raise Refused(CannotDelete())
        entry = event_log.told(game.clock, GameAbandoned(AUTOMA))
        after = msgspec.structs.replace(game, clock=closed(game.clock, "abandoned"))
        return Written(event_log.counted(after, entry), lambda _: Answer(204, b""), entry, DELETED_SECONDS)

    return write(context, game_id, None, decide)
