"""JSON to the generated dataclasses and back. A decoder is made once per type and kept.

Unknown fields are ignored, so that a newer server can be talked to. An absent field is `UNSET`, null is None.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from almagest_sdk.record import Open, Record
from almagest_sdk.unset import UNSET, Unset

T = TypeVar("T")
Convert = Callable[[Any], Any]


def _time(text: str) -> datetime:
    """Python 3.10 does not know the Z of RFC 3339."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _sequence(item: Convert | None) -> Convert | None:
    return item and (lambda found: [item(each) for each in found])


def _mapping(item: Convert | None) -> Convert | None:
    return item and (lambda found: {key: item(each) for key, each in found.items()})


def _optional(hint: Any) -> Convert | None:
    kinds = [kind for kind in typing.get_args(hint) if kind not in (type(None), Unset)]
    return _converter(kinds[0]) if len(kinds) == 1 else None


Named = list[tuple[str, "Convert | None"]]


def _known(found: Any, names: Named) -> dict[str, Any]:
    values = {}
    for name, convert in names:
        if name in found:
            value = found[name]
            values[name] = value if convert is None or value is None else convert(value)
    return values


def _rest(found: Any, names: Named) -> Record:
    own = {name for name, _ in names}
    return Record({key: value for key, value in found.items() if key not in own})


def _object(kind: type) -> Convert:
    hints = typing.get_type_hints(kind)
    names = [(field.name, _converter(hints[field.name])) for field in dataclasses.fields(kind) if field.name != "more"]
    if issubclass(kind, Open):
        return lambda found: kind(**_known(found, names), more=_rest(found, names))
    return lambda found: kind(**_known(found, names))


@functools.cache
def _converter(hint: Any) -> Convert | None:
    """How a JSON value becomes one of this type; None when it already is."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _optional(hint)
    if origin is Sequence:
        return _sequence(_converter(typing.get_args(hint)[0]))
    if origin is Mapping:
        return _mapping(_converter(typing.get_args(hint)[1]))
    if hint is datetime:
        return _time
    if hint is Record:
        return Record
    return _object(hint) if dataclasses.is_dataclass(hint) and isinstance(hint, type) else None


def decode(kind: type[T], found: Any) -> T:
    """Raises TypeError, ValueError or AttributeError when the value is not of that kind."""
    hint: Any = kind
    convert = _converter(hint)
    value: T = convert(found) if convert else found
    return value


def encode(value: Any) -> Any:
    """The value as JSON has it; what is `UNSET` is left out."""
    if dataclasses.is_dataclass(value):
        pairs = ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value))
        return {name: encode(item) for name, item in pairs if item is not UNSET}
    if isinstance(value, Mapping):
        return {key: encode(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [encode(item) for item in value]
    return value
