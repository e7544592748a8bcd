"""Compression: which encoding a client takes, what may be compressed, and bodies that are compressed once and kept.

Brotli of low quality costs less time than gzip's lowest level and gives fewer bytes. What holds a secret is sent as it
is: the length of a compressed answer tells how much of it resembles what the asker wrote (BREACH).
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
"""Bytes; below that an answer fits into one packet either way."""
SECRET = frozenset(
    {
        "games.create_game",
        "games.quick_play",
        "games.play_again",
        "seats.take_seat",
        "seats.rotate_token",
        "players.create_player_token",
        "webhooks.create_webhook",
    }
)
"""Endpoints whose answers hold a token, an invite code or a secret."""
_QUICK = 2
_THOROUGH = 5
_UTMOST = 11
"""A tenth fewer bytes in many times the time, in a process that serves nobody meanwhile: for what is small."""
_SMALL = 200_000
"""Bytes; so much takes half a second, once per process."""
_GZIP_HEADER = 31


def _gzip(data: bytes, level: int) -> bytes:
    packing = zlib.compressobj(level, zlib.DEFLATED, _GZIP_HEADER)
    return packing.compress(data) + packing.flush()


_QUICKLY: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda data: brotli.compress(data, quality=_QUICK),
    "gzip": lambda data: _gzip(data, 1),
}
_THOROUGHLY: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda data: brotli.compress(data, quality=_UTMOST if len(data) <= _SMALL else _THOROUGH),
    "gzip": lambda data: _gzip(data, 9),
}


@functools.lru_cache(maxsize=256)
def chosen(accepted: str) -> str:
    """The encoding to use for an Accept-Encoding, ours among equals; empty for none."""
    wanted = parse_accept_header(accepted, Accept)
    best = max(_QUICKLY, key=wanted.quality)
    return best if wanted.quality(best) > 0 else ""


def is_open(endpoint: str | None, kind: str) -> bool:
    """JSON that holds no secret. A stream is never JSON."""
    return kind == JSON_TYPE and endpoint not in SECRET


def quickly(encoding: str, data: bytes) -> bytes:
    """For an answer that is sent once."""
    return _QUICKLY[encoding](data)


class Kept:
    """A body that stays as it is while the process runs: its tag, and its encodings, each made when first asked for."""

    def __init__(self, body: bytes, kind: str) -> None:
        self.body, self.kind = body, kind
        self.etag = hashlib.sha256(body).hexdigest()[:16]
        self._encoded = {"": body}

    def encoded(self, encoding: str) -> bytes:
        if encoding not in self._encoded:
            self._encoded[encoding] = _THOROUGHLY[encoding](self.body)
        return self._encoded[encoding]

    def best(self, accepted: str) -> tuple[str, bytes]:
        """The encoding and the bytes for an Accept-Encoding; plain, unless it is worth it."""
        encoding = chosen(accepted) if len(self.body) > SMALLEST else ""
        packed = self.encoded(encoding)
        return (encoding, packed) if len(packed) < len(self.body) else ("", self.body)
