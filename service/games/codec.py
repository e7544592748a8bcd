"""States as bytes. The encoding is canonical, so equal states have equal bytes and equal hashes."""

from __future__ import annotations

import functools
import hashlib
from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)

_encoder = msgspec.msgpack.Encoder(order="deterministic")


@functools.cache
def _decoder(struct: type[T]) -> msgspec.msgpack.Decoder[T]:
    return msgspec.msgpack.Decoder(struct)


def encode(state: msgspec.Struct) -> bytes:
    return _encoder.encode(state)


def decode(data: bytes, struct: type[T]) -> T:
    state: T = _decoder(struct).decode(data)
    return state


def digest(state: msgspec.Struct) -> str:
    return hashlib.sha256(encode(state)).hexdigest()
