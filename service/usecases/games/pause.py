"""The host pauses a game, and resumes it."""

from __future__ import annotations

import msgspec

from service.games.base import Event, Seat
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import Clock, GameRecord
from service.usecases import event_log
from service.usecases.accounts import access
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.games import clocks
from service.usecases.transaction import Update, write
from service.usecases.views import render
from service.wire.events import GamePaused, GameResumed
from service.wire.refusals import NotPaused, Paused, Refused


def _require_host(game: GameRecord, token: Credential) -> Seat:
    """The host's seat, if the caller is the host of a running game."""
    seat = access.seat_of(game, token)
    access.require_host(game, seat)
    if game.clock.status != "running":
        raise clocks.not_running(game.clock)
    return seat


def _update(game: GameRecord, clock: Clock, host: Seat, event: Event, language: str) -> Update:
    after, entry = event_log.append(msgspec.structs.replace(game, clock=clock), event)
    return Update(after, render.game_answer(host, language, after), entry)


def pause(
    context: Context, game_id: str, token: Credential, language: str = "en", key: IdempotencyKey | None = None
) -> Answer:
    """Stop all clocks and all play until the host resumes the game."""

    def decide(game: GameRecord) -> Update:
        host = _require_host(game, token)
        if game.clock.paused:
            raise Refused(Paused())
        return _update(game, clocks.after_pause(game, context.now()), host, GamePaused(host), language)

    return write(context, game_id, key, decide)


def resume(
    context: Context, game_id: str, token: Credential, language: str = "en", key: IdempotencyKey | None = None
) -> Answer:
    """Go on; everybody has the time that was left."""

    def decide(game: GameRecord) -> Update:
        host = _require_host(game, token)
        if not game.clock.paused:
            raise Refused(NotPaused())
        return _update(game, clocks.after_resume(game, context.now()), host, GameResumed(host), language)

    return write(context, game_id, key, decide)
