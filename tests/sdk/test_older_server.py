"""Servers of 0.2, which know nothing of contributions to the deal: a rolling update has both."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from almagest_sdk import Almagest, SeatWish
from almagest_sdk.aio import AsyncAlmagest
from almagest_sdk.errors import BadRequest
from flask import Flask, Response

from service.usecases.accounts.api_keys import create_key
from tests.driver import serving
from tests.sdk import samples
from tests.sdk.scripted import Reply, Script, scripted

NEW = ("entropy", "pause", "paused_until", "abandon_at", "more", "replay_hash")
"""What answers of 0.2 lack."""
GAME = {name: value for name, value in samples.game().items() if name not in NEW}
TAKEN = {"rulebook": "astra", "game": GAME, "token": "t", "seat": 1, "invite": "", "tokens": []}


def _refusal(*fields: str) -> Reply:
    errors = [{"field": field, "detail": "is not a field here"} for field in fields]
    return Reply(422, {**samples.problem(422, "invalid_field"), "errors": errors})


@pytest.fixture
def older() -> Iterator[Script]:
    with scripted([_refusal("entropy"), Reply(201, TAKEN)] * 4, get=Reply(200, GAME)) as script:
        yield script


Sit = Callable[[Any], Any]
WAYS: dict[str, Sit] = {
    "create": lambda games: games.create("astra", seats=2, name="Ada"),
    "join": lambda games: games.join(samples.GAME_ID, "Ada"),
    "quick": lambda games: games.quick("astra", seats=2, name="Ada"),
}


def _was_sent_again_without(script: Script) -> None:
    first, second = script.bodies[-2:]
    contributed = first.pop("entropy")
    assert len(contributed) == 64
    assert first == second
    assert len(set(script.keys()[-2:])) == 1, "nobody sits down twice"


@pytest.mark.parametrize("way", WAYS)
def test_one_sits_down_without_a_contribution(older: Script, way: str) -> None:
    with Almagest(older.url) as client:
        table = WAYS[way](client.games)
        _was_sent_again_without(older)
        assert (table.entropy, table.game.pause, list(table.game.entropy)) == (None, None, [])
        assert table.rematch().entropy is None
        _was_sent_again_without(older)


@pytest.mark.parametrize("way", WAYS)
def test_so_does_one_from_asyncio(older: Script, way: str) -> None:
    async def sit() -> None:
        async with AsyncAlmagest(older.url) as client:
            table = await WAYS[way](client.games)
            _was_sent_again_without(older)
            assert table.entropy is None
            assert (await table.rematch()).entropy is None
            _was_sent_again_without(older)

    asyncio.run(sit())


def test_other_refusals_are_raised_at_once() -> None:
    with (
        scripted([_refusal("entropy", "name"), _refusal("name"), _refusal()], get=Reply(200, GAME)) as script,
        Almagest(script.url) as client,
    ):
        for _ in range(3):
            with pytest.raises(BadRequest):
                client.games.join(samples.GAME_ID, "Ada")
        assert all("entropy" in body for body in script.bodies if body)


def test_a_contribution_that_was_taken_is_looked_for_although_the_game_does_not_show_it() -> None:
    """Who drops the bytes and then says nothing of them is found out by the replay."""
    with scripted([Reply(201, TAKEN)], get=Reply(200, GAME)) as script, Almagest(script.url) as client:
        assert client.games.join(samples.GAME_ID, "Ada").entropy == script.bodies[1]["entropy"]


PLAYERS = [SeatWish(kind="human", player=player, name=player) for player in ("ada", "bo")]


def _strip(found: Any) -> Any:
    if isinstance(found, list):
        return [_strip(each) for each in found]
    if isinstance(found, dict):
        return {name: _strip(each) for name, each in found.items() if name not in NEW}
    return found


@pytest.fixture
def old_host(make_app: Callable[..., Flask]) -> Iterator[tuple[str, str]]:
    """A server that answers as 0.2 did."""
    app = make_app()

    @app.after_request
    def strip(response: Response) -> Response:
        if response.is_json:
            response.set_data(json.dumps(_strip(response.json)))
        return response

    with serving(app) as url:
        yield url, create_key(app.extensions["context"], "chess-club").key


def test_answers_are_read(old_host: tuple[str, str]) -> None:
    with Almagest(old_host[0], key=old_host[1]) as app:
        table = app.games.create("astra", seats=PLAYERS)
        token = app.players.token("ada").token
    assert (table.game.pause, table.game.paused_until, table.game.entropy) == (None, None, ())
    with Almagest(old_host[0], token=token) as player:
        first = next(player.me.events(include="view,moves,score"))
        assert (first.game, first.frame and first.frame.pause) == (table.id, None)
        assert [game.pause for game in player.me.games()] == [None]


def test_answers_are_read_from_asyncio(old_host: tuple[str, str]) -> None:
    async def heard() -> tuple[str, str]:
        async with AsyncAlmagest(old_host[0], key=old_host[1]) as app:
            table = await app.games.create("astra", seats=PLAYERS)
            token = (await app.players.token("ada")).token
        async with AsyncAlmagest(old_host[0], token=token) as player:
            return table.id, (await anext(player.me.events(include="view"))).game

    created, told = asyncio.run(heard())
    assert created == told
