"""How a delivery is signed, so that its receiver knows who sent it and when. The SDKs verify it."""

from __future__ import annotations

import hashlib
import hmac

SIGNATURE = "Almagest-Signature"
ID = "Almagest-Id"
"""The notice's id, the same whenever it is sent again."""
WEBHOOK = "Almagest-Webhook"


def signature(secret: str, body: bytes, seconds: int) -> str:
    """`t` is the time of sending in seconds, `v1` is HMAC-SHA256 over `t.body`."""
    signed = hmac.new(secret.encode(), b"%d.%b" % (seconds, body), hashlib.sha256).hexdigest()
    return f"t={seconds},v1={signed}"
