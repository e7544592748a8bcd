"""The typed contract: structs of answers, views, events and content as components of the API's description.

msgspec writes the JSON schema of a struct. Here the components get their names (`AstraStarsMarkedEvent`), the marks by
which the SDKs' generators sort them (`x-rulebook`, `x-kind`, `x-name`), and unions their discriminator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import inspect

from service.games.base import Event, Move, Plain, tag_of
from service.games.refusals import Refusal
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook
from service.wire import answers
from service.wire.enums import ENUMS, PATH, literals_in, one_of, pascal, reference, references
from service.wire.moves import any_move
from service.wire.narrowing import RulebookTypes, Struct, types_of
from service.wire.notices import NOTICES
from service.wire.push import PUSH_ANSWERS
from service.wire.refusals import BY_CODE, ILLEGAL, REFUSALS, TEXTS
from service.wire.webhooks import WEBHOOK_ANSWERS

Kind = Literal["move", "event", "view", "content", "answer"]


def _parts(kind: Any) -> Iterator[Any]:
    """The types that a type is made of."""
    for name in ("item_type", "key_type", "value_type"):
        if hasattr(kind, name):
            yield getattr(kind, name)
    yield from getattr(kind, "types", ())
    yield from getattr(kind, "item_types", ())
    yield from (field.type for field in getattr(kind, "fields", ()))


def _structs(types: Iterable[Any]) -> Iterator[Struct]:
    """All structs that can be reached from some types, each once."""
    found: dict[Struct, None] = {}
    todo: list[Any] = [*inspect.multi_type_info(types)]
    while todo:
        kind = todo.pop(0)
        if isinstance(kind, inspect.Metadata):
            kind = kind.type
        if isinstance(kind, inspect.StructType):
            if kind.cls in found:
                continue
            found[kind.cls] = None
        todo += _parts(kind)
    return iter(found)


class ComponentName(msgspec.Struct, frozen=True):
    """How a struct is called among the components: `AstraStarsMarkedEvent`, in short `StarsMarked`."""

    full: str
    short: str
    kind: Kind
    rulebook: str


def _suffix(struct: Struct) -> str:
    if issubclass(struct, Move):
        return "Move"
    return "Event" if issubclass(struct, Event) else ""


def _kinds(types: RulebookTypes) -> dict[Struct, Kind]:
    """The kinds of the structs in view and content; one that is in both belongs to the content."""
    views: dict[Struct, Kind] = dict.fromkeys(_structs([types.view]), "view")
    return views | dict.fromkeys(_structs([types.content]), "content")


def _kind(struct: Struct, kinds: Mapping[Struct, Kind]) -> Kind:
    if issubclass(struct, Move):
        return "move"
    return "event" if issubclass(struct, Event) else kinds.get(struct, "answer")


def _package(rulebook: AnyRulebook) -> str:
    return type(rulebook).__module__.rpartition(".")[0]


def _belongs(struct: Struct, rulebook: AnyRulebook) -> bool:
    """Whether a struct is the rulebook's own: defined in its package."""
    package = _package(rulebook)
    return struct.__module__ == package or struct.__module__.startswith(package + ".")


def _name_own(struct: Struct, rulebook: AnyRulebook, kinds: Mapping[Struct, Kind]) -> ComponentName:
    prefix, own = pascal(rulebook.id), struct.__name__
    short = own.removeprefix(prefix) or own
    return ComponentName(prefix + short + _suffix(struct), short, _kind(struct, kinds), rulebook.id)


def _name_shared(struct: Struct) -> ComponentName:
    kind: Kind = "event" if issubclass(struct, Event) else "answer"
    return ComponentName(struct.__name__ + _suffix(struct), struct.__name__, kind, "")


def _names_of(rulebook: AnyRulebook, structs: Iterable[Struct], types: RulebookTypes) -> dict[str, ComponentName]:
    """Name the components, by the names that msgspec gives structs, which have to be unique within a rulebook."""
    names: dict[str, ComponentName] = {}
    kinds = _kinds(types)
    for struct in structs:
        if struct.__name__ in names:
            raise ValueError(f"{rulebook.id} has two structs called {struct.__name__}")
        own = _belongs(struct, rulebook)
        names[struct.__name__] = _name_own(struct, rulebook, kinds) if own else _name_shared(struct)
    return names


Known = dict[frozenset[str], str]
"""Names of enums by their values, and of unions by their members: schemas refer to them by name."""


