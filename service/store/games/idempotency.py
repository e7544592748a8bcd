"""Answers kept for idempotency keys. Some hold a token, so they are sealed with what the client alone knows.

The answer to a move is large and is asked for again within moments or hardly ever. So it is kept as it is for
`COPY_SECONDS`, and for as long as all others by a note: which entry of the game's stream the move has made.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import os
from typing import Literal

import msgspec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

COPY_SECONDS = 120
"""Twice as long as our own clients go on trying."""
_NAME = 16
_SEAL = 32
_NONCE = 12
_PRINT = 24
_PURPOSE = b"almagest kept answer 3"


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What is sent back: the same bytes for the same key."""

    status: int
    body: bytes
    etag: str = ""
    location: str = ""


class StoredAnswer(msgspec.Struct, frozen=True, array_like=True):
    """An answer, and a print of the request that it was given to."""

    request: bytes
    answer: Answer


class IdempotencyKeyReused(Exception):
    """An idempotency key came again with another request."""


_decoder = msgspec.msgpack.Decoder(StoredAnswer)


class Scope(msgspec.Struct, frozen=True, array_like=True):
    """Whose key it is, and at which path. The kind is part of it: no token is ever taken for an address.

    A seat's scope holds its token and not the hash: the store knows the hash, and shall not be able to decrypt.
    """

    kind: Literal["seat", "address"]
    who: str
    path: str


class IdempotencyKey(msgspec.Struct, frozen=True, dict=True):
    """One use of an idempotency key, bound to its scope and to a print of the request."""

    secret: bytes
    request: bytes

    @classmethod
    def of(cls, key: str, scope: Scope, request: bytes) -> IdempotencyKey:
        secret = msgspec.msgpack.encode((scope, key))
        return cls(secret, hashlib.sha256(request).digest())

    @functools.cached_property
    def _derived(self) -> bytes:
        return HKDF(SHA256(), _NAME + _SEAL, salt=None, info=_PURPOSE).derive(self.secret)

    @functools.cached_property
    def name(self) -> str:
        """To find the answer by; it says nothing of the seal."""
        return self._derived[:_NAME].hex()

    def shard(self, among: range) -> int:
        """Where a new game goes, so that a repeated creation finds the answer of the first."""
        return among[int(self.name[:8], 16) % len(among)]

    @property
    def _seal(self) -> AESGCM:
        return AESGCM(self._derived[_NAME:])

    def encrypt(self, answer: Answer) -> bytes:
        nonce = os.urandom(_NONCE)
        return nonce + self._seal.encrypt(nonce, msgspec.msgpack.encode(StoredAnswer(self.request, answer)), None)

    def decrypt(self, sealed: bytes) -> Answer:
        """The answer given before; `IdempotencyKeyReused` when the request was another."""
        kept = _decoder.decode(self._seal.decrypt(sealed[:_NONCE], sealed[_NONCE:], None))
        if not hmac.compare_digest(kept.request, self.request):
            raise IdempotencyKeyReused
        return kept.answer

    @property
    def _print(self) -> str:
        return self.request.hex()[:_PRINT]

    def receipt(self, entry_id: str) -> str:
        """The beginning of the print, and the entry. It is not sealed: the stream tells the same to who reads it."""
        return f"{self._print} {entry_id}"

    def read_receipt(self, receipt: str) -> str:
        """The id of the entry that was noted before; `IdempotencyKeyReused` when the request was another."""
        found, entry_id = receipt.split(" ")
        if not hmac.compare_digest(found, self._print):
            raise IdempotencyKeyReused
        return entry_id
