"""The same from asyncio, on a real server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
from almagest_sdk import Retry, RulebookId, StaleVersion, astra, errors, models
from almagest_sdk.aio import AsyncAlmagest, AsyncAstraTable, AsyncTable

from service.games.registry import RULEBOOKS
from tests.processes import HUNG
from tests.sdk import samples
from tests.sdk.counting import counted
from tests.sdk.scripted import DROP, Reply, scripted
from tests.sdk.serving import Server

T = TypeVar("T")
LOOKS = 3


def _run(url: str, told: Callable[[AsyncAlmagest], Awaitable[T]]) -> T:
    async def main() -> T:
        async with AsyncAlmagest(url, retry=Retry(attempts=3, first=0.01)) as client:
            return await asyncio.wait_for(told(client), HUNG)

    return asyncio.run(main())


async def _play(table: AsyncTable) -> int:
    played = 0
    while await table.my_turn():
        await table.play(random.choice(await table.moves()))
        played += 1
    return played


async def _two(client: AsyncAlmagest) -> tuple[AsyncAstraTable, AsyncAstraTable]:
    ada = await client.games.create("astra", seats=2, name="Ada")
    bo = await client.games.join(ada.id, "Bo", rulebook="astra")
    return (ada, bo) if (await ada.refresh()).deciders == [1] else (bo, ada)


@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_two_people_and_a_spectator_share_a_thread(
    server: Server, rulebook: RulebookId, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole game: one request per move, long polls apart."""
    sent = counted(monkeypatch)

    async def told(client: AsyncAlmagest) -> None:
        ada = await client.games.create(rulebook, seats=2, name="Ada")
        bo = await client.games.join(ada.id, "Bo")
        watcher = await client.games.watch(ada.id)

        async def listen() -> list[int]:
            heard = []
            async for event in watcher.events():
                heard.append(event.id)
                assert watcher.game.last_event >= event.id
            return heard

        sent.clear()
        first, second, heard = await asyncio.gather(_play(ada), _play(bo), listen())
        assert heard == list(range(1, len(heard) + 1))
        assert {ada.status, bo.status, watcher.status} == {"finished"}
        assert (await watcher.score()).final
        kinds = sent.per_kind()
        assert kinds.pop("POST moves") == first + second
        assert kinds.pop("GET events") == sent.waiting()
        assert sum(kinds.values()) <= 3 * LOOKS, kinds
        assert (await ada.refresh()).result == (await ada.score()).score
        replay = await watcher.replay()
        assert len(replay.moves) == ada.version
        assert ada.entropy in replay.entropy

    _run(server.url, told)


def test_a_seat_is_resumed_previewed_and_left(server: Server) -> None:
    async def told(client: AsyncAlmagest) -> None:
        mover, _ = await _two(client)
        again = await client.games.resume(mover.id, mover.token or "", rulebook="astra")
        offer = (await again.moves(astra.Observe))[0]
        assert (await again.preview(offer)).events
        assert again.view.round == 1
        assert [kind.type for kind in await again.unavailable()]
        assert (await again.content(lang="en")).constellations
        assert not (await again.score()).final
        played = await mover.play(offer)
        with pytest.raises(StaleVersion) as caught:
            await again.play(offer)
        assert [event.id for event in await again.missed(caught.value)] == [event.id for event in played.events]
        old = mover.token or ""
        assert await mover.rotate_token() != old
        with pytest.raises(errors.Unauthorized):
            await client.games.resume(mover.id, old)
        with pytest.raises(errors.Refused):
            await (await client.games.resume(mover.id, mover.token or "")).hand_to_bot(mover.deciders[0])
        await mover.leave()
        assert mover.token is None

    _run(server.url, told)


def test_a_warning_comes_with_an_event_and_ends_with_a_move(server: Server) -> None:
    async def warned(client: AsyncAlmagest) -> None:
        mover, waiting = await _two(client)
        end = await asyncio.to_thread(server.warn, mover.id)
        async for event in waiting.events():
            if isinstance(event, models.AbandonWarning):
                assert event.abandon_at == end
                break
        assert (await mover.refresh()).abandon_at == end
        assert (await mover.play((await mover.moves())[0])).game.abandon_at is None
        assert mover.game.abandon_at is None

    _run(server.url, warned)


