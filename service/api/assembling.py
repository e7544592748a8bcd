"""The files of the browser table, put together once per process: texts by language, styles and modules as few files.

There is no build step: sources are what is installed, and this is what is sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from service.api.bundling import bundle, in_order
from service.games.base import LANGUAGES

Files = dict[str, bytes]

_TEXTS = "texts.json"
_STYLES = ("tokens", "page", "table", "hints", "lobby", "end")
"""The page's own styles in their order; a game's are sent with the game."""
_UNSENT = (".md", ".d.ts", ".js")
"""Modules are sent in bundles."""
_OWN_ADDRESS = ("worker.js", "manifest.webmanifest")
"""What the browser wants at the root of the site."""
_PAGE = "main.js"
_DRAWING = re.compile(r"games/\w+/index\.js")


def _in_language(body: bytes, language: str) -> bytes:
    texts = msgspec.json.decode(body, type=dict[str, dict[str, str]])
    return msgspec.json.encode({key: text[language] for key, text in texts.items()})


def _texts(name: str, body: bytes) -> Files:
    """A file per language: nobody reads four at a time."""
    start = name.removesuffix("json")
    return {f"{start}{language}.json": _in_language(body, language) for language in LANGUAGES}


def _styles(files: Mapping[str, bytes]) -> bytes:
    names = [f"styles/{style}.css" for style in _STYLES]
    return b"\n".join(files[name] for name in names if name in files)


def _drawing(name: str, sources: Mapping[str, str], known: list[str]) -> bytes:
    """A game's module: what the page has already is taken from there."""
    up = "../" * name.count("/")
    head = f'import {{ modules as shared }} from "{up}{_PAGE}";\nconst modules = Object.create(shared);\n'
    kept = in_order(name, sources, known)
    tail = f'export const {{ board, seat, choose, speak }} = modules["{name}"];\n'
    return (bundle(kept, sources, head) + tail).encode()


def _modules(files: Mapping[str, bytes]) -> Files:
    """The page's module, and one for every game that has a folder."""
    sources = {name: body.decode() for name, body in files.items() if name.endswith(".js")}
    page = in_order(_PAGE, sources)
    sent = {_PAGE: bundle(page, sources, "export const modules = {};\n").encode()}
    drawings = [name for name in sources if _DRAWING.fullmatch(name)]
    return sent | {name: _drawing(name, sources, page) for name in drawings}


def assembled(sources: Mapping[str, bytes]) -> Files:
    """What is sent, by name."""
    sent: Files = {"app.css": _styles(sources), **_modules(sources)}
    for name, body in sources.items():
        if name.endswith(_TEXTS):
            sent |= _texts(name, body)
        elif name in _OWN_ADDRESS or (not name.endswith(_UNSENT) and not name.startswith("styles/")):
            sent[name] = body
    return sent
