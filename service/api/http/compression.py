"""Compression: choose the encoding for a client, and cache bodies that are compressed only once.

Brotli of low quality takes less time than gzip's lowest level and gives fewer bytes. An answer that holds a secret is
not compressed: its length would tell how much of it resembles what the client wrote (BREACH).
"""

from __future__ import annotations

import functools
import hashlib
import zlib
from collections.abc import Callable

import brotli  # type: ignore[import-untyped]  # the package has no types
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

from service.api.http.requests import JSON_TYPE

SMALLEST = 1024
"""Bytes; a shorter answer fits into one packet either way."""
SECRET = frozenset(
    {
        "games.create_game",
        "games.create_games",
        "games.quick_play",
        "games.play_again",
        "seats.take_seat",
        "seats.rotate_token",
        "players.create_player_token",
        "webhooks.create_webhook",
    }
)
"""Endpoints whose answers hold a token, an invite code or a secret."""
_LOW_QUALITY = 2
_HIGH_QUALITY = 5
_TOP_QUALITY = 11
"""A tenth fewer bytes in many times the time, while the process serves nobody: for small bodies only."""
_SMALL = 200_000
"""Bytes; compressing so much takes half a second, once per process."""
_GZIP_HEADER = 31


def _gzip(data: bytes, level: int) -> bytes:
    packing = zlib.compressobj(level, zlib.DEFLATED, _GZIP_HEADER)
    return packing.compress(data) + packing.flush()


_FAST: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda data: brotli.compress(data, quality=_LOW_QUALITY),
    "gzip": lambda data: _gzip(data, 1),
}
_BEST: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda data: brotli.compress(data, quality=_TOP_QUALITY if len(data) <= _SMALL else _HIGH_QUALITY),
    "gzip": lambda data: _gzip(data, 9),
}


@functools.lru_cache(maxsize=256)
def choose_encoding(accepted: str) -> str:
    """Choose the encoding for an Accept-Encoding; brotli before gzip if the client likes both. Empty for none."""
    wanted = parse_accept_header(accepted, Accept)
    best = max(_FAST, key=wanted.quality)
    return best if wanted.quality(best) > 0 else ""


def may_compress(endpoint: str | None, kind: str) -> bool:
    """Whether an answer is JSON, so no stream, and holds no secret."""
    return kind == JSON_TYPE and endpoint not in SECRET


def compress(encoding: str, data: bytes) -> bytes:
    """Compress an answer that is sent once: fast."""
    return _FAST[encoding](data)


class CachedBody:
    """A body that does not change while the process runs, its ETag, and its encodings, each made at first use."""

    def __init__(self, body: bytes, content_type: str) -> None:
        self.body, self.content_type = body, content_type
        self.etag = hashlib.sha256(body).hexdigest()[:16]
        self._encoded = {"": body}

    def encode(self, encoding: str) -> bytes:
        if encoding not in self._encoded:
            self._encoded[encoding] = _BEST[encoding](self.body)
        return self._encoded[encoding]

    def for_client(self, accepted: str) -> tuple[str, bytes]:
        """Return encoding and bytes for an Accept-Encoding; not compressed where that would save nothing."""
        encoding = choose_encoding(accepted) if len(self.body) > SMALLEST else ""
        packed = self.encode(encoding)
        return (encoding, packed) if len(packed) < len(self.body) else ("", self.body)