def test_people_agree_to_a_pause_decline_it_and_resume(server: Server) -> None:
    async def told(client: AsyncAlmagest) -> None:
        mover, other = await _two(client)
        proposed = (await mover.pause()).pause
        assert proposed
        assert (proposed.seat, list(proposed.agreed)) == (mover.seat, [mover.seat])
        assert await mover.my_turn(), "nobody has agreed yet"
        assert (await other.resume()).pause is None
        assert (await mover.refresh()).pause is None
        await other.pause()
        agreed = await mover.pause()
        assert agreed.paused_at
        assert agreed.paused_until
        assert (await other.refresh()).paused_until == agreed.paused_until
        resumed = await other.resume()
        assert (resumed.paused_at, resumed.paused_until) == (None, None)
        await mover.refresh()
        assert await mover.my_turn()
        with pytest.raises(errors.Refused) as caught:
            await other.resume()
        assert caught.value.code == "not_paused"

    _run(server.url, told)


def test_against_bots_alone_one_pauses_at_once(server: Server) -> None:
    async def told(client: AsyncAlmagest) -> None:
        table = await client.games.create("astra", seats=2, bots=1, name="Ada")
        paused = await table.pause()
        assert paused.paused_at
        assert (paused.pause, paused.paused_until) == (None, None)
        assert not (await table.resume()).paused_at

    _run(server.url, told)


async def _until_away(table: AsyncTable) -> None:
    """Until the host may be replaced: the server says for how long not yet."""
    while True:
        try:
            await table.replace_host()
            return
        except errors.Refused as refused:
            if refused.code != "not_idle":
                raise


def test_others_replace_a_host_who_is_away(server: Server) -> None:
    async def told(client: AsyncAlmagest) -> None:
        ada = await client.games.create("astra", seats=3, name="Ada", idle_seconds=1)
        bo, cem = await client.games.join(ada.id, "Bo"), await client.games.join(ada.id, "Cem")
        assert (await ada.refresh()).deciders == [ada.seat]
        await _until_away(bo)
        assert [seat.seat for seat in bo.game.seats if seat.host] == [ada.seat], "the others have not voted"
        voted = await cem.replace_host()
        assert [seat.seat for seat in voted.seats if seat.host] == [bo.seat]
        with pytest.raises(errors.Refused) as caught:
            await bo.replace_host()
        assert caught.value.code == "already_host"

    _run(server.url, told)


def test_games_and_rulebooks_are_listed(server: Server) -> None:
    async def told(client: AsyncAlmagest) -> None:
        made = {(await client.games.create("nebula", seats=4, name="Ada")).id for _ in range(21)}
        assert made <= {game.id async for game in client.games.list(status="open", rulebook="nebula")}
        assert [rulebook.id for rulebook in (await client.rulebooks.list()).rulebooks]
        assert (await client.rulebooks.content("astra", lang="fr")).constellations
        assert (await client.api.health.get()).status == "alive"

    _run(server.url, told)


def test_waiting_ends_when_it_is_given_up(server: Server) -> None:
    async def told(client: AsyncAlmagest) -> None:
        _, waiter = await _two(client)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(waiter.my_turn(), 0.5)
        assert waiter.deciders != [waiter.seat]

    _run(server.url, told)


def test_a_move_is_sent_again_with_the_same_key() -> None:
    looked = Reply(200, samples.game(moves=[]), {"ETag": '"3"'})
    faults = [Reply(DROP), Reply(503, samples.problem(503, "store_away"))]
    with scripted([looked, *faults, Reply(200, samples.played())]) as script:

        async def told(client: AsyncAlmagest) -> int:
            table = await client.games.resume(samples.GAME_ID, "t", rulebook="astra")
            return (await table.play(astra.Rest())).version

        assert _run(script.url, told) == 4
    assert len(set(script.keys()[1:])) == 1


def test_a_server_that_is_not_there_is_told() -> None:
    async def told(client: AsyncAlmagest) -> None:
        with pytest.raises(errors.Unreachable):
            await client.rulebooks.list()

    _run("http://127.0.0.1:9", told)
