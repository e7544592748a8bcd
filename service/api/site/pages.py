"""Static pages: the API reference at /docs and the browser table at /.

The path of a page's files holds one hash over all of them, so that browsers may cache them for good while the links
between them stay relative. The page itself contains that path, and browsers revalidate it.
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
from service.api.site.assemble import assemble
from service.games.base import LANGUAGES

WEB = Path(__file__).parents[2] / "web"
CLIENT = Path(__file__).parents[3] / "sdk" / "javascript"
"""The JavaScript client, which the page imports by its relative path."""
SWAGGER = Path(flask_swagger_ui.__file__).parent / "dist"
SWAGGER_FILES = ("swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png")
HASH_LENGTH = 16
_FILES = b"{files}"
"""Placeholder for the path of a page's files."""
_EDITION = b"{edition}"
"""Placeholder for the edition of the API, by which browsers cache content."""
_LANGUAGES = b"{languages}"
"""Placeholder for the languages of the texts."""
_PRELOADS = b"<!-- preloads -->"
"""Placeholder for the preloads of modules that the browser would find one by one."""

_LOADED_LATER = re.compile(r"worker\.js|.+/.+")

blueprint = Blueprint("pages", __name__)


def _content_type(name: str) -> str:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _hash(files: Mapping[str, bytes]) -> str:
    parts = (part for name in sorted(files) for part in (name.encode(), hashlib.sha256(files[name]).digest()))
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:HASH_LENGTH]


class Site:
    """A page and its files, in memory."""

    def __init__(self, prefix: str, files: Mapping[str, bytes]) -> None:
        self.hash = _hash(files)
        self._path = f"{prefix}{self.hash}"
        others = files.keys() - {"index.html"}
        self.files = {name: CachedBody(files[name], _content_type(name)) for name in others}
        page = files["index.html"].replace(_PRELOADS, self._preloads()).replace(_FILES, self._path.encode())
        page = page.replace(_EDITION, EDITION.encode()).replace(_LANGUAGES, " ".join(LANGUAGES).encode())
        self.page = CachedBody(page, _content_type("index.html"))

    def root_file(self, name: str) -> CachedBody:
        """Fill path and hash of the other files into a file that lies at the root of the site."""
        body = self.files[name].body.replace(_FILES, self._path.encode()).replace(b"{hash}", self.hash.encode())
        return CachedBody(body, _content_type(name))

    def _preloads(self) -> bytes:
        modules = [name for name in sorted(self.files) if name.endswith(".js") and not _LOADED_LATER.fullmatch(name)]
        return "\n".join(f'<link rel="modulepreload" href="{self._path}/{name}">' for name in modules).encode()

    def send_file(self, hash_: str, name: str) -> Response:
        """Send a file. During an update a page may come from another server: then nobody may cache the file."""
        if name not in self.files:
            abort(404)
        return send_cached(self.files[name], FOREVER if hash_ == self.hash else "no-store")


def _read_folder(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@functools.cache
def _browser_page() -> Site:
    """The page to play in, built from its sources."""
    files = {name: body for name, body in _read_folder(WEB).items() if not name.startswith("docs/")}
    files |= {os.path.relpath(path, WEB): path.read_bytes() for path in CLIENT.glob("*.js")}
    return Site("/web/", assemble(files))


@functools.cache
def _api_reference() -> Site:
    """Swagger UI, from its package, in a page of ours."""
    return Site("/docs/", _read_folder(WEB / "docs") | {name: (SWAGGER / name).read_bytes() for name in SWAGGER_FILES})


@blueprint.get("/docs")
def docs() -> AnyResponse:
    return redirect("/docs/", 308)


@blueprint.get("/docs/")
def docs_page() -> Response:
    return send_cached(_api_reference().page, REVALIDATE)


@blueprint.get(f"/docs/<string(length={HASH_LENGTH}):hash_>/<path:name>")
def docs_file(hash_: str, name: str) -> Response:
    return _api_reference().send_file(hash_, name)


@blueprint.get("/")
def table() -> Response:
    return send_cached(_browser_page().page, REVALIDATE)


@blueprint.get(f"/web/<string(length={HASH_LENGTH}):hash_>/<path:name>")
def table_file(hash_: str, name: str) -> Response:
    return _browser_page().send_file(hash_, name)


@functools.cache
def _root_file(name: str) -> CachedBody:
    return _browser_page().root_file(name)


@blueprint.get("/worker.js")
def service_worker() -> Response:
    return send_cached(_root_file("worker.js"), REVALIDATE)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    return send_cached(_root_file("manifest.webmanifest"), REVALIDATE)


def register(app: Flask) -> None:
    for function in (docs, docs_page, docs_file, table, table_file, service_worker, manifest):
        mark(function, "everybody")
    app.register_blueprint(blueprint)
