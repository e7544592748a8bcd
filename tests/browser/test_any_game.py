"""A game that is installed and has no drawing of its own: the example Nim, at our table and on another site's page."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Arrive
from tests.browser.test_axe import SMALL, fits
from tests.browser.visitor import PATIENCE, Visitor
from tests.sdk.serving import Server

ROOT = Path(__file__).parents[2]
NIM = ROOT / "examples" / "nim"
NARROW = 380
MOST_MOVES = 20


def _install(target: Path) -> None:
    """What an installer leaves behind, beside the environment of the tests and not in it."""
    project = tomllib.loads((NIM / "pyproject.toml").read_text())["project"]
    (target / "almagest_nim").symlink_to(NIM / "almagest_nim")
    described = target / f"almagest_nim-{project['version']}.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    lines = [
        line
        for group, points in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (described / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture(scope="module")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    installed = Path(tmp_path_factory.mktemp("installed"))
    _install(installed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(installed), os.environ.get("PYTHONPATH")))))
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        patch.setenv("CORS_ORIGINS", "*")
        with Server(Path(tmp_path_factory.mktemp("nim"))) as running:
            yield running


def _click_to_the_end(ada: Visitor) -> None:
    for turn in range(MOST_MOVES):
        ada.is_ready()
        if ada.is_over:
            return
        moves = ada.at("button.move")
        moves.nth(turn % moves.count()).click()
        ada.at(".bar .play").click()
    raise AssertionError("Nim has no more than twelve stones")


@pytest.mark.parametrize(
    ("locale", "width", "name", "heap", "group", "end"),
    [
        ("en-GB", 1280, "Nim", "amber", "Taking stones", "The last stone was taken"),
        ("uk-UA", NARROW, "Нім", "бурштин", "Взяття каменів", "Узято останній камінь"),
    ],
)
def test_nim_is_played_to_its_end_by_mouse(
    arrive: Arrive, locale: str, width: int, name: str, heap: str, group: str, end: str
) -> None:
    ada = arrive(locale=locale, width=width)
    ada.enter()
    ada.sees(".tile.nim h2", name)
    ada.create("nim", "Ada", "random")
    expect(ada.at("[data-field=heaps] .piece")).to_have_count(3, timeout=PATIENCE)
    ada.sees("[data-field=heaps] .piece b", heap)
    expect(ada.at(".journal")).to_have_count(2)
    expect(ada.at("[data-seat='1'] [data-field=card] dd")).not_to_have_text("–")
    expect(ada.at("[data-seat='2'] [data-field=card] dd")).to_have_text("–")
    assert ada.overflow() <= 0
    ada.at("button.move").first.click()
    ada.sees(".bar .detail" if width > NARROW else ".bar .title", group if width > NARROW else "")
    _click_to_the_end(ada)
    ada.sees(".end-bars")
    expect(ada.at("h2[data-status]")).to_have_attribute("title", end, timeout=PATIENCE)
    assert ada.overflow() <= 0


def _take_a_hint(ada: Visitor) -> None:
    ada.is_ready()
    ada.at(".show-me").click()
    ada.at(".hint").last.click()
    expect(ada.at(".hint").last).to_have_attribute("aria-pressed", "true")
    assert ada.at("button.move[aria-pressed=true]").inner_text() == ada.at(".hint b").nth(-2).inner_text()
    ada.at(".bar .play").click()


def _hand_on(eve: Visitor) -> None:
    """By a device that has a way to: the moment, with a sentence about it."""
    eve.at("[data-key=replay-share]").click()
    said = eve.at("dialog .shared").inner_text()
    eve.at("[data-key=share-on]").click()
    handed = eve.measure("handed")
    assert handed == {"title": "Nim", "text": said, "url": eve.page.url}
    assert eve.measure(SMALL) == []
    assert eve.overflow() <= 0
    eve.page.keyboard.press("Escape")


def test_everybody_sees_how_it_went_and_goes_to_a_turning_point(arrive: Arrive) -> None:
    ada, eve, bob = arrive(), arrive(width=NARROW, height=844), arrive()
    ada.create("nim", "Ada", "random")
    _take_a_hint(ada)
    _click_to_the_end(ada)
    eve.page.add_init_script("navigator.share = async (what) => { globalThis.handed = what; }")
    eve.page.goto(ada.page.url)
    expect(eve.at(".curve .line")).to_have_count(2, timeout=PATIENCE)
    expect(eve.at(".turning")).to_have_count(eve.at(".turning-mark").count())
    version = int(eve.at(".turning-step").last.inner_text())
    eve.at(f"[data-key=turning-mark-{version}]").click()
    eve.sees(".recap", f"Move {version} of")
    assert eve.page.url.endswith(f"&step={version}")
    _hand_on(eve)
    eve.at("[data-key=replay-end]").click()
    eve.at(".turning").first.wait_for()
    fits(eve, "end")
    bob.expect_refusals(404)
    bob.page.route(
        "**/analysis*", lambda route: route.continue_(url=f"{bob.url}/v1/games/0123456789abcdefghjk/analysis")
    )
    bob.page.goto(ada.page.url)
    bob.at(".course.plain [data-key=slider]").wait_for()
    assert bob.at(".end-turns").is_hidden()


def _play_both(ada: Visitor, bob: Visitor) -> None:
    """To the end; who still decides after a move goes on."""
    mover, other = (bob, ada) if bob.at("h2.mine").count() else (ada, bob)
    for _ in range(MOST_MOVES):
        mover.is_ready()
        if mover.is_over:
            return
        mover.at("button.move").first.click()
        mover.at(".bar .play").click()
        expect(mover.at("#page")).not_to_have_attribute("aria-busy", "true", timeout=PATIENCE)
        if not mover.at("h2.mine").count():
            mover, other = other, mover


def test_the_same_people_play_again(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive()
    ada.create("nim", "Ada", "human")
    bob.page.goto(ada.page.url)
    bob.at("form.sit [name=name]").fill("Bob")
    bob.at("form.sit [type=submit]").click()
    first = ada.page.url
    bob.sees("h2[data-status=running]")
    _play_both(ada, bob)
    bob.sees(".end-bars")
    ada.sees("[data-key=again]", "Same friends, new sky")
    ada.at("[data-key=share]").click()
    assert ada.at("dialog .link").input_value() == first
    expect(ada.at("[data-key=share-on]")).to_have_count(0)
    ada.page.keyboard.press("Escape")
    ada.at("[data-key=again]").click()
    ada.sees("h2[data-status=open]")
    bob.sees(".offer", "Ada wants to play again.")
    bob.at("[data-key=again]").click()
    bob.sees("h2[data-status=running]")
    ada.sees("h2[data-status=running]")
    assert ada.page.url == bob.page.url != first


def test_a_refusal_of_any_game_comes_in_the_language_of_the_page(arrive: Arrive) -> None:
    ada = arrive(locale="fr-FR")
    ada.expect_refusals(409)
    ada.create("nim", "Ada", "random")
    ada.is_ready()
    body = '{"type":"take","heap":"amber","stones":9}'
    ada.page.route(
        "**/moves*",
        lambda route: route.continue_(post_data=body) if route.request.method == "POST" else route.continue_(),
    )
    ada.at("button.move").first.click()
    ada.at(".bar .play").click()
    ada.sees("#notice", "Dans le tas « ambre », prenez au moins 1 et au plus 3. (Prise de pierres)")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def other_site() -> Iterator[str]:
    """The repository's files, from another origin than the server's."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(ROOT))) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


def test_a_page_of_another_site_plays_a_game(arrive: Arrive, other_site: str) -> None:
    ada = arrive()
    ada.page.goto(f"{other_site}/examples/page/?server={ada.url}")
    ada.at("[name=rulebook]").select_option("nim")
    ada.at("form button").click()
    for _ in range(MOST_MOVES):
        expect(ada.at("#status")).to_contain_text(re.compile("Your move|Won by"), timeout=PATIENCE)
        if not ada.at("#moves button").count():
            break
        ada.at("#moves button").first.click()
    ada.sees("#status", "Won by seat")
    ada.sees("#events", "game_finished")
