"""Was the game fair? Written by hand."""

from __future__ import annotations

import hashlib
import hmac

from almagest_sdk._generated.models import Replay
from almagest_sdk.errors import Unfair


def verify_replay(replay: Replay, seed_hash: str) -> None:
    """Raise `Unfair` unless the seed of the replay is the one the server committed itself to.

    `seed_hash` is what the server published before the first move: `table.seed_hash`. Every shuffle follows from the
    seed; `almagest verify` goes on and plays all moves again.
    """
    actual = hashlib.sha256(bytes.fromhex(replay.seed)).hexdigest()
    if not (hmac.compare_digest(actual, seed_hash) and hmac.compare_digest(replay.seed_hash, seed_hash)):
        raise Unfair(
            f"the seed of game {replay.id} hashes to {actual}, but {seed_hash} was published", code="seed_changed"
        )
