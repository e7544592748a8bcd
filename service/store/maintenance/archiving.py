"""Putting ended games away, each as one record, all at once; and finding those that nobody has put away."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

import msgspec

from service.store.archive import codec
from service.store.change_messages import Entry
from service.store.errors import RecordIsNewer
from service.store.games.events import all_entries
from service.store.games.migrations import read_clock
from service.store.games.records import Clock, new_nonce
from service.store.games.repository import GameStore
from service.store.maintenance.daily import Daily
from service.store.redis import keys
from service.store.redis.nodes import nodes
from service.store.redis.scripts import Script

ATTEMPTS = 50
LOOKED = 1000
"""Keys that one step of the search looks at."""
AT_ONCE = 10
"""Games that one step of the search takes up: what is overdue waits for the sweeper meanwhile."""

Retold = Callable[[Entry], Entry]


class _Stored(msgspec.Struct, frozen=True):
    """The fields of an ended game that matter here, as they are stored."""

    revision: bytes
    nonce: bytes
    clock: Clock
    state: bytes | None
    score: bytes | None
    is_whole: bool
    """All of it but what was told since is in one record already."""


def _stored(store: GameStore, game_id: str) -> _Stored | None:
    """None where no game is, or one that goes on."""
    revision, nonce, clock, state, score, kept = store.connection(
        "HMGET", keys.game(game_id), "rev", "mark", "clock", "state", "score", "archive"
    )
    if revision is None or clock is None or not (ended := read_clock(clock)).has_ended:
        return None
    before = codec.unpack(kept) if kept else None
    return _Stored(
        revision,
        nonce or b"",
        ended,
        state or (before.state if before else None),
        score or (before.score if before else None),
        is_whole=kept is not None and state is None and score is None,
    )


def _is_put_away(store: GameStore, game_id: str, stored: _Stored) -> bool:
    return stored.is_whole and not store.connection("EXISTS", keys.events(game_id))


def _replaced(store: GameStore, game_id: str, stored: _Stored, nonce: bytes | str, entries: Sequence[Entry]) -> bool:
    """False when the game was written meanwhile."""
    names = [keys.game(game_id), keys.events(game_id), keys.deadlines(keys.shard_of(game_id))]
    clock, record = msgspec.json.encode(stored.clock), codec.pack(stored.state, stored.score, entries)
    done = Script(store.connection, "archive/archive")(
        names, [stored.revision, stored.nonce, nonce, clock, record, game_id]
    )
    return bool(done)


def _tried(store: GameStore, game_id: str, stored: _Stored, retold: Retold | None) -> bool:
    """A game of which something else is told has another mark: whoever read it before has to again."""
    told = all_entries(store, game_id)
    if retold is None:
        return _replaced(store, game_id, stored, stored.nonce, told)
    return _replaced(store, game_id, stored, new_nonce(), [retold(entry) for entry in told])


def archive_game(store: GameStore, game_id: str, retold: Retold | None = None) -> bool:
    """Make one record of an ended game; False where there is none to make, or none that can be read here."""
    try:
        for _ in range(ATTEMPTS):
            stored = _stored(store, game_id)
            if stored is None or (retold is None and _is_put_away(store, game_id, stored)):
                return False
            if _tried(store, game_id, stored, retold):
                return True
    except RecordIsNewer:
        return False
    return False


def with_streams(store: GameStore) -> Iterator[list[str]]:
    """Games that have an event stream, some at a time: those that were put away have none."""
    for _, node in nodes(store.connection):
        cursor = -1
        while cursor:
            cursor, found = node.scan(max(cursor, 0), match=keys.EVERY_STREAM, count=LOOKED)
            yield [key.decode().rpartition(":")[2] for key in found]


class Backlog:
    """Ended games of stores that knew no archive, and what an older version has ended during an update.

    One worker looks through a store, little by little, once a day.
    """

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._found: deque[str] = deque()
        self._search = Daily(store.connection, keys.ARCHIVING_DONE, lambda: with_streams(store))

    def step(self) -> bool:
        """Whether any was put away: then there may be more."""
        if not self._found:
            self._found.extend(self._search.step() or ())
        some = [self._found.popleft() for _ in range(min(AT_ONCE, len(self._found)))]
        return sum(archive_game(self._store, game_id) for game_id in some) > 0
