"""When a worker warns of a running game in which nobody decides, and when it abandons the game.

A game stands among the deadlines of its shard by the earlier of two times: when a person's time runs out, and when
somebody has to look whether anybody still plays.
"""

from __future__ import annotations

from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.store.redis.scripts import Script

SHARE = 10
"""A tenth of the time before the end the game is warned of."""
LONGEST_WARNING = 3 * 86_400_000
"""And no earlier than 3 days before it, in milliseconds."""


def _warning_time(running_seconds: int) -> int:
    return min(1000 * running_seconds // SHARE, LONGEST_WARNING)


def _decided_at(game: GameRecord, earliest: int = 0) -> int:
    """When somebody decided last. Games of old know only since when the present decisions are owed; they count from
    `earliest` on, so that they are not all warned of at an upgrade."""
    owed = max((each.at for each in game.clock.since), default=game.table.created)
    return game.clock.decided or max(owed, earliest)


def inactive_at(game: GameRecord, running_seconds: int, earliest: int = 0) -> int:
    """When a worker warns of the game or abandons it, unless somebody decides; 0: never.

    Not before the time of a decision or of a pause is over: then a bot decides, or the game goes on by itself.
    """
    clock = game.clock
    if clock.status != "running" or not running_seconds:
        return 0
    warned = _decided_at(game, earliest) + 1000 * running_seconds - _warning_time(running_seconds)
    return max(clock.abandon_at or warned, clock.deadline)


def end_of_warning(game: GameRecord, running_seconds: int, now: int) -> int:
    """When a game is abandoned that is warned of now: whoever is warned late has as much time as everybody."""
    return max(_decided_at(game) + 1000 * running_seconds, now + _warning_time(running_seconds))


def next_check(game: GameRecord, running_seconds: int, earliest: int = 0) -> int:
    """When a worker looks at the game next, if nobody writes it; 0: never."""
    times = (game.clock.deadline, inactive_at(game, running_seconds, earliest))
    return min((at for at in times if at), default=0)


def deadline_of(store: GameStore, game_id: str) -> str:
    """The time by which the game stands among the deadlines, as Redis has it."""
    found = store.connection("ZSCORE", keys.deadlines(keys.shard_of(game_id)), game_id)
    return found.decode() if isinstance(found, bytes) else f"{found or 0:.17g}"


def reschedule(store: GameStore, game_id: str, seen: str, at: int) -> None:
    """Move the game among the deadlines, or take it off them (0), unless somebody has since."""
    Script(store.connection, "jobs/reschedule")([keys.deadlines(keys.shard_of(game_id))], [game_id, seen, at])
