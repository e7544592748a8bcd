"""Converts JSON to the generated dataclasses and back. Decoders are built once per type.

Decoders ignore unknown fields, so that clients work with newer servers. An absent field gets its default, mostly
`UNSET`; null is None. The class of a union is found by the field that is another `Literal` in each of them.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeVar, overload

from almagest_sdk.record import Record
from almagest_sdk.unknown import UnknownEvent
from almagest_sdk.unset import UNSET, Unset

T = TypeVar("T")
Convert = Callable[[Any], Any]
_UNIONS = (typing.Union, types.UnionType)


class UnknownTag(ValueError):
    """A union has no class for what the server sent."""


def _time(text: str) -> datetime:
    """Python 3.10 does not know the Z of RFC 3339."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _allow_null(convert: Convert) -> Convert:
    """Null stays null."""
    return lambda found: None if found is None else convert(found)


def _sequence(item: Convert | None) -> Convert | None:
    return item and (lambda found: [item(each) for each in found])


def _mapping(item: Convert | None) -> Convert | None:
    return item and (lambda found: {key: item(each) for key, each in found.items()})


def _fixed_tuple(hints: Sequence[Any]) -> Convert:
    items = [_converter(hint) or (lambda found: found) for hint in hints]
    return lambda found: tuple(item(each) for item, each in zip(items, found, strict=True))


# Objects


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    """The types of a dataclass's fields; `Offer[Observe]` says what its move is."""
    plain = typing.get_origin(kind) or kind
    variables = dict(zip(getattr(plain, "__parameters__", ()), typing.get_args(kind), strict=False))
    return {name: variables.get(hint, hint) for name, hint in typing.get_type_hints(plain).items()}


def _json_name(field: dataclasses.Field[Any]) -> str:
    return str(field.metadata.get("wire", field.name))


def _field_plan(kind: Any) -> list[tuple[str, str, Convert | None]]:
    """For each field: its name, its name in JSON, and its converter."""
    fields = dataclasses.fields(typing.get_origin(kind) or kind)
    return [(each.name, _json_name(each), _converter(_hints(kind)[each.name])) for each in fields]


def _defaults(kind: Any) -> dict[str, Any]:
    return {each.name: each.default for each in dataclasses.fields(kind) if each.default is not dataclasses.MISSING}


def _object(kind: Any) -> Convert:
    """The fields are inspected at the first use, so that a class may refer to itself.

    A frozen dataclass sets field by field through `object`, which costs most of the time; its dict is filled instead.
    """
    plain = typing.get_origin(kind) or kind
    plan: list[tuple[str, str, Convert | None]] = []
    defaults = _defaults(plain)

    def read(found: Any) -> Any:
        if not plan:
            plan[:] = _field_plan(kind)
        made = object.__new__(plain)
        values = made.__dict__
        for name, wire, convert in plan:
            if wire in found:
                value = found[wire]
                values[name] = value if convert is None or value is None else convert(value)
            elif name in defaults:
                values[name] = defaults[name]
            else:
                raise TypeError(f"{plain.__name__} lacks {wire!r}")
        return made

    return read


# Unions


def _tags(kind: Any, name: str) -> tuple[Any, ...]:
    hint = _hints(kind).get(name)
    return typing.get_args(hint) if typing.get_origin(hint) is Literal else ()


def _discriminator(kinds: Sequence[Any]) -> str | None:
    """The field that is another Literal in each class."""
    for name in _hints(kinds[0]):
        tags = [_tags(kind, name) for kind in kinds]
        every = [tag for each in tags for tag in each]
        if all(tags) and len(set(every)) == len(every):
            return name
    return None


def _tagged_union(kinds: Sequence[Any]) -> Convert:
    known = [kind for kind in kinds if kind is not UnknownEvent]
    name = _discriminator(known)
    if name is None:
        raise TypeError(f"nothing tells {', '.join(kind.__name__ for kind in known)} apart")
    table = {tag: _converter(kind) for kind in known for tag in _tags(kind, name)}
    accepts_unknown = UnknownEvent in kinds

    def read(found: Any) -> Any:
        convert = table.get(found.get(name))
        if convert:
            return convert(found)
        if accepts_unknown:
            return UnknownEvent.from_json(found)
        raise UnknownTag(f"this version of the SDK does not know the {name} {found.get(name)!r}")

    return read


def _is_object(hint: Any) -> bool:
    plain = typing.get_origin(hint) or hint
    return dataclasses.is_dataclass(plain) or plain in (Record, Mapping)


def _is_array(hint: Any) -> bool:
    return typing.get_origin(hint) in (Sequence, tuple)


def _union(hint: Any) -> Convert | None:
    kinds = [kind for kind in typing.get_args(hint) if kind not in (type(None), Unset)]
    if len(kinds) == 1:
        return _converter(kinds[0])
    objects, arrays = [each for each in kinds if _is_object(each)], [each for each in kinds if _is_array(each)]
    if len(objects) == len(kinds):
        return _tagged_union(kinds)
    as_object = _tagged_union(objects) if len(objects) > 1 else _converter(objects[0]) if objects else None
    as_array = _converter(arrays[0]) if arrays else None
    return _by_shape(as_object, as_array) if as_object or as_array else None


def _by_shape(as_object: Convert | None, as_array: Convert | None) -> Convert:
    def read(found: Any) -> Any:
        convert = as_object if isinstance(found, dict) else as_array if isinstance(found, list) else None
        return convert(found) if convert else found

    return read


# All together


@functools.cache
def _converter(hint: Any) -> Convert | None:
    """Builds the function that converts a JSON value to the type; None if no conversion is needed."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in _UNIONS:
        return _nullable(hint, arguments)
    if origin is Sequence:
        return _sequence(_converter(arguments[0]))
    if origin is Mapping:
        return _mapping(_converter(arguments[1]))
    if origin is tuple:
        return _fixed_tuple([] if arguments == ((),) else arguments)
    if hint in (datetime, Record):
        return _time if hint is datetime else Record
    return _class(hint, origin or hint)


def _nullable(hint: Any, arguments: tuple[Any, ...]) -> Convert | None:
    convert = _union(hint)
    return _allow_null(convert) if convert and type(None) in arguments else convert


def _class(hint: Any, plain: Any) -> Convert | None:
    if not isinstance(plain, type) or not dataclasses.is_dataclass(plain):
        return None
    return _object(hint)


@overload
def decode(kind: type[T], found: Any) -> T: ...
@overload
def decode(kind: Any, found: Any) -> Any: ...
def decode(kind: Any, found: Any) -> Any:
    """Raises TypeError, ValueError or AttributeError when the value is not of that kind."""
    convert = _converter(kind)
    return convert(found) if convert else found


def encode(value: Any) -> Any:
    """Convert a value to JSON types, without fields that are `UNSET`."""
    if dataclasses.is_dataclass(value):
        pairs = ((_json_name(field), getattr(value, field.name)) for field in dataclasses.fields(value))
        return {wire: encode(item) for wire, item in pairs if item is not UNSET}
    if isinstance(value, Mapping):
        return {key: encode(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [encode(item) for item in value]
    return value
