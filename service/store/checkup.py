"""What a node of the store says of itself, as far as it does: settings, memory, disk, replicas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import redis

from service.store.client import Client, connect, translated_errors
from service.store.games import GameStore
from service.store.nodes import nodes
from service.store.timing import milliseconds

_ASKED = ("appendonly", "appendfsync", "maxmemory-policy")


class Node(msgspec.Struct, frozen=True):
    """`settings` is None where the node does not tell them, as with hosts that run it for others."""

    name: str
    settings: dict[str, str] | None
    info: dict[str, Any]
    time: int
    """In milliseconds."""


def _settings(client: Client) -> dict[str, str] | None:
    try:
        return {name: client.config_get(name)[name] for name in _ASKED}
    except (redis.ResponseError, KeyError):
        return None


def _texts(settings: dict[str, Any] | None) -> dict[str, str] | None:
    return settings and {
        name: value.decode() if isinstance(value, bytes) else value for name, value in settings.items()
    }


def look(store: GameStore) -> Iterator[Node]:
    with translated_errors():
        for name, client in nodes(store.client):
            yield Node(name, _texts(_settings(client)), client.info(), milliseconds(*client.time()))


def answers(url: str) -> bool:
    """Whether a store is there at all."""
    try:
        return bool(connect(url).ping())
    except (redis.RedisError, OSError):
        return False
