"""Who joins knows what the server has committed itself to before any bytes are sent."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from almagest_sdk import Almagest
from almagest_sdk.aio import AsyncAlmagest
from almagest_sdk.errors import NotFound, Unfair

from tests.sdk import samples
from tests.sdk.scripted import Reply, Script, scripted
from tests.sdk.serving import Server

SEEN = samples.game(status="open", view=None, seed_hash="11" * 32)
TAKEN = {"rulebook": "astra", "game": SEEN, "token": "almagest_t", "seat": 2}
CHANGED = {**TAKEN, "game": {**SEEN, "seed_hash": "22" * 32}}
HIDDEN = Reply(404, samples.problem(404, "unknown_game"))


def _join(url: str, is_async: bool, invite: str | None) -> Any:
    async def join() -> Any:
        async with AsyncAlmagest(url) as client:
            return await client.games.join(samples.GAME_ID, "Bo", invite=invite)

    if is_async:
        return asyncio.run(join())
    with Almagest(url) as client:
        return client.games.join(samples.GAME_ID, "Bo", invite=invite)


def _methods(script: Script) -> list[str]:
    return [method for method, _, _ in script.requests]


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("invite", [None, "abcdefgh"])
def test_the_game_is_read_before_bytes_are_sent(is_async: bool, invite: str | None) -> None:
    with scripted([Reply(200, SEEN), Reply(201, TAKEN)]) as script:
        table = _join(script.url, is_async, invite)
    assert _methods(script) == ["GET", "POST"]
    assert script.requests[0][2].get("authorization") == (f"Bearer {invite}" if invite else None)
    assert table.entropy == script.bodies[1]["entropy"]


@pytest.mark.parametrize("is_async", [False, True])
def test_a_server_that_changes_its_commitment_is_left_and_named(is_async: bool) -> None:
    with scripted([Reply(200, SEEN), Reply(201, CHANGED), Reply(204, b"")]) as script:
        with pytest.raises(Unfair, match=f"committed .*{'11' * 32}.*{'22' * 32}.* once you had sat down") as caught:
            _join(script.url, is_async, None)
        assert caught.value.code == "seed_changed"
    assert _methods(script) == ["GET", "POST", "DELETE"]


@pytest.mark.parametrize("is_async", [False, True])
@pytest.mark.parametrize("invite", ["abcdefgh", "no hęader"])
def test_a_server_that_hides_its_commitment_gets_no_bytes(is_async: bool, invite: str) -> None:
    """As those of 0.2, which have no use for them."""
    with scripted([Reply(201, CHANGED)], get=HIDDEN) as script:
        table = _join(script.url, is_async, invite)
    assert script.bodies[-1] == {"name": "Bo", "invite": invite}
    assert table.entropy is None


def test_who_is_invited_contributes_to_a_private_game(server: Server) -> None:
    with Almagest(server.url) as client:
        ada = client.games.create("astra", seats=2, private=True, name="Ada")
        with pytest.raises(NotFound):
            client.games.join(ada.id, "Bo", invite="wrong")
        bo = client.games.join(ada.id, "Bo", invite=ada.invite)
        assert bo.entropy
        assert ada.refresh().entropy == [ada.entropy, bo.entropy]
