"""Static pages: the API reference at /docs and, where it is installed, the browser table at /."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, redirect, request
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as AnyResponse

from service.api.describing import mark

WEB = Path(__file__).parent.parent / "web"

blueprint = Blueprint("pages", __name__)


def _is_file(path: Path) -> bool:
    """A name longer than the system takes is no file either."""
    try:
        return path.is_file()
    except OSError:
        return False


def _file(name: str) -> Response:
    """A file below the folder, read whole: they are small, and no server then forgets to close one."""
    found = safe_join(str(WEB), name)
    if found is None or not _is_file(Path(found)):
        abort(404)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    response = Response(Path(found).read_bytes(), mimetype=kind, headers={"Cache-Control": "no-cache"})
    response.add_etag()
    response.make_conditional(request)
    return response


@blueprint.get("/docs")
def docs() -> AnyResponse:
    """Relative links of the page need the slash."""
    return redirect("/docs/", 308)


@blueprint.get("/docs/")
def docs_page() -> Response:
    return _file("docs/index.html")


@blueprint.get("/docs/<path:name>")
def docs_file(name: str) -> Response:
    return _file(f"docs/{name}")


@blueprint.get("/")
def table() -> Response:
    return _file("index.html")


@blueprint.get("/web/<path:name>")
def table_file(name: str) -> Response:
    return _file(name)


def register(app: Flask) -> None:
    for function in (docs, docs_page, docs_file, table, table_file):
        mark(function, "everybody")
    app.register_blueprint(blueprint)
