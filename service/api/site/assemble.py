"""Build the files of the browser page once per process: texts by language, and few styles and modules.

There is no build step: the sources are installed, and these files are served.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec
from rcssmin import cssmin  # type: ignore[import-untyped]  # the package has no types

from service.api.site.bundle import bundle, export_names, modules_in_order, resolve
from service.games.base import LANGUAGES, Names
from service.games.bot_levels import BOT_LEVELS

Files = dict[str, bytes]

_TEXTS = "texts.json"
_IMPORT = re.compile(r'^@import "(?P<path>[^"]+)";\n', re.MULTILINE)
_NOT_SERVED = (".md", ".d.ts", ".js", ".css")
"""Modules are served in bundles, styles together with those that they import."""
_AT_THE_ROOT = ("worker.js", "manifest.webmanifest")
"""Files that browsers expect at the root of the site; the worker is no part of a bundle."""
_PAGE = "main.js"
_DRAWING = re.compile(r"games/\w+/index\.js")
_LESSONS = re.compile(r"games/\w+/lessons\.js")
_CHUNK = re.compile(r'\bloadChunk\(\s*"([\w/.]+)"')
"""A module loads a part of the page at first use."""


def _split_texts(name: str, body: bytes) -> Files:
    """Make a file per language, since nobody reads several at a time; add the bots' levels to those of the page."""
    texts = msgspec.json.decode(body, type=dict[str, Names])
    if name == _TEXTS:
        texts |= {f"level.{level}": row.texts for level, row in BOT_LEVELS.items()}
    return {
        f"{name.removesuffix('json')}{language}.json": msgspec.json.encode(
            {key: text.get(language, text["en"]) for key, text in texts.items()}
        )
        for language in LANGUAGES
    }


def _imported_styles(name: str, body: str) -> list[str]:
    return [resolve(name, match["path"]) for match in _IMPORT.finditer(body)]


def _join_style(name: str, sources: Mapping[str, str]) -> str:
    """A style, minified, after all that it imports in their order."""
    imported = "".join(_join_style(each, sources) for each in _imported_styles(name, sources[name]))
    rules: str = cssmin(_IMPORT.sub("", sources[name]))
    return imported + rules


def _build_styles(files: Mapping[str, bytes]) -> Files:
    """Build the styles that no other style imports."""
    sources = {name: body.decode() for name, body in files.items() if name.endswith(".css")}
    imported = {each for name, body in sources.items() for each in _imported_styles(name, body)}
    return {name: _join_style(name, sources).encode() for name in sources if name not in imported}


def _build_chunk(name: str, sources: Mapping[str, str], loaded: list[str]) -> bytes:
    """Bundle a module that is loaded after the page, without the modules that are loaded already."""
    up = "../" * name.count("/")
    head = f'import {{ modules }} from "{up}{_PAGE}";\n'
    tail = f'export const {{ {", ".join(export_names(name, sources[name]))} }} = modules["{name}"];\n'
    return (bundle(modules_in_order(name, sources, loaded), sources, head) + tail).encode()


def _build_modules(files: Mapping[str, bytes]) -> Files:
    """Bundle the page, every chunk, and for each game its drawing and its lessons, which come after the drawing."""
    sources = {name: body.decode() for name, body in files.items() if name.endswith(".js")}
    page = modules_in_order(_PAGE, sources)
    chunks = {name for body in sources.values() for name in _CHUNK.findall(body)}
    built = {_PAGE: bundle(page, sources, "export const modules = {};\n").encode()}
    for name in sources:
        if name in chunks or _DRAWING.fullmatch(name):
            built[name] = _build_chunk(name, sources, page)
        elif _LESSONS.fullmatch(name):
            drawing = modules_in_order(name.replace("lessons.js", "index.js"), sources, page)
            built[name] = _build_chunk(name, sources, page + drawing)
    return built


def assemble(sources: Mapping[str, bytes]) -> Files:
    """Build the files to serve, by name."""
    files: Files = _build_styles(sources) | _build_modules(sources)
    for name, body in sources.items():
        if name.endswith(_TEXTS):
            files |= _split_texts(name, body)
        elif name in _AT_THE_ROOT or not name.endswith(_NOT_SERVED):
            files[name] = body
    return files
