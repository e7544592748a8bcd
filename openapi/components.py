"""The components of a description: whose they are, what they are called in the SDK, and in which module they live."""

from __future__ import annotations

import functools
import keyword
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from openapi.spec import Plain, target

SHARED, MODELS = "shared", "models"
MODULES = (SHARED, MODELS, "calls", "resources", "tables")
IMPORTED = frozenset({"Any", "Literal", "Mapping", "Record", "Sequence", "TypeAlias", "UnknownEvent", "Unset", "UNSET"})
"""What every module has from elsewhere: no component may be called so."""

ANSWERS = ("event", "view", "content", "answer")
"""Kinds that only the server sends."""


@dataclass(frozen=True)
class Component:
    """One schema of the description."""

    key: str
    schema: Plain

    @property
    def rulebook(self) -> str:
        """The rulebook that it belongs to; empty when all share it."""
        return str(self.schema.get("x-rulebook", ""))

    @property
    def kind(self) -> str:
        return str(self.schema.get("x-kind", ""))

    @property
    def name(self) -> str:
        """`AstraStarsMarkedEvent` is `StarsMarked` in the module astra."""
        return str(self.schema.get("x-name", self.key))

    @property
    def is_class(self) -> bool:
        """An object with fields of its own; anything else is an alias. An open map is a Record and no class."""
        return self.schema.get("type") == "object" and (
            "properties" in self.schema or self.schema.get("additionalProperties") is False
        )

    @property
    def is_only_sent_to_us(self) -> bool:
        return self.kind in ANSWERS

    @property
    def members(self) -> list[str]:
        """The components that a union is one of."""
        listed = self.schema.get("oneOf") or self.schema.get("anyOf") or ()
        return [target(each) for each in listed if "$ref" in each]


def references(schema: Any) -> Iterator[str]:
    """Every component that is referred to, the mappings of discriminators excepted."""
    if isinstance(schema, list):
        for each in schema:
            yield from references(each)
    elif isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield target(schema)
        for key, value in schema.items():
            if key != "discriminator":
                yield from references(value)


@dataclass(frozen=True)
class Components:
    """All components that the calls reach, in the order of the description."""

    by_key: dict[str, Component]
    modules: dict[str, str]
    """Of each key: a rulebook's own, `shared`, or `models` for what is shared but made of rulebooks' components."""

    def of_module(self, module: str) -> list[Component]:
        return [each for each in self.by_key.values() if self.modules[each.key] == module]

    @property
    def rulebooks(self) -> list[str]:
        return sorted({each.rulebook for each in self.by_key.values() if each.rulebook})

    def named(self, rulebook: str, name: str) -> Component | None:
        found = (each for each in self.by_key.values() if (each.rulebook, each.name) == (rulebook, name))
        return next(found, None)

    @functools.cached_property
    def tags(self) -> dict[tuple[str, str], list[str]]:
        """What a discriminator can be in each component: `("AstraObserveMove", "type")` is `["observe"]`."""
        found: dict[tuple[str, str], list[str]] = {}
        for union in self.by_key.values():
            discriminator = union.schema.get("discriminator", {})
            for tag, reference in discriminator.get("mapping", {}).items():
                known = found.setdefault((reference.rpartition("/")[2], discriminator["propertyName"]), [])
                known.extend([] if tag in known else [tag])
        return found


def _reachable(schemas: Plain, roots: set[str]) -> set[str]:
    found: set[str] = set()
    todo = list(roots)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += references(schemas[name])
    return found


def _module(component: Component, schemas: Plain) -> str:
    if component.rulebook:
        return component.rulebook
    reached = _reachable(schemas, set(references(component.schema)))
    return MODELS if any("x-rulebook" in schemas[each] for each in reached) else SHARED


def _check_rulebooks(components: Components) -> None:
    for each in components.rulebooks:
        if each in MODULES or not each.isidentifier() or keyword.iskeyword(each):
            raise ValueError(f"a rulebook cannot be called {each!r}: a module of the SDK is")


def _check_names(components: Components) -> None:
    used: dict[tuple[str, str], str] = {}
    for each in components.by_key.values():
        place = (components.modules[each.key], each.name)
        if place in used or each.name in IMPORTED or keyword.iskeyword(each.name):
            raise ValueError(f"{each.key} cannot be called {each.name} in the SDK: {used.get(place, 'taken')}")
        used[place] = each.key


def _check_directions(components: Components) -> None:
    """A rulebook's module is imported by `models`, so it cannot need it."""
    for each in components.by_key.values():
        for other in references(each.schema):
            there = components.modules[other]
            if each.rulebook and there not in (each.rulebook, SHARED):
                raise ValueError(f"{each.key} of {each.rulebook} refers to {other}, which is not its own")


def components(spec: Plain) -> Components:
    """The components of a description."""
    schemas = spec["components"]["schemas"]
    told = {"Notice"} & schemas.keys()
    wanted = _reachable(schemas, told | set(references(spec["paths"])))
    wanted = _reachable(schemas, wanted | {key for key, schema in schemas.items() if "x-rulebook" in schema})
    by_key = {key: Component(key, schema) for key, schema in schemas.items() if key in wanted}
    found = Components(by_key, {key: _module(each, schemas) for key, each in by_key.items()})
    _check_rulebooks(found)
    _check_names(found)
    _check_directions(found)
    return found
