"""Change messages: what a commit changed of a game. Every process hears it, so that none has to ask the store."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

_LENGTH = 4


def unpack_values(packed: bytes) -> Iterator[bytes | None]:
    """Values as our scripts pack them: each after its length, -1 where there is none."""
    at = 0
    while at < len(packed):
        length = int.from_bytes(packed[at : at + _LENGTH], signed=True)
        at += _LENGTH
        yield packed[at : at + length] if length >= 0 else None
        at += max(length, 0)


class Entry(msgspec.Struct, frozen=True):
    """One entry of the event stream: the move as JSON (empty where no seat moved), and its events as JSON."""

    last: int
    version: int
    move: bytes
    events: bytes

    @property
    def id(self) -> str:
        return f"{self.last}-{self.version}"

    @classmethod
    def read(cls, entry_id: bytes, move: bytes, events: bytes) -> Entry:
        last, version = entry_id.decode().split("-")
        return cls(int(last), int(version), move, events)


class ChangeMessage(msgspec.Struct, frozen=True):
    """A commit as `commit.lua` publishes it: nonces of the game before and after, the new entry, changed fields."""

    game_id: str
    before: str
    nonce: str
    revision: int
    entry: Entry
    fields: dict[str, bytes]

    @classmethod
    def read(cls, packed: bytes) -> ChangeMessage:
        game_id, before, nonce, revision, entry, events, *fields = (value or b"" for value in unpack_values(packed))
        named = zip((name.decode() for name in fields[::2]), fields[1::2], strict=True)
        return cls(
            game_id.decode(),
            before.decode(),
            nonce.decode(),
            int(revision),
            Entry.read(entry, b"", events),
            dict(named),
        )
