"""What waits for a worker, and which deadlines have passed. Claims lapse, so a dead worker loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from service.store.errors import RecordIsNewer
from service.store.games.migrations import read_clock
from service.store.games.records import (
    Clock,
    JobMeta,
    Priority,
    Work,
)
from service.store.games.repository import GameStore
from service.store.jobs.due import Agenda
from service.store.jobs.questions import Question
from service.store.redis import keys
from service.store.redis.client import raise_on_error
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


class Waiting(msgspec.Struct, frozen=True):
    """A game in which bots owe decisions, or about which something was asked; who waits for that, and who made the
    game. `due` names the decision."""

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
        """What a thinker is told."""
        return str(self.question) if self.question else self.game_id

    @property
    def names(self) -> list[str]:
        return _question_keys(self.shard) if self.question else _pending_keys(self.shard)

    @property
    def since(self) -> int:
        return self.due - WAKEUP_GRACE


def bot_games(store: GameStore, tenant: str) -> int:
    """How many running games without a person somebody has: such a game is always in the outbox."""
    shards = store.connection.gather([("HVALS", keys.job_meta(shard)) for shard in range(keys.SHARDS)])
    rows = [row for found in raise_on_error(shards) for row in found]
    found = (JobMeta.read(row.decode()) for row in rows)
    return sum(meta.priority == "nobody" and meta.tenant == tenant for meta in found)


class Outbox:
    """The workers' side of the store; the commit is the writer's."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._claim = Script(store.connection, "jobs/claim")
        self._waiting = Script(store.connection, "jobs/waiting")
        self._take = Script(store.connection, "jobs/take")
        self._agenda = Agenda(store, keys.questions)

    def _taken(self, key: str, now: int, lease: int, limit: int, *meta: str) -> list[str]:
        names = [key, keys.claims(key), *meta]
        return [game_id.decode() for game_id in self._claim(names, [now, now + lease, limit])]

    def claim_pending(self, shard: int, now: int, lease: int = WAKEUP_GRACE, limit: int = 100) -> list[PendingJob]:
        """Take jobs whose wakeup seems lost, except those of bots. A job comes again after `lease` milliseconds unless
        the game went on."""
        taken = self._taken(keys.outbox(shard), now, lease, limit, keys.job_meta(shard))
        clocks = [(game_id, self._clock(game_id)) for game_id in taken]
        return [
            PendingJob(clock.pending, game_id, clock.version) for game_id, clock in clocks if clock and clock.pending
        ]

    def _clock(self, game_id: str) -> Clock | None:
        clock = self._store.connection("HGET", keys.game(game_id), "clock")
        if isinstance(clock, bytes):
            return self._readable(clock)
        self._forget(game_id)
        return None

    def _readable(self, clock: bytes) -> Clock | None:
        """What a newer version has written is left to its workers."""
        try:
            return read_clock(clock)
        except RecordIsNewer:
            return None

    def _forget(self, game_id: str) -> None:
        """A game that was deleted by hand owes nothing."""
        shard = keys.shard_of(game_id)
        self._store.connection("ZREM", keys.outbox(shard), game_id)
        self._store.connection("HDEL", keys.job_meta(shard), game_id)
        self._store.connection("ZREM", keys.deadlines(shard), game_id)

    def claim_late(self, shard: int, now: int, lease: int = WAKEUP_GRACE, limit: int = 100) -> list[PendingJob]:
        """Games in which somebody's time, or the lobby's, has run out."""
        taken = self._taken(keys.deadlines(shard), now, lease, limit)
        clocks = [(game_id, self._clock(game_id)) for game_id in taken]
        return [PendingJob("late", game_id, clock.version) for game_id, clock in clocks if clock]

    def waiting(self, now: int) -> Iterator[Waiting]:
        """What bots owe, or thinkers were asked, and nobody thinks about: of every tenant, and with or without a
        person, what is oldest in each shard."""
        for due in self._agenda.look():
            if due.pending is not None:
                yield from self._rows(_pending_keys(due.shard), now)
            if due.other is not None:
                yield from self._rows(_question_keys(due.shard), now)

    def _rows(self, names: list[str], now: int) -> Iterator[Waiting]:
        found = self._waiting(names, [now])
        for name, due, text in zip(found[::3], found[1::3], found[2::3], strict=True):
            meta, question = JobMeta.read(text.decode()), Question.read(name.decode())
            game_id = question.game_id if question else name.decode()
            yield Waiting(game_id, int(due), meta.priority, meta.tenant, question)

    def take(self, waiting: Waiting, now: int, lease: int = WAKEUP_GRACE) -> bool:
        """For a thinker; False when somebody else was faster. What is not kept falls to the next after `lease`."""
        queue, _, thinking = waiting.names
        return bool(self._take([queue, thinking], [waiting.name, waiting.due, now + lease]))

    def keep(self, waiting: Waiting, now: int, lease: int = WAKEUP_GRACE) -> None:
        """A thinker is still at it."""
        self._store.connection("ZADD", waiting.names[-1], now + lease, waiting.name)

    def give_back(self, waiting: Waiting) -> None:
        """A thinker's slice is over: whatever the game owes next, or is left of what was asked, is anybody's."""
        self._store.connection("ZREM", waiting.names[-1], waiting.name)

    def answered(self, waiting: Waiting) -> None:
        """Nobody has to think any more about what was asked."""
        queue, meta, thinking = waiting.names
        self._store.connection("ZREM", queue, waiting.name)
        self._store.connection("HDEL", meta, waiting.name)
        self._store.connection("ZREM", thinking, waiting.name)

    def depth(self) -> int:
        """How many games wait for a worker."""
        return sum(due.waiting for due in self._agenda.look())
