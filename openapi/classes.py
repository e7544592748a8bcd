"""Components as the templates write them: dataclasses with their fields, and aliases."""

from __future__ import annotations

import keyword
from dataclasses import dataclass
from typing import Any

from openapi.annotations import Named, annotation, literal, quote, union
from openapi.components import SHARED, Component, Components, references
from openapi.spec import Plain, snake

UNKNOWN = "UnknownEvent"
OFFER = "Offer"
OFFER_FIELDS = {"move", "label", "ruling"}


@dataclass(frozen=True)
class Field:
    """One field of a dataclass."""

    wire: str
    type: str
    default: str
    description: str

    @property
    def name(self) -> str:
        """Python's spelling: `from` is `from_`."""
        plain = self.wire if self.wire.isidentifier() else snake(self.wire)
        return f"{plain}_" if keyword.iskeyword(plain) else plain

    @property
    def declaration(self) -> str:
        if self.name == self.wire:
            return f"{self.name}: {self.type}" + (f" = {self.default}" if self.default else "")
        default = f"default={self.default}, " if self.default else ""
        return f'{self.name}: {self.type} = _field({default}metadata={{"wire": {quote(self.wire)}}})'


@dataclass(frozen=True)
class Class:
    """A dataclass."""

    name: str
    description: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Alias:
    """A name for a type; `needs` are the aliases that have to stand before it."""

    name: str
    type: str
    description: str
    needs: frozenset[str]


def name_lookup(components: Components, module: str) -> Named:
    """How components are called in a module. `_shared` has its underscore because a field may be called `shared`."""

    def named(key: str) -> str:
        there, name = components.modules[key], components.by_key[key].name
        if there == module:
            return name
        return f"_shared.{name}" if there == SHARED else f"{there}.{name}"

    return named


def _default(component: Component, schema: Plain, kind: str, required: bool) -> str:
    """A tag is its own default. What the server may leave out has the server's default, if it is a simple one; what the
    last release did not send has the default that the description marks."""
    if kind.startswith("Literal[") and "," not in kind and "|" not in kind:
        return kind.removeprefix("Literal[").removesuffix("]")
    if "x-if-missing" in schema:
        return _plain_default(schema["x-if-missing"])
    if required:
        return ""
    if component.is_only_sent_to_us and "default" in schema:
        return _plain_default(schema["default"])
    return "UNSET"


def _plain_default(value: Any) -> str:
    if value == []:
        return "()"
    return "UNSET" if isinstance(value, list | dict) else quote(value)


def _fields(component: Component, components: Components, named: Named) -> tuple[Field, ...]:
    tags, required = components.tags, component.schema.get("required", ())
    found = []
    for wire, schema in component.schema.get("properties", {}).items():
        values = tags.get((component.key, wire))
        kind = literal(values) if values else annotation(schema, named)
        default = _default(component, schema, kind, wire in required)
        kind = f"{kind} | Unset" if default == "UNSET" else kind
        found.append(Field(wire, kind, default, schema.get("description", "")))
    return tuple(found)


def classes(components: Components, module: str) -> list[Class]:
    """The dataclasses of a module. An offer is the SDK's own, so that `moves(astra.Observe)` can say what it offers."""
    named = name_lookup(components, module)
    return [
        Class(each.name, _description(each), _fields(each, components, named))
        for each in components.of_module(module)
        if each.is_class and not is_offer(each)
    ]


def _description(component: Component) -> str:
    return str(component.schema.get("description", ""))


def is_offer(component: Component) -> bool:
    """Whether a component is a rulebook's offer, which has to have the fields of the SDK's."""
    if not component.rulebook or component.name != OFFER:
        return False
    if set(component.schema["properties"]) != OFFER_FIELDS:
        raise ValueError(f"{component.key} has other fields than the SDK's Offer: {', '.join(sorted(OFFER_FIELDS))}")
    return True


def _alias(component: Component, named: Named) -> Alias:
    if is_offer(component):
        kind = f"_Offer[{annotation(component.schema['properties']['move'], named)}]"
    else:
        kind = annotation(component.schema, named)
    if component.kind == "event" and component.members:
        kind = union([kind, UNKNOWN])
    return Alias(component.name, kind, _description(component), frozenset(map(named, references(component.schema))))


def aliases(components: Components, module: str) -> list[Alias]:
    """The aliases of a module, each after those that it needs."""
    named = name_lookup(components, module)
    waiting = [_alias(each, named) for each in components.of_module(module) if not each.is_class or is_offer(each)]
    return in_order(waiting)


def in_order(waiting: list[Alias]) -> list[Alias]:
    """Each after those that it needs."""
    done: list[Alias] = []
    while waiting:
        names = {each.name for each in waiting}
        ready = [each for each in waiting if not each.needs & names]
        if not ready:
            raise ValueError(f"these refer to each other: {', '.join(sorted(names))}")
        done += ready
        waiting = [each for each in waiting if each not in ready]
    return done


def is_simple(alias: Alias) -> bool:
    """It needs no class, so it can stand before all of them."""
    return not alias.needs
