"""Texts in four languages, as validated data: labels of moves, options, scoring lines, abilities."""

from __future__ import annotations

import string
from collections.abc import Mapping
from pathlib import Path

import msgspec

from service.games.base import LANGUAGES


class TextError(ValueError):
    """A text that lacks a language, or whose placeholders differ between languages."""


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _problems(key: str, text: Mapping[str, str]) -> list[str]:
    if set(text) != set(LANGUAGES):
        return [f"{key}: has {sorted(text)}, needs {sorted(LANGUAGES)}"]
    wanted = _placeholders(text["en"])
    return [
        f"{key}.{language}: has placeholders {sorted(_placeholders(text[language]))}, needs {sorted(wanted)}"
        for language in LANGUAGES
        if _placeholders(text[language]) != wanted
    ]


class Texts:
    """`texts.say("observe", "fr", card="Taureau")`."""

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        problems = [problem for key, text in texts.items() for problem in _problems(key, text)]
        if problems:
            raise TextError("; ".join(problems))
        self._texts = texts

    @classmethod
    def load(cls, path: Path) -> Texts:
        return cls(msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str]]))

    def say(self, key: str, language: str, **values: object) -> str:
        return self._texts[key][language].format(**values)

    def names(self, key: str) -> Mapping[str, str]:
        """The text in every language."""
        return self._texts[key]

    def under(self, prefix: str, language: str) -> dict[str, str]:
        """All texts whose key starts with `prefix.`, by the rest of the key."""
        start = prefix + "."
        return {key[len(start) :]: text[language] for key, text in self._texts.items() if key.startswith(start)}
