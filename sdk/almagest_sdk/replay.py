"""Was the game dealt as promised? Written by hand."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from almagest_sdk._generated.models import Game, Replay
from almagest_sdk.errors import Unfair


def new_entropy() -> str:
    """32 random bytes, which a seat contributes to the deal."""
    return secrets.token_hex(32)


def check_commitment(game: Game, seed_hash: str) -> None:
    """Raise `Unfair` unless the game has the hash that the server showed before."""
    if not hmac.compare_digest(game.seed_hash, seed_hash):
        raise Unfair(
            f"the server committed game {game.id} to {seed_hash}, and to {game.seed_hash} once you had sat down",
            code="seed_changed",
        )


def verify_replay(replay: Replay, seed_hash: str, entropy: str | None = None) -> None:
    """Raise `Unfair` unless the seed of the replay is the one the server committed itself to.

    `seed_hash` is what the server published before the first move: `table.seed_hash`. `entropy` is what your seat
    contributed to the deal: `table.entropy`; it has to be there. Every shuffle follows from both; `almagest verify`
    goes on and plays all moves again.
    """
    actual = hashlib.sha256(bytes.fromhex(replay.seed)).hexdigest()
    if not (hmac.compare_digest(actual, seed_hash) and hmac.compare_digest(replay.seed_hash, seed_hash)):
        raise Unfair(
            f"the seed of game {replay.id} hashes to {actual}, but {seed_hash} was published", code="seed_changed"
        )
    if entropy and entropy not in replay.entropy:
        raise Unfair(f"game {replay.id} was dealt without {entropy}, which you contributed", code="entropy_changed")
