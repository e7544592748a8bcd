"""What each node of the store reports: settings, memory, disk, replicas."""

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
    """`settings` is None where the node does not reveal them, as hosted Redis does not."""

    name: str
    settings: dict[str, str] | None
    info: dict[str, Any]
    ahead: float
    """Seconds by which its clock is ahead of this machine's."""
    running: tuple[str, ...] = ()
    """Versions of the service that are connected to it; known from Redis 7.2 on."""


def _settings(client: Client) -> dict[str, str] | None:
    try:
        return {name: client.config_get(name)[name] for name in _ASKED}
    except (redis.ResponseError, KeyError):
        return None


def _texts(settings: dict[str, Any] | None) -> dict[str, str] | None:
    return settings and {
        name: value.decode() if isinstance(value, bytes) else value for name, value in settings.items()
    }


def _clock_offset(client: Client) -> float:
    return float(milliseconds(*client.time()) / 1000 - time.time())


def _connected_versions(client: Client) -> tuple[str, ...]:
    try:
        connected = client.client_list()
    except redis.ResponseError:
        return ()
    return tuple(sorted({each["lib-ver"] for each in connected if each.get("lib-name") == NAME}))


def _report(name: str, client: Client) -> Node | Away:
    try:
        return Node(name, _texts(_settings(client)), client.info(), _clock_offset(client), _connected_versions(client))
    except StoreUnavailable as away:
        return Away(name, str(away))


def look(store: GameStore) -> list[Node | Away]:
    return [_report(*node) for node in nodes(store.connection)]


def answers(url: str) -> bool:
    """Whether a store answers at all."""
    try:
        return bool(redis_client(url).ping())
    except (StoreUnavailable, redis.ResponseError):
        return False
