"""The outbox: jobs for workers, and deadlines that have passed. Claims lapse, so a dead worker loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from service.store import damaged
from service.store.errors import RecordError, RecordIsDamaged
from service.store.games.migrations import read_clock
from service.store.games.records import Clock, JobMeta, Priority, Work
from service.store.games.repository import GameStore
from service.store.jobs.due import DueScanner
from service.store.jobs.questions import Question
from service.store.jobs.tenant_games import count_entries
from service.store.redis import keys
from service.store.redis.clock import WAKEUP_GRACE
from service.store.redis.scripts import Script


class PendingJob(msgspec.Struct, frozen=True):
    """Work for a worker: `kind` is the queue, game id and version are all that a task carries."""

    kind: Work | Literal["late", "webhook"]
    game_id: str
    version: int


def _pending_keys(shard: int) -> list[str]:
    return [keys.outbox(shard), keys.job_meta(shard), keys.jobs_in_progress(shard)]


def _question_keys(shard: int) -> list[str]:
    return [keys.questions(shard), keys.question_meta(shard), keys.questions_in_progress(shard)]


class BotJob(msgspec.Struct, frozen=True):
    """A job for a bot process: a game in which bots have to decide, or a question about one; who waits for that, and
    who made the game. `due` names the decision."""

    game_id: str
    due: int
    priority: Priority
    tenant: str
    question: Question | None = None

    @property
    def shard(self) -> int:
        return keys.shard_of(self.game_id)

    @property
    def name(self) -> str:
        """What a bot process is sent."""
        return str(self.question) if self.question else self.game_id

    @property
    def names(self) -> list[str]:
        return _question_keys(self.shard) if self.question else _pending_keys(self.shard)

    @property
    def since(self) -> int:
        return self.due - WAKEUP_GRACE


def bot_games(store: GameStore, tenant: str) -> int:
    """How many running games without a person somebody has: such a game is always in the outbox, and in an index."""
    return count_entries(store, keys.bot_games, tenant)


@damaged.reader_of("job")
def _read_job(name: bytes, due: bytes, text: bytes) -> BotJob:
    meta, question = JobMeta.read(text.decode()), Question.read(name.decode())
    game_id = question.game_id if question else name.decode()
    return BotJob(game_id, int(due), meta.priority, meta.tenant, question)


class Outbox:
    """Jobs as workers take them; the commit writes them."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._claim_script = Script(store.connection, "jobs/claim")
        self._bot_jobs_script = Script(store.connection, "jobs/waiting")
        self._take_script = Script(store.connection, "jobs/take")
        self._scanner = DueScanner(store, keys.questions)

    def _claim(self, key: str, now: int, lease: int, limit: int, *meta: str) -> list[str]:
        names = [key, keys.claims(key), *meta]
        return [game_id.decode() for game_id in self._claim_script(names, [now, now + lease, limit])]

    def claim_pending(self, shard: int, now: int, lease: int = WAKEUP_GRACE, limit: int = 100) -> list[PendingJob]:
        """Take jobs whose wakeup seems lost, except those of bots. A job comes again after `lease` milliseconds unless
        the game went on."""
        claimed = self._claim(keys.outbox(shard), now, lease, limit, keys.job_meta(shard))
        clocks = [(game_id, self._clock(game_id)) for game_id in claimed]
        return [
            PendingJob(clock.pending, game_id, clock.version) for game_id, clock in clocks if clock and clock.pending
        ]

    def _clock(self, game_id: str) -> Clock | None:
        clock = self._store.connection("HGET", keys.game(game_id), "clock")
        if isinstance(clock, bytes):
            return self._read_clock(game_id, clock)
        self._remove_deleted_game(game_id)
        return None

    def _read_clock(self, game_id: str, clock: bytes) -> Clock | None:
        """None where a newer version has written it, which is left to its workers, and where it is damaged."""
        try:
            return read_clock(clock)
        except RecordIsDamaged as found:
            damaged.report(game_id, found)
        except RecordError:
            pass
        return None

    def _remove_deleted_game(self, game_id: str) -> None:
        """Remove the jobs of a game that somebody has deleted by hand."""
        shard = keys.shard_of(game_id)
        self._store.connection("ZREM", keys.outbox(shard), game_id)
        meta = self._store.connection("HGET", keys.job_meta(shard), game_id)
        if isinstance(meta, bytes):
            # Also of a damaged row: whatever it says last.
            tenant = meta.rpartition(b" ")[2].decode(errors="replace")
            self._store.connection("ZREM", keys.bot_games(shard), f"{tenant} {game_id}")
        self._store.connection("HDEL", keys.job_meta(shard), game_id)
        self._store.connection("ZREM", keys.deadlines(shard), game_id)

    def claim_late(self, shard: int, now: int, lease: int = WAKEUP_GRACE, limit: int = 100) -> list[PendingJob]:
        """Take games in which somebody's time, or the lobby's, has run out."""
        claimed = self._claim(keys.deadlines(shard), now, lease, limit)
        clocks = [(game_id, self._clock(game_id)) for game_id in claimed]
        return [PendingJob("late", game_id, clock.version) for game_id, clock in clocks if clock]

    def bot_jobs(self, now: int) -> Iterator[BotJob]:
        """Jobs that no bot process has: of every tenant, and with or without a person, the oldest in each shard."""
        for due in self._scanner.scan():
            if due.pending is not None:
                yield from self._rows(_pending_keys(due.shard), now)
            if due.other is not None:
                yield from self._rows(_question_keys(due.shard), now)

    def _rows(self, names: list[str], now: int) -> Iterator[BotJob]:
        found = self._bot_jobs_script(names, [now])
        for name, due, text in zip(found[::3], found[1::3], found[2::3], strict=True):
            try:
                yield _read_job(name, due, text)
            except RecordIsDamaged as error:
                damaged.report(name.decode(errors="replace"), error)

    def take(self, job: BotJob, now: int, lease: int = WAKEUP_GRACE) -> bool:
        """Lease a job to a bot process; False when another was faster. After `lease` it falls to the next."""
        queue, _, thinking = job.names
        return bool(self._take_script([queue, thinking], [job.name, job.due, now + lease]))

    def extend_lease(self, job: BotJob, now: int, lease: int = WAKEUP_GRACE) -> None:
        """Extend the lease while the bot process is at it."""
        self._store.connection("ZADD", job.names[-1], now + lease, job.name)

    def release(self, job: BotJob) -> None:
        """End the lease after a batch: any bot process may take what is left, or what the game needs next."""
        self._store.connection("ZREM", job.names[-1], job.name)

    def remove_question(self, job: BotJob) -> None:
        """Remove a question that needs no more thinking."""
        queue, meta, thinking = job.names
        self._store.connection("ZREM", queue, job.name)
        self._store.connection("HDEL", meta, job.name)
        self._store.connection("ZREM", thinking, job.name)

    def depth(self) -> int:
        """How many games wait for a worker."""
        return sum(due.waiting for due in self._scanner.scan())
