"""The files of the browser table, put together once per process: texts by language, styles and modules as few files.

There is no build step: sources are what is installed, and this is what is sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from rcssmin import cssmin  # type: ignore[import-untyped]  # the package has no types

from service.api.site.bundle import (
    beside,
    bundle,
    exported,
    in_order,
)
from service.games.base import LANGUAGES, Names
from service.games.bot_levels import BOT_LEVELS

Files = dict[str, bytes]

_TEXTS = "texts.json"
_IMPORT = re.compile(r'^@import "(?P<path>[^"]+)";\n', re.MULTILINE)
"""A style that another one begins with: its rules stand there in its place."""
_UNSENT = (".md", ".d.ts", ".js", ".css")
"""Modules are sent in bundles, styles with those that they import."""
_OWN_ADDRESS = ("worker.js", "manifest.webmanifest")
"""What the browser wants at the root of the site."""
_PAGE = "main.js"
_DRAWING = re.compile(r"games/\w+/index\.js")
_LESSONS = re.compile(r"games/\w+/lessons\.js")
_CHUNK = re.compile(r'\bloadChunk\(\s*"([\w/.]+)"')
"""Where a module asks for a part of the page that is loaded when somebody comes to it."""


def _texts(name: str, body: bytes) -> Files:
    """A file per language: nobody reads several at a time. Those of the page have the levels of bots besides."""
    texts = msgspec.json.decode(body, type=dict[str, Names])
    if name == _TEXTS:
        texts |= {f"level.{level}": row.texts for level, row in BOT_LEVELS.items()}
    return {
        f"{name.removesuffix('json')}{language}.json": msgspec.json.encode(
            {key: text[language] for key, text in texts.items()}
        )
        for language in LANGUAGES
    }


def _imported(name: str, body: str) -> list[str]:
    return [beside(name, match["path"]) for match in _IMPORT.finditer(body)]


def _joined(name: str, sources: Mapping[str, str]) -> str:
    """A style after all that it imports, in their order."""
    before = "".join(_joined(each, sources) for each in _imported(name, sources[name]))
    rules: str = cssmin(_IMPORT.sub("", sources[name]))
    return before + rules


def _styles(files: Mapping[str, bytes]) -> Files:
    """What the page, a game or a part that is loaded later asks for; what is imported there is no file of its own."""
    sources = {name: body.decode() for name, body in files.items() if name.endswith(".css")}
    inside = {each for name, body in sources.items() for each in _imported(name, body)}
    return {name: _joined(name, sources).encode() for name in sources if name not in inside}


def _later(name: str, sources: Mapping[str, str], known: list[str]) -> bytes:
    """A module that is loaded after the page's: what is there already is taken from there."""
    up = "../" * name.count("/")
    head = f'import {{ modules }} from "{up}{_PAGE}";\n'
    tail = f'export const {{ {", ".join(exported(sources[name]))} }} = modules["{name}"];\n'
    return (bundle(in_order(name, sources, known), sources, head) + tail).encode()


def _drawn(lessons: str, sources: Mapping[str, str], page: list[str]) -> list[str]:
    """What is there when the lessons of a game are asked for: the page, and the game's drawing."""
    return page + in_order(lessons.replace("lessons.js", "index.js"), sources, page)


def _modules(files: Mapping[str, bytes]) -> Files:
    """The page's module, one for every part that is loaded later, and two for every game that has a folder."""
    sources = {name: body.decode() for name, body in files.items() if name.endswith(".js")}
    page = in_order(_PAGE, sources)
    chunks = {name for body in sources.values() for name in _CHUNK.findall(body)}
    sent = {_PAGE: bundle(page, sources, "export const modules = {};\n").encode()}
    sent |= {name: _later(name, sources, page) for name in sources if name in chunks or _DRAWING.fullmatch(name)}
    lessons = [name for name in sources if _LESSONS.fullmatch(name)]
    return sent | {name: _later(name, sources, _drawn(name, sources, page)) for name in lessons}


def assembled(sources: Mapping[str, bytes]) -> Files:
    """What is sent, by name."""
    sent: Files = _styles(sources) | _modules(sources)
    for name, body in sources.items():
        if name.endswith(_TEXTS):
            sent |= _texts(name, body)
        elif name in _OWN_ADDRESS or not name.endswith(_UNSENT):
            sent[name] = body
    return sent
