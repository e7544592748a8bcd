"""What an app does with its key, through both Python clients."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from almagest_sdk import Almagest, GameWish, SeatWish, astra
from almagest_sdk.aio import AsyncAlmagest
from almagest_sdk.errors import AlmagestError, Refused
from flask import Flask

from service.usecases.accounts.api_keys import create_key
from service.usecases.context import Context
from service.usecases.delivery.signing import signature
from service.usecases.transaction import load
from tests.driver import serving
from tests.processes import HUNG, ROOT


class Host:
    """A server on which apps alone create games, and one of them."""

    def __init__(self, app: Flask, url: str) -> None:
        self.context: Context = app.extensions["context"]
        self.url = url
        self.key = create_key(self.context, "chess-club").key


@pytest.fixture
def host(make_app: Callable[..., Flask]) -> Iterator[Host]:
    app = make_app(CREATE_GAMES="keys")
    with serving(app) as url:
        yield Host(app, url)


def test_a_client_with_a_key_creates_games_of_its_app(host: Host) -> None:
    with Almagest(host.url, key=host.key) as client:
        made = [client.games.create("astra", seats=2), client.games.quick("astra", seats=2, name="Ada")]
    assert [load(host.context, table.id).table.app for table in made] == ["chess-club", "chess-club"]
    with Almagest(host.url) as nobody, pytest.raises(AlmagestError) as refused:
        nobody.games.create("astra", seats=2)
    assert refused.value.code == "key_needed"


def test_the_asynchronous_client_as_well(host: Host) -> None:
    async def made() -> str:
        async with AsyncAlmagest(host.url, key=host.key) as client:
            return (await client.games.create("astra", seats=2)).id

    assert load(host.context, asyncio.run(made())).table.app == "chess-club"


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
    assert [seat.player for seat in load(host.context, found.id).table.seats] == ["user-42", "user-43"]


def test_every_user_who_was_seated_has_a_token_and_who_comes_later_comes_as_the_player(host: Host) -> None:
    with Almagest(host.url, key=host.key) as app:
        table = app.games.create("astra", seats=[SeatWish(kind="human"), ADA])
        assert table.tokens == {"user-42": table.token}
        assert app.games.quick("nebula", seats=2, name="Ada").tokens == {}
        token = app.players.token("user-43").token
    with Almagest(host.url, token=token) as player:
        joined = player.games.join(table.id, "Bo", rulebook="astra")
        assert (joined.seat, joined.game.seats[0].player) == (1, "user-43")
        assert player.games.resume(table.id).seat == 1


def test_a_table_that_rests_is_nobodys_turn(host: Host) -> None:
    with Almagest(host.url, key=host.key) as app:
        table = app.games.create("astra", seats=[ADA, BO])
        assert table.my_turn()
        other = app.games.resume(table.id, table.tokens["user-43"])
        proposed = table.pause()
        assert proposed.pause
        assert (proposed.pause.seat, list(proposed.pause.agreed), proposed.paused_at) == (1, [1], None)
        assert table.my_turn(), "nobody has agreed yet"
        assert other.resume().pause is None
        other.pause()
        assert table.pause().paused_until
        assert not table._decides()
        other.resume()
        table.refresh()
        assert table.my_turn()
        with pytest.raises(Refused, match="decide"):
            other.replace_host()


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
                told = player.me.events()
                found.append((await anext(told)).game)
                begun = await app.games.create("astra", seats=[BO, ADA])
                again = player.me.events(after=told.cursor)
                assert (await anext(again)).game == begun.id
                assert again.cursor not in (None, told.cursor)
            await app.players.erase("user-42")
        return [each for each in found if each == table.id]

    assert len(asyncio.run(heard())) == 2


def test_an_app_sees_and_ends_its_games_with_its_key(host: Host) -> None:
    with Almagest(host.url, key=host.key) as app, Almagest(host.url) as nobody:
        waiting = app.games.create("astra", seats=[ADA, SeatWish(kind="human")], private=True)
        running = app.games.create("nebula", seats=[ADA, BO], private=True)
        assert [game.id for game in app.games.list()] == [running.id, waiting.id]
        assert list(nobody.games.list()) == []
        watched = app.games.watch(running.id, rulebook="nebula")
        assert (watched.seat, [seat.player for seat in watched.game.seats]) == (None, ["user-42", "user-43"])
        assert [game.id for game in app.players.games("user-43")] == [running.id]
        assert app.games.abandon(running.id).status == "abandoned"
        app.games.delete(waiting.id)
        assert [game.status for game in app.players.games("user-42")] == ["abandoned"] * 2
        with pytest.raises(AlmagestError) as refused:
            app.games.abandon(running.id)
        assert refused.value.code == "not_running"


def test_an_app_creates_many_games_or_none(host: Host) -> None:
    wish = GameWish(rulebook="astra", seats=[ADA, BO], visibility="private")
    with Almagest(host.url, key=host.key) as app:
        created = app.games.create_many([wish, wish])
        assert [game.id for game in app.games.list()] == sorted((each.game.id for each in created), reverse=True)
        table = app.games.resume(created[0].game.id, created[0].tokens[1].token, rulebook="astra")
        assert table.seat == 2
        with pytest.raises(AlmagestError) as refused:
            app.games.create_many([wish, GameWish(rulebook="astra", seats=[ADA, ADA])])
    assert refused.value.code == "games_refused"
    assert refused.value.problem
    [failed] = refused.value.problem.failed or ()
    assert (failed.index, failed.code, failed.field) == (1, "invalid_field", "seats.1.player")


def test_an_app_sees_and_ends_its_games_with_its_key_from_asyncio(host: Host) -> None:
    async def seen() -> list[str]:
        async with AsyncAlmagest(host.url, key=host.key) as app:
            waiting = await app.games.create("astra", seats=[ADA, SeatWish(kind="human")], private=True)
            running = await app.games.create("astra", seats=[ADA, BO], private=True)
            assert [game.id async for game in app.games.list()] == [running.id, waiting.id]
            assert (await app.games.watch(running.id)).seat is None
            wish = GameWish(rulebook="astra", seats=[BO, SeatWish(kind="bot")])
            assert [each.game.status for each in await app.games.create_many([wish])] == ["running"]
            await app.games.abandon(running.id)
            await app.games.delete(waiting.id)
            return [game.status async for game in app.players.games("user-42")]

    assert asyncio.run(seen()) == ["abandoned"] * 2


PAGE = (ROOT / "docs" / "apps.md").read_text()
SECRET = "a-secret-of-16-or-more"
NOTICE = json.dumps(
    {
        "type": "turn.changed", "id": "n", "at": "2026-01-01T00:00:00Z", "game": "g", "rulebook": "astra",
        "status": "running", "version": 1, "rev": 2, "seats": [], "deciders": [1], "deadline": None, "paused": False,
    }
).encode()  # fmt: skip


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_rigged_game_of_the_page_for_apps_is_right(host: Host) -> None:
    rig = create_key(host.context, "chess-club", ("games", "rig")).key
    [wish] = _blocks("json")
    headers = {"Authorization": f"Bearer {rig}"}
    made = requests.post(f"{host.url}/v1/games", json=json.loads(wish), headers=headers, timeout=HUNG)
    assert made.json()["game"]["rigged"]


def test_the_receiver_of_the_page_for_apps_takes_what_is_signed_and_nothing_else(host: Host) -> None:
    [receiving] = [block for block in _blocks("python") if "def receive" in block]
    names: dict[str, Any] = {"SECRET": SECRET, "SECRET_BEFORE": "another-secret-before"}
    exec(receiving, names)  # noqa: S102 - ours
    names["receive"](NOTICE, signature(SECRET, NOTICE, int(time.time())))
    with pytest.raises(ValueError, match="not signed"):
        names["receive"](NOTICE, signature("a-secret-of-somebody-else", NOTICE, int(time.time())))
