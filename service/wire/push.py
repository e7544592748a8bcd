"""Web Push: the host's key, a subscribed browser, and the data of a push."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class PushKey(msgspec.Struct, frozen=True, kw_only=True):
    """By which push services know this host."""

    public_key: Annotated[str, Meta(description="`applicationServerKey` of a subscription, as base64url")]


class PushDevice(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that gets pushes for a seat."""

    device: Annotated[str, Meta(description="its id, to unsubscribe it")]


class TurnCall(msgspec.Struct, frozen=True, kw_only=True):
    """The data of a push, as JSON. It has no hidden information of the game."""

    type: Literal["turn"] = "turn"
    game: str
    rulebook: str
    title: Annotated[str, Meta(description="that it is the seat's turn, in the device's language")]
    body: Annotated[str, Meta(description="which game, and who else plays")]


PUSH_ANSWERS: tuple[type[msgspec.Struct], ...] = (PushKey, PushDevice, TurnCall)
