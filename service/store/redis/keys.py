"""Names of keys. Keys of one shard share a hash tag, so a game, its outbox and its deadline are in one cluster slot."""

from __future__ import annotations

import functools
import secrets
from typing import Any

_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
SHARDS = 64
TOGETHER = range(16)
"""Shards of games that are begun on one store, where there is nothing to spread."""
SPREAD = range(16, SHARDS)
"""Shards of games that are begun on a cluster; 48 go evenly into 2, 3, 4, 6, 8, 12, 16 and 24 masters."""
_SUFFIXES = "hgtyooqjbzqerxazcprtzyifgctacbrfzkympjlijbedqsrucupwxgyztqgstwwqcfrbeavctewcjlejcapcodszokqnvbud"
"""Two letters per shard of a cluster, which lay it a 48th of all slots after the one before."""
_TIME_LENGTH = 9
_RANDOM_LENGTH = 10
_ROW = 16
"""Shards that one last letter of an id tells apart, or the letter before it."""
_LAST = _DIGITS[: _ROW - 1 + SHARDS // _ROW]
ID_PATTERN = f"^[{_DIGITS}]{{{_TIME_LENGTH + _RANDOM_LENGTH}}}[{_LAST}]$"
_REV_LENGTH = 5
NOTICE_PATTERN = f"^[{_DIGITS}]{{{_TIME_LENGTH + _REV_LENGTH + _TIME_LENGTH + _RANDOM_LENGTH + 1}}}[{_LAST}]$"
PLAYERS = "players:"
"""The prefix of the channels of players."""
EVERY_GAME = "{s*}:game:*"
"""The SCAN pattern of the keys of all games."""
EVERY_STREAM = "{s*}:events:*"
EVERY_PLAYER = "{s*}:player:*"
LEFT = "left"
EVERY_LEFT = f"{EVERY_PLAYER}:{LEFT}"
CLOCK = "clock"
"""A key that never exists: the node that owns its slot tells the time."""
ARCHIVING_DONE = "searched"
"""There for a day after a worker has looked for ended games that were not archived."""
LIST_REPAIR_DONE = "counted"
"""There for a day after a worker has put private games on the right lists."""
BOT_GAMES_REPAIR_DONE = "bots_counted"
"""There for a day after a worker has repaired the index of games without a person."""
RUNNING_GAMES_REPAIR_DONE = "running_counted"
"""There for a day after a worker has repaired the index of unfinished games, and their deadlines."""
APP_LISTS_DONE = "apps_listed"
"""There for good after a worker has put the games that an older version had stored on the lists of their apps."""
PRUNING_DONE = "trimmed"
"""There for a day after a worker has taken deleted games off the lists."""


def _base32(number: int, length: int) -> str:
    return "".join(_DIGITS[number >> 5 * place & 31] for place in reversed(range(length)))


def _id_suffix(shard: int, chance: str) -> str:
    """The last letter names one of the first shards; the others take two letters."""
    row, place = divmod(shard, _ROW)
    return _DIGITS[place] + _DIGITS[_ROW + row - 1] if row else chance + _DIGITS[place]


def new_game_id(shard: int, now: int) -> str:
    """Ids sort by the time of creation, and end with the shard."""
    chance = _base32(secrets.randbits(5 * _RANDOM_LENGTH), _RANDOM_LENGTH)
    return _base32(now, _TIME_LENGTH) + chance[1:] + _id_suffix(shard, chance[0])


def first_id(now: int) -> str:
    """The least id that a game created at this time can have."""
    return _base32(now, _TIME_LENGTH)


def shard_of(game_id: str) -> int:
    last = _DIGITS.index(game_id[-1])
    return last if last < _ROW else _ROW * (last - _ROW + 1) + _DIGITS.index(game_id[-2]) % _ROW


@functools.cache
def _tag(shard: int) -> str:
    at = 2 * (shard - len(TOGETHER))
    return f"{{s{shard:02d}{_SUFFIXES[at : at + 2] if shard in SPREAD else ''}}}"


def shard_groups(reach: int) -> list[range]:
    """All shards, in groups that one command can reach."""
    return [range(first, first + reach) for first in range(0, SHARDS, reach)]


def game(game_id: str) -> str:
    """A hash: rev, mark, table, clock, state, score; of an ended game `archive` in the place of the last two."""
    return f"{_tag(shard_of(game_id))}:game:{game_id}"


def events(game_id: str) -> str:
    """A stream, one entry per commit: `<number of its last event>-<version>`; what an archive has is not in it."""
    return f"{_tag(shard_of(game_id))}:events:{game_id}"


def game_channel(game_id: str) -> str:
    """The channel of a game's change messages."""
    return f"{_tag(shard_of(game_id))}:wake:{game_id}"


def channel(name: str) -> str:
    """The channel of a game, by its id, or of a player, whose channel is the name itself."""
    return name if name.startswith(PLAYERS) else game_channel(name)


def channel_name(channel: str) -> str:
    """What a channel belongs to: a game's id, or the name of a player's channel."""
    return channel if channel.startswith(PLAYERS) else channel.rpartition(":")[2]


def replication_marker(key: str) -> str:
    """A key in the slot of another: once replicas have it, they have whatever was written to the slot before it."""
    tag = key[: key.index("}") + 1] if key.startswith("{") else f"{{{key}}}"
    return f"{tag}:settled"


def outbox(shard: int) -> str:
    """A sorted set of the games that wait for a worker, by the time at which the wakeup is to be repeated."""
    return f"{_tag(shard)}:outbox"


def job_meta(shard: int) -> str:
    """A hash: what each game of the outbox waits for, who waits for that, and who made the game."""
    return f"{_tag(shard)}:outbox:whose"


def bot_games(shard: int) -> str:
    """A sorted set of the running games without a person, `<tenant> <game>`, all with score 0: who made how many."""
    return f"{_tag(shard)}:outbox:alone"


def unfinished_games(shard: int) -> str:
    """A sorted set of the games that have not ended, `<tenant> <game>`, all with score 0: who made how many."""
    return f"{_tag(shard)}:unfinished"


def tenant_entry(tenant: str, game_id: str) -> str:
    """An entry of an index of the games of tenants."""
    return f"{tenant} {game_id}"


def tenant_range(tenant: str) -> tuple[str, str]:
    """The entries of one tenant in such an index, as ZLEXCOUNT is given them."""
    return f"[{tenant} ", f"({tenant}!"


def jobs_in_progress(shard: int) -> str:
    """A sorted set of the games that a bot process has taken from the outbox, by the time at which that lapses."""
    return f"{_tag(shard)}:outbox:thinking"


def questions(shard: int) -> str:
    """The outbox of hints and analyses: `<game>/hint/<seat>/<version>`, `<game>/analysis`."""
    return f"{_tag(shard)}:asked"


def question_meta(shard: int) -> str:
    """A hash: who waits for the answer to each, and who made the game."""
    return f"{_tag(shard)}:asked:whose"


def questions_in_progress(shard: int) -> str:
    """A sorted set of those that a bot process has taken, by the time at which that lapses."""
    return f"{_tag(shard)}:asked:thinking"


def hints(game_id: str, seat: int) -> str:
    """The newest hints of a seat; they expire."""
    return f"{_tag(shard_of(game_id))}:advice:{game_id}:{seat}"


def analysis(game_id: str) -> str:
    """The analysis of a finished game, as far as it has got; deleted with the game."""
    return f"{_tag(shard_of(game_id))}:analysis:{game_id}"


def deadlines(shard: int) -> str:
    """A sorted set of games by the time at which a turn or the lobby runs out, or an ended game is to be archived."""
    return f"{_tag(shard)}:deadlines"


def claims(key: str) -> str:
    """A sorted set of what somebody has taken from an outbox or from deadlines, by the time at which that lapses."""
    return f"{key}:claims"


def public_games(shard: int, rulebook: str, status: str) -> str:
    """A sorted set of public games, all with score 0, so that it is ordered by id: by time."""
    return f"{_tag(shard)}:listed:{rulebook}:{status}"


def private_games(shard: int, rulebook: str, status: str) -> str:
    """The same of private games; it serves to count them, and nobody sees it."""
    return f"{_tag(shard)}:unlisted:{rulebook}:{status}"


def app_games(shard: int, app: str, rulebook: str, status: str) -> str:
    """A sorted set of all games of an app, also private and rigged ones, ordered by id as `public_games` is."""
    return f"{_tag(shard)}:app:{app}:{rulebook}:{status}"


def free_seats(shard: int, wish: str) -> str:
    """A list of free seats for quick play with these options (`wish` is their hash), one entry for each seat."""
    return f"{_tag(shard)}:waiting:{wish}"


def offered_seats(shard: int, tag: str) -> str:
    """A hash: the games that quick play has sent a player to, by the options that were wanted; it expires soon."""
    return f"{_tag(shard)}:player:{tag}:sent"


APP_KEYS = "app:keys"
"""A hash: the keys of all apps, by their ids."""
APP_KEYS_USED = "app:keys:used"
"""A hash: when each was used last."""

WEBHOOKS = "{webhooks}:records"
"""A hash: all webhooks, by their ids."""
RECEIVERS_HEALTH = "{webhooks}:health"
"""A hash: how webhooks and push services that fail have been lately."""
RECEIVERS_LEASES = "{webhooks}:leases"
"""A sorted set of those that some deliverer has taken, by the time at which that lapses."""
PUSH_USED = "called"
"""Exists once any seat has subscribed to pushes."""


def hooks(shard: int) -> str:
    """A hash: the webhooks of each app and which events they want, as msgpack; what `commit.lua` goes by."""
    return f"{_tag(shard)}:hooks"


def delivery_queues(shard: int) -> str:
    """A sorted set of queues in which something waits, `<webhook>|<queue>`, by the time of what has waited longest."""
    return f"{_tag(shard)}:hooks:lanes"


def deliveries(shard: int) -> str:
    """A sorted set of what waits, all with score 0: `<webhook>|<queue>|<place in it>|<delivery>`."""
    return f"{_tag(shard)}:hooks:waiting"


def delivery_bodies(shard: int) -> str:
    """A hash: what is sent, by `<webhook>|<delivery>`."""
    return f"{_tag(shard)}:hooks:bodies"


def delivery_tries(shard: int) -> str:
    """A hash: what came of trying, alike."""
    return f"{_tag(shard)}:hooks:tries"


def delivery_list(shard: int) -> str:
    """A sorted set of all that is kept, waiting or not, with score 0, so that a webhook's are ordered by time."""
    return f"{_tag(shard)}:hooks:list"


def delivery_ends(shard: int) -> str:
    """A sorted set of deliveries that have ended, by the time at which they are deleted."""
    return f"{_tag(shard)}:hooks:ends"


def push_subscriptions(game_id: str) -> str:
    """A hash: the push subscriptions of the seats of a game, by ids; gone when the game has ended."""
    return f"{_tag(shard_of(game_id))}:devices:{game_id}"


def pushes(shard: int) -> str:
    """A sorted set of the pushes that wait, all with score 0: `<push service>|<game>|<subscription>`."""
    return f"{_tag(shard)}:calls"


def push_tries(shard: int) -> str:
    """A hash: since when each of them waits, and what came of trying."""
    return f"{_tag(shard)}:calls:tries"


def push_keys(game_id: str) -> list[str]:
    """What `commit.lua` writes for push subscriptions, in its order."""
    shard = shard_of(game_id)
    return [push_subscriptions(game_id), pushes(shard), push_tries(shard)]


def notice_keys(game_id: str) -> list[str]:
    """What `commit.lua` writes for webhooks, in its order."""
    shard = shard_of(game_id)
    return [
        hooks(shard),
        delivery_queues(shard),
        deliveries(shard),
        delivery_bodies(shard),
        delivery_list(shard),
        delivery_tries(shard),
    ]


def notice_id(game_id: str, now: int, rev: int, number: int) -> str:
    """Sorts by time; names the game, and the place among the game's notices."""
    return _base32(now, _TIME_LENGTH) + _base32(rev, _REV_LENGTH) + _DIGITS[number] + game_id


def time_of(notice: str) -> int:
    """When it was committed, in milliseconds."""
    time = 0
    for digit in notice[:_TIME_LENGTH]:
        time = time << 5 | _DIGITS.index(digit)
    return time


def game_of(notice: str) -> str:
    return notice[_TIME_LENGTH + _REV_LENGTH + 1 :]


PLAYER_SECRET = "secret:tags"  # noqa: S105 - the name of a key, no secret
"""The key of the HMAC by which players are named in keys; drawn once for a store."""


def player_secret_copy(shard: int) -> str:
    return f"{_tag(shard)}:{PLAYER_SECRET}"


def player(tag: str) -> str:
    """A hash: the tokens of a player."""
    return f"player:{tag}"


def players_of(app: str) -> str:
    """A sorted set: players of an app who have a token, by when the last of them lapses."""
    return f"players_of:{app}"


def player_channel(tag: str) -> str:
    """The channel of changes of a player's games. It is no sharded one: a player's games are on every node."""
    return f"{PLAYERS}{tag}"


def player_games(shard: int, tag: str, status: str) -> str:
    """A sorted set of a player's games, ordered by id as `public_games` is."""
    return f"{_tag(shard)}:player:{tag}:{status}"


def player_changed(shard: int, tag: str) -> str:
    """A sorted set of games by the time at which they began, ended, or the player came or went."""
    return f"{_tag(shard)}:player:{tag}:changed"


def player_left(shard: int, tag: str) -> str:
    """A hash: the names that a player had in games that it left before they began, or in games that are not its app's.

    A field for each game and name, see `name_field`. In 0.2 a field was the game's id and its value the last name.
    """
    return f"{_tag(shard)}:player:{tag}:{LEFT}"


_ID_LENGTH = _TIME_LENGTH + _RANDOM_LENGTH + 1


def name_field(game_id: str, name: str) -> str:
    """A name of a player in a game, as a field of `player_left`."""
    return f"{game_id}|{name}"


def game_and_name(field: bytes, value: bytes) -> tuple[str, str]:
    """The game and the name that a field of `player_left` and its value say."""
    game_id, name = field[:_ID_LENGTH].decode(), field[_ID_LENGTH + 1 :].decode()
    return game_id, name or value.decode()


def game_of_field(field: bytes) -> str:
    """The game of a field of `player_left`, or of an entry of another list of games."""
    return field[:_ID_LENGTH].decode()


def player_of(key: str) -> str:
    """The tag of the player that a list belongs to."""
    return key.split(":")[2]


def hash_pairs(row: Any) -> list[tuple[bytes, bytes]]:
    """The fields and values of a hash, as Redis sends it by either protocol."""
    return list(row.items()) if isinstance(row, dict) else list(zip(row[::2], row[1::2], strict=True))


def pack(rulebook: str, digest: str) -> str:
    """A content pack that games were begun with."""
    return f"pack:{rulebook}:{digest}"


def answer(shard: int, name: str) -> str:
    """The answer that was given to an idempotency key."""
    return f"{_tag(shard)}:answer:{name}"


def erasure_marker(game_id: str) -> str:
    """Exists for as long as answers are kept after somebody was erased from a game, also if the game is gone."""
    return f"{_tag(shard_of(game_id))}:erased:{game_id}"


def receipt(shard: int, name: str) -> str:
    """The stream entry that an idempotency key has written, for when its answer is not kept any more."""
    return f"{_tag(shard)}:note:{name}"


def _idempotency_keys(shard: int, name: str) -> list[str]:
    return [answer(shard, name), receipt(shard, name)] if name else []


def ready(shard: int) -> str:
    """A key that never exists: a node that could write it could write a move."""
    return f"{_tag(shard)}:ready"


def load_keys(game_id: str, name: str) -> list[str]:
    """What `load.lua` reads; `name` is that of an idempotency key, or empty."""
    return [game(game_id), *_idempotency_keys(shard_of(game_id), name)]


def commit_keys(game_id: str, rulebook: str, was: str, becomes: str, name: str, is_public: bool) -> list[str]:
    """What `commit.lua` writes, in its order: `was` and `becomes` are the status of the game."""
    shard, of_status = shard_of(game_id), public_games if is_public else private_games
    lists = [of_status(shard, rulebook, was), of_status(shard, rulebook, becomes)]
    names = [game(game_id), events(game_id), outbox(shard), deadlines(shard), *lists, job_meta(shard)]
    return [*names, *_idempotency_keys(shard, name)]
