"""Enums of the API's description by their names, so that no generator has to invent one (`Type1`, `Kind2`).

A rulebook's enum is called as its package calls it: `Element = Literal[...]` of Astra is `AstraElement`. What has no
name is called after the field that has it. An enum of one word is a `const`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

from service.games.base import Language, Plain
from service.games.bot_levels import Level
from service.wire import words
from service.wire.notices import NOTICE_TYPES
from service.wire.webhooks import DeliveryStatus, WebhookStatus

PATH = "#/components/schemas/"
ENUMS: dict[str, tuple[str, ...]] = {
    "Status": get_args(words.Status),
    "SeatKind": get_args(words.SeatKind),
    "Level": get_args(Level),
    "Visibility": get_args(words.Visibility),
    "HintsFor": get_args(words.HintsFor),
    "HintStatus": get_args(words.HintStatus),
    "AfterLeaving": get_args(words.AfterLeaving),
    "AfterResigning": get_args(words.AfterResigning),
    "Language": get_args(Language),
    "NoticeType": NOTICE_TYPES,
    "WebhookStatus": get_args(WebhookStatus),
    "DeliveryStatus": get_args(DeliveryStatus),
}
_UNTOUCHED = frozenset({"example", "examples", "discriminator", "x-problems", "x-codes", "x-codeSamples"})


def pascal(name: str) -> str:
    """`distant_suns` is `DistantSuns`."""
    return "".join(part.capitalize() for part in name.split("_"))


def reference(name: str) -> Plain:
    return {"$ref": PATH + name}


def one_of(field: str, members: Mapping[str, str]) -> Plain:
    """A union of components, by what stands in one of their fields."""
    mapping = {tag: PATH + name for tag, name in members.items()}
    return {
        "oneOf": [{"$ref": path} for path in mapping.values()],
        "discriminator": {"propertyName": field, "mapping": mapping},
    }


def literals_in(package: str) -> dict[str, tuple[str, ...]]:
    """The literals of several words that the modules of a package have a name for."""
    found: dict[str, tuple[str, ...]] = {}
    modules = {name: module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")}
    for name in sorted(modules):
        for alias, value in vars(modules[name]).items():
            if get_origin(value) is Literal and len(get_args(value)) > 1 and all(map(_is_word, get_args(value))):
                found.setdefault(alias, get_args(value))
    return found


def _is_word(value: object) -> bool:
    return isinstance(value, str)


def references(schema: Any) -> Iterator[str]:
    """The names of all components that a schema refers to."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix(PATH)
        schema = list(schema.values())
    for each in schema if isinstance(schema, list) else ():
        yield from references(each)


class _Namer:
    """Replaces enums and unions inside of schemas by references to components, and keeps those that it had to make."""

    def __init__(self, schemas: Plain) -> None:
        self.made: Plain = {}
        self._schemas = schemas
        self._enums = {
            (each.get("x-rulebook", ""), frozenset(each["enum"])): name
            for name, each in reversed(schemas.items())
            if "enum" in each
        }
        self._unions = {name: each["anyOf"] for name, each in schemas.items() if "anyOf" in each}

    def rename_in(self, schema: Any, owner: str, rulebook: str = "") -> Any:
        """Rename what is inside; `owner` is what a nameless enum is called after."""
        if isinstance(schema, list):
            return [self.rename_in(each, owner, rulebook) for each in schema]
        if not isinstance(schema, dict):
            return schema
        if isinstance(schema.get("enum"), list):
            return self._rename_enum(schema, owner, rulebook)
        for name, members in self._unions.items():
            if schema.get("anyOf") == members:
                return reference(name)
        renamed = {key: self._rename_member(key, each, owner, rulebook) for key, each in schema.items()}
        return self._keep(renamed, owner, rulebook) if owner and "discriminator" in renamed else renamed

    def rename_inside(self, name: str) -> Plain:
        """Rename what is inside of a component, which has a name itself."""
        schema = self._schemas[name]
        rulebook = schema.get("x-rulebook", "")
        return {key: self._rename_member(key, each, name, rulebook) for key, each in schema.items()}

    def _rename_member(self, key: str, member: Any, owner: str, rulebook: str) -> Any:
        if key in _UNTOUCHED or key == "enum":
            return member
        if key == "properties":
            return {
                name: self.rename_in(each, owner and owner + pascal(name), rulebook) for name, each in member.items()
            }
        return self.rename_in(member, owner, rulebook)

    def _rename_enum(self, schema: Plain, owner: str, rulebook: str) -> Plain:
        values, rest = schema["enum"], {key: each for key, each in schema.items() if key not in ("enum", "type")}
        if len(values) == 1:
            return {**rest, "type": "string", "const": values[0]}
        for place in dict.fromkeys((rulebook, "")):
            if name := self._enums.get((place, frozenset(values))):
                return {**rest, **reference(name)}
        return self._keep(schema, owner, rulebook) if owner else schema

    def _keep(self, schema: Plain, name: str, rulebook: str) -> Plain:
        about = {key: each for key, each in schema.items() if key in ("description", "default")}
        inner = {key: each for key, each in schema.items() if key not in about}
        kinds = {"type": "string"} if "enum" in inner else {}
        marks = {"x-rulebook": rulebook, "x-kind": "answer", "x-name": name.removeprefix(pascal(rulebook))}
        self.made[name] = {**kinds, **inner, **(marks if rulebook else {})}
        return {**about, **reference(name)}


def name_enums(document: Mapping[str, Any]) -> Plain:
    """The description with every enum and union as a component of its own."""
    schemas: Plain = document["components"]["schemas"]
    namer = _Namer(schemas)
    renamed = {name: namer.rename_inside(name) for name in schemas}
    paths = namer.rename_in(document["paths"], "")
    components = {**document["components"], "schemas": {**renamed, **namer.made}}
    return {**document, "paths": paths, "components": components}
