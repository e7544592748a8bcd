"""Answers kept for idempotency keys: sealed with the key that only the client has, since some hold a token."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import secrets

import msgspec

from service.store import keys

_FINGERPRINT = 16
_SALT = 16
_salts = itertools.count(secrets.randbits(8 * _SALT - 1))
"""A salt has to be new, not secret: counting on from chance saves a call of the system for each answer."""


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """What is sent back: the same bytes for the same key."""

    status: int
    body: bytes
    etag: str = ""
    location: str = ""


class KeyReused(Exception):
    """An idempotency key came again with another request."""


_decoder = msgspec.msgpack.Decoder(Answer)


class Once(msgspec.Struct, frozen=True):
    """One use of an idempotency key: a name to find its answer by, a secret to seal it, a print of the request."""

    name: str
    secret: bytes
    fingerprint: bytes

    @classmethod
    def of(cls, key: str, scope: str, request: bytes) -> Once:
        """`scope` tells clients apart: the token, or the address of somebody who has none yet."""
        secret = hashlib.sha256(f"{scope}\0{key}".encode()).digest()
        fingerprint = hashlib.sha256(request).digest()[:_FINGERPRINT]
        return cls(hashlib.sha256(b"name" + secret).hexdigest(), secret, fingerprint)

    @property
    def shard(self) -> int:
        """Where a new game goes, so that a repeated creation finds the answer of the first."""
        return int(self.name[:8], 16) % keys.SHARDS

    def _mask(self, salt: bytes, length: int) -> int:
        return int.from_bytes(hashlib.shake_256(self.secret + salt).digest(length))

    def seal(self, answer: Answer) -> bytes:
        plain = msgspec.msgpack.encode(answer)
        salt = next(_salts).to_bytes(_SALT)
        masked = int.from_bytes(plain) ^ self._mask(salt, len(plain))
        return self.fingerprint + salt + masked.to_bytes(len(plain))

    def unseal(self, sealed: bytes) -> Answer:
        """The answer given before; `KeyReused` when the request was another."""
        if not hmac.compare_digest(sealed[:_FINGERPRINT], self.fingerprint):
            raise KeyReused
        salt, body = sealed[_FINGERPRINT : _FINGERPRINT + _SALT], sealed[_FINGERPRINT + _SALT :]
        plain = int.from_bytes(body) ^ self._mask(salt, len(body))
        return _decoder.decode(plain.to_bytes(len(body)))
