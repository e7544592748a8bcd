"""A language is an entry of `service.games.base.Language` and its texts. Here is every place that lacks some."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from service.games.base import LANGUAGES, Names
from service.games.bot_levels import BOT_LEVELS

ROOT = Path(__file__).parents[1]
LIST = "service/games/base.py"
LEVELS = "service/games/bot_levels.py"
"""Texts that are no JSON, so that a bot level is one row of a table."""
WRITTEN_BY_MAKE = re.compile(r"_generated/|javascript/\w+\.d\.ts$|openapi\.json$")
PLACEHOLDER = re.compile(r"\{(\w+)")
"""`{count}`, or `{count|star|stars}`: which form of a word goes with the number."""


def _texts(value: Any, where: str) -> Iterator[tuple[str, Names]]:
    """Every object of a JSON file with a language's code as a key."""
    if isinstance(value, dict) and set(value) & set(LANGUAGES):
        yield where, value
    elif isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(each, f"{where} {key}")


def _files(*patterns: str) -> Iterator[tuple[str, str]]:
    for folder in ("service", "worker", "sdk", "openapi", "tools", "examples", "helm"):
        for path in sorted(path for pattern in patterns for path in (ROOT / folder).rglob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            if not WRITTEN_BY_MAKE.search(name):
                yield name, path.read_text()


def test_every_text_is_there_in_every_language() -> None:
    texts = [(f"{LEVELS} {level}", row.texts) for level, row in BOT_LEVELS.items()]
    texts += [text for name, body in _files("*.json") for text in _texts(msgspec.json.decode(body), name)]
    wrong = [f"{where}: no {language}" for where, text in texts for language in LANGUAGES if not text.get(language)]
    wrong += [f"{where}: unknown language" for where, text in texts if set(text) - set(LANGUAGES)]
    wrong += [
        f"{where}: other placeholders"
        for where, text in texts
        if len({frozenset(PLACEHOLDER.findall(each)) for each in text.values()}) > 1
    ]
    assert wrong == []


def test_the_languages_are_listed_once() -> None:
    codes = [re.compile(rf"""["']{language}["']|\b{language}: ["']""") for language in LANGUAGES]
    sources = _files("*.py", "*.js", "*.ts", "*.html", "*.jinja2", "*.yaml")
    assert [name for name, body in sources if sum(1 for code in codes if code.search(body)) > 2] == [LIST, LEVELS]
