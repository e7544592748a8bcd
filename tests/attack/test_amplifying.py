"""The short form of `amplifying.py`: answers to expensive requests have a largest size. Times are for `make attack`."""

from __future__ import annotations

import pytest
from flask import Flask

from service.usecases.delivery.player_feed import PAGE_GAMES
from service.wire.json import MAX_BYTES
from tests.attack.aims import BOUNDS
from tests.attack.amplifying import BODIES, GAMES, requests_of
from tests.driver import Table, humans
from tests.usecases.clubs import ADA, BO, App

QUESTIONS = {"hints", "analysis"}
"""Bot processes answer these; the budget of a search bounds them."""


@pytest.fixture
def club(app: Flask) -> App:
    """Somebody with as many games as in the attack, and a full list of games."""
    club = App(app)
    for number in range(GAMES):
        Table(app, ("astra", "nebula", "distant_suns")[number % 3], [ADA, BO], key=club.key)
    for _ in range(100 - GAMES):
        Table(app, "distant_suns", humans(4))
    return club


def _shown(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _statuses(row: str) -> tuple[int, ...]:
    if row in BODIES or row in ("query", "bulk_refused"):
        return 400, 422
    return (201,) if row == "bulk" else (200,)


def test_no_answer_is_larger_than_its_bound(app: Flask, club: App) -> None:
    client, sizes = app.test_client(), {}
    for row, (method, path, body, headers) in requests_of(_shown(club.token("user-42")), _shown(club.key)):
        sent = {"Content-Type": "application/json", **headers}
        answer = client.open(path, method=method, data=body, headers=sent)
        assert answer.status_code in _statuses(row), (row, answer.data)
        sizes[row] = len(answer.data)
    assert sizes.keys() | QUESTIONS == BOUNDS.keys()
    assert {row: size for row, size in sizes.items() if size > BOUNDS[row].bytes} == {}


def test_a_page_of_events_has_some_of_the_games(app: Flask, club: App) -> None:
    page = club.as_player("user-42", "GET", "/v1/me/events?include=view,moves,score").json or {}
    assert (len(page["games"]), page["more"]) == (PAGE_GAMES, True)
    assert PAGE_GAMES < GAMES


def test_bodies_are_as_large_as_are_read_at_all() -> None:
    assert {name: len(body) for name, body in BODIES.items() if not 0.75 * MAX_BYTES < len(body) <= MAX_BYTES} == {}
