"""Secrets that have to be known in clear, since something is signed with them: sealed where the host has a key for it.

AES-GCM, with a key derived by HKDF from `SECRETS_KEY`, bound to whose secret it is. Without that setting a secret is
stored as it is, and says so.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

_NONCE = 12
_PURPOSE = b"almagest secrets 1"
_SEALED, _PLAIN = "sealed:", "plain:"


class CannotUnseal(Exception):
    """None of the keys opens it."""


def _cipher(key: str) -> AESGCM:
    return AESGCM(HKDF(SHA256(), 32, salt=None, info=_PURPOSE).derive(key.encode()))


def seal(keys: Sequence[str], secret: str, whose: str) -> str:
    """With the first key."""
    if not keys:
        return _PLAIN + secret
    nonce = os.urandom(_NONCE)
    sealed = nonce + _cipher(keys[0]).encrypt(nonce, secret.encode(), whose.encode())
    return _SEALED + base64.b64encode(sealed).decode()


def unseal(keys: Sequence[str], stored: str, whose: str) -> str:
    """With whichever key opens it."""
    if stored.startswith(_PLAIN):
        return stored.removeprefix(_PLAIN)
    sealed = base64.b64decode(stored.removeprefix(_SEALED))
    for key in keys:
        try:
            return _cipher(key).decrypt(sealed[:_NONCE], sealed[_NONCE:], whose.encode()).decode()
        except InvalidTag:
            continue
    raise CannotUnseal


def is_sealed(stored: str) -> bool:
    return stored.startswith(_SEALED)
