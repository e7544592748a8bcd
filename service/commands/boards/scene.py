"""What a board is drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from almagest_sdk import Record


@dataclass(frozen=True)
class Scene:
    """A view, the content that gives it names, and who is who. `plain`: in sentences, for reading aloud."""

    view: Record
    content: Record
    players: Mapping[int, str]
    me: int | None
    plain: bool

    def player(self, seat: int) -> str:
        name = self.players.get(seat, "nobody")
        return f"{name} (you)" if seat == self.me else name


def named(items: Iterable[Any]) -> dict[str, Any]:
    """Content by id."""
    return {item.id: item for item in items}


def listed(items: Iterable[object], nothing: str = "none") -> str:
    return ", ".join(str(item) for item in items) or nothing
