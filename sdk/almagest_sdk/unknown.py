"""Events and notices of a newer server, which this version of the SDK does not know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from almagest_sdk.record import Record


@dataclass(frozen=True, kw_only=True)
class UnknownEvent:
    """An event of a newer server. `name` is its type, `more` has all its fields."""

    type: Literal["unknown"] = "unknown"
    name: str
    id: int = 0
    version: int = 0
    seat: int = 0
    more: Record

    @classmethod
    def from_json(cls, found: dict[str, object]) -> UnknownEvent:
        numbers = (value if isinstance(value := found.get(key), int) else 0 for key in ("id", "version", "seat"))
        number, version, seat = numbers
        return cls(name=str(found.get("type")), id=number, version=version, seat=seat, more=Record(found))


@dataclass(frozen=True, kw_only=True)
class UnknownNotice:
    """A webhook's notice of a newer server. `name` is its type, `more` has all its fields."""

    type: Literal["unknown"] = "unknown"
    name: str
    id: str
    game: str
    more: Record

    @classmethod
    def from_json(cls, found: dict[str, object]) -> UnknownNotice:
        name, notice, game = (str(found.get(key, "")) for key in ("type", "id", "game"))
        return cls(name=name, id=notice, game=game, more=Record(found))
