"""What clients may keep: content by its hash for good, what may change by its ETag, the page and its files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask import Flask

from service.api.resources.rulebooks import EDITION
from service.api.site import pages
from service.games.base import LANGUAGES
from service.games.registry import RULEBOOKS
from tests.driver import Table, rulebooks

FOREVER = "public, max-age=31536000, immutable"
CLASSIC = Path(__file__).parents[3] / "service/games/astra/content/classic.json"
REVALIDATED = (
    "/v1/rulebooks",
    "/v1/rulebooks/astra",
    "/v1/rulebooks/astra/content",
    "/openapi.json",
    "/",
    "/docs/",
)


@pytest.mark.parametrize("path", REVALIDATED)
@pytest.mark.parametrize("accepted", ["br", "gzip", ""])
def test_what_may_change_is_revalidated_by_its_etag(app: Flask, path: str, accepted: str) -> None:
    client = app.test_client()
    first = client.get(path, headers={"Accept-Encoding": accepted})
    assert first.status_code == 200
    assert first.headers["Cache-Control"] == "no-cache"
    assert "Accept-Encoding" in ", ".join(first.headers.getlist("Vary"))
    again = client.get(path, headers={"Accept-Encoding": accepted, "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert "Accept-Encoding" in ", ".join(again.headers.getlist("Vary"))
    other = client.get(path, headers={"If-None-Match": '"other"'})
    assert other.status_code == 200


def test_the_tag_differs_by_language(app: Flask) -> None:
    client = app.test_client()
    for path in ("/v1/rulebooks", "/v1/rulebooks/astra/content"):
        assert len({client.get(f"{path}?lang={language}").headers["ETag"] for language in LANGUAGES}) == len(LANGUAGES)


@pytest.mark.parametrize("rulebook", rulebooks())
def test_content_lies_under_its_hash_for_good(app: Flask, rulebook: str) -> None:
    client = app.test_client()
    plain = client.get(f"/v1/rulebooks/{rulebook}/content?lang=fr")
    address = plain.headers["Content-Location"]
    by_hash = f"/v1/rulebooks/{rulebook}/content/{(plain.json or {})['pack_hash']}?lang=fr"
    assert address == f"{by_hash}&edition={EDITION}"
    assert client.get(by_hash).headers["Cache-Control"] != FOREVER, "texts come with a release, not with the pack"
    assert client.get(f"{by_hash}&edition=0.0.1").headers["Cache-Control"] != FOREVER
    kept = client.get(address)
    assert kept.headers["Cache-Control"] == FOREVER
    assert kept.headers["Content-Language"] == "fr"
    assert kept.data == plain.data
    again = client.get(address, headers={"If-None-Match": kept.headers["ETag"]})
    assert again.status_code == 304


def test_the_game_names_the_address_of_its_content(app: Flask) -> None:
    game = Table.full(app, "astra", 2).game()
    assert app.test_client().get(f"/v1/rulebooks/astra/content/{game['pack_hash']}").status_code == 200


def test_a_pack_that_is_offered_no_more_is_found_by_its_hash(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    packs = RULEBOOKS["astra"].packs
    assert packs
    monkeypatch.setattr(packs, "_by_hash", dict(packs._by_hash))
    monkeypatch.setattr(packs, "_sources", dict(packs._sources))
    source = json.loads(CLASSIC.read_bytes())
    source["names"]["en"] = "Before"
    old = packs.remember(json.dumps(source).encode())
    newest = packs.by_name("classic")
    assert old.hash != newest.hash
    client = app.test_client()
    found = client.get(f"/v1/rulebooks/astra/content/{old.hash}")
    assert ((found.json or {})["pack_hash"], (found.json or {})["name"]) == (old.hash, "Before")
    assert (client.get("/v1/rulebooks/astra/content").json or {})["pack_hash"] == newest.hash


@pytest.mark.parametrize("path", ["astra/content/" + "0" * 64, "astra/content/x", "toy/content/" + "0" * 64])
def test_content_of_an_unknown_hash_is_not_there(app: Flask, toy: None, path: str) -> None:
    answer = app.test_client().get(f"/v1/rulebooks/{path}")
    assert answer.status_code == 404
    assert (answer.json or {})["code"] == "not_found"
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_game_without_packs_has_no_address_by_hash(app: Flask, toy: None) -> None:
    answer = app.test_client().get("/v1/rulebooks/toy/content")
    assert answer.status_code == 200
    assert "Content-Location" not in answer.headers


def test_the_description_is_written_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app.test_client()
    first = client.get("/openapi.json")
    api = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    monkeypatch.setattr(api, "document", lambda: pytest.fail("written again"))
    assert client.get("/openapi.json").data == first.data


@pytest.mark.parametrize(("page", "path"), [("/", "/web/"), ("/docs/", "/docs/")])
def test_files_of_a_page_are_cached_for_good(app: Flask, page: str, path: str) -> None:
    client = app.test_client()
    html = client.get(page).text
    assert "{files}" not in html
    assert "<!--" not in html
    links = set(re.findall(rf'(?:src|href)="({path}[^"]+)"', html))
    assert len(links) >= 3
    for link in links:
        plain = client.get(link)
        assert plain.status_code == 200, link
        assert plain.headers["Cache-Control"] == FOREVER
        assert re.fullmatch(rf"{path}[0-9a-f]{{16}}/.+", link)
        for encoding in ("br", "gzip"):
            packed = client.get(link, headers={"Accept-Encoding": encoding})
            if len(plain.data) > 1024 and not link.endswith(".png"):
                assert packed.headers["Content-Encoding"] == encoding
            assert packed.headers["ETag"] == plain.headers["ETag"]
            assert packed.headers["Vary"] == "Accept-Encoding"
            assert client.get(link, headers={"If-None-Match": packed.headers["ETag"]}).status_code == 304


def test_every_module_of_the_table_is_sent_once(app: Flask) -> None:
    """In the page's module, or in one that is loaded when it is needed: a drawing, its lessons, a part of the page."""
    client = app.test_client()
    files = re.findall(r'data-files="([^"]+)"', client.get("/").text)[0]
    written = {path.relative_to(pages.WEB).as_posix() for path in pages.WEB.rglob("*.js")}
    sent = [client.get(f"{files}/{name}") for name in sorted(written - {"worker.js"})]
    bodies = [answer.text for answer in sent if answer.status_code == 200]
    found = [name for body in bodies for name in re.findall(r'^modules\["([^"]+)"\] = ', body, re.MULTILINE)]
    own = {name for name in written if not name.startswith("docs/") and name != "worker.js"}
    client_modules = {f"../../sdk/javascript/{path.name}" for path in pages.CLIENT.glob("*.js")}
    for_servers = {"../../sdk/javascript/webhooks.js"}
    assert sorted(found) == sorted(own | client_modules - for_servers)


