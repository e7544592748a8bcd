"""Static pages: the API reference at /docs and the browser table at /.

The files of a page lie under an address with one hash over all of them, so that they may be kept for good while the
links between them stay relative. The page itself names that address, and is asked for again.
"""

from __future__ import annotations

import functools
import hashlib
import mimetypes
import os
import re
from collections.abc import Mapping
from pathlib import Path

import flask_swagger_ui  # type: ignore[import-untyped]  # the package has no types
from flask import Blueprint, Flask, Response, abort, redirect
from werkzeug.wrappers import Response as AnyResponse

from service.api.http.compression import CachedBody
from service.api.http.responses import FOREVER, REVALIDATE, send_cached
from service.api.openapi.operations import mark
from service.api.resources.rulebooks import EDITION
from service.api.site.assemble import assembled
from service.games.base import LANGUAGES

WEB = Path(__file__).parents[2] / "web"
CLIENT = Path(__file__).parents[3] / "sdk" / "javascript"
"""The JavaScript client, which the page imports by its relative path."""
SWAGGER = Path(flask_swagger_ui.__file__).parent / "dist"
SWAGGER_FILES = ("swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png")
HASH_LENGTH = 16
_PLACE = b"{files}"
"""Stands in a page for the address of its files."""
_EDITION = b"{edition}"
"""Stands in a page for the edition of the API: content is kept under it."""
_LANGUAGES = b"{languages}"
"""Stands in a page for the languages of its texts."""
_PRELOADS = b"<!-- preloads -->"
"""Stands in a page where the modules are named that the browser would find one by one."""

_LATER = re.compile(r"worker\.js|.+/.+")
"""Modules that a page does not begin with."""

blueprint = Blueprint("pages", __name__)


def _kind(name: str) -> str:
    found = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{found}; charset=utf-8" if found.startswith("text/") else found


def _hash(files: Mapping[str, bytes]) -> str:
    """Over names and contents."""
    parts = (part for name in sorted(files) for part in (name.encode(), hashlib.sha256(files[name]).digest()))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:HASH_LENGTH]


class Site:
    """A page and its files, in memory."""

    def __init__(self, address: str, files: Mapping[str, bytes]) -> None:
        page = files["index.html"]
        self.hash = _hash(files)
        self._place = f"{address}{self.hash}"
        self.files = {name: CachedBody(body, _kind(name)) for name, body in files.items() if name != "index.html"}
        filled = page.replace(_PRELOADS, self._preloads()).replace(_PLACE, self._place.encode())
        filled = filled.replace(_EDITION, EDITION.encode()).replace(_LANGUAGES, " ".join(LANGUAGES).encode())
        self.page = CachedBody(filled, _kind("index.html"))

    def rooted(self, name: str) -> CachedBody:
        """A file that lies at the root of the site, and names the edition of the others."""
        body = self.files[name].body.replace(_PLACE, self._place.encode()).replace(b"{hash}", self.hash.encode())
        return CachedBody(body, _kind(name))

    def _preloads(self) -> bytes:
        modules = [name for name in sorted(self.files) if name.endswith(".js") and not _LATER.fullmatch(name)]
        return "\n".join(f'<link rel="modulepreload" href="{self._place}/{name}">' for name in modules).encode()

    def file(self, edition: str, name: str) -> Response:
        """While servers of two editions answer at one address, the other's files are sent, and not kept."""
        if name not in self.files:
            abort(404)
        return send_cached(self.files[name], FOREVER if edition == self.hash else "no-store")


def _below(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@functools.cache
def _table() -> Site:
    """The browser table, put together from its sources."""
    files = {name: body for name, body in _below(WEB).items() if not name.startswith("docs/")}
    files |= {os.path.relpath(path, WEB): path.read_bytes() for path in CLIENT.glob("*.js")}
    return Site("/web/", assembled(files))


@functools.cache
def _reference() -> Site:
    """Swagger UI from the package that carries it, and what we put around it."""
    return Site("/docs/", _below(WEB / "docs") | {name: (SWAGGER / name).read_bytes() for name in SWAGGER_FILES})


@blueprint.get("/docs")
def docs() -> AnyResponse:
    return redirect("/docs/", 308)


@blueprint.get("/docs/")
def docs_page() -> Response:
    return send_cached(_reference().page, REVALIDATE)


@blueprint.get(f"/docs/<string(length={HASH_LENGTH}):edition>/<path:name>")
def docs_file(edition: str, name: str) -> Response:
    return _reference().file(edition, name)


@blueprint.get("/")
def table() -> Response:
    return send_cached(_table().page, REVALIDATE)


@blueprint.get(f"/web/<string(length={HASH_LENGTH}):edition>/<path:name>")
def table_file(edition: str, name: str) -> Response:
    return _table().file(edition, name)


@functools.cache
def _rooted(name: str) -> CachedBody:
    return _table().rooted(name)


@blueprint.get("/worker.js")
def service_worker() -> Response:
    return send_cached(_rooted("worker.js"), REVALIDATE)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    return send_cached(_rooted("manifest.webmanifest"), REVALIDATE)


def register(app: Flask) -> None:
    for function in (docs, docs_page, docs_file, table, table_file, service_worker, manifest):
        mark(function, "everybody")
    app.register_blueprint(blueprint)
