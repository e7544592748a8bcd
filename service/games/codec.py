"""States as bytes. The encoding is canonical, so equal states have equal bytes and equal hashes."""

from __future__ import annotations

import functools
import hashlib
from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)

_encoder = msgspec.msgpack.Encoder(order="deterministic")
_ARRAYS = {**{0x90 + length: 1 for length in range(16)}, 0xDC: 3, 0xDD: 5}
"""How msgpack begins an array, and after how many bytes its first item stands."""


class OtherSchema(ValueError):
    """A state of another layout: `found` is older or newer than the present one."""

    def __init__(self, found: int) -> None:
        super().__init__(f"a state of schema {found}")
        self.found = found


@functools.cache
def _decoder(struct: type[T]) -> msgspec.msgpack.Decoder[T]:
    return msgspec.msgpack.Decoder(struct)


def encode(state: msgspec.Struct) -> bytes:
    return _encoder.encode(state)


def schema_of(data: bytes) -> int:
    """The first item of a state, read without the rest: below 128 msgpack writes it as one byte."""
    return data[_ARRAYS[data[0]]]


def decode(data: bytes, struct: type[T], schema: int) -> T:
    found = schema_of(data)
    if found != schema:
        raise OtherSchema(found)
    state: T = _decoder(struct).decode(data)
    return state


def plain(data: bytes) -> list[Any]:
    """A state of whatever schema as a list, for upgrades."""
    values: list[Any] = msgspec.msgpack.decode(data)
    return values


def digest(state: msgspec.Struct | list[Any]) -> str:
    """The hash of a state, or of one as a list."""
    return hashlib.sha256(_encoder.encode(state)).hexdigest()
