"""Events in order, once each, whatever the server goes through."""

from __future__ import annotations

import random
import threading

import pytest
from almagest_sdk import Almagest, AstraTable, Event, Retry, Table, astra, errors
from almagest_sdk._codec import decode
from almagest_sdk._core import PATIENCE
from almagest_sdk._stream import EventStream

from tests.processes import HUNG
from tests.sdk import samples
from tests.sdk.scripted import DROP, Reply, scripted
from tests.sdk.serving import Server

FAST = Retry(attempts=1)


def _page(*events: dict[str, object], **changes: object) -> Reply:
    return Reply(200, samples.page(*events, **changes))


def _over(last_event: int) -> dict[str, object]:
    return samples.frame(4, last_event, status="finished", deciders=[])


def _stream(url: str, patience: float = PATIENCE) -> EventStream[astra.Event]:
    game = decode(AstraTable.response_types.game, samples.game(last_event=3))
    return AstraTable(Almagest(url, retry=FAST)._transport, game).events(patience=patience)


def test_it_goes_on_after_the_last_event() -> None:
    lost = [Reply(DROP), Reply(503, samples.problem(503, "store_away"))]
    last = _page(samples.event(2), samples.finished(3))
    with scripted([_page(samples.event(1)), *lost, last]) as script:
        stream = _stream(script.url)
        assert [event.id for event in stream] == [1, 2, 3]
        assert stream.last == 3
    assert ["after=0" in path for _, path, _ in script.requests] == [True, False, False, False]
    assert all("after=1" in path for _, path, _ in script.requests[1:])


def test_its_patience_ends() -> None:
    with scripted([Reply(DROP)] * 20) as script, pytest.raises(errors.Unreachable):
        next(_stream(script.url, patience=0.5))


def test_it_ends_with_a_game_whose_last_event_it_has_missed() -> None:
    with scripted([_page(next=3, status="finished", frame=_over(3))]) as script:
        assert list(_stream(script.url)) == []


def test_it_does_not_miss_an_end_that_comes_between_two_polls() -> None:
    """The state is read after the events: the game may be over by then, without its last words."""
    found = [_page(samples.event(3)), _page(next=3, status="finished"), _page(samples.finished(4), frame=_over(4))]
    with scripted(found) as script:
        stream = _stream(script.url)
        assert [event.id for event in stream] == [3, 4]
    assert len(script.requests) == 3


def test_a_page_that_is_not_full_is_the_last_without_following() -> None:
    with scripted([_page(samples.event(1), samples.event(2))]) as script:
        table = AstraTable(
            Almagest(script.url, retry=FAST)._transport, decode(AstraTable.response_types.game, samples.game())
        )
        assert [event.id for event in table.events(follow=False)] == [1, 2]


def test_what_is_forbidden_is_not_waited_for() -> None:
    with scripted([Reply(401, samples.problem(401, "token_unknown"))]) as script, pytest.raises(errors.Unauthorized):
        next(_stream(script.url))


def _play(table: Table, go_on: threading.Event) -> None:
    """A few moves, and the rest when told to."""
    while table.my_turn():
        if table.version >= 5:
            go_on.wait()
        table.play(random.choice(table.moves()))


def test_a_listener_survives_a_restart(own_server: Server) -> None:
    """The API is ended in the middle of a game; players and listener go on as if nothing had been."""
    client = Almagest(own_server.url, retry=Retry(attempts=15))
    ada = client.games.create("distant_suns", seats=2, name="Ada")
    bo = client.games.join(ada.id, "Bo")
    heard: list[Event] = []
    under_way, killed = threading.Event(), threading.Event()

    def listen() -> None:
        for event in client.games.watch(ada.id).events():
            heard.append(event)
            if event.version == 5:
                under_way.set()

    people = [threading.Thread(target=_play, args=[table, killed]) for table in (ada, bo)]
    people.append(threading.Thread(target=listen))
    for person in people:
        person.start()
    assert under_way.wait(HUNG)
    own_server.kill_api()
    assert heard[-1].type != "game_finished"
    killed.set()
    for person in people:
        person.join(HUNG)
    assert not any(person.is_alive() for person in people)
    assert [event.id for event in heard] == list(range(1, len(heard) + 1))
    assert [event.type for event in heard].index("game_finished") == len(heard) - 1
