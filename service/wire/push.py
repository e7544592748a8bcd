"""Web Push: the host's key, a device of a seat, and what it is told."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class PushKey(msgspec.Struct, frozen=True, kw_only=True):
    """By which push services know this host."""

    public_key: Annotated[str, Meta(description="`applicationServerKey` of a subscription, as base64url")]


class PushDevice(msgspec.Struct, frozen=True, kw_only=True):
    """A browser in which a seat is called."""

    device: Annotated[str, Meta(description="names it where it is not to be called any more")]


class TurnCall(msgspec.Struct, frozen=True, kw_only=True):
    """What a device is told: the data of a push, as JSON. It holds nothing that is hidden in the game."""

    type: Literal["turn"] = "turn"
    game: str
    rulebook: str
    title: Annotated[str, Meta(description="that it is the seat's turn, in the device's language")]
    body: Annotated[str, Meta(description="which game, and who else plays")]


PUSH_ANSWERS: tuple[type[msgspec.Struct], ...] = (PushKey, PushDevice, TurnCall)
