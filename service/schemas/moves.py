"""Schemas of moves, made from the move types of each rulebook: a new game needs no line here."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import msgspec
from marshmallow import Schema, ValidationError, fields, validate
from msgspec import inspect

from service.games.base import Move, tag_of
from service.games.rulebook import AnyRulebook
from service.schemas.fields import Flag, Items, Message, StrictSchema, Text, Whole, between, item_count, one_of, up_to
from service.wire.json import MAX_INTEGER
from service.wire.moves import move_name, namespaced_type

Make = Callable[[Any, dict[str, Any]], fields.Field[Any]]
MAX_ITEMS = 200
MAX_TEXT = 100


def _whole(_: inspect.IntType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    return Whole(validate=between(-MAX_INTEGER, MAX_INTEGER), **kwargs)


def _text(_: inspect.StrType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    return Text(validate=up_to(MAX_TEXT), **kwargs)


def _literal(kind: inspect.LiteralType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    return Text(validate=one_of([str(value) for value in kind.values]), **kwargs)


def _items(kind: inspect.VarTupleType | inspect.ListType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    return Items(_field(kind.item_type, {}), validate=item_count(0, MAX_ITEMS), **kwargs)


def _fixed_length(kind: inspect.TupleType, kwargs: dict[str, Any]) -> fields.Field[Any]:
    count = len(kind.item_types)
    exact = validate.Length(equal=count, error=Message("exactly", count=count))
    return Items(_field(kind.item_types[0], {}), validate=exact, **kwargs)


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
    inspect.TupleType: _fixed_length,
    inspect.UnionType: _optional,
}


def _field(kind: inspect.Type, kwargs: dict[str, Any]) -> fields.Field[Any]:
    return _MAKERS[type(kind)](kind, kwargs)


def _presence(field: inspect.Field) -> dict[str, Any]:
    """A field with a default may be missing; the move type fills it in."""
    return {"required": field.required}


def _schema(name: str, tag: str, move_type: type[Move]) -> Schema:
    described = inspect.type_info(move_type)
    assert isinstance(described, inspect.StructType)  # noqa: S101 - move types are structs, says the protocol
    members: dict[str, Any] = {"type": Text(required=True, validate=one_of([tag]))}
    members |= {field.encode_name: _field(field.type, _presence(field)) for field in described.fields}
    schema: Schema = type(name, (StrictSchema,), {**members, "__doc__": move_type.__doc__})()
    return schema


@functools.cache
def _by_tag(rulebook: AnyRulebook) -> dict[str, tuple[Schema, type[Move]]]:
    """Schemas by the short and the whole names of move types."""
    classes = rulebook.move_classes
    names = {tag_of(each): (move_name(rulebook, each), each) for each in classes}
    names |= {namespaced_type(rulebook, each): (move_name(rulebook, each, True), each) for each in classes}
    return {tag: (_schema(name, tag, move_type), move_type) for tag, (name, move_type) in names.items()}


def schema_of(rulebook: AnyRulebook, tag: str) -> Schema:
    """The schema of a move type, by its short or its whole name."""
    return _by_tag(rulebook)[tag][0]


def load_move(body: Any, rulebook: AnyRulebook) -> Move:
    """Turn the body into a typed move; raise a `ValidationError` that names the field."""
    if not isinstance(body, dict):
        raise ValidationError(Message("object"))
    known = _by_tag(rulebook)
    tag = body.get("type")
    if tag is None and isinstance(body.get("move"), dict):
        raise ValidationError({"type": [Message("whole_offer")]})
    if not isinstance(tag, str) or tag not in known:
        raise ValidationError({"type": [Message("one_of", choices=", ".join(map(tag_of, rulebook.move_classes)))]})
    schema, move_type = known[tag]
    return msgspec.convert({**schema.load(body), "type": tag_of(move_type)}, move_type)
