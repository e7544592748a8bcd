"""Objects whose fields nobody has described: the options of a game, an event of a newer server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def _wrapped(value: Any) -> Any:
    if isinstance(value, dict):
        return Record(value)
    if isinstance(value, list):
        return [_wrapped(item) for item in value]
    return value


class Record(Mapping[str, Any]):
    """A read-only mapping whose keys can be read as attributes: `event.more.stars[0].name`."""

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
