"""Test mode: a game is dealt as an app's tests need it, says so for ever, and counts nowhere."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.core import metrics
from service.games.base import LANGUAGES
from service.games.rng import Rigged, Rng
from service.usecases.accounts.api_keys import create_key
from service.usecases.views.verify import CannotVerify, verify
from tests.driver import Table, humans, play_out, play_some, rulebooks

SCRIPT = ["orion", "leo", "lyra", "draco"]


@pytest.fixture
def key(app: Flask) -> str:
    return create_key(app.extensions["context"], "chess-club", ("games", "rig")).key


def ask(app: Flask, key: str | None, rig: Any, language: str = "en") -> TestResponse:
    shown = {"Authorization": f"Bearer {key}"} if key else {}
    wish = {"rulebook": "astra", "seats": humans(2), "rig": rig}
    return app.test_client().post("/v1/games", json=wish, headers={"Accept-Language": language, **shown})


def rigged(app: Flask, key: str, rulebook: str = "astra", **rig: Any) -> Table:
    table = Table(app, rulebook, humans(2), key=key, rig=rig)
    table.sit("P2")
    return table


@pytest.mark.parametrize("rulebook", rulebooks())
def test_the_same_seed_deals_the_same_game(app: Flask, key: str, rulebook: str) -> None:
    one, same, other = (rigged(app, key, rulebook, seed=seed) for seed in ("Vega", "Vega", "Deneb"))
    assert one.game(1)["view"] == same.game(1)["view"]
    assert one.game(1)["view"] != other.game(1)["view"]
    assert play_some(one, 20)["view"] == play_some(same, 20)["view"]


def test_a_replays_seed_deals_its_game_again(app: Flask, key: str) -> None:
    over = rigged(app, key, seed="Vega")
    play_out(over)
    again = rigged(app, key, seed=(over.get("/replay", 1).json or {})["seed"])
    assert again.game()["seed_hash"] == over.game()["seed_hash"]


def test_a_rigged_game_keeps_to_its_seed_whatever_is_contributed(app: Flask, key: str) -> None:
    alone = rigged(app, key, seed="Vega")
    table = Table(app, "astra", humans(2), key=key, rig={"seed": "Vega"}, entropy="ad" * 32)
    table.sit("P2", entropy="b0" * 32)
    assert table.game(1)["view"] == alone.game(1)["view"]
    assert table.game()["entropy"] == [None, None]
    play_out(table)
    told = verify(table.get("/replay", 1).data)
    assert "rigged: its seed or its draws were chosen, and nobody else had a share" in told


def test_what_is_scripted_comes_first(app: Flask, key: str) -> None:
    table = rigged(app, key, draws=SCRIPT)
    assert [slot["card"] for slot in table.game(1)["view"]["sky"]] == SCRIPT[1:]


def test_all_other_chance_is_the_seeds() -> None:
    items = tuple("abcdefgh")
    plain, scripted = Rng(b"Vega").permutation(items), Rigged(b"Vega", ["f", "b"]).permutation(items)
    assert scripted == ("f", "b", *(item for item in plain if item not in "fb"))
    rng = Rigged(b"Vega", ["3", "3", "nine"])
    assert rng.permutation((1, 2, 3))[0] == 3
    assert rng.left == ["3", "nine"]
    assert rng.permutation((3, 3))[0] == 3
    assert rng.left == ["nine"]
    assert Rigged(b"Vega", []).permutation(items) == plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_shuffle_has_is_refused_by_its_field(app: Flask, key: str, language: str) -> None:
    for draws, field in ((["leo", "vega"], "rig.draws.1"), (["leo", "leo"], "rig.draws.1")):
        refused = ask(app, key, {"draws": draws}, language)
        assert (refused.status_code, (refused.json or {})["field"]) == (422, field)


@pytest.mark.parametrize(
    ("rig", "field"),
    [({}, "rig.seed"), ({"seed": ""}, "rig.seed"), ({"seed": "x" * 65}, "rig.seed"), ({"draws": []}, "rig.draws")],
)
def test_a_rig_that_cannot_be_is_refused(app: Flask, key: str, rig: Any, field: str) -> None:
    refused = ask(app, key, rig)
    assert (refused.status_code, (refused.json or {})["field"]) == (422, field)


def test_it_needs_a_key_with_the_scope(app: Flask) -> None:
    usual = create_key(app.extensions["context"], "chess-club").key
    assert (ask(app, None, {"seed": "Vega"}).json or {})["code"] == "key_needed"
    assert (ask(app, usual, {"seed": "Vega"}).json or {})["code"] == "scope_missing"


def _reached() -> float:
    return sum(sample.value for metric in metrics.REACHED.collect() for sample in metric.samples)


def test_it_says_so_for_ever_and_counts_nowhere(app: Flask, key: str) -> None:
    before = _reached()
    table = rigged(app, key, draws=SCRIPT)
    assert table.game()["rigged"]
    play_out(table)
    assert table.game()["rigged"]
    replay = table.get("/replay", 1).json or {}
    assert (replay["rigged"], replay["draws"]) == (True, SCRIPT)
    assert "rigged" in verify(json.dumps(replay).encode())
    with pytest.raises(CannotVerify):
        verify(json.dumps({**replay, "draws": SCRIPT[1:]}).encode())
    assert (table.http.get("/v1/games").json or {})["games"] == []
    assert table.get("?at=0", 1).status_code == 200
    at_first = table.get("?at=0&eyes=1").json or {}
    assert [slot["card"] for slot in at_first["view"]["sky"]] == SCRIPT[1:]
    assert [key for key in app.extensions["context"].store.client.scan_iter() if b":listed:" in key] == []
    assert _reached() == before


def test_a_game_like_any_other_is_not_rigged(app: Flask) -> None:
    before = _reached()
    table = Table.full(app, "astra", 2)
    assert not table.game()["rigged"]
    assert _reached() > before


def test_playing_again_is_a_game_like_any_other(app: Flask, key: str) -> None:
    table = rigged(app, key, draws=SCRIPT)
    play_out(table)
    following = table.post("/rematch", 1).json or {}
    assert not following["game"]["rigged"]
    assert following["game"]["seed_hash"] != table.game()["seed_hash"]
