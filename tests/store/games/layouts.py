"""The layouts of stored records, as a file. `python -m tests.store.games.layouts` writes those of numbers that no
release has; a layout that was released stays as it is.
"""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from service.games.registry import RULEBOOKS
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Clock, Table

FILE = Path(__file__).parent / "layouts.json"
COMMAND = "python -m tests.store.games.layouts"
RELEASED = {"table": 2, "clock": 3, "state of astra": 2, "state of nebula": 2, "state of distant_suns": 2}
"""The numbers of the last release."""
Layout = dict[str, dict[str, str]]
"""For each struct of a record its fields, in their order, with type and default."""


class Record(msgspec.Struct, frozen=True):
    """A stored record, its present number, and what has to be changed with its layout."""

    name: str
    struct: type[msgspec.Struct]
    schema: int
    advice: str


def records() -> list[Record]:
    here = "in service/store/games/migrations.py"
    return [
        Record("table", Table, TABLE_SCHEMA, f"raise TABLE_SCHEMA and add a row to TABLE_UPGRADES {here}"),
        Record("clock", Clock, CLOCK_SCHEMA, f"raise CLOCK_SCHEMA and add a row to CLOCK_UPGRADES {here}"),
        *(
            Record(
                f"state of {each.id}", each.state_type, each.schema,
                f"raise SCHEMA and add a row to STATE_UPGRADES in service/games/{each.id}/state.py",
            )
            for each in RULEBOOKS.values() if f"state of {each.id}" in RELEASED
        ),
    ]  # fmt: skip


def _type(found: Any) -> str:
    """A type in words. A Literal is a word, whichever it may be: a new one changes no layout."""
    origin, arguments = typing.get_origin(found), typing.get_args(found)
    if origin is Literal:
        return "/".join(sorted({type(each).__name__ for each in arguments}))
    if origin is typing.Annotated:
        return _type(arguments[0])
    if origin in (typing.Union, types.UnionType):
        return " | ".join(_type(each) for each in arguments)
    name = str(getattr(origin or found, "__name__", found))
    return f"{name}[{', '.join(_type(each) for each in arguments)}]" if arguments else name


def _structs_in(found: Any) -> Iterator[type[msgspec.Struct]]:
    if isinstance(found, type) and issubclass(found, msgspec.Struct):
        yield found
    for each in typing.get_args(found):
        yield from _structs_in(each)


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.default is not msgspec.NODEFAULT:
        return f" = {field.default!r}"
    made = field.default_factory
    return "" if made is msgspec.NODEFAULT else f" = {made()!r}"


def layout_of(struct: type[msgspec.Struct]) -> Layout:
    """Of a struct and of all structs in it."""
    found: Layout = {}
    waiting = [struct]
    while waiting:
        each = waiting.pop(0)
        if each.__name__ in found:
            continue
        fields = msgspec.structs.fields(each)
        found[each.__name__] = {field.encode_name: _type(field.type) + _default(field) for field in fields}
        waiting += [inner for field in fields for inner in _structs_in(field.type)]
    return found


def stored_layouts() -> dict[str, dict[str, Layout]]:
    """By record and number."""
    found: dict[str, dict[str, Layout]] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return found


def difference(record: Record, stored: Layout | None) -> str:
    """What has changed without a new number, and what to do; empty where all is well."""
    present = layout_of(record.struct)
    if stored is None:
        return f"The {record.name} has the new number {record.schema}: run `{COMMAND}`."
    old = {f"{struct}.{name}": kind for struct, fields in stored.items() for name, kind in fields.items()}
    new = {f"{struct}.{name}": kind for struct, fields in present.items() for name, kind in fields.items()}
    changed = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
    if list(old) == list(new) and not changed:
        return ""
    what = ", ".join(changed) or "the order of fields"
    advice = f"{record.advice}, then run" if record.schema <= RELEASED[record.name] else "no release has it yet: run"
    return f"The layout of the {record.name} changed under its number {record.schema} ({what}): {advice} `{COMMAND}`."


def main() -> None:
    found = stored_layouts()
    for record in records():
        known = found.setdefault(record.name, {})
        if record.schema > RELEASED[record.name] or str(record.schema) not in known:
            known[str(record.schema)] = layout_of(record.struct)
    FILE.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
