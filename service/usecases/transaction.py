"""How every use case writes a game: load it, decide, commit; and begin again if somebody else was faster."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from service.core import metrics
from service.core.logs import log
from service.games.packs import UnknownPack
from service.games.refusals import IllegalMove
from service.store.change_messages import Entry
from service.store.errors import NoSuchRulebook, RecordIsDamaged, RecordIsNewer
from service.store.games.changes import Change
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import GameRecord, new_nonce
from service.store.games.repository import AnsweredBefore, Conflict, Done, Loaded
from service.store.jobs.inactivity import inactive_at
from service.store.jobs.outbox import PendingJob
from service.usecases.context import Context
from service.usecases.delivery import notices
from service.usecases.repeated_answers import without_erased
from service.wire import refusals
from service.wire.refusals import Busy, Refused, UnknownGame

ATTEMPTS = 50
OK = Answer(200, b"")
NO_CONTENT = Answer(204, b"")


class Update(msgspec.Struct, frozen=True):
    """What a use case decided: the game to store, the answer, the entry for the event log, and when the game expires.

    `keeps_receipt`: a repetition that comes after the answer has expired is answered by `Repeat`. `is_erasure`: the
    store remembers no name of who goes.
    """

    game: GameRecord
    answer: Answer = OK
    entry: Entry | None = None
    expires: int = 0
    keeps_receipt: bool = False
    is_erasure: bool = False


Decide = Callable[[GameRecord], Update]
"""Gets the game with the revision and nonce of the next commit already set, so that its answer can name them."""
Repeat = Callable[[GameRecord, str], Answer]
"""Answers a repetition whose answer has expired, from the game as it is by now and the id of the entry."""


def load_with_answer(context: Context, game_id: str, key: IdempotencyKey | None = None) -> Loaded:
    """Load a game, and the answer that the idempotency key was given before."""
    try:
        return context.store.load(game_id, key)
    except RecordIsNewer as newer:
        log().warning("newer_record", game=game_id, reason=str(newer))
        raise Refused(refusals.NewerRecord(game_id)) from None
    except RecordIsDamaged:
        raise Refused(refusals.DamagedRecord(game_id)) from None
    except NoSuchRulebook as unknown:
        log().error("rulebook_missing", game=game_id, reason=str(unknown))
        raise Refused(refusals.RulebookMissing(game_id)) from None
    except UnknownPack as unknown:
        log().error("pack_missing", game=game_id, reason=str(unknown))
        raise Refused(refusals.PackMissing(game_id)) from None


def _require(game_id: str, game: GameRecord | None) -> GameRecord:
    if game is None:
        raise Refused(UnknownGame(game_id))
    return game


def load(context: Context, game_id: str) -> GameRecord:
    return _require(game_id, load_with_answer(context, game_id).game)


def next_revision(game: GameRecord) -> GameRecord:
    """The game with the revision and nonce of the commit that follows; every attempt draws its own nonce."""
    return msgspec.structs.replace(game, revision=game.revision + 1, nonce=new_nonce())


def wake_worker(context: Context, game: GameRecord) -> None:
    """Wake a worker if the game waits for one."""
    if game.clock.pending:
        context.wake_worker(PendingJob(game.clock.pending, game.table.id, game.clock.version))


def commit(context: Context, before: GameRecord | None, update: Update, key: IdempotencyKey | None) -> Answer | None:
    """Store an update and return its answer, or the first answer of a repeated request. None: load the game again."""
    after, now = update.game, context.now()
    noticed = notices.notices_for(before, after, now)
    change = Change(
        before,
        after,
        now,
        update.entry,
        key,
        update.answer,
        update.expires,
        noticed,
        update.keeps_receipt,
        update.is_erasure,
        inactive_at(after, context.settings.running_seconds, now),
    )
    match context.store.commit(change):
        case Done(has_deliveries):
            _count_status(before, after)
            wake_worker(context, after)
            if has_deliveries:
                context.wake_worker(PendingJob("webhook", after.id, after.clock.version))
            return update.answer
        case AnsweredBefore(given):
            return without_erased(context, given)
        case Conflict():
            metrics.CONFLICTS.inc()
            return None


def _count_status(before: GameRecord | None, after: GameRecord) -> None:
    if after.table.rigged:
        return
    if before is None or before.clock.status != after.clock.status:
        metrics.REACHED.labels(after.table.rulebook, after.clock.status).inc()


def _write_on_cached(context: Context, game_id: str, key: IdempotencyKey | None, decide: Decide) -> Answer | None:
    """Decide on the cached game, which saves a round trip. None: decide again on the stored game.

    The cached game may be old, so its refusals are not final.
    """
    cached = context.store.cache.get(game_id)
    if cached is None:
        return None
    try:
        update = decide(next_revision(cached))
    except (Refused, IllegalMove):
        metrics.CACHED_REFUSALS.inc()
        return None
    return commit(context, cached, update, key)


def write(
    context: Context, game_id: str, key: IdempotencyKey | None, decide: Decide, repeat: Repeat | None = None
) -> Answer:
    """Carry out a decision about a game exactly once."""
    if answer := _write_on_cached(context, game_id, key, decide):
        return answer
    for _ in range(ATTEMPTS):
        found = load_with_answer(context, game_id, key)
        if found.answer:
            return without_erased(context, found.answer)
        game = _require(game_id, found.game)
        if found.entry_id and repeat:
            return repeat(game, found.entry_id)
        if answer := commit(context, game, decide(next_revision(game)), key):
            return answer
    raise Refused(Busy())
