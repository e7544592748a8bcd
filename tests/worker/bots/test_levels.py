"""A level that is added to the table of levels is offered by the API, the page and the command line, and played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from service.games.base import LANGUAGES
from service.games.bot_levels import BOT_LEVELS, Level

ROOT = Path(__file__).parents[3]
ADD_LEVEL = """
from typing import Literal, get_args
from service.games import bot_levels
seats = set()

def play_new(rulebook, known, seat, rng):
    seats.add(seat)
    return rulebook.legal_moves(known, seat)[0]

row = bot_levels.BotLevel("__main__:play_new", dict.fromkeys(("en", "fr", "ru", "uk"), "bot: new"))
bot_levels.BOT_LEVELS["new"] = row
bot_levels.Level = Literal[(*get_args(bot_levels.Level), "new")]
"""
OFFERED = f"""{ADD_LEVEL}
import argparse
from service.api.openapi.description import build_document
from service.api.site.pages import _browser_page
from service.cli import play
found = build_document()["components"]["schemas"]
assert found["Level"]["enum"][-1] == "new"
assert found["SeatWish"]["properties"]["level"]["$ref"].endswith("/Level")
assert found["Resign"]["properties"]["level"]["$ref"].endswith("/Level")
assert b'"level.new":"bot: new"' in _browser_page().files["texts.fr.json"].body
parser = argparse.ArgumentParser()
play.register(parser.add_subparsers())
assert parser.parse_args(["play", "--level", "new"]).level == "new"
"""
PLAYED = f"""{ADD_LEVEL}
import sys
from service.api.app import create_app
from service.core.settings import load_settings
app = create_app(load_settings({{"REDIS_URL": sys.argv[1]}}), lambda job: None)
bots = [{{"kind": "bot", "level": "new"}}] * 2
made = app.test_client().post("/v1/games", json={{"rulebook": "nebula", "seats": bots}})
assert made.status_code == 201, made.text
game = made.json["game"]
assert [seat["level"] for seat in game["seats"]] == ["new", "new"]
from worker import turns
assert turns.run(app.extensions["context"], "bot", game["id"], game["version"]) == "played"
assert seats == {{1, 2}}
"""


@pytest.mark.parametrize("code", [OFFERED, PLAYED], ids=["offered", "played"])
def test_a_new_row_is_a_new_level(code: str, store_url: str) -> None:
    command = [sys.executable, "-c", code, store_url]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_level_has_a_row_and_texts_in_all_languages() -> None:
    assert tuple(BOT_LEVELS) == get_args(Level)
    assert all(set(row.texts) == set(LANGUAGES) for row in BOT_LEVELS.values())
