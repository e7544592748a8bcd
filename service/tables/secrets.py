"""Tokens and invite codes: 256 and 80 random bits, known to the store only by their SHA-256."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

TOKEN_PREFIX = "almagest_"  # noqa: S105 - the public prefix of all tokens, no token itself


def new_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def new_invite() -> str:
    """Short enough to be read out: sixteen letters and digits."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str, digest: str) -> bool:
    return bool(digest) and hmac.compare_digest(hashed(secret), digest)
