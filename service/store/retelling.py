"""A game's event stream written as a whole: what came from elsewhere, or what is told in other words."""

from __future__ import annotations

from collections.abc import Sequence

from service.store import keys
from service.store.client import Script, translated_errors
from service.store.games import GameStore
from service.store.news import Entry
from service.store.records import new_mark


def retell(store: GameStore, game_id: str, rev: int, mark: str, entries: Sequence[Entry]) -> bool:
    """Replace the stream of a game that has this rev and mark (0 and none: that is not there yet), or False."""
    told = [part for entry in entries for part in (entry.id, entry.move, entry.events)]
    with translated_errors():
        names, expected = [keys.game(game_id), keys.events(game_id)], [str(rev), mark]
        done = Script(store.line, "retell")(names, [*expected, new_mark(), *told])
    return bool(done)
