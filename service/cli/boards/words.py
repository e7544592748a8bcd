"""Any typed value in words: fields by name, ids by what the content calls them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.cli.boards.scene import AnyContent

Names = Mapping[str, str]
_WITH_A_MEANING_OF_THEIR_OWN = ("phase", "score", "end")
"""Texts that are looked up by what they are about, and not wherever the word occurs."""


def names(content: AnyContent) -> dict[str, str]:
    """What ids are called in the player's language: colours and the like by the texts, cards by their own names."""
    found: dict[str, str] = {}
    for kind, texts in content.texts.items():
        if kind not in _WITH_A_MEANING_OF_THEIR_OWN:
            found |= texts
    return found | dict(_named_things(content))


def _named_things(value: Any) -> Iterator[tuple[str, str]]:
    if is_list(value):
        for each in value:
            yield from _named_things(each)
    elif dataclasses.is_dataclass(value):
        own = fields(value)
        if isinstance(own.get("id"), str) and isinstance(own.get("name"), str):
            yield own["id"], own["name"]
        for each in own.values():
            yield from _named_things(each)


def is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def fields(value: Any) -> Mapping[str, Any]:
    """The fields of a dataclass, or what a mapping holds."""
    if isinstance(value, Mapping):
        return value
    return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}


def is_empty(value: Any) -> bool:
    return value is None or (is_list(value) and not value)


def spoken(name: str) -> str:
    """`card_limit` as people say it."""
    return name.replace("_", " ")


def shown(value: Any, known: Names) -> str:
    """A value in one line."""
    if is_list(value):
        return ", ".join(shown(each, known) for each in value) or "none"
    if isinstance(value, Mapping) or dataclasses.is_dataclass(value):
        return " ".join(f"{_name(name, known)} {shown(each, known)}" for name, each in fields(value).items())
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return known.get(value, value) if isinstance(value, str) else str(value)


def _name(name: str, known: Names) -> str:
    return known.get(name, spoken(name))
