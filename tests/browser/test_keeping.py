"""What is kept of a finished game: a picture of a moment, all of it as a file; and whether its seed is as promised."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route

from service.usecases.views.verify import verify
from tests.browser.conftest import Arrive
from tests.browser.drawings import DRAWN
from tests.browser.finished_game import finished_game
from tests.browser.visitor import Visitor

LOOK = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, image.width, image.height);
  const pixels = new Uint32Array(data.buffer);
  const boards = pixels.slice(image.width * 500, image.width * 900);
  return { ground: data[0], colours: new Set(pixels).size, onBoards: new Set(boards).size };
}"""
"""How light the ground of a picture is, and how many colours it has; and there where boards are."""

SIZE = (2400, 1260)


def _finished(ada: Visitor, rulebook: str, address: str = "") -> str:
    game = finished_game(ada, rulebook)
    ada.page.goto(f"{ada.url}/#game={game}{address}")
    return game


def _saved(ada: Visitor, selector: str) -> tuple[str, bytes]:
    with ada.page.expect_download() as download:
        ada.at(selector).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


@pytest.mark.parametrize("rulebook", DRAWN)
def test_a_moment_is_saved_as_a_picture_by_night_and_on_paper(arrive: Arrive, rulebook: str) -> None:
    ada = arrive(width=1440, height=900, color_scheme="dark")
    game = _finished(ada, rulebook, "&step=9")
    ada.sees(".viewer .share-card", "Save picture")
    looks = {}
    for scheme in ("dark", "light"):
        ada.page.emulate_media(color_scheme=scheme)
        ada.sees(f"html[data-theme={'night' if scheme == 'dark' else 'paper'}]")
        name, picture = _saved(ada, ".viewer [data-key=save-picture]")
        assert name == f"almagest-{rulebook}-{game}-9.png"
        assert picture.startswith(b"\x89PNG")
        assert struct.unpack(">II", picture[16:24]) == SIZE
        looks[scheme] = ada.page.evaluate(LOOK, base64.b64encode(picture).decode())
    assert looks["dark"]["ground"] < 60 < 200 < looks["light"]["ground"]
    assert all(look["colours"] > 500 and look["onBoards"] > 100 for look in looks.values())


def test_the_result_is_saved_as_a_picture_from_a_phone(arrive: Arrive) -> None:
    ada = arrive(width=390, height=844)
    _finished(ada, "astra")
    ada.at("[data-key=share]").click()
    _, picture = _saved(ada, "dialog [data-key=save-picture]")
    ada.sees("dialog [data-key=save-picture]", "Saved")
    assert struct.unpack(">II", picture[16:24]) == SIZE


def test_a_seed_is_verified_by_the_browser_and_all_of_it_by_the_program(arrive: Arrive) -> None:
    ada = arrive(width=1440, height=900)
    game = _finished(ada, "astra", "&step=2")
    ada.sees(".viewer .dealing", "Verified: the seed is the one promised")
    ada.at(".viewer .seed-fits summary").click()
    name, replay = _saved(ada, "[data-key=save-replay]")
    assert name == f"{game}.json"
    promised = hashlib.sha256(bytes.fromhex(json.loads(replay)["seed"])).hexdigest()
    ada.sees(".viewer .seed-fits", promised)
    ada.sees(".viewer .seed-fits", f"almagest verify {name}")
    assert "seed, end and score are as published" in verify(replay)


def _changed(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), **change(response.json())})

    return answer


OTHER = "00" * 32
ITS_OWN = hashlib.sha256(bytes(32)).hexdigest()


@pytest.mark.parametrize(
    "told", [{"seed": OTHER}, {"seed_hash": OTHER}, {"seed": OTHER, "seed_hash": ITS_OWN}], ids=" and ".join
)
def test_a_seed_that_does_not_fit_is_told_plainly(arrive: Arrive, told: dict[str, str]) -> None:
    """Also where the replay alone would fit: the game has promised another."""
    ada = arrive(width=1440, height=900)
    ada.page.route("**/replay", _changed(lambda _: told))
    _finished(ada, "astra", "&step=2")
    ada.sees(".viewer [role=alert]", "The seed is not the one promised")
    assert ada.at(".seed-fits").count() == 0


MINE = "5f" * 32
HELD = """([game, entropy]) => {
  const key = `almagest.game.${game}`;
  localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), entropy }));
}"""


@pytest.mark.parametrize("lost", [False, True])
def test_whoever_contributed_to_the_deal_is_named_and_ones_own_bytes_are_looked_for(arrive: Arrive, lost: bool) -> None:
    ada = arrive(width=1440, height=900)
    dealt = {"rigged": False, "entropy": [OTHER if lost else MINE, None]}
    ada.page.route("**/replay", _changed(lambda _: dealt))
    ada.page.evaluate(HELD, [_finished(ada, "astra", "&step=2"), MINE])
    ada.page.reload()
    if lost:
        ada.sees(".viewer [role=alert]", "The deal was made without your bytes")
        assert ada.at(".seed-fits").count() == 0
    else:
        ada.at(".viewer .seed-fits summary").click()
        ada.sees(".viewer .seed-fits", "The deal combines the server’s seed with random bytes from:")
        ada.sees(".viewer .seed-fits", "The bytes that this browser sent are among them.")


NOTED = "([game, promised]) => sessionStorage.setItem(`almagest.seen.${game}`, JSON.stringify({ promised }))"


def test_what_was_promised_during_the_game_is_compared_and_not_what_is_told_later(arrive: Arrive) -> None:
    ada = arrive(width=1440, height=900)
    game = _finished(ada, "astra", "&step=2")
    ada.at(".viewer .seed-fits summary").click()
    ada.page.evaluate(NOTED, [game, OTHER])
    ada.page.reload()
    ada.sees(".viewer [role=alert]", OTHER)


def test_without_a_way_to_compute_it_nothing_is_claimed(arrive: Arrive) -> None:
    ada = arrive(width=1440, height=900)
    ada.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    _finished(ada, "astra", "&step=2")
    ada.sees(".viewer .dealing", "The seed was not checked")
    assert ada.at(".seed-fits, .seed-differs").count() == 0


CUT = """() => {
  const line = document.querySelector(".table > .coach > span");
  return line.scrollHeight > line.clientHeight + 2 ? line.textContent : "";
}"""
STEPS = 24


@pytest.mark.parametrize("rulebook", DRAWN)
def test_what_a_move_was_is_read_to_its_end_on_a_phone(arrive: Arrive, rulebook: str) -> None:
    ada = arrive(width=390, height=844)
    _finished(ada, rulebook, "&step=0")
    for step in range(1, STEPS):
        ada.at("[data-key=replay-next]").click()
        ada.page.wait_for_function("(step) => location.hash.endsWith(`step=${step}`)", arg=step)
        assert ada.measure(CUT) == ""