@pytest.mark.parametrize("path", ["/worker.js", "/manifest.webmanifest"])
def test_what_a_browser_installs_lies_at_the_root_and_names_the_edition(app: Flask, path: str) -> None:
    client = app.test_client()
    edition = re.findall(r'data-files="/web/([^"]+)"', client.get("/").text)[0]
    answer = client.get(path)
    assert answer.headers["Cache-Control"] == "no-cache"
    assert edition in answer.text
    assert "{files}" not in answer.text


def test_a_file_of_another_edition_is_not_cached(app: Flask) -> None:
    client = app.test_client()
    answer = client.get("/web/0123456789abcdef/main.js")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/web/main.js", "/docs/docs.js", "/web/0123456789abcdef/../pages.py", "/web/0123456789abcdef/none.js"]
)
def test_other_addresses_of_files_are_not_there(app: Flask, path: str) -> None:
    assert app.test_client().get(path).status_code == 404


def test_the_hash_of_a_page_is_that_of_its_files() -> None:
    files = {"index.html": b"x", "a.js": b"1", "b.js": b"2"}
    first = pages.Site("/web/", files)
    assert pages.Site("/web/", dict(reversed(files.items()))).hash == first.hash
    assert pages.Site("/web/", {**files, "b.js": b"3"}).hash != first.hash
    assert pages.Site("/web/", {**files, "c.js": b""}).hash != first.hash


def test_the_reference_is_served_from_our_own_host(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/docs").status_code == 308
    page = client.get("/docs/")
    assert page.mimetype == "text/html"
    for name in ("swagger-ui-bundle.js", "swagger-ui.css", "docs.css", "docs.js"):
        assert name in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "style-src 'self';" in page.headers["Content-Security-Policy"]
