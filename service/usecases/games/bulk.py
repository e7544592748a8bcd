"""Creating many games in one call: all of them, or none and a list of what is wrong with which.

Everything is checked before anything is stored. If the store goes away in the middle, a repetition with the same
Idempotency-Key creates the rest: each game has a part of the key of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import GameRecord
from service.usecases.accounts.game_limits import PlannedGames
from service.usecases.context import Context
from service.usecases.games import create
from service.usecases.games.create import CreateGame, Draft
from service.usecases.repeated_answers import without_erased
from service.usecases.views import render
from service.wire.answers import NewGame
from service.wire.refusals import Busy, Refusal, Refused

MOST_GAMES = 100
"""In one call."""


class CannotCreate(Exception):
    """Which of the games cannot be created, by their indexes, and why. None was."""

    def __init__(self, failed: Sequence[tuple[int, Refusal]], count: int) -> None:
        super().__init__(f"{len(failed)} of {count} games")
        self.failed, self.count = failed, count


def _answer(draft: Draft, language: str, game: GameRecord) -> Answer:
    seat = game.table.host
    created = NewGame(
        game=render.summary(game, language, is_inside=True),
        seat=seat,
        token=draft.token if seat else None,
        invite=draft.invite or None,
        tokens=create.seat_tokens(draft),
    )
    return Answer(201, msgspec.json.encode(created), render.etag(game, seat, language))


class BulkCreation:
    """The games of one call, which all belong to one app."""

    def __init__(self, context: Context, requests: Sequence[CreateGame], language: str, tenant: str) -> None:
        self._context, self._requests, self._language, self._tenant = context, requests, language, tenant
        self._tag_of = context.store.players.read_tags()

    def create_all(self, key: IdempotencyKey | None) -> Answer:
        """Create what an earlier call with this key has not created."""
        keys = [key.part(index) if key else None for index in range(len(self._requests))]
        given = self._context.store.find_answers([each for each in keys if each]) or [None] * len(keys)
        if not any(given):
            self._check()
        answers = [
            without_erased(self._context, answer) if answer else self._create(request, part)
            for request, part, answer in zip(self._requests, keys, given, strict=True)
        ]
        return Answer(201, b'{"games":[%b]}' % b",".join(answer.body for answer in answers))

    def _check(self) -> None:
        planned = PlannedGames(self._context, self._tenant, self._requests[0].app)
        faults = [self._fault(request, planned) for request in self._requests]
        failed = [(index, fault) for index, fault in enumerate(faults) if fault]
        if failed:
            raise CannotCreate(failed, len(self._requests))

    def _fault(self, request: CreateGame, planned: PlannedGames) -> Refusal | None:
        """What is wrong with a game, if anything."""
        try:
            create.check(self._context, request)
            create.check_budget(self._context, request)
            if request.rig and request.rig.draws:
                create.check_draws(self._draft(request, None).table)
            planned.add([seat.player for seat in request.seats], not create.has_people(request))
        except Refused as refused:
            return refused.refusal
        return None

    def _draft(self, request: CreateGame, key: IdempotencyKey | None) -> Draft:
        shard = self._context.store.shard_for(key)
        return create.draft(self._context, request, self._tenant, shard, self._tag_of)

    def _create(self, request: CreateGame, key: IdempotencyKey | None) -> Answer:
        for _ in range(create.NEW_IDS):
            draft = self._draft(request, key)
            if answer := create.store_draft(self._context, draft, partial(_answer, draft, self._language), key):
                return answer
        raise Refused(Busy())
