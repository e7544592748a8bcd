"""How a delivery is signed, so that its receiver knows who sent it and when.

Each delivery has two signatures: ours, which the SDKs verify, and that of the Standard Webhooks specification, which
libraries of many languages verify.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

SIGNATURE = "Almagest-Signature"
ID = "Almagest-Id"
"""The notice's id, the same whenever it is sent again."""
WEBHOOK = "Almagest-Webhook"
SECRET_PREFIX = "whsec_"  # noqa: S105 - the public prefix of all that are made here, no secret itself
_KEY_BYTES = range(24, 65)
"""How long a key may be by the specification."""


def make_secret() -> str:
    """A secret as the specification writes it: 32 random bytes in base64 after `whsec_`."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, body: bytes, seconds: int) -> str:
    """`t` is the time of sending in seconds, `v1` is HMAC-SHA256 over `t.body`."""
    signed = hmac.new(secret.encode(), b"%d.%b" % (seconds, body), hashlib.sha256).hexdigest()
    return f"t={seconds},v1={signed}"


def standard_key(secret: str) -> bytes:
    """The key of Standard Webhooks: what follows `whsec_` in base64, or the bytes of any other secret."""
    try:
        key = base64.b64decode(secret.removeprefix(SECRET_PREFIX), validate=True)
    except ValueError:
        return secret.encode()
    return key if secret.startswith(SECRET_PREFIX) and len(key) in _KEY_BYTES else secret.encode()


def standard_headers(secret: str, notice: str, body: bytes, seconds: int) -> dict[str, str]:
    """The headers of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, in base64."""
    signed = hmac.digest(standard_key(secret), b"%b.%d.%b" % (notice.encode(), seconds, body), "sha256")
    return {
        "webhook-id": notice,
        "webhook-timestamp": str(seconds),
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }
