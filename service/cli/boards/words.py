"""Turns any typed value into words: fields by name, ids by their names in the content."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.cli.boards.scene import AnyContent

Names = Mapping[str, str]
_CONTEXT_DEPENDENT = ("phase", "score", "end")
"""Kinds of texts whose keys are no ids: the same word means something else elsewhere."""


def names(content: AnyContent) -> dict[str, str]:
    """Names of ids in the player's language: from the texts (colours and the like), or from the cards themselves."""
    found: dict[str, str] = {}
    for kind, texts in content.texts.items():
        if kind not in _CONTEXT_DEPENDENT:
            found |= texts
    return found | dict(_names_by_id(content))


def _names_by_id(value: Any) -> Iterator[tuple[str, str]]:
    if is_list(value):
        for each in value:
            yield from _names_by_id(each)
    elif dataclasses.is_dataclass(value):
        own = fields(value)
        if isinstance(own.get("id"), str) and isinstance(own.get("name"), str):
            yield own["id"], own["name"]
        for each in own.values():
            yield from _names_by_id(each)


def is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def fields(value: Any) -> Mapping[str, Any]:
    """The fields of a dataclass, or the items of a mapping."""
    if isinstance(value, Mapping):
        return value
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def is_empty(value: Any) -> bool:
    return value is None or (is_list(value) and not value)


def humanize(name: str) -> str:
    """`card_limit` becomes "card limit"."""
    return name.replace("_", " ")


def format_value(value: Any, known: Names) -> str:
    if is_list(value):
        return ", ".join(format_value(each, known) for each in value) or "none"
    if isinstance(value, Mapping) or dataclasses.is_dataclass(value):
        return " ".join(f"{_name(name, known)} {format_value(each, known)}" for name, each in fields(value).items())
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return known.get(value, value) if isinstance(value, str) else str(value)


def _name(name: str, known: Names) -> str:
    return known.get(name, humanize(name))
