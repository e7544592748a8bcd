"""Pictures of the browser table: `python -m tools.screenshots [PICTURE ...] [--size SIZE ...] [--scheme SCHEME ...]`.

A server of its own on a free port keeps its games in a folder that is thrown away. A scene is a game from a fixed seed,
played to a telling moment: the bots by the worker, the seat that is looked over by the greedy bot here. So the same
code gives the same boards. A picture shows a scene, or the page without one, after a few presses. One more of either is
a row of `tools/scenes.py`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import quote

import msgspec
from playwright.sync_api import Browser, Error, Page, sync_playwright

from service.core.settings import load_settings
from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.serve.sockets import is_port_in_use
from service.serve.supervisor import Supervisor
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.usecases.context import Context
from service.usecases.games import play_move
from service.usecases.games.create import CreateGame, CreateSeat, create
from service.usecases.transaction import load
from tools.png import compress
from tools.scenes import PICTURES, SCENES, SCHEMES, SEAT, SIZES, Picture, Scene, Scheme, Size
from worker.bots import BOTS, decide

ROOT = Path(__file__).parent.parent
DOCUMENTS = ROOT / "docs" / "screenshots"
"""The pictures of the README: one of each game, wide, at night."""
FOLDER = ROOT / "out" / "screenshots"
"""All of them."""
HOST = "127.0.0.1"
PATIENCE_SECONDS = 30.0
MOST_BYTES = 450_000
PORTS = range(20_000, 32_000)
BOTS_NAMES = ("Hypatia", "Leavitt", "Galileo", "Herschel")
"""Of those that the context gives; by itself it chooses others for every game."""

FLAGS = ("--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb")
QUIET = {"RATELIMIT_ENABLED": "false", "API_WORKERS": "1", "LOG_LEVEL": "error"}

DRAWN = """() => {
  const page = document.getElementById("page");
  const isShown = page && page.querySelector("h2[data-status]") && !page.hasAttribute("aria-busy");
  return Boolean(isShown) && document.fonts.status === "loaded";
}"""


class LastDecisions(msgspec.Struct, frozen=True):
    """What the page stores about the seat's last decisions: the view, and all points by number of event."""

    before: Any = None
    points: tuple[tuple[int, dict[str, int]], ...] = ()


class PlayedGame(msgspec.Struct, frozen=True):
    """A game at the moment of its scene, a seat's token, and what that seat's page has stored."""

    id: str
    rulebook: str
    token: str
    seen: LastDecisions = LastDecisions()


def _free_port() -> int:
    return next(port for port in PORTS if not is_port_in_use(HOST, port))


@contextlib.contextmanager
def run_server() -> Iterator[tuple[str, Context]]:
    """A server with a store of its own: its address, and the context to play in."""
    os.environ.update(QUIET)
    with tempfile.TemporaryDirectory(prefix="almagest-") as folder:
        supervisor = Supervisor(Path(folder), HOST, _free_port(), load_settings())
        try:
            supervisor.start()
            supervisor.wait_until_ready()
            store = GameStore(f"unix://{quote(str(supervisor.data / 'games.sock'))}")
            yield f"http://{HOST}:{supervisor.port}", Context(store, load_settings())
        finally:
            supervisor.stop()


def _create_game(context: Context, scene: Scene) -> PlayedGame:
    """The seed is drawn by `create` alone; for a picture it is always the same one."""
    seats = (CreateSeat("human", "Ada"), *(CreateSeat("bot", name) for name in BOTS_NAMES[: scene.players - 1]))
    wish = CreateGame(scene.rulebook, seats, scene.options, "public", turn_seconds=0, idle_seconds=0)
    with mock.patch("service.usecases.games.create.tokens.new_seed", return_value=scene.seed):
        answer = msgspec.json.decode(create(context, wish).body)
    return PlayedGame(answer["game"]["id"], scene.rulebook, answer["token"])


