"""What a node of the store says of itself, as far as it does: settings, memory, disk, replicas."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import redis

from service.store.errors import StoreUnavailable
from service.store.games.repository import GameStore
from service.store.redis.client import NAME, Client, redis_client
from service.store.redis.clock import milliseconds
from service.store.redis.nodes import nodes

_ASKED = ("appendonly", "appendfsync", "maxmemory-policy")


class Away(msgspec.Struct, frozen=True):
    """A node that does not answer, and why."""

    name: str
    reason: str


class Node(msgspec.Struct, frozen=True):
    """`settings` is None where the node does not tell them, as with hosts that run it for others."""

    name: str
    settings: dict[str, str] | None
    info: dict[str, Any]
    ahead: float
    """Seconds that its clock was ahead of this machine's when it was asked."""
    running: tuple[str, ...] = ()
    """Versions of ours that are connected with it, as far as it knows: from Redis 7.2 on."""


def _settings(client: Client) -> dict[str, str] | None:
    try:
        return {name: client.config_get(name)[name] for name in _ASKED}
    except (redis.ResponseError, KeyError):
        return None


def _texts(settings: dict[str, Any] | None) -> dict[str, str] | None:
    return settings and {
        name: value.decode() if isinstance(value, bytes) else value for name, value in settings.items()
    }


def _ahead(client: Client) -> float:
    return float(milliseconds(*client.time()) / 1000 - time.time())


def _running(client: Client) -> tuple[str, ...]:
    try:
        connected = client.client_list()
    except redis.ResponseError:
        return ()
    return tuple(sorted({each["lib-ver"] for each in connected if each.get("lib-name") == NAME}))


def _looked_at(name: str, client: Client) -> Node | Away:
    try:
        return Node(name, _texts(_settings(client)), client.info(), _ahead(client), _running(client))
    except StoreUnavailable as away:
        return Away(name, str(away))


def look(store: GameStore) -> list[Node | Away]:
    return [_looked_at(*node) for node in nodes(store.connection)]


def answers(url: str) -> bool:
    """Whether a store is there at all."""
    try:
        return bool(redis_client(url).ping())
    except (StoreUnavailable, redis.ResponseError):
        return False
