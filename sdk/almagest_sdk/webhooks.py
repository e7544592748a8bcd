"""For who receives webhooks: is it from the server, is it new, and what does it say?

    notice = webhooks.verify(request.data, request.headers["Almagest-Signature"], SECRET)

Answer with any 2xx; after any other answer the server sends the notice again. The same notice can come more than once,
with the same `id`. A notice of a newer server, of a type that this SDK does not know, is an `UnknownNotice`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterator

from almagest_sdk._codec import UnknownTag, decode
from almagest_sdk._generated.models import Notice
from almagest_sdk.unknown import UnknownNotice

HEADER = "Almagest-Signature"
TOLERANCE_SECONDS = 300.0
_PARTS = re.compile(r"t=([0-9]{1,12})((?:,v1=[0-9a-f]{64})+)")


class InvalidSignature(ValueError):
    """Nobody who knows the secret has sent this, or not just now."""


def _read(signature: str) -> tuple[str, list[str]]:
    found = _PARTS.fullmatch(signature)
    if found is None:
        raise InvalidSignature("this is no signature of a webhook")
    return found[1], found[2].removeprefix(",v1=").split(",v1=")


def _signed(at: str, body: bytes, secrets: tuple[str, ...]) -> Iterator[str]:
    for secret in secrets:
        yield hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()


def check(
    body: bytes | str,
    signature: str,
    *secrets: str,
    tolerance: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> None:
    """`InvalidSignature` unless one of the secrets has signed this body, at most `tolerance` seconds ago.

    Several secrets are for the time in which one follows the other. Comparing takes equally long wherever they differ.
    """
    if not secrets or not all(secrets):
        raise ValueError("a signature is checked with a secret")
    at, given = _read(signature)
    data = body.encode() if isinstance(body, str) else body
    same = [hmac.compare_digest(one, other) for one in _signed(at, data, secrets) for other in given]
    if not any(same):
        raise InvalidSignature("the body was not signed with this secret")
    age = (time.time() if now is None else now) - int(at)
    if age > tolerance:
        raise InvalidSignature(f"it was signed {age:.0f} seconds ago: too old, or your clock is ahead")
    if age < -tolerance:
        raise InvalidSignature(f"it was signed {-age:.0f} seconds in the future: your clock is behind")


def verify(
    body: bytes | str,
    signature: str,
    *secrets: str,
    tolerance: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> Notice | UnknownNotice:
    """What the server says, if it is the server. `body` as it came, byte for byte; the header `Almagest-Signature`."""
    check(body, signature, *secrets, tolerance=tolerance, now=now)
    found = json.loads(body)
    try:
        notice: Notice = decode(Notice, found)
    except UnknownTag:
        return UnknownNotice.from_json(found)
    return notice
