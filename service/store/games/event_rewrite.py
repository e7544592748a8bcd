"""A game's event stream written as a whole: what came from elsewhere, or what is told in other words."""

from __future__ import annotations

from collections.abc import Sequence

from service.store.games.records import new_mark
from service.store.games.repository import GameStore
from service.store.live.change_messages import Entry
from service.store.redis import keys
from service.store.redis.client import Script, translated_errors


def retell(store: GameStore, game_id: str, rev: int, mark: str, entries: Sequence[Entry]) -> bool:
    """Replace the stream of a game that has this rev and mark (0 and none: that is not there yet), or False."""
    told = [part for entry in entries for part in (entry.id, entry.move, entry.events)]
    with translated_errors():
        names, expected = [keys.game(game_id), keys.events(game_id)], [str(rev), mark]
        done = Script(store.connection, "retell")(names, [*expected, new_mark(), *told])
    return bool(done)
