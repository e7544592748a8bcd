"""Calling seats by Web Push: on which devices, and which calls wait. The commit that makes a seat decide writes the
call; couriers take it from here.

A device has one call at most: a newer one takes the place of what still waits, since only the newest turn matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from service.games.base import Seat
from service.store.games.records import Game
from service.store.redis import keys
from service.store.redis.client import Connection, Script, translated_errors

_SERVICE = "push:"


class Device(msgspec.Struct, frozen=True):
    """Where a seat is called: the subscription of a browser at a push service."""

    id: str
    seat: Seat
    url: str
    p256dh: str
    auth: str
    language: str
    created: int
    service: str
    """The push service as a receiver, see `service_of`."""


class CallTries(msgspec.Struct, frozen=True):
    """Since when a call waits, and what came of it so far."""

    since: int
    attempts: int = 0
    next: int = 0


class Call(msgspec.Struct, frozen=True):
    """That a seat owes a decision, on its way to one device."""

    entry: str
    tries: CallTries

    @property
    def game_id(self) -> str:
        return self.entry.split("|")[1]

    @property
    def device_id(self) -> str:
        return self.entry.split("|")[2]


class Calling(msgspec.Struct, frozen=True):
    """What a commit means to devices: seats that are called, and seats whose devices are forgotten."""

    called: list[Seat]
    hushed: list[Seat]


_device = msgspec.json.Decoder(Device)
_tries = msgspec.json.Decoder(CallTries)
_encode = msgspec.json.Encoder().encode


def service_of(host: str) -> str:
    """The id of a push service among receivers; ids of webhooks begin otherwise."""
    return _SERVICE + host


def is_service(receiver: str) -> bool:
    return receiver.startswith(_SERVICE)


def waiting_since(now: int) -> bytes:
    """A new call, as `commit.lua` writes it."""
    return _encode(CallTries(now))


def owing(game: Game | None) -> list[Seat]:
    """Who is waited for."""
    return game.clock.deciders if game and game.clock.status == "running" and not game.clock.paused else []


def _called(before: Game | None, after: Game) -> list[Seat]:
    """People who owe a decision and did not before."""
    new = (seat for seat in owing(after) if seat and seat not in owing(before))
    return [seat for seat in new if after.table.seat(seat).token]


def _hushed(before: Game | None, after: Game) -> list[Seat]:
    """A device is a seat's as long as the seat's token is good, and the game goes on."""
    if before is None or (before.table is after.table and not after.clock.has_ended):
        return []
    seats = enumerate(zip(before.table.seats, after.table.seats, strict=True), start=1)
    return [number for number, (was, now) in seats if after.clock.has_ended or (was.token and was.token != now.token)]


def calling(before: Game | None, after: Game) -> Calling:
    return Calling(_called(before, after), _hushed(before, after))


class CallStore:
    """Devices lie with their game, calls with its shard: all in one slot."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._subscribe = Script(connection, "subscribe")
        self._due = Script(connection, "calls")
        self._settle = Script(connection, "called")

    def are_none(self) -> bool:
        """Nobody has ever asked to be called."""
        with translated_errors():
            return not self._connection("EXISTS", keys.CALLED)

    def subscribe(self, game: Game, device: Device, most: int) -> bool:
        """False when the game was written meanwhile. One more than a seat may have ends the oldest."""
        arguments: list[str | bytes | int] = [str(game.rev), game.mark, device.id, _encode(device), most]
        with translated_errors():
            self._connection("SET", keys.CALLED, 1)
            return bool(self._subscribe([keys.game(game.id), keys.devices(game.id)], arguments))

    def devices(self, game_id: str) -> list[Device]:
        with translated_errors():
            return [_device.decode(each) for each in self._connection("HVALS", keys.devices(game_id))]

    def device(self, call: Call) -> Device | None:
        with translated_errors():
            found: Any = self._connection("HGET", keys.devices(call.game_id), call.device_id)
        return _device.decode(found) if found else None

    def forget(self, game_id: str, devices: Sequence[str]) -> None:
        if devices:
            with translated_errors():
                self._connection("HDEL", keys.devices(game_id), *devices)

    def due(self, service: str, shard: int, now: int, limit: int) -> list[Call]:
        with translated_errors():
            found = self._due([keys.calls(shard), keys.call_tries(shard)], [service, now, limit])
        return [
            Call(entry.decode(), _tries.decode(tries)) for entry, tries in zip(found[::2], found[1::2], strict=True)
        ]

    def settle(self, call: Call, after: CallTries | None) -> None:
        """None: it waits no more. Where the seat was called anew meanwhile, that call waits on."""
        shard, written = keys.shard_of(call.game_id), _encode(after) if after else b""
        with translated_errors():
            names = [keys.calls(shard), keys.call_tries(shard)]
            self._settle(names, [call.entry, _encode(call.tries), written])
