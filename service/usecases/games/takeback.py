"""Take a move back: a new version with the board as it was before the seat's last move."""

from __future__ import annotations

from functools import partial

import msgspec

from service.games.base import Seat
from service.store.change_messages import Entry
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.records import Before, GameRecord
from service.usecases import event_log
from service.usecases.context import Context
from service.usecases.games import clocks
from service.usecases.games.play_move import Person, answer_again, check_version
from service.usecases.games.takeback_eligibility import can_take_back, has_used_all
from service.usecases.transaction import Update, write
from service.wire.events import MoveTakenBack
from service.wire.refusals import NothingToTakeBack, Paused, Refused, TakebacksOff, TooManyTakebacks


def _last_move(game: GameRecord, seat: Seat, most: int) -> Before:
    if game.clock.status != "running":
        raise clocks.not_running(game.clock)
    if game.clock.paused:
        raise Refused(Paused())
    if not game.table.takebacks:
        raise Refused(TakebacksOff())
    if not can_take_back(game, seat):
        raise Refused(TooManyTakebacks(most) if has_used_all(game.clock, seat, most) else NothingToTakeBack())
    return game.clock.takeback[-1]


def _restore(context: Context, game: GameRecord, last: Before) -> tuple[GameRecord, Entry]:
    state = context.store.state_before(game, last.version)
    if state is None:
        raise Refused(NothingToTakeBack())
    clock = clocks.after_takeback(game, state, last, context.now())
    if has_used_all(clock, last.seat, context.settings.takebacks_max):
        clock = msgspec.structs.replace(clock, takeback=())
    restored = msgspec.structs.replace(game, state=state, clock=clock)
    return event_log.append_move(restored, last.seat, None, (MoveTakenBack(last.seat, last.version + 1),))


def take_back(
    context: Context, game_id: str, person: Person, version: int, key: IdempotencyKey | None = None
) -> Answer:
    """Go back to before the seat's last move."""

    def decide(game: GameRecord) -> Update:
        seat = person.seat_in(game)
        check_version(context, game, version)
        after, entry = _restore(context, game, _last_move(game, seat, context.settings.takebacks_max))
        return Update(after, person.answer(seat, entry, after), entry, keeps_receipt=True)

    return write(context, game_id, key, decide, partial(answer_again, context, person, version))
