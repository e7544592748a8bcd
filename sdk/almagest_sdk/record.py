"""Objects whose fields only the rulebook knows: views, content, what is special about an event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


def _wrapped(value: Any) -> Any:
    if isinstance(value, dict):
        return Record(value)
    if isinstance(value, list):
        return [_wrapped(item) for item in value]
    return value


class Record(Mapping[str, Any]):
    """A read-only mapping whose keys can be read as attributes: `view.players[0].stardust`."""

    __slots__ = ("_data",)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        self._data = data or {}

    def __getitem__(self, key: str) -> Any:
        return _wrapped(self._data[key])

    def __getattr__(self, name: str) -> Any:
        try:
            return _wrapped(self._data[name])
        except KeyError:
            raise AttributeError(f"there is no {name!r} here; there is {', '.join(self._data) or 'nothing'}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)

    def __repr__(self) -> str:
        return f"Record({self._data!r})"

    def __reduce__(self) -> tuple[type[Record], tuple[Mapping[str, Any]]]:
        return Record, (self._data,)

    def plain(self) -> Mapping[str, Any]:
        """The same as dicts and lists."""
        return self._data


@dataclass(frozen=True, kw_only=True)
class Open:
    """The base of answers that may have further fields: `event.more.card`."""

    more: Record = field(default_factory=Record)
