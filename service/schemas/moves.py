"""The schemas of moves, made from the rulebooks' own move types: a new game needs no line here."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import msgspec
from marshmallow import Schema, ValidationError, fields, validate
from msgspec import inspect

from service import json
from service.games.base import Move, Rulebook
from service.games.registry import RULEBOOKS
from service.schemas.fields import Flag, StrictSchema, Text, Whole

Make = Callable[[Any, dict[str, Any]], fields.Field[Any]]
MAX_ITEMS = 200
MAX_TEXT = 100


def _whole(_: inspect.IntType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    return Whole(validate=validate.Range(min=-json.MAX_INTEGER, max=json.MAX_INTEGER), **kwargs)


def _text(_: inspect.StrType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    return Text(validate=validate.Length(max=MAX_TEXT), **kwargs)


def _literal(kind: inspect.LiteralType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    return Text(validate=validate.OneOf(list(kind.values)), **kwargs)


def _items(kind: inspect.VarTupleType | inspect.ListType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    return fields.List(_field(kind.item_type, {}), validate=validate.Length(max=MAX_ITEMS), **kwargs)


def _fixed(kind: inspect.TupleType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    exact = validate.Length(equal=len(kind.item_types))
    return fields.List(_field(kind.item_types[0], {}), validate=exact, **kwargs)


def _optional(kind: inspect.UnionType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    (real,) = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
    return _field(real, {**kwargs, "allow_none": True})


_MAKERS: dict[type, Make] = {
    inspect.IntType: _whole,
    inspect.StrType: _text,
    inspect.BoolType: lambda _, kwargs: Flag(**kwargs),
    inspect.LiteralType: _literal,
    inspect.VarTupleType: _items,
    inspect.ListType: _items,
    inspect.TupleType: _fixed,
    inspect.UnionType: _optional,
}


def _field(kind: inspect.Type, kwargs: dict[str, Any]) -> fields.Field[Any]:
    return _MAKERS[type(kind)](kind, kwargs)


def _presence(field: inspect.Field) -> dict[str, Any]:
    """Fields with a default may be left out; then the move's own default holds."""
    return {"required": field.required}


def tag_of(move_type: type[Move]) -> str:
    return str(move_type.__struct_config__.tag)


def _pascal(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def schema_name(rulebook: Rulebook[Any, Any], move_type: type[Move]) -> str:
    """`AstraObserveMove`: the name in the API's description, and so in the SDK."""
    return f"{_pascal(rulebook.id)}{move_type.__name__}Move"


def _schema(rulebook: Rulebook[Any, Any], move_type: type[Move]) -> Schema:
    described = inspect.type_info(move_type)
    assert isinstance(described, inspect.StructType)  # noqa: S101 - move types are structs, says the protocol
    members: dict[str, Any] = {"type": Text(required=True, validate=validate.OneOf([tag_of(move_type)]))}
    members |= {field.encode_name: _field(field.type, _presence(field)) for field in described.fields}
    name = schema_name(rulebook, move_type)
    schema: Schema = type(name, (StrictSchema,), {**members, "__doc__": move_type.__doc__})()
    return schema


@functools.cache
def _by_tag(rulebook: Rulebook[Any, Any]) -> dict[str, tuple[Schema, type[Move]]]:
    return {tag_of(each): (_schema(rulebook, each), each) for each in rulebook.move_types}


def schema_of(rulebook: Rulebook[Any, Any], move_type: type[Move]) -> Schema:
    return _by_tag(rulebook)[tag_of(move_type)][0]


def load_move(rulebook: Rulebook[Any, Any], body: Any) -> Move:
    """The body as a typed move, or a `ValidationError` that names the field."""
    if not isinstance(body, dict):
        raise ValidationError("A move is an object.")
    kinds = _by_tag(rulebook)
    kind = body.get("type")
    if not isinstance(kind, str) or kind not in kinds:
        raise ValidationError({"type": [f"is one of {', '.join(kinds)} in {rulebook.id}"]})
    schema, move_type = kinds[kind]
    return msgspec.convert(schema.load(body), move_type)


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def union_schema(rulebook: Rulebook[Any, Any]) -> dict[str, Any]:
    """All moves of a rulebook, told apart by `type`."""
    names = {tag_of(each): schema_name(rulebook, each) for each in rulebook.move_types}
    return {
        "oneOf": [_reference(name) for name in names.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {tag: f"#/components/schemas/{name}" for tag, name in names.items()},
        },
    }


def union_name(rulebook: Rulebook[Any, Any]) -> str:
    return f"{_pascal(rulebook.id)}Move"


def any_move() -> dict[str, Any]:
    return {"anyOf": [_reference(union_name(rulebook)) for rulebook in RULEBOOKS.values()]}
