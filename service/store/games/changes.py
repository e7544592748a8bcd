"""A change of a game, and how it travels to `commit.lua`: keys, fields, and everything else as one map."""

from __future__ import annotations

import msgspec

from service.core import tracing
from service.store.accounts.players import unsalted_tag
from service.store.change_messages import Entry
from service.store.delivery.push import new_push
from service.store.games.idempotency import COPY_SECONDS, Answer, IdempotencyKey
from service.store.games.player_lists import RESUME_SECONDS, TagOf, player_list_changes
from service.store.games.push_changes import push_changes
from service.store.games.records import GameRecord
from service.store.redis import keys
from service.store.redis.clock import ARCHIVE_GRACE, WAKEUP_GRACE


class NoticeRecord(msgspec.Struct, frozen=True):
    """A notice to those webhooks of the game's app that want it."""

    id: str
    type: str
    body: str
    supersedes: bool = False
    """The one of the same type before it, where that is the last of the game's and nobody has tried to send it."""


class Change(msgspec.Struct, frozen=True):
    """A game before and after, with the new entry, the answer and the notices.

    `noted`: the answer can be built again from the entry, so that a receipt is enough after a while. `is_erasure`:
    nobody shall remember the names of players who go.
    `inactive_at`: when a worker looks whether anybody still plays; 0: never.
    """

    before: GameRecord | None
    after: GameRecord
    now: int
    entry: Entry | None = None
    key: IdempotencyKey | None = None
    answer: Answer | None = None
    expires: int = 0
    notices: tuple[NoticeRecord, ...] = ()
    noted: bool = False
    is_erasure: bool = False
    inactive_at: int = 0


def _fields(change: Change) -> list[bytes | str]:
    before, after = change.before, change.after
    fields: list[bytes | str] = ["clock", msgspec.json.encode(after.clock)]
    if before is None or before.table is not after.table:
        fields += ["table", msgspec.json.encode(after.table)]
    if after.state is not None and (before is None or before.state is not after.state):
        fields += ["state", after.rulebook.encode(after.state)]
    if after.result and (before is None or before.result is not after.result):
        fields += ["score", msgspec.json.encode(after.result)]
    if after.clock.pending:
        fields += ["origin", tracing.origin()]
    return [*fields, *_kept_states(change)]


def _versions_before(game: GameRecord | None) -> set[int]:
    """Versions whose states are kept, so that moves can be taken back."""
    return {before.version for before in game.clock.takeback} if game else set()


def field_before(version: int) -> str:
    return f"before:{version}"


def _kept_states(change: Change) -> list[bytes | str]:
    """The state before a move that can be taken back."""
    before = change.before
    new = _versions_before(change.after) - _versions_before(before)
    if not new or before is None:
        return []
    return [field_before(before.clock.version), before.rulebook.encode(before.dealt)]


def _forgotten_states(change: Change) -> list[str]:
    return [field_before(version) for version in _versions_before(change.before) - _versions_before(change.after)]


def _keys(change: Change) -> list[str]:
    was, table, name = change.before or change.after, change.after.table, change.key.name if change.key else ""
    is_public = table.visibility == "public"
    return keys.commit_keys(table.id, table.rulebook, was.clock.status, change.after.clock.status, name, is_public)


def _with_bot_games(change: Change, names: list[str], wire: Wire) -> tuple[list[str], Wire]:
    """Index a game without a person for as long as it is in the outbox."""
    table = change.after.table
    if table.priority == "person" or not (wire.due or wire.pending):
        return names, wire
    entry = keys.tenant_entry(table.tenant, wire.id)
    told = msgspec.structs.replace(wire, bot_games=len(names) + 1, tenant_entry=entry)
    return [*names, keys.bot_games(keys.shard_of(wire.id))], told


def _with_unfinished(change: Change, names: list[str], wire: Wire) -> tuple[list[str], Wire]:
    """Index a game until it has ended; only a change of its status can change that."""
    before, after = change.before, change.after
    if before is not None and before.clock.status == after.clock.status:
        return names, wire
    entry = keys.tenant_entry(after.table.tenant, wire.id)
    told = msgspec.structs.replace(wire, unfinished=len(names) + 1, has_ended=after.clock.has_ended, tenant_entry=entry)
    return [*names, keys.unfinished_games(keys.shard_of(wire.id))], told


def _with_hooks(change: Change, names: list[str], wire: Wire) -> tuple[list[str], Wire]:
    """Only a game of an app with notices looks for webhooks."""
    if not change.notices:
        return names, wire
    first, app = len(names) + 1, change.after.table.app
    update = msgspec.structs.replace(wire, hooks=first, app=app, now=change.now, notices=change.notices)
    return [*names, *keys.notice_keys(wire.id)], update


