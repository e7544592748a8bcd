"""Browsers that take Web Push, at a push service of our own: a `Receiver`, whose requests only they can read."""

from __future__ import annotations

import base64
import json
import secrets
from typing import Any

import http_ece  # type: ignore[import-untyped]  # it has no annotations
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid  # type: ignore[import-untyped]  # likewise

from service.usecases.delivery.push import SubscribePush
from tests.receivers import Received

PUSH_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
Json = dict[str, Any]


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_point(key: ec.EllipticCurvePrivateKey) -> str:
    return encoded(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


class Browser:
    """One subscription, with what its calls are encrypted for."""

    def __init__(self, origin: str, language: str | None = None) -> None:
        self._key, self._auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        self._origin, self._language = origin, language
        self.path = f"/push/{secrets.token_hex(8)}"

    @property
    def subscription(self) -> Json:
        """As the browser tells it."""
        keys = {"p256dh": public_point(self._key), "auth": encoded(self._auth)}
        told = {"endpoint": self._origin + self.path, "keys": keys}
        return {**told, "language": self._language} if self._language else told

    @property
    def wish(self) -> SubscribePush:
        keys = self.subscription["keys"]
        return SubscribePush(self._origin + self.path, keys["p256dh"], keys["auth"], self._language)

    def read(self, got: Received) -> Json:
        """What nobody else can read, and nobody but the host can have sent."""
        assert got.headers["Content-Encoding"] == "aes128gcm"
        opened = http_ece.decrypt(got.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        found: Json = json.loads(opened)
        return found


def signer(got: Received) -> tuple[str, Json]:
    """Who has signed a request, and what for."""
    authorization = got.headers["Authorization"]
    assert Vapid.verify(authorization)
    parts = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    claims: Json = json.loads(_decoded(parts["t"].split(".")[1]))
    return parts["k"], claims
