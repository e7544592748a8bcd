"""Servers of 0.2, which know nothing of contributions to the deal: a rolling update has both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from almagest_sdk import Almagest
from almagest_sdk.aio import AsyncAlmagest
from almagest_sdk.errors import BadRequest

from tests.sdk import samples
from tests.sdk.scripted import Reply, Script, scripted

NEW = ("entropy", "pause", "paused_until")
GAME = {name: value for name, value in samples.game().items() if name not in NEW}
TAKEN = {"rulebook": "astra", "game": GAME, "token": "t", "seat": 1, "invite": "", "tokens": []}


def _refusal(*fields: str) -> Reply:
    errors = [{"field": field, "detail": "is not a field here"} for field in fields]
    return Reply(422, {**samples.problem(422, "invalid_field"), "errors": errors})


@pytest.fixture
def older() -> Iterator[Script]:
    with scripted([_refusal("entropy"), Reply(201, TAKEN)] * 4) as script:
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
        scripted([_refusal("entropy", "name"), _refusal("name"), _refusal()]) as script,
        Almagest(script.url) as client,
    ):
        for _ in range(3):
            with pytest.raises(BadRequest):
                client.games.join(samples.GAME_ID, "Ada")
        assert all("entropy" in body for body in script.bodies)


def test_a_contribution_that_was_taken_is_looked_for_although_the_game_does_not_show_it() -> None:
    """Who drops the bytes and then says nothing of them is found out by the replay."""
    with scripted([Reply(201, TAKEN)]) as script, Almagest(script.url) as client:
        assert client.games.join(samples.GAME_ID, "Ada").entropy == script.bodies[0]["entropy"]
