"""A language is an entry of `service.games.base.Language` and its texts. Here is every place that lacks some.

A released pack is never edited, since games name it by its hash: what it lacks goes into `translations.json` beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from service.games.base import LANGUAGES, Names
from service.games.bot_levels import BOT_LEVELS
from service.games.registry import RULEBOOKS

ROOT = Path(__file__).parents[1]
LIST = "service/games/base.py"
LEVELS = "service/games/bot_levels.py"
"""Texts that are no JSON, so that a bot level is one row of a table."""
RELEASED = {
    "astra": "5018fac941a08a6a335ffba7ec307503aca6c315c889129d89dc4905a4818659",
    "distant_suns": "0421cfcf84948297e502f540cb97839880622f8c17849a92f4a265dfff6e407b",
    "nebula": "056f004dbaea21025ab06a1466cfc11517a3797d582c5740ca112993cea07abc",
}
PACK = "classic.json"
PACK_TRANSLATIONS = "translations.json"
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


def _pack_texts() -> Iterator[tuple[str, Names]]:
    """Every text of the packs, with the words that the file beside the pack adds."""
    for name, body in _files(PACK):
        added_in = name.replace(PACK, PACK_TRANSLATIONS)
        added = msgspec.json.decode((ROOT / added_in).read_bytes())
        texts = list(_texts(msgspec.json.decode(body), added_in))
        yield from ((f"{added_in} {text['en']!r}", added.get(text["en"], {}) | text) for _, text in texts)
        for english in added.keys() - {text["en"] for _, text in texts}:
            yield f"{added_in} {english!r}: no text of the pack", {}


def test_every_text_is_there_in_every_language() -> None:
    texts = [(f"{LEVELS} {level}", row.texts) for level, row in BOT_LEVELS.items()]
    files = [file for file in _files("*.json") if not file[0].endswith((PACK, PACK_TRANSLATIONS))]
    texts += [text for name, body in files for text in _texts(msgspec.json.decode(body), name)]
    texts += _pack_texts()
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


def test_a_released_pack_never_changes() -> None:
    """Stored games name their pack by its hash. A changed pack gets a new file and a row of its own."""
    packs = {name: RULEBOOKS[name].packs for name in RELEASED}
    assert {name: pack.by_name("classic").hash for name, pack in packs.items() if pack} == RELEASED
