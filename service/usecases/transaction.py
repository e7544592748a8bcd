"""How every use case writes: load, decide, commit; and load again when somebody else was faster."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import msgspec

from service.core import metrics
from service.core.logs import log
from service.games.packs import UnknownPack
from service.store.games.changes import Change
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.migrations import RecordIsNewer
from service.store.games.records import GameRecord, new_nonce
from service.store.games.repository import (
    Again,
    AnsweredBefore,
    Done,
    Loaded,
)
from service.store.jobs.outbox import PendingJob
from service.store.live.change_messages import Entry
from service.usecases.context import Context
from service.usecases.delivery import notices
from service.wire import refusals
from service.wire.refusals import Busy, Refused, UnknownGame

ATTEMPTS = 50


class Written(msgspec.Struct, frozen=True):
    """What a use case decided: the game afterwards, what is told, and how that game is answered.

    `noted`: a late repetition is answered by what was told, see `Repeat`.
    """

    game: GameRecord
    answer: Callable[[GameRecord], Answer]
    entry: Entry | None = None
    expires: int = 0
    noted: bool = False


Decide = Callable[[GameRecord], Written]
Repeat = Callable[[GameRecord, str], Answer]
"""What a repetition gets when its answer is not kept any more: made from the game by now, and the id of the entry."""


def _found(game_id: str, game: GameRecord | None) -> GameRecord:
    if game is None:
        raise Refused(UnknownGame(game_id))
    return game


def loaded(context: Context, game_id: str, key: IdempotencyKey | None = None) -> Loaded:
    try:
        return context.store.load(game_id, key)
    except RecordIsNewer as newer:
        log().warning("newer_record", game=game_id, reason=str(newer))
        raise Refused(refusals.NewerRecord(game_id)) from None
    except UnknownPack as unknown:
        log().error("pack_missing", game=game_id, reason=str(unknown))
        raise Refused(refusals.PackMissing(game_id)) from None


def load(context: Context, game_id: str) -> GameRecord:
    return _found(game_id, loaded(context, game_id).game)


def wake_worker(context: Context, game: GameRecord) -> None:
    """Wake a worker if the game waits for one."""
    if game.clock.pending:
        context.wake_worker(PendingJob(game.clock.pending, game.id, game.clock.version))


class Committed(msgspec.Struct, frozen=True):
    """What is stored now, and the answer; without the game when the request was carried out before."""

    answer: Answer
    game: GameRecord | None = None


def commit(
    context: Context, before: GameRecord | None, written: Written, key: IdempotencyKey | None
) -> Committed | None:
    """None when the game has to be loaded again."""
    revision = (before.revision if before else 0) + 1
    after = msgspec.structs.replace(written.game, revision=revision, nonce=new_nonce())
    answer = written.answer(after)
    now, entry = context.now(), written.entry
    noticed = notices.of(before, after, now)
    change = Change(before, after, now, entry, key, answer, written.expires, noticed, written.noted)
    match context.store.commit(change):
        case Done(told):
            _count(before, after)
            wake_worker(context, after)
            if told:
                context.wake_worker(PendingJob("webhook", after.id, after.clock.version))
            return Committed(answer, after)
        case AnsweredBefore(given):
            return Committed(given)
        case Again():
            metrics.CONFLICTS.inc()
            return None


def _count(before: GameRecord | None, after: GameRecord) -> None:
    if after.table.rigged:
        return
    if before is None or before.clock.status != after.clock.status:
        metrics.REACHED.labels(after.table.rulebook, after.clock.status).inc()


def _write_on_recent(context: Context, game_id: str, key: IdempotencyKey | None, decide: Decide) -> Committed | None:
    """On the game as this process saw it last, which saves a way to the store.

    Whatever is refused here is decided again on what is stored, and so is what somebody else was faster with.
    """
    game, decided = context.store.cache.get(game_id), None
    if game:
        with contextlib.suppress(Exception):
            decided = decide(game)
    return commit(context, game, decided, key) if decided else None


def write(
    context: Context, game_id: str, key: IdempotencyKey | None, decide: Decide, repeat: Repeat | None = None
) -> Answer:
    """Carry out a decision about a game exactly once."""
    if committed := _write_on_recent(context, game_id, key, decide):
        return committed.answer
    for _ in range(ATTEMPTS):
        found = loaded(context, game_id, key)
        if found.answer:
            return found.answer
        game = _found(game_id, found.game)
        if found.entry_id and repeat:
            return repeat(game, found.entry_id)
        committed = commit(context, game, decide(game), key)
        if committed:
            return committed.answer
    raise Refused(Busy())
