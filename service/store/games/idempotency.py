"""Answers kept for idempotency keys. Some hold a token, so they are encrypted with what the client alone knows.

The answer to a move is large, and a client asks for it again within moments or hardly ever. So we keep it for
`COPY_SECONDS`, and after that only a receipt: which entry of the game's stream the move has written.
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
"""Twice as long as our own clients retry."""
_NAME = 16
_CIPHER_KEY = 32
_NONCE = 12
_FINGERPRINT = 24
_PURPOSE = b"almagest kept answer 3"


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """An HTTP answer: the same bytes for the same key."""

    status: int
    body: bytes
    etag: str = ""
    location: str = ""


class StoredAnswer(msgspec.Struct, frozen=True, array_like=True):
    """An answer, and the hash of its request."""

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
    """One use of an idempotency key, bound to its scope and to the hash of the request."""

    secret: bytes
    request: bytes

    @classmethod
    def for_request(cls, key: str, scope: Scope, request: bytes) -> IdempotencyKey:
        secret = msgspec.msgpack.encode((scope, key))
        return cls(secret, hashlib.sha256(request).digest())

    @functools.cached_property
    def _key_material(self) -> bytes:
        return HKDF(SHA256(), _NAME + _CIPHER_KEY, salt=None, info=_PURPOSE).derive(self.secret)

    @functools.cached_property
    def name(self) -> str:
        """Names the stored answer; it does not reveal the key that encrypts it."""
        return self._key_material[:_NAME].hex()

    def shard(self, among: range) -> int:
        """The shard of a new game, so that a repeated request finds the answer of the first."""
        return among[int(self.name[:8], 16) % len(among)]

    def part(self, number: int) -> IdempotencyKey:
        """The key of one of the things that the request asks for."""
        return IdempotencyKey(self.secret + b"#%d" % number, self.request)

    @property
    def _cipher(self) -> AESGCM:
        return AESGCM(self._key_material[_NAME:])

    def encrypt(self, answer: Answer) -> bytes:
        nonce = os.urandom(_NONCE)
        return nonce + self._cipher.encrypt(nonce, msgspec.msgpack.encode(StoredAnswer(self.request, answer)), None)

    def decrypt(self, encrypted: bytes) -> Answer:
        """The answer given before; raises `IdempotencyKeyReused` when the request was another."""
        kept = _decoder.decode(self._cipher.decrypt(encrypted[:_NONCE], encrypted[_NONCE:], None))
        if not hmac.compare_digest(kept.request, self.request):
            raise IdempotencyKeyReused
        return kept.answer

    @property
    def _fingerprint(self) -> str:
        return self.request.hex()[:_FINGERPRINT]

    def receipt(self, entry_id: str) -> str:
        """The beginning of the request's hash, and the entry. It needs no encryption: the stream says the same."""
        return f"{self._fingerprint} {entry_id}"

    def read_receipt(self, receipt: str) -> str:
        """The id of the entry in a receipt; raises `IdempotencyKeyReused` when the request was another."""
        found, entry_id = receipt.split(" ")
        if not hmac.compare_digest(found, self._fingerprint):
            raise IdempotencyKeyReused
        return entry_id
