"""The host lets the table rest, and lets it go on."""

from __future__ import annotations

from functools import partial

import msgspec

from service.games.base import Event, Seat
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import Clock, GameRecord
from service.usecases import event_log
from service.usecases.accounts import access
from service.usecases.accounts.access import Shown
from service.usecases.context import Context
from service.usecases.games import clocks
from service.usecases.transaction import Written, write
from service.usecases.views import render
from service.wire.events import GamePaused, GameResumed
from service.wire.refusals import NotPaused, Paused, Refused


def _host(game: GameRecord, token: Shown) -> Seat:
    seat = access.seat_of(game, token)
    access.require_host(game, seat)
    if game.clock.status != "running":
        raise clocks.not_running(game.clock)
    return seat


def _told(game: GameRecord, clock: Clock, host: Seat, event: Event, language: str) -> Written:
    entry = event_log.told(game.clock, event)
    after = event_log.counted(msgspec.structs.replace(game, clock=clock), entry)
    return Written(after, partial(render.game_answer, host, language), entry)


def pause(
    context: Context, game_id: str, token: Shown, language: str = "en", key: IdempotencyKey | None = None
) -> Answer:
    """No time runs and nobody plays until the host lets the table go on."""

    def decide(game: GameRecord) -> Written:
        host = _host(game, token)
        if game.clock.paused:
            raise Refused(Paused())
        return _told(game, clocks.after_pause(game, context.now()), host, GamePaused(host), language)

    return write(context, game_id, key, decide)


def resume(
    context: Context, game_id: str, token: Shown, language: str = "en", key: IdempotencyKey | None = None
) -> Answer:
    """Everybody goes on with the time that was left."""

    def decide(game: GameRecord) -> Written:
        host = _host(game, token)
        if not game.clock.paused:
            raise Refused(NotPaused())
        return _told(game, clocks.after_rest(game, context.now()), host, GameResumed(host), language)

    return write(context, game_id, key, decide)
