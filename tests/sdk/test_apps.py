"""What an app does with its key, through both Python clients."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest
from almagest_sdk import Almagest, SeatWish, astra
from almagest_sdk.aio import AsyncAlmagest
from almagest_sdk.errors import AlmagestError
from flask import Flask

from service.tables.house import House
from service.tables.issuing import create_key
from service.tables.writing import load
from tests.driver import serving


class Host:
    """A server on which apps alone create games, and one of them."""

    def __init__(self, app: Flask, url: str) -> None:
        self.house: House = app.extensions["house"]
        self.url = url
        self.key = create_key(self.house, "chess-club").key


@pytest.fixture
def host(make_app: Callable[..., Flask]) -> Iterator[Host]:
    app = make_app(CREATE_GAMES="keys")
    with serving(app) as url:
        yield Host(app, url)


def test_a_client_with_a_key_creates_games_of_its_app(host: Host) -> None:
    with Almagest(host.url, key=host.key) as client:
        made = [client.games.create("astra", seats=2), client.games.quick("astra", seats=2, name="Ada")]
    assert [load(host.house, table.id).table.app for table in made] == ["chess-club", "chess-club"]
    with Almagest(host.url) as nobody, pytest.raises(AlmagestError) as refused:
        nobody.games.create("astra", seats=2)
    assert refused.value.code == "key_needed"


def test_the_asynchronous_client_as_well(host: Host) -> None:
    async def made() -> str:
        async with AsyncAlmagest(host.url, key=host.key) as client:
            return (await client.games.create("astra", seats=2)).id

    assert load(host.house, asyncio.run(made())).table.app == "chess-club"


ADA = SeatWish(kind="human", player="user-42", name="Ada")
BO = SeatWish(kind="human", player="user-43", name="Bo")


def test_players_sit_down_at_once_by_the_apps_key_and_by_their_own_token(host: Host) -> None:
    with Almagest(host.url, key=host.key) as app:
        waiting = app.games.quick("astra", seats=2, name="Ada", player="user-42", metadata={"avatar": "a.png"})
        token = app.players.token("user-43").token
    with Almagest(host.url, token=token) as player:
        found = player.games.quick("astra", seats=2, name="Bo")
        assert [game.id for game in player.me.games(status="running")] == [waiting.id]
    assert (found.id, found.seat) == (waiting.id, 2)
    assert [seat.player for seat in load(host.house, found.id).table.seats] == ["user-42", "user-43"]


def test_a_player_lists_and_follows_its_games(host: Host) -> None:
    app = Almagest(host.url, key=host.key)
    table = app.games.create("astra", seats=[ADA, BO])
    player = Almagest(host.url, token=app.players.token("user-42").token)
    assert [game.id for game in player.me.games(status="running")] == [table.id]
    news = player.me.events(include="view")
    first = next(news)
    assert (first.game, first.seat, list(first.events)) == (table.id, 1, [])
    assert isinstance(first, astra.GameNews)
    assert first.frame
    assert first.frame.view
    begun = app.games.create("astra", seats=[BO, ADA])
    assert [next(news).game, news.cursor is not None] == [begun.id, True]
    again = player.me.events(after=news.cursor)
    app.players.erase("user-43")
    heard = {next(again).game, next(again).game}
    assert heard == {table.id, begun.id}
    app.players.erase("user-42")
    assert list(Almagest(host.url, token=app.players.token("user-42").token).me.games()) == []


def test_a_player_lists_and_follows_its_games_from_asyncio(host: Host) -> None:
    async def heard() -> list[str]:
        async with AsyncAlmagest(host.url, key=host.key) as app:
            table = await app.games.create("astra", seats=[ADA, BO])
            token = (await app.players.token("user-42")).token
            async with AsyncAlmagest(host.url, token=token) as player:
                found = [game.id async for game in player.me.games()]
                async for news in player.me.events():
                    found.append(news.game)
                    break
            await app.players.erase("user-42")
        return [each for each in found if each == table.id]

    assert len(asyncio.run(heard())) == 2
