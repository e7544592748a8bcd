"""A game's event stream written as a whole: what came from elsewhere, or what is told in other words."""

from __future__ import annotations

from collections.abc import Sequence

from service.store.change_messages import Entry
from service.store.games.records import new_nonce
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.scripts import Script


def rewrite_events(store: GameStore, game_id: str, revision: int, nonce: str, entries: Sequence[Entry]) -> bool:
    """Replace the stream of a game that has this rev and mark (0 and none: that is not there yet), or False."""
    told = [part for entry in entries for part in (entry.id, entry.move, entry.events)]
    names, expected = [keys.game(game_id), keys.events(game_id)], [str(revision), nonce]
    done = Script(store.connection, "games/rewrite_events")(names, [*expected, new_nonce(), *told])
    return bool(done)