def _wait_for_decision(context: Context, game_id: str) -> GameRecord:
    """Wait until our seat has to decide, or the game has ended."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        game = load(context, game_id)
        if game.clock.status not in ("running", "scoring") or SEAT in game.clock.deciders:
            return game
        time.sleep(0.01)
    raise TimeoutError(f"the bots of {game_id} did not move")


def _move(context: Context, game: GameRecord, token: str) -> None:
    rng = Rng(game.table.seed + f"/screenshots/{game.clock.version}".encode())
    move = decide(BOTS["greedy"], game.rulebook, game.dealt, SEAT, rng)
    play_move.submit(context, game.id, play_move.Person(token), game.clock.version, lambda _: move)


def _after_move(earlier: GameRecord, game: GameRecord, seen: LastDecisions) -> LastDecisions:
    """After a move; the others as they were before, since all may have moved at the same time."""
    score = game.rulebook.score(game.rulebook.known(earlier.dealt, SEAT))
    points = {str(each.seat): each.total for each in score.seats}
    before, view = (msgspec.to_builtins(game.rulebook.view(each.dealt, SEAT)) for each in (earlier, game))
    seats = (*view["seats"][:SEAT], *before["seats"][SEAT:])
    return LastDecisions(view | {"seats": seats}, (*seen.points, (earlier.clock.events, points)))


def play_scene(context: Context, scene: Scene) -> PlayedGame:
    played = _create_game(context, scene)
    while True:
        game = _wait_for_decision(context, played.id)
        if game.clock.status != "running" or scene.when(game.rulebook.view(game.dealt, SEAT)):
            return played
        _move(context, game, played.token)
        played = msgspec.structs.replace(played, seen=_after_move(game, load(context, played.id), played.seen))


def _store_seat(page: Page, played: PlayedGame) -> None:
    """Store what the page keeps of a seat and its decisions (service/web: seats.js, shell/net/journal.js)."""
    held = msgspec.json.encode({"token": played.token, "seat": SEAT, "rulebook": played.rulebook}).decode()
    page.evaluate("([key, held]) => localStorage.setItem(key, held)", [f"almagest.game.{played.id}", held])
    seen = msgspec.json.encode(played.seen).decode()
    page.evaluate("([key, seen]) => sessionStorage.setItem(key, seen)", [f"almagest.seen.{played.id}", seen])


def open_table(page: Page, url: str, played: PlayedGame) -> None:
    """A table, as soon as it is drawn."""
    page.goto(url)
    _store_seat(page, played)
    page.goto(f"{url}/#game={played.id}")
    page.reload()
    page.wait_for_function(DRAWN, timeout=1000 * PATIENCE_SECONDS)


def _open(page: Page, url: str, picture: Picture, played: PlayedGame | None) -> None:
    if played:
        open_table(page, url, played)
    else:
        page.goto(url)
    if picture.address or not played:
        page.goto(f"{url}/{picture.address}")
        page.locator(".tile, .missing").first.wait_for(timeout=1000 * PATIENCE_SECONDS)


def _prepare(page: Page, url: str, picture: Picture, played: PlayedGame | None) -> None:
    _open(page, url, picture, played)
    if picture.is_offline:
        page.context.set_offline(True)
        page.locator("#away span").wait_for(timeout=1000 * PATIENCE_SECONDS)
    for selector in picture.clicks:
        page.locator(selector).locator("visible=true").first.click(timeout=1000 * PATIENCE_SECONDS)
    if picture.until:
        page.locator(picture.until).first.wait_for(timeout=1000 * PATIENCE_SECONDS)


def _take_picture(page: Page, scheme: Scheme) -> bytes:
    """The page follows the scheme that is preferred, as it is."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    return page.screenshot(animations="disabled", caret="hide")


def _complaint(page: Page, error: Error) -> str:
    """The notice on the page if there is one, else what we waited for."""
    return page.locator("#notice").inner_text() or str(error)


def take(
    browser: Browser, url: str, name: str, played: PlayedGame | None, size: Size, schemes: list[Scheme]
) -> list[bytes]:
    """Take a picture in each scheme, or end the run with the page's notice."""
    page = browser.new_page(color_scheme=schemes[0], locale="en-GB", reduced_motion="reduce")
    page.set_viewport_size({"width": size.width, "height": size.height})
    try:
        _prepare(page, url, PICTURES[name], played)
        return [_take_picture(page, scheme) for scheme in schemes]
    except Error as error:
        raise SystemExit(f"{name} is not drawn: {_complaint(page, error)}") from None
    finally:
        page.close()


def _save(browser: Browser, picture: bytes, name: str, size: str, scheme: Scheme) -> bool:
    """Save the picture, and tell whether it is small enough for the documents if it belongs there."""
    (FOLDER / f"{name}-{size}-{scheme}.png").write_bytes(picture)
    print(f"{name}-{size}-{scheme}: {len(picture) // 1000} KB", flush=True)
    if name not in RULEBOOKS or (size, scheme) != ("wide", "dark"):
        return True
    document = compress(browser, picture)
    (DOCUMENTS / f"{name}.png").write_bytes(document)
    return len(document) < MOST_BYTES


def chromium() -> str:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        raise SystemExit("no Chromium here: install the package chromium, or name the program in CHROMIUM")
    return found


def run(names: list[str], sizes: list[str], schemes: list[Scheme]) -> bool:
    """Each scene is played once, however many pictures show it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    small = True
    games: dict[str, PlayedGame] = {}
    with run_server() as (url, context), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        for name in names:
            scene = PICTURES[name].scene
            if scene and scene not in games:
                games[scene] = play_scene(context, SCENES[scene])
            for size in [each for each in sizes if each in (PICTURES[name].sizes or SIZES)]:
                pictures = take(browser, url, name, games.get(scene), SIZES[size], schemes)
                for scheme, picture in zip(schemes, pictures, strict=True):
                    small &= _save(browser, picture, name, size, scheme)
        browser.close()
    return small


def main() -> int:
    parser = argparse.ArgumentParser(description="Take the pictures of the table again.")
    parser.add_argument("pictures", nargs="*", metavar="PICTURE", help=f"of {', '.join(PICTURES)}; all without one")
    parser.add_argument("--size", choices=list(SIZES), action="append", help="all without one; may be repeated")
    parser.add_argument("--scheme", choices=SCHEMES, action="append", help="both without one; may be repeated")
    options = parser.parse_args()
    unknown = set(options.pictures) - set(PICTURES)
    if unknown:
        parser.error(f"no picture {', '.join(sorted(unknown))}")
    if not run(options.pictures or list(PICTURES), options.size or list(SIZES), options.scheme or list(SCHEMES)):
        print(f"A picture of the documents has more than {MOST_BYTES // 1000} KB.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
