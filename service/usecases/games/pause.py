"""Pause a game and resume it. Among people a pause is a proposal, and begins when all of them agree."""

from __future__ import annotations

import msgspec

from service.games.base import AUTOMA, Event, Seat
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import Clock, GameRecord, ProposedPause
from service.usecases import event_log
from service.usecases.accounts import access
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.games import clocks
from service.usecases.transaction import Update, write
from service.usecases.views import render
from service.wire.events import GamePaused, GameResumed, PauseAgreed, PauseDeclined, PauseProposed
from service.wire.refusals import NothingOwed, NotPaused, Paused, Refused, TooManyPauses

PAUSES = 20
"""Pauses and proposals between two moves: each adds events to the game, for good."""
PROPOSAL_SECONDS = 120
"""A proposal lapses by then. Nothing is written for that: whoever reads it compares the times."""


def _seat_in_running(game: GameRecord, token: Credential) -> Seat:
    """The caller's seat in a running game."""
    seat = access.seat_of(game, token)
    if game.clock.status != "running":
        raise clocks.not_running(game.clock)
    return seat


def _update(game: GameRecord, clock: Clock, seat: Seat, language: str, *events: Event) -> Update:
    """The game with its new clock. A host who pauses or resumes is not away: votes for another one are void."""
    votes = () if seat == game.table.host else clock.host_votes
    after = msgspec.structs.replace(game, clock=msgspec.structs.replace(clock, host_votes=votes))
    entry = None
    if events:
        after, entry = event_log.append(after, *events)
    return Update(after, render.game_answer(seat, language, after), entry)


def _agree(game: GameRecord, seat: Seat, now: int) -> tuple[ProposedPause, tuple[Event, ...]]:
    """The proposal with the seat's consent, and what that is: a new proposal, consent to one, or nothing new."""
    proposal, people = clocks.proposed_pause(game, now), game.table.people
    agreed = tuple(each for each in proposal.agreed if each in people) if proposal else ()
    if proposal is None or not agreed:
        return ProposedPause((seat,), now + 1000 * PROPOSAL_SECONDS), (PauseProposed(seat),)
    if seat in agreed:
        return ProposedPause(agreed, proposal.until), ()
    return ProposedPause((*agreed, seat), proposal.until), (PauseAgreed(seat),)


def _count_pause(game: GameRecord) -> GameRecord:
    """The game with one more pause since the last move; refuse it where there were enough."""
    if game.clock.pauses >= PAUSES:
        raise Refused(TooManyPauses(PAUSES))
    clock = msgspec.structs.replace(game.clock, pauses=game.clock.pauses + 1)
    return msgspec.structs.replace(game, clock=clock)


def _decide_pause(game: GameRecord, seat: Seat, now: int, pause_seconds: int, language: str) -> Update:
    if game.table.people == [seat]:
        game = _count_pause(game)
        return _update(game, clocks.after_pause(game, now), seat, language, GamePaused(seat))
    proposal, events = _agree(game, seat, now)
    if proposal.agreed == (seat,) and events:
        game = _count_pause(game)
    if set(proposal.agreed) >= set(game.table.people):
        paused = clocks.after_pause(game, now, now + 1000 * pause_seconds)
        return _update(game, paused, seat, language, *events, GamePaused(proposal.agreed[0]))
    return _update(game, msgspec.structs.replace(game.clock, proposal=proposal), seat, language, *events)


def pause(
    context: Context, game_id: str, token: Credential, language: str = "en", key: IdempotencyKey | None = None
) -> Answer:
    """Stop all clocks and all play; where others play, once all of them agree.

    Whoever plays against bots alone pauses at once and for as long as they like. A pause among people has a longest
    time, so that nobody is kept waiting for good.
    """

    def decide(game: GameRecord) -> Update:
        seat = _seat_in_running(game, token)
        if game.clock.paused:
            raise Refused(Paused())
        return _decide_pause(game, seat, context.now(), context.settings.pause_seconds, language)

    return write(context, game_id, key, decide)


def resume(
    context: Context, game_id: str, token: Credential, language: str = "en", key: IdempotencyKey | None = None
) -> Answer:
    """Go on, and everybody has the time that was left; or decline a proposed pause, or withdraw one."""

    def decide(game: GameRecord) -> Update:
        seat, now = _seat_in_running(game, token), context.now()
        if game.clock.paused:
            return _update(game, clocks.after_resume(game, now), seat, language, GameResumed(seat))
        if clocks.proposed_pause(game, now) is None:
            raise Refused(NotPaused())
        declined = msgspec.structs.replace(game.clock, proposal=None)
        return _update(game, declined, seat, language, PauseDeclined(seat))

    return write(context, game_id, key, decide)


def resume_overdue(context: Context, game_id: str) -> None:
    """Let a game go on whose pause has lasted for the longest time."""

    def decide(game: GameRecord) -> Update:
        now = context.now()
        if not game.clock.paused or not 0 < game.clock.deadline <= now:
            raise Refused(NothingOwed())
        resumed = msgspec.structs.replace(game, clock=clocks.after_resume(game, now))
        after, entry = event_log.append(resumed, GameResumed(AUTOMA))
        return Update(after, entry=entry)

    write(context, game_id, None, decide)
