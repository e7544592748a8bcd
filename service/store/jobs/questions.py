"""Questions for bot processes, besides the moves of bots: a hint for a seat, the analysis of a finished game."""

from __future__ import annotations

import msgspec

from service.games.base import Seat
from service.store.games.records import Ask, JobMeta, Priority
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.clock import WAKEUP_GRACE


class Question(msgspec.Struct, frozen=True):
    """Seat and version are those of the decision that a hint is for."""

    game_id: str
    kind: Ask
    seat: Seat = 0
    version: int = 0

    def __str__(self) -> str:
        """As it is stored; the version is in it, so that an answer removes no newer question."""
        return f"{self.game_id}/{self.kind}/{self.seat}/{self.version}"

    @classmethod
    def read(cls, name: str) -> Question | None:
        """None for the id of a game, which stands for the moves of its bots."""
        if "/" not in name:
            return None
        return msgspec.convert(dict(zip(cls.__struct_fields__, name.split("/"), strict=True)), cls, strict=False)


def ask(store: GameStore, question: Question, priority: Priority, tenant: str, now: int) -> None:
    """Leave a question to the bot processes; asked again, it keeps its place and its tenant."""
    shard, meta = keys.shard_of(question.game_id), JobMeta(question.kind, priority, tenant)
    store.connection("HSETNX", keys.question_meta(shard), str(question), str(meta))
    store.connection("ZADD", keys.questions(shard), "NX", now + WAKEUP_GRACE, str(question))


def is_asked(store: GameStore, question: Question) -> bool:
    return store.connection("ZSCORE", keys.questions(keys.shard_of(question.game_id)), str(question)) is not None
