"""Tokens, keys and invite codes: 256 and 80 random bits, known to the store only by their SHA-256.

What each is for is seen by its first letters, so nothing has to be looked up to tell them apart.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

TOKEN_PREFIX = "almagest_"  # noqa: S105 - the public prefix of all tokens, no token itself
KEY_PREFIX = "ak_"
PLAYER_PREFIX = "ap_"


def new_token() -> str:
    return TOKEN_PREFIX + secrets.token_urlsafe(32)


def new_key(key_id: str) -> str:
    """A new API key. It contains the id of its record, so that one lookup finds it."""
    return f"{KEY_PREFIX}{key_id}_{secrets.token_urlsafe(32)}"


def key_id(key: str) -> str | None:
    """Which key this claims to be; None when it is no key."""
    return key.removeprefix(KEY_PREFIX).partition("_")[0] if key.startswith(KEY_PREFIX) else None


def new_player_token(tag: str) -> str:
    """A new token of a player. It contains the tag of the player's record."""
    return f"{PLAYER_PREFIX}{tag}_{secrets.token_urlsafe(32)}"


def player_tag(token: str) -> str:
    """The tag of the player whose token this claims to be."""
    return token.removeprefix(PLAYER_PREFIX).partition("_")[0]


def new_seed() -> bytes:
    """A seed, from which all randomness of a game comes."""
    return secrets.token_bytes(32)


def new_invite() -> str:
    """Short enough to be read out: sixteen letters and digits."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str, digest: str) -> bool:
    return bool(digest) and hmac.compare_digest(hash_secret(secret), digest)