def _resolve(schema: Any, names: dict[str, ComponentName], known: Known) -> Any:
    """Replace names of structs by those of components, known enums by references, and tagged unions by `oneOf`."""
    if isinstance(schema, list):
        return [_resolve(item, names, known) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {**schema, "$ref": PATH + names[schema["$ref"].removeprefix(PATH)].full}
    if "enum" in schema and (enum := known.get(frozenset(map(str, schema["enum"])))):
        return {**{key: value for key, value in schema.items() if key != "enum"}, **reference(enum)}
    resolved = {key: _resolve(value, names, known) for key, value in schema.items()}
    if "prefixItems" in resolved:
        resolved["items"] = _any_of(resolved["prefixItems"])
    return _toone_of(resolved, names, known) if "discriminator" in resolved else resolved


def _any_of(members: list[Plain]) -> Plain:
    """What each item of a tuple is, for generators that do not know tuples."""
    different = [each for at, each in enumerate(members) if each not in members[:at]]
    return different[0] if len(different) == 1 else {"anyOf": different}


def _toone_of(schema: Plain, names: dict[str, ComponentName], known: Known) -> Plain:
    members = schema.pop("anyOf")
    if union := known.get(frozenset(each["$ref"] for each in members)):
        return reference(union)
    mapping = schema["discriminator"]["mapping"]
    schema["discriminator"]["mapping"] = {
        tag: PATH + names[target.removeprefix(PATH)].full for tag, target in mapping.items()
    }
    return {**schema, "oneOf": members}


_NUMBER = {"type": "integer"}
_STAMP = {
    "id": {**_NUMBER, "description": "1, 2, 3 and so on, without gaps"},
    "version": {**_NUMBER, "description": "the version that the move made"},
}


def _complete(schema: Plain, component: ComponentName, struct: Struct) -> Plain:
    """Make every field required, since answers have all; structs that omit defaults leave out what does not apply."""
    schema.pop("title", None)
    properties = {name: _plain_field(each) for name, each in schema["properties"].items()}
    stamp = _STAMP if issubclass(struct, Event) else {}
    properties = {**stamp, **properties}
    required = list(properties)
    if struct.__struct_config__.omit_defaults:
        required = [*stamp, *schema["required"]]
        properties = {name: each if name in required else _never_null(each) for name, each in properties.items()}
    return {**schema, "properties": properties, "required": required} | _marks(component)


def _marks(component: ComponentName) -> Plain:
    """The marks for generators; a shared component needs them only where it has a suffix, as `GameFinishedEvent`."""
    if component.rulebook:
        return {"x-rulebook": component.rulebook, "x-kind": component.kind, "x-name": component.short}
    return {} if component.short == component.full else {"x-kind": component.kind, "x-name": component.short}


def _plain_field(schema: Plain) -> Plain:
    return {key: value for key, value in schema.items() if key != "default"}


def _never_null(schema: Plain) -> Plain:
    """Drop null from a type: such a field is missing instead."""
    others = [each for each in schema["anyOf"] if each != {"type": "null"}]
    return {**{key: value for key, value in schema.items() if key != "anyOf"}, **others[0]}


def _by_values(enums: dict[str, tuple[str, ...]]) -> Known:
    return {frozenset(values): name for name, values in enums.items()}


def _by_members(unions: Plain) -> Known:
    return {frozenset(each["$ref"] for each in union["oneOf"]): name for name, union in unions.items()}


def _components_of(structs: dict[str, Struct], names: dict[str, ComponentName], known: Known) -> Plain:
    """Describe structs by their names; not moves, which their marshmallow schemas describe."""
    _, found = msgspec.json.schema_components(structs.values(), ref_template=PATH + "{name}")
    return {
        names[name].full: _complete(_resolve(schema, names, known), names[name], structs[name])
        for name, schema in found.items()
        if not issubclass(structs[name], Move)
    }


def _union(rulebook: AnyRulebook, structs: Iterable[Struct], names: dict[str, ComponentName], kind: Kind) -> Plain:
    """The union of all moves, or events, of a rulebook, with `type` as discriminator."""
    members = {tag_of(struct): names[struct.__name__].full for struct in structs}
    marks = {"x-rulebook": rulebook.id, "x-kind": kind, "x-name": kind.capitalize()}
    return {**one_of("type", members), **marks}


def _enum(values: Iterable[str], rulebook: str = "", name: str = "") -> Plain:
    marks = {"x-rulebook": rulebook, "x-kind": "answer", "x-name": name} if rulebook else {}
    return {"type": "string", "enum": list(values), **marks}


def _own_enums(rulebook: AnyRulebook, types: RulebookTypes) -> dict[str, tuple[str, ...]]:
    """The enums of a rulebook; a view may leave `phase` a plain string."""
    prefix = pascal(rulebook.id)
    named = {prefix + name.removeprefix(prefix): values for name, values in literals_in(_package(rulebook)).items()}
    found = {f"{prefix}EndReason": rulebook.end_reasons}
    phases: tuple[str, ...] = get_args(get_type_hints(types.view)["phase"])
    found |= {f"{prefix}Phase": phases} if phases else {}
    taken = {frozenset(values) for values in (*found.values(), *ENUMS.values())}
    return found | {name: values for name, values in named.items() if frozenset(values) not in taken}


@cache
def _rulebook_components(rulebook: AnyRulebook) -> Plain:
    """Cached: apispec copies what it gets."""
    types = types_of(rulebook)
    roots = [*types.event, *types.move, types.view, types.content, *types.answers]
    reachable = tuple(_structs(roots))
    structs = {struct.__name__: struct for struct in reachable}
    names = _names_of(rulebook, reachable, types)
    prefix, taken = pascal(rulebook.id), {each.full for each in names.values()}
    enums = {name: values for name, values in _own_enums(rulebook, types).items() if name not in taken}
    unions = {
        f"{prefix}Move": _union(rulebook, types.move, names, "move"),
        f"{prefix}Event": _union(rulebook, types.event, names, "event"),
    }
    found = _components_of(structs, names, _by_values({**ENUMS, **enums}) | _by_members(unions))
    used = {*references(list(found.values())), f"{prefix}EndReason"}
    named = {
        name: _enum(values, rulebook.id, name.removeprefix(prefix)) for name, values in enums.items() if name in used
    }
    return {**named, **found, **unions}


UNIONS = (
    "Game",
    "Frame",
    "CreatedGame",
    "TakenSeat",
    "EventPage",
    "GameNews",
    "PlayedMove",
    "Preview",
    "LegalMoves",
    "Replay",
    "Hints",
    "Analysis",
    "Content",
)
"""Answers that depend on the rulebook."""


def _union_of_rulebooks(name: str) -> Plain:
    return one_of("rulebook", {rulebook: pascal(rulebook) + name for rulebook in RULEBOOKS})


def codes() -> list[str]:
    """Every code that a problem may have: the service's, then those of the rules."""
    rules = {tag_of(row) for rulebook in RULEBOOKS.values() for row in rulebook.refusal_types}
    return [*BY_CODE, *sorted(rules - BY_CODE.keys())]


def _problem(rulebook: AnyRulebook | None, row: type[Refusal]) -> Plain:
    """An entry of the API reference; `id` is where the `type` of a problem leads."""
    code, texts = tag_of(row), rulebook.texts if rulebook else TEXTS
    title = "title.illegal_move" if rulebook else f"title.{code}"
    return {
        "id": f"{rulebook.id}.{code}" if rulebook else code,
        "code": code,
        "status": getattr(row, "status", ILLEGAL),
        "title": TEXTS.names(title)["en"],
        "detail": texts.names(f"refusal.{code}")["en"],
        "rulebook": rulebook.id if rulebook else None,
        "ruling": row.ruling or None,
    }


def _problems() -> list[Plain]:
    own = [_problem(None, row) for row in REFUSALS]
    return own + [_problem(rulebook, row) for rulebook in RULEBOOKS.values() for row in rulebook.refusal_types]


LATE_ENUMS = {"rulebook": "RulebookId", "code": "ProblemCode"}
"""Enums of fields that are plain strings in the structs, since their values depend on the installed rulebooks."""


def _with_late_enums(schema: Plain) -> Plain:
    properties = schema.get("properties", {})
    for name in properties.keys() & LATE_ENUMS.keys():
        if properties[name].get("type") == "string":
            described = {key: value for key, value in properties[name].items() if key == "description"}
            properties[name] = {**reference(LATE_ENUMS[name]), **described}
    return schema


def _notice() -> Plain:
    """The union of all notices to webhooks."""
    return one_of("type", {tag_of(struct): struct.__name__ for struct in NOTICES})


def components() -> Plain:
    """Describe all structs of the API, by the names of the components."""
    shared = {
        struct.__name__: struct for struct in _structs((*answers.SHARED, *WEBHOOK_ANSWERS, *PUSH_ANSWERS, *NOTICES))
    }
    found = {name: _enum(values) for name, values in ENUMS.items()}
    found |= {"RulebookId": _enum(RULEBOOKS), "ProblemCode": {**_enum(codes()), "x-problems": _problems()}}
    found |= _components_of(shared, {name: _name_shared(struct) for name, struct in shared.items()}, _by_values(ENUMS))
    for rulebook in RULEBOOKS.values():
        found |= _rulebook_components(rulebook)
    found["RulebookAnswer"]["properties"]["id"] = reference("RulebookId")
    found["NewsPage"]["properties"]["games"]["items"] = reference("GameNews")
    found |= {name: _union_of_rulebooks(name) for name in UNIONS}
    found |= {"Notice": _notice(), "Move": any_move()}
    return {name: _with_late_enums(schema) for name, schema in found.items()}
