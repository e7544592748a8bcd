"""The types of the JavaScript client, written from the same description: `types.d.ts`, and the files beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from openapi import roles
from openapi.components import Component, Components, components
from openapi.spec import Plain, target

HEADER = "// Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.\n"
TARGET = Path(__file__).parent.parent / "sdk" / "javascript"
ROLES = (*roles.ROLES, "Frame", "Offer", "EndReason")
_SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


@dataclass(frozen=True)
class Field:
    """One field of an interface."""

    declaration: str
    description: str


@dataclass(frozen=True)
class Type:
    """An interface, or a name for a type."""

    name: str
    description: str
    fields: tuple[Field, ...] = ()
    alias: str = ""


def quote(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def union(kinds: Iterable[str]) -> str:
    """Each kind once, null last."""
    return " | ".join(sorted(dict.fromkeys(kinds), key=lambda kind: kind == "null"))


def type_of(schema: Plain | bool) -> str:
    """The type of a value that fits the schema."""
    if isinstance(schema, bool) or not schema:
        return "unknown"
    if "$ref" in schema:
        return target(schema)
    if "const" in schema:
        return quote(schema["const"])
    if "enum" in schema:
        return union(map(quote, schema["enum"]))
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return union(map(type_of, schema[key]))
    return _of_kind(schema)


def _of_kind(schema: Plain) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        return union(type_of({**schema, "type": each}) for each in kind)
    if kind == "array":
        return _array(schema)
    if kind == "object":
        rest = schema.get("additionalProperties", True)
        return "Record<string, never>" if rest is False else f"Record<string, {type_of(rest)}>"
    return _SIMPLE.get(str(kind), "unknown")


def _array(schema: Plain) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    return f"Array<{type_of(schema.get('items', True))}>"


def _field(known: Components, component: Component, wire: str, schema: Plain) -> Field:
    tags = known.tags.get((component.key, wire))
    kind = union(map(quote, tags)) if tags else type_of(schema)
    name = wire if _NAME.fullmatch(wire) else quote(wire)
    needed = "" if wire in component.schema.get("required", ()) else "?"
    return Field(f"{name}{needed}: {kind};", _comment(schema.get("description", "")))


def _comment(text: str) -> str:
    return " ".join(text.split()).replace("*/", "* /")


def _type(known: Components, component: Component) -> Type:
    description = _comment(component.schema.get("description", ""))
    properties = component.schema.get("properties")
    if not properties:
        return Type(component.key, description, alias=type_of(component.schema))
    fields = tuple(_field(known, component, wire, schema) for wire, schema in properties.items())
    return Type(component.key, description, fields)


def _parts(known: Components, rulebook: str) -> dict[str, str]:
    """What a rulebook has, by the names that all rulebooks share."""
    found = {role: known.named(rulebook, role) for role in ROLES}
    return {role: part.key if part else "unknown" for role, part in found.items()}


def declaration_files(spec: Plain, templates: jinja2.Environment) -> dict[str, str]:
    """The files of types by name."""
    known = components(spec)
    names = {
        "types": [_type(known, each) for each in known.by_key.values()],
        "rulebooks": {each: _parts(known, each) for each in known.rulebooks},
        "roles": [role for role in ROLES if role not in known.by_key],
    }

    def render(name: str) -> str:
        return HEADER + templates.get_template(f"{name}.jinja2").render(names).strip("\n") + "\n"

    return {name: render(name) for name in ("index.d.ts", "types.d.ts", "webhooks.d.ts")}


def write(spec: Plain, templates: jinja2.Environment) -> int:
    """Write the types beside the client; return how many files that are."""
    files = declaration_files(spec, templates)
    for name, text in files.items():
        (TARGET / name).write_text(text, encoding="utf-8")
    return len(files)
