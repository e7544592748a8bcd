"""The list of public games."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Flask

from tests.driver import Json, Table, humans


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
