"""Names of keys. Keys of one shard share a hash tag, so a game, its outbox and its deadline are in one cluster slot."""

from __future__ import annotations

import functools
import secrets
import time

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
SHARDS = 16
_TIME_LENGTH = 9
_RANDOM_LENGTH = 10
ID_PATTERN = f"^[{_DIGITS}]{{{_TIME_LENGTH + _RANDOM_LENGTH}}}[{_DIGITS[:SHARDS]}]$"


def _base32(number: int, length: int) -> str:
    return "".join(_DIGITS[number >> 5 * place & 31] for place in reversed(range(length)))


def new_game_id(shard: int | None = None, now: int | None = None) -> str:
    """Ids sort by the time of creation; the last letter names the shard."""
    created = time.time_ns() // 1_000_000 if now is None else now
    chance = _base32(secrets.randbits(5 * _RANDOM_LENGTH), _RANDOM_LENGTH)
    return _base32(created, _TIME_LENGTH) + chance + _DIGITS[secrets.randbelow(SHARDS) if shard is None else shard]


def shard_of(game_id: str) -> int:
    return _DIGITS.index(game_id[-1])


@functools.cache
def _tag(shard: int) -> str:
    return f"{{s{shard:02d}}}"


def game(game_id: str) -> str:
    """A hash: rev, table, clock, state, score."""
    return f"{_tag(shard_of(game_id))}:game:{game_id}"


def events(game_id: str) -> str:
    """A stream, one entry per commit: `<number of its last event>-<version>`."""
    return f"{_tag(shard_of(game_id))}:events:{game_id}"


def wake(shard: int) -> str:
    """The channel on which the ids of games that have something to tell are published."""
    return f"{_tag(shard)}:wake"


def outbox(shard: int) -> str:
    """A sorted set of the games that wait for a worker, by the time at which the hint is to be repeated."""
    return f"{_tag(shard)}:outbox"


def deadlines(shard: int) -> str:
    """A sorted set of games by the time at which somebody's turn, or the lobby, runs out."""
    return f"{_tag(shard)}:deadlines"


def claims(key: str) -> str:
    """A sorted set of what somebody has taken from an outbox or from deadlines, by the time at which that lapses."""
    return f"{key}:claims"


def listed(shard: int, rulebook: str, status: str) -> str:
    """A sorted set of public games, all with score 0, so that it is ordered by id: by time."""
    return f"{_tag(shard)}:listed:{rulebook}:{status}"


def answer(shard: int, name: str) -> str:
    """The answer that was given to an idempotency key."""
    return f"{_tag(shard)}:answer:{name}"
