"""Hashes of published JSON: whoever has the text can compute them, whatever wrote it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

HASHED = (
    "id", "rulebook", "rules", "players", "options", "pack", "pack_hash", "seed", "entropy", "draws", "moves", "score",
)  # fmt: skip
"""What a game was and how it ended. Every later version publishes these alike, and may add fields beside them."""

_encoder = msgspec.json.Encoder(order="sorted")


def replay_hash(replay: Mapping[str, Any]) -> str:
    """SHA-256 of what a replay says of the game, as JSON with sorted keys and without spaces."""
    return hashlib.sha256(_encoder.encode({name: replay[name] for name in HASHED})).hexdigest()
