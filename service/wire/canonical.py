"""Hashes of published JSON: whoever has the text can compute them, whatever wrote it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

REPLAY_HASH = "replay_hash"

_encoder = msgspec.json.Encoder(order="sorted")


def canonical_json(value: Any) -> bytes:
    """Sorted keys, no spaces, UTF-8."""
    return _encoder.encode(value)


def replay_hash(replay: Mapping[str, Any]) -> str:
    """SHA-256 of a replay without the field that holds this hash."""
    hashed = {name: value for name, value in replay.items() if name != REPLAY_HASH}
    return hashlib.sha256(canonical_json(hashed)).hexdigest()
