"""Archives ended games, each as one record, and finds those that nobody has archived."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

import msgspec

from service.store.archive import codec
from service.store.change_messages import Entry
from service.store.errors import RecordError
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
"""Keys that one step of the search scans."""
AT_ONCE = 10
"""Games that one step archives: overdue jobs wait for the sweeper meanwhile."""

Rewrite = Callable[[Entry], Entry]


class _EndedGame(msgspec.Struct, frozen=True):
    """The stored fields of an ended game."""

    revision: bytes
    nonce: bytes
    clock: Clock
    state: bytes | None
    score: bytes | None
    is_whole: bool
    """Whether the archive has state and score already."""


def _load_ended(store: GameStore, game_id: str) -> _EndedGame | None:
    """None for a game that does not exist or has not ended."""
    revision, nonce, clock, state, score, kept = store.connection(
        "HMGET", keys.game(game_id), "rev", "mark", "clock", "state", "score", "archive"
    )
    if revision is None or clock is None or not (ended := read_clock(clock)).has_ended:
        return None
    before = codec.unpack(kept) if kept else None
    return _EndedGame(
        revision,
        nonce or b"",
        ended,
        state or (before.state if before else None),
        score or (before.score if before else None),
        is_whole=kept is not None and state is None and score is None,
    )


def _is_archived(store: GameStore, game_id: str, stored: _EndedGame) -> bool:
    return stored.is_whole and not store.connection("EXISTS", keys.events(game_id))


def _replace(store: GameStore, game_id: str, stored: _EndedGame, nonce: bytes | str, entries: Sequence[Entry]) -> bool:
    """False when the game was written meanwhile."""
    names = [keys.game(game_id), keys.events(game_id), keys.deadlines(keys.shard_of(game_id))]
    clock, record = msgspec.json.encode(stored.clock), codec.pack(stored.state, stored.score, entries)
    done = Script(store.connection, "archive/archive")(
        names, [stored.revision, stored.nonce, nonce, clock, record, game_id]
    )
    return bool(done)


def _try_archiving(store: GameStore, game_id: str, stored: _EndedGame, rewrite: Rewrite | None) -> bool:
    """Rewritten events get a new nonce, so that every process loads the game again."""
    entries = all_entries(store, game_id)
    if rewrite is None:
        return _replace(store, game_id, stored, stored.nonce, entries)
    return _replace(store, game_id, stored, new_nonce(), [rewrite(entry) for entry in entries])


def archive_game(store: GameStore, game_id: str, rewrite: Rewrite | None = None) -> bool:
    """Make one record of an ended game; False if there is nothing to do, or if this process cannot read it."""
    try:
        for _ in range(ATTEMPTS):
            stored = _load_ended(store, game_id)
            if stored is None or (rewrite is None and _is_archived(store, game_id, stored)):
                return False
            if _try_archiving(store, game_id, stored, rewrite):
                return True
    except RecordError:
        return False
    return False


def games_with_streams(store: GameStore) -> Iterator[list[str]]:
    """The ids of games that have an event stream, in batches: archived games have none."""
    for _, node in nodes(store.connection):
        cursor = -1
        while cursor:
            cursor, found = node.scan(max(cursor, 0), match=keys.EVERY_STREAM, count=LOOKED)
            yield [key.decode().rpartition(":")[2] for key in found]


class Backlog:
    """Archives ended games that older versions have left, once a day, step by step."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._found: deque[str] = deque()
        self._search = Daily(store.connection, keys.ARCHIVING_DONE, lambda: games_with_streams(store))

    def step(self) -> bool:
        """Archive some games; whether there may be more."""
        if not self._found:
            self._found.extend(self._search.step() or ())
        some = [self._found.popleft() for _ in range(min(AT_ONCE, len(self._found)))]
        return sum(archive_game(self._store, game_id) for game_id in some) > 0
