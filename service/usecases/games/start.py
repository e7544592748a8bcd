"""The start of a game: when no human seat is free any more, the rulebook sets up the table."""

from __future__ import annotations

import msgspec

from service.games.base import AUTOMA, Event
from service.games.rng import Rigged
from service.store.games.records import GameRecord
from service.store.live.change_messages import Entry
from service.usecases import event_log
from service.usecases.games import clocks
from service.wire.events import GameStarted


def _started(game: GameRecord, now: int) -> GameRecord:
    table = game.table
    state = game.rulebook.setup(len(table.seats), table.options, Rigged(table.seed, table.draws))
    dealt = msgspec.structs.replace(game, state=state)
    return msgspec.structs.replace(dealt, clock=clocks.after_start(dealt, state, now))


def opened(game: GameRecord, now: int, *events: Event) -> tuple[GameRecord, Entry | None]:
    """The game after somebody sat down: started if it can be, with what there is to tell."""
    starts = game.table.is_full
    told = (*events, GameStarted(AUTOMA)) if starts else events
    entry = event_log.told(game.clock, *told) if told else None
    after = _started(game, now) if starts else game
    return (event_log.counted(after, entry) if entry else after), entry
