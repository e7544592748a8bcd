"""The list of public games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from service.store.games import cache
from service.store.redis import keys
from service.usecases.context import Context
from tests.driver import Json, Table, humans
from tests.usecases.clubs import ADA, BO, App


def _pages(app: Flask, query: str) -> Iterator[Json]:
    cursor = ""
    while True:
        page = app.test_client().get(f"/v1/games?{query}{cursor}").json or {}
        yield page
        if page["next"] is None:
            return
        cursor = f"&cursor={page['next']}"


def test_newest_first_without_gaps_while_games_are_added(app: Flask, toy: None) -> None:
    made = [Table(app, "toy", humans(2)).id for _ in range(23)]
    seen: list[str] = []
    for page in _pages(app, "limit=5"):
        assert len(page["games"]) <= 5
        seen += [game["id"] for game in page["games"]]
        Table(app, "toy", humans(2))
    assert sorted(seen) == sorted(made)
    assert seen == sorted(seen, reverse=True)


def test_by_status_and_rulebook(app: Flask, toy: None) -> None:
    opened = Table(app, "toy", humans(2)).id
    running = Table.full(app, "toy", 2).id
    astra = Table(app, "astra", humans(2)).id

    def listed(query: str) -> set[str]:
        return {game["id"] for page in _pages(app, query) for game in page["games"]}

    assert listed("status=open") == {opened, astra}
    assert listed("status=running") == {running}
    assert listed("status=open&rulebook=astra") == {astra}
    assert listed("status=finished") == set()
    assert listed("rulebook=astra") == {astra}


def test_a_game_is_listed_as_what_it_is_now(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(2))
    table.sit("B")
    listed = app.test_client().get("/v1/games")
    assert listed.status_code == 200
    found = (listed.json or {})["games"]
    assert [(game["id"], game["status"]) for game in found] == [(table.id, "running")]
    assert "view" not in found[0]


def _listed(app: Flask, query: str = "", **headers: str) -> list[Json]:
    found = app.test_client().get(f"/v1/games?limit=100{query}", headers=headers)
    games: list[Json] = (found.json or {})["games"]
    return games


def _loads(context: Context) -> int:
    """How many games the store was asked for, table and clock."""
    found: Any = context.store.client.info("commandstats").get("cmdstat_hmget", {"calls": 0})
    return int(found["calls"])


def test_a_list_loads_only_games_that_have_changed(app: Flask, context: Context, toy: None) -> None:
    tables = [Table.full(app, "toy", 2) for _ in range(5)]
    first, before = _listed(app), _loads(context)
    assert len(first) == 5
    assert _listed(app) == first
    assert [game["version"] for game in _listed(app, "&status=running&rulebook=toy")] == [0] * 5
    assert _loads(context) == before
    tables[2].play(1, {"type": "draw"}, 0)
    before = _loads(context)
    versions = {game["id"]: game["version"] for game in _listed(app)}
    assert versions == {table.id: int(table is tables[2]) for table in tables}
    assert _loads(context) == before + 1


def test_a_list_is_in_the_callers_language(app: Flask, toy: None) -> None:
    Table(app, "toy", [{"kind": "human"}, {"kind": "bot"}])
    names = [
        _listed(app, **{"Accept-Language": language})[0]["seats"][1]["name"] for language in ("en", "uk", "en", "uk")
    ]
    assert names[:2] == names[2:]
    assert names[0] != names[1]


def test_a_stored_game_without_a_nonce_is_listed_as_it_is_stored(app: Flask, context: Context, toy: None) -> None:
    """As games of 0.1 are, which had none, until somebody writes to them."""
    table = Table.full(app, "toy", 2)
    name = keys.game(table.id)
    context.store.client.hdel(name, "mark")
    assert [game["seats"][1]["name"] for game in _listed(app)] == ["P2"]
    client = context.store.client
    client.hset(name, "table", client.hget(name, "table").replace(b"P2", b"Q2"))
    assert [game["seats"][1]["name"] for game in _listed(app)] == ["Q2"]


def test_more_games_than_a_process_keeps_are_listed(app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT_SUMMARIES", 2)
    made = sorted((Table(app, "toy", humans(2)).id for _ in range(5)), reverse=True)
    for _ in range(2):
        assert [game["id"] for game in _listed(app)] == made


def test_a_players_list_is_the_players_own(app: Flask, context: Context, toy: None) -> None:
    """Both see the same games, each with the own seat; what others see of them says nothing of apps' players."""
    club = App(app)
    game_id = club.table(ADA, BO).id
    for _ in range(2):
        rows = [
            (club.as_player(player, "GET", "/v1/me/games").json or {})["games"][0] for player in ("user-42", "user-43")
        ]
        assert [(row["id"], row["seat"], row["seats"][0]["player"]) for row in rows] == [
            (game_id, 1, "user-42"), (game_id, 2, "user-42"),
        ]  # fmt: skip
        assert [(game["id"], game["seats"][0]["player"]) for game in _listed(app)] == [(game_id, None)]
    before = _loads(context)
    assert club.games("user-42", "?turn=mine") == [game_id]
    assert _loads(context) == before
