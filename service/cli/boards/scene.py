"""What boards are drawn from, and two helpers to draw them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar


class AnyView(Protocol):
    """Fields of the views of all games."""

    @property
    def phase(self) -> str: ...
    @property
    def round(self) -> int: ...
    @property
    def seats(self) -> Sequence[Any]: ...


class AnyContent(Protocol):
    """Fields of the content of all games."""

    @property
    def rulings(self) -> Mapping[str, str]: ...
    @property
    def texts(self) -> Mapping[str, Mapping[str, str]]: ...


V = TypeVar("V", bound=AnyView, covariant=True)
C = TypeVar("C", bound=AnyContent, covariant=True)


@dataclass(frozen=True)
class Scene(Generic[V, C]):
    """A view, the content with its names, and the players. `plain`: in sentences, for screen readers."""

    view: V
    content: C
    players: Mapping[int, str]
    me: int | None
    plain: bool

    def player(self, seat: int) -> str:
        name = self.players.get(seat, "nobody")
        return f"{name} (you)" if seat == self.me else name

    @property
    def phase(self) -> str:
        """The name of the phase in the player's language."""
        return self.text("phase", self.view.phase)

    def text(self, kind: str, word: str) -> str:
        """A word of the game in the player's language; itself when the content has none."""
        return self.content.texts.get(kind, {}).get(word, word)


class HasId(Protocol):
    """A card, a goal, a shape: whatever a view refers to by id."""

    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=HasId)


def by_id(items: Iterable[T]) -> dict[str, T]:
    return {item.id: item for item in items}


def join(items: Iterable[object], nothing: str = "none") -> str:
    return ", ".join(str(item) for item in items) or nothing
