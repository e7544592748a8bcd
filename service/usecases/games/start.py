"""The start of a game: when no human seat is free any more, the rulebook sets up the table."""

from __future__ import annotations

import msgspec

from service.games.base import AUTOMA, Event
from service.games.rng import Rigged
from service.store.change_messages import Entry
from service.store.games.records import GameRecord
from service.usecases import event_log
from service.usecases.games import clocks
from service.wire.events import GameStarted


def _start(game: GameRecord, now: int) -> GameRecord:
    table = game.table
    state = game.rulebook.setup(len(table.seats), table.options, Rigged(table.deal_seed, table.draws))
    dealt = msgspec.structs.replace(game, state=state)
    return msgspec.structs.replace(dealt, clock=clocks.after_start(dealt, state, now))


def start_if_full(game: GameRecord, now: int, *events: Event) -> tuple[GameRecord, Entry | None]:
    """The game after somebody sat down, and the entry for its log, if there are events."""
    if game.table.is_full:
        return event_log.append(_start(game, now), *events, GameStarted(AUTOMA))
    return event_log.append(game, *events) if events else (game, None)
