"""Encrypts the secrets with which something is signed, where the host has a key for that.

AES-GCM, with a key derived by HKDF from `SECRETS_KEY`, bound to the owner of the secret. Without that setting a secret
is stored as it is, and says so.
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


class CannotDecrypt(Exception):
    """Raised when no key decrypts a secret."""


def _cipher(key: str) -> AESGCM:
    return AESGCM(HKDF(SHA256(), 32, salt=None, info=_PURPOSE).derive(key.encode()))


def encrypt(keys: Sequence[str], secret: str, owner: str) -> str:
    """Encrypt with the first key."""
    if not keys:
        return _PLAIN + secret
    nonce = os.urandom(_NONCE)
    sealed = nonce + _cipher(keys[0]).encrypt(nonce, secret.encode(), owner.encode())
    return _SEALED + base64.b64encode(sealed).decode()


def decrypt(keys: Sequence[str], stored: str, owner: str) -> str:
    """Decrypt with whichever key fits."""
    if stored.startswith(_PLAIN):
        return stored.removeprefix(_PLAIN)
    sealed = base64.b64decode(stored.removeprefix(_SEALED))
    for key in keys:
        try:
            return _cipher(key).decrypt(sealed[:_NONCE], sealed[_NONCE:], owner.encode()).decode()
        except InvalidTag:
            continue
    raise CannotDecrypt


def is_encrypted(stored: str) -> bool:
    return stored.startswith(_SEALED)
