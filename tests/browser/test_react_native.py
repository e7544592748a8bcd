"""The app of examples/react_native, drawn by react-native-web, with the `fetch` that React Native has."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Request, expect

from openapi.javascript import TARGET
from tests.browser.conftest import Arrive
from tests.browser.visitor import PATIENCE, Visitor
from tests.processes import HUNG, ROOT
from tests.sdk.serving import Server

PACKAGES = ROOT / "tests" / "sdk_javascript" / "react_native" / "node_modules"
EXAMPLE = ROOT / "examples" / "react_native"
SERVER = "http://127.0.0.1:8000"
ENTRY = """
import "whatwg-fetch";
import "./index";
import { AppRegistry } from "react-native";
AppRegistry.runApplication("main", { rootTag: document.getElementById("root") });
"""
PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>App</title>
<style>html, body, #root { height: 100%; display: flex; flex: 1 }</style>
<div id="root"></div><script src="app.js"></script>
"""
NO_FETCH = "for (const name of ['fetch', 'Headers', 'Request', 'Response']) delete window[name];"
BUNDLE = (
    "--bundle",
    "--outfile=site/app.js",
    "--jsx=automatic",
    "--alias:react-native=react-native-web",
    f"--alias:almagest-client={TARGET / 'almagest.js'}",
    "--define:global=globalThis",
    '--define:process.env.NODE_ENV="production"',
    "--resolve-extensions=.web.js,.tsx,.ts,.js",
    "--main-fields=browser,module,main",
    "--log-level=warning",
)

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (PACKAGES / "react-native-web").is_dir(),
    reason="examples/react_native is not played: `npm ci --prefix tests/sdk_javascript/react_native` has "
    "react-native-web and esbuild, and needs node",
)


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Path(tmp_path_factory.mktemp("react_native")), CORS_ORIGINS="*") as running:
        yield running


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def app(server: Server, tmp_path: Path) -> Iterator[str]:
    """The address of the app, made for the server of the tests."""
    shutil.copytree(EXAMPLE, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules"))
    client = (tmp_path / "client.ts").read_text()
    assert client.count(SERVER) == 1
    (tmp_path / "client.ts").write_text(client.replace(SERVER, server.url))
    (tmp_path / "web.js").write_text(ENTRY)
    (tmp_path / "node_modules").symlink_to(PACKAGES)
    subprocess.run([PACKAGES / ".bin" / "esbuild", "web.js", *BUNDLE], cwd=tmp_path, check=True, timeout=HUNG)
    (tmp_path / "site" / "index.html").write_text(PAGE)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path / "site"))) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


def _press(ada: Visitor, label: str | re.Pattern[str]) -> None:
    ada.page.get_by_role("button", name=label).first.click()


def _sees(ada: Visitor, text: str | re.Pattern[str]) -> None:
    expect(ada.page.get_by_text(text).first).to_be_visible(timeout=PATIENCE)


def _play_first(ada: Visitor) -> None:
    """The first button leads back to the lobby; the second is the first legal move."""
    _sees(ada, "Your turn")
    ada.page.get_by_role("button").nth(1).click()


def test_the_app_plays_against_a_bot_and_goes_on_after_a_restart(arrive: Arrive, app: str) -> None:
    ada = arrive(by_chance=True)
    ada.expected = ("net::ERR_FAILED",)
    ada.page.add_init_script(NO_FETCH)
    asked: list[Request] = []
    ada.page.on("request", lambda request: asked.append(request))
    ada.page.goto(app)

    _press(ada, "Distant Suns")
    _sees(ada, "Move 0")
    _play_first(ada)
    _sees(ada, re.compile("Move [1-9]"))
    _sees(ada, "Your turn")

    ada.page.route("**/moves?*", lambda route: route.abort())
    _play_first(ada)
    _sees(ada, "The server does not answer.")
    before = ada.page.get_by_text(re.compile("^Move ")).inner_text()
    ada.page.unroute("**/moves?*")
    _press(ada, "Send the move again")
    expect(ada.page.get_by_text(before, exact=True)).to_have_count(0, timeout=PATIENCE)

    ada.page.reload()
    _press(ada, re.compile("^distant_suns "))
    _sees(ada, "Your turn")
    streams = [each for each in asked if each.headers.get("accept") == "text/event-stream"]
    polls = [each for each in asked if "wait=25" in each.url]
    assert (streams, bool(polls)) == ([], True)