def _with_players(change: Change, names: list[str], wire: Wire, tag_of: TagOf) -> tuple[list[str], Wire]:
    """Only a game of an app has players; players of another may be its guests."""
    found = player_list_changes(change.before, change.after, len(names) + 1, tag_of)
    if not found.names and not (change.entry and found.channels):
        return names, wire
    left = {} if change.is_erasure else found.left
    update = msgspec.structs.replace(
        wire,
        seated=found.seated,
        parted=found.parted,
        changed=found.changed,
        left=left,
        players=found.channels,
        newest=change.after.clock.events,
        now=change.now,
        known=RESUME_SECONDS,
    )
    return [*names, *found.names], update


def _with_push(change: Change, names: list[str], wire: Wire) -> tuple[list[str], Wire]:
    """Look for subscriptions only where a seat has to decide now, or is unsubscribed."""
    found = push_changes(change.before, change.after)
    if not found.push and not found.unsubscribe:
        return names, wire
    update = msgspec.structs.replace(
        wire,
        subscriptions=len(names) + 1,
        push_seats=found.push,
        unsubscribed=found.unsubscribe,
        push=new_push(change.now).decode(),
    )
    return [*names, *keys.push_keys(wire.id)], update


class Wire(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change as `commit.lua` reads it. `pending`, `dated`: so far the game is in the outbox, has a deadline.
    `bot_games`, `unfinished` are the places among the keys of the indexes of games without a person, and of those that
    have not ended; `tenant_entry` is the entry there. `hooks`
    is the place among the keys from which on those of webhooks stand; `seated` to `left` say which keys are of players,
    and `players` are channels. From `subscriptions` on stand the keys of pushes; `push_seats`, `unsubscribed` are
    seats. `kept`, `noted`: seconds for which the answer, and the receipt, are kept."""

    id: str
    before: str
    after: str
    marked: str
    mark: str
    channel: str
    entry: str | None = None
    due: int | None = None
    job_meta: str | None = None
    pending: bool = False
    bot_games: int | None = None
    unfinished: int | None = None
    has_ended: bool = False
    tenant_entry: str = ""
    deadline: int | None = None
    dated: bool = False
    listed: bool = False
    expires: int | None = None
    kept: int | None = None
    note: str | None = None
    noted: int | None = None
    forgotten: list[str] = []
    sharded: bool = False
    hooks: int | None = None
    app: str = ""
    now: int = 0
    notices: tuple[NoticeRecord, ...] = ()
    seated: list[int] = []
    parted: list[int] = []
    changed: list[int] = []
    left: dict[int, str] = {}
    players: list[str] = []
    newest: int = 0
    known: int = 0
    subscriptions: int | None = None
    push_seats: list[int] = []
    unsubscribed: list[int] = []
    push: str = ""


def _deadline(change: Change) -> int | None:
    """When a worker looks at the game next; it archives a game that has ended."""
    if change.after.clock.has_ended:
        return change.now + ARCHIVE_GRACE
    return min((at for at in (change.after.clock.deadline, change.inactive_at) if at), default=None)


def _wire(change: Change, answer_seconds: int, is_sharded: bool) -> Wire:
    before, after, entry_id = change.before, change.after, change.entry.id if change.entry else None
    note = change.key.receipt(entry_id) if change.key and entry_id and change.noted else None
    return Wire(
        id=after.table.id,
        before=str(before.revision if before else 0),
        after=str(after.revision),
        marked=before.nonce if before else "",
        mark=after.nonce,
        channel=keys.game_channel(after.table.id),
        entry=entry_id,
        due=change.now + WAKEUP_GRACE if after.clock.pending else None,
        job_meta=str(after.job_meta) if after.clock.pending else None,
        pending=bool(before and before.clock.pending),
        deadline=_deadline(change),
        dated=bool(before and (before.clock.deadline or before.clock.decided)),
        listed=not after.table.rigged,
        expires=change.expires or None,
        kept=(min(COPY_SECONDS, answer_seconds) if note else answer_seconds) if change.key else None,
        note=note,
        noted=answer_seconds if note else None,
        forgotten=_forgotten_states(change),
        sharded=is_sharded,
    )


def call(
    change: Change, answer_seconds: int, is_sharded: bool, tag_of: TagOf = unsalted_tag
) -> tuple[list[str], list[bytes | str]]:
    """Keys and arguments of `commit.lua`; `tag_of` is for seats of 0.2, which have no tags."""
    names, wire = _with_bot_games(change, _keys(change), _wire(change, answer_seconds, is_sharded))
    names, wire = _with_hooks(change, names, wire)
    names, wire = _with_players(change, names, wire, tag_of)
    names, wire = _with_push(change, names, wire)
    names, wire = _with_unfinished(change, names, wire)
    entry = [change.entry.move, change.entry.events] if change.entry else [b"", b""]
    encrypted = change.key.encrypt(change.answer) if change.key and change.answer else b""
    return names, [msgspec.msgpack.encode(wire), *entry, encrypted, *_fields(change)]
