"""Texts in all languages, as validated data: labels of moves, options, scoring lines, refusals, titles of rulings."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from service.games.base import LANGUAGES, in_every_language
from service.games.refusals import Term


class TextError(ValueError):
    """A text that lacks English, or whose placeholders differ between languages."""


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def _problems(key: str, text: Mapping[str, str]) -> list[str]:
    if "en" not in text:
        return [f"{key}: has {sorted(text)}, needs en"]
    wanted = placeholders(text["en"])
    return [
        f"{key}.{language}: has placeholders {sorted(placeholders(text[language]))}, needs {sorted(wanted)}"
        for language in text
        if placeholders(text[language]) != wanted
    ]


class LazyText(msgspec.Struct, frozen=True):
    """The key and values of a text, to be translated once the language is known."""

    key: str
    values: dict[str, object] = {}


class Texts:
    """`texts.say("move.observe", "fr", card="Taureau")`. Values that are texts themselves (a `Term`, a `LazyText`) are
    said in the same language. A text that lacks a language is said in English, so that a game goes on working when the
    service learns a language; `lacking` lists those texts for the tests."""

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        problems = [problem for key, text in texts.items() for problem in _problems(key, text)]
        if problems:
            raise TextError("; ".join(problems))
        self._texts = {key: in_every_language(text) for key, text in texts.items()}
        self.lacking = [f"{key}: no {each}" for key, text in texts.items() for each in LANGUAGES if each not in text]

    @classmethod
    def load(cls, *paths: Path) -> Texts:
        """Read several files; a later one overrides an earlier one."""
        merged: dict[str, dict[str, str]] = {}
        for path in paths:
            merged |= msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str]])
        return cls(merged)

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def say(self, key: str, language: str, **values: object) -> str:
        text = self._texts[key][language]
        if not values:
            return text
        said = {name: self._translate_value(value, language) for name, value in values.items()}
        return text.format(**said)

    def _translate_value(self, value: object, language: str) -> object:
        if isinstance(value, Term):
            return self._texts[value][language]
        return self.say(value.key, language, **value.values) if isinstance(value, LazyText) else value

    def names(self, key: str) -> Mapping[str, str]:
        """The text in every language."""
        return self._texts[key]

    def under(self, prefix: str, language: str) -> dict[str, str]:
        """All texts whose key starts with `prefix.`, by the rest of the key."""
        start = prefix + "."
        return {key[len(start) :]: text[language] for key, text in self._texts.items() if key.startswith(start)}


COMMON = Path(__file__).with_name("texts.json")
"""What all games say alike; the first file that a game loads."""
_COMMON_TEXTS = Texts.load(COMMON)


def decimal(number: float, language: str, sign: str = "-") -> str:
    """Write one digit after the language's decimal mark, and a minus as wide as a plus; `sign` is as in a format."""
    mark = _COMMON_TEXTS.say("decimal_mark", language)
    return f"{number:{sign}.1f}".translate(str.maketrans("-.", f"−{mark}"))
