"""Schemas as Python's type annotations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from openapi.spec import Plain, target

Named = Callable[[str], str]
"""How a component is called where the annotation stands."""

_SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def literal(values: Iterable[Any]) -> str:
    return f"Literal[{', '.join(map(quote, values))}]"


def quote(value: Any) -> str:
    """A value as Python writes it, strings in double quotes."""
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"' if value.isprintable() else repr(value)
    return repr(value)


def union(kinds: Iterable[str]) -> str:
    """Each kind once, None last."""
    found = list(dict.fromkeys(part for kind in kinds for part in parts(kind)))
    return " | ".join(sorted(found, key=lambda kind: kind == "None"))


def parts(kind: str) -> list[str]:
    """A union in a union is no other union; what is in brackets stays together."""
    found, depth = [""], 0
    for word in kind.split(" | "):
        if depth:
            found[-1] += f" | {word}"
        else:
            found.append(word)
        depth += word.count("[") - word.count("]")
    return found[1:]


def annotation(schema: Plain | bool, named: Named) -> str:
    """The type of a value that fits the schema."""
    if isinstance(schema, bool):
        return "Any"
    if "$ref" in schema:
        return named(target(schema))
    if "const" in schema:
        return literal([schema["const"]])
    if "enum" in schema:
        return literal(schema["enum"])
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return union(annotation(each, named) for each in schema[key])
    return _annotation_by_type(schema, named)


def _annotation_by_type(schema: Plain, named: Named) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        return union(_annotation_by_type({**schema, "type": each}, named) for each in kind)
    if kind == "array":
        return _array(schema, named)
    if kind == "object":
        return _map(schema, named)
    if kind == "string" and schema.get("format") == "date-time":
        return "datetime"
    return _SIMPLE.get(str(kind), "Any")


def _array(schema: Plain, named: Named) -> str:
    if "prefixItems" in schema:
        items = [annotation(each, named) for each in schema["prefixItems"]]
        return f"tuple[{', '.join(items)}]" if items else "tuple[()]"
    return f"Sequence[{annotation(schema.get('items', True), named)}]"


def _map(schema: Plain, named: Named) -> str:
    rest = schema.get("additionalProperties", True)
    if schema.get("properties") or rest in ({}, True, False):
        return "Record"
    return f"Mapping[str, {annotation(rest, named)}]"
