"""A page and its files, made of a few lines."""

from __future__ import annotations

from service.api.resources.rulebooks import EDITION
from service.api.site import pages
from service.api.site.pages import Site

FILES = {
    "index.html": b"<!-- preloads -->|{files}|{edition}",
    "main.js": b"main",
    "worker.js": b"{files} {hash}",
    "games/toy/index.js": b"toy",
    "app.css": b"css",
    "icon.png": b"png",
    "odd.thing": b"?",
}


def test_a_page_names_where_its_files_are_and_what_it_begins_with() -> None:
    site = Site("/web/", FILES)
    place = f"/web/{site.hash}"
    assert site.page.body.decode() == f'<link rel="modulepreload" href="{place}/main.js">|{place}|{EDITION}'
    assert (len(site.hash), site.page.content_type) == (pages.HASH_LENGTH, "text/html; charset=utf-8")
    assert set(site.files) == set(FILES) - {"index.html"}
    two = Site("/web/", {**FILES, "base.js": b""})
    assert two.page.body.count(b"modulepreload") == 2
    assert b'base.js">\n<link' in two.page.body


def test_files_are_sent_as_what_they_are() -> None:
    kinds = {name: file.content_type for name, file in Site("/web/", FILES).files.items()}
    assert kinds == {
        "main.js": "text/javascript; charset=utf-8",
        "worker.js": "text/javascript; charset=utf-8",
        "games/toy/index.js": "text/javascript; charset=utf-8",
        "app.css": "text/css; charset=utf-8",
        "icon.png": "image/png",
        "odd.thing": "application/octet-stream",
    }


def test_the_hash_is_over_names_and_contents() -> None:
    first = Site("/web/", FILES).hash
    renamed = {**{name: body for name, body in FILES.items() if name != "app.css"}, "a.css": b"css"}
    others = [Site("/web/", other).hash for other in ({**FILES, "main.js": b"other"}, renamed)]
    assert len({first, *others}) == 3
    assert Site("/other/", dict(reversed(FILES.items()))).hash == first


def test_a_file_at_the_root_names_the_edition_of_the_others() -> None:
    site = Site("/web/", FILES)
    file = site.root_file("worker.js")
    assert (file.body.decode(), file.content_type) == (
        f"/web/{site.hash} {site.hash}",
        "text/javascript; charset=utf-8",
    )
