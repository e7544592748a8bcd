"""One request per move: the newest state comes with what is answered. On a real server."""

from __future__ import annotations

import random
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from almagest_sdk import Almagest, AstraTable, RulebookId, StaleVersion, Table, _core, _polling, astra, errors, models

from service.games.registry import RULEBOOKS
from tests.processes import HUNG
from tests.sdk.counting import counted
from tests.sdk.serving import Server

LOOKS = 3
"""How often a table may look at its game apart from moves: at the first decision, and when it is over."""


def _two(client: Almagest) -> tuple[AstraTable, AstraTable]:
    """Who has to move at a table of Astra, and who has to wait."""
    ada = client.games.create("astra", seats=2, name="Ada")
    bo = client.games.join(ada.id, "Bo", rulebook="astra")
    return (ada, bo) if ada.refresh().deciders == [1] else (bo, ada)


def _hand_over(mover: AstraTable) -> None:
    """Play until it is somebody else's turn."""
    while mover.seat in mover.deciders:
        ending = mover.moves(astra.EndTurn)
        mover.play(ending[0] if ending else mover.moves()[0])


@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_a_whole_game_takes_one_request_per_own_move(
    client: Almagest, rulebook: RulebookId, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = client.games.create(rulebook, seats=2, name="Ada", bots=1, level="random")
    sent, played, others = counted(monkeypatch), 0, 0
    while table.my_turn():
        before = table.version
        table.play(random.choice(table.moves()))
        played, others = played + 1, others + table.version - before
        assert table.score().score.seats
    assert table.status == "finished"
    assert table.score().final
    kinds = sent.per_kind()
    assert kinds.pop("POST moves") == played
    assert kinds.pop("GET events") == sent.waiting()
    assert sum(kinds.values()) <= LOOKS, kinds
    assert sent.waiting() <= table.version


def test_a_move_brings_what_the_next_one_needs(client: Almagest, monkeypatch: pytest.MonkeyPatch) -> None:
    mover, _ = _two(client)
    mover.moves()
    sent = counted(monkeypatch)
    played = mover.play(mover.moves(astra.Observe)[0])
    assert (mover.version, mover.view, mover.deciders) == (1, played.game.view, played.game.deciders)
    assert mover.score().score == played.game.score
    assert mover.seat not in mover.deciders or (mover.my_turn() and mover.moves() == played.game.moves)
    assert len(sent) == 1


def test_a_warning_comes_with_an_event_and_a_frame_and_ends_with_a_move(client: Almagest, server: Server) -> None:
    mover, waiting = _two(client)
    end = server.warn(mover.id)
    event = next(each for each in waiting.events() if isinstance(each, models.AbandonWarning))
    assert (event.abandon_at, mover.refresh().abandon_at, waiting.refresh().abandon_at) == (end, end, end)
    assert mover.play(mover.moves()[0]).game.abandon_at is None
    _hand_over(mover)
    assert waiting.my_turn()
    assert waiting._latest.abandon_at is None, "it came with the frame"


def test_moves_of_a_kind_are_the_servers(client: Almagest) -> None:
    mover, _ = _two(client)
    mover.moves()
    ours = mover.moves(astra.Observe)
    asked = client.api.moves.list(mover.id, token=mover.token or "", type="observe").moves
    assert [offer.move for offer in ours] == [offer.move for offer in asked]
    assert mover.moves(astra.Discard) == []


def test_waiting_is_waiting(client: Almagest, monkeypatch: pytest.MonkeyPatch) -> None:
    """As found: dozens of requests in a second, when the tag of the game's beginning came back."""
    mover, waiter = _two(client)
    waiter.refresh()
    turns: list[bool] = []
    thread = threading.Thread(target=lambda: turns.append(waiter.my_turn()))
    sent = counted(monkeypatch)
    thread.start()
    time.sleep(1)
    assert len(sent) <= 2
    moved = len(sent)
    _hand_over(mover)
    thread.join(HUNG)
    assert turns == [True]
    assert waiter.version == mover.version
    assert waiter.moves()
    polls = [path for method, path in sent if method == "GET" and "wait=" in path]
    assert all("/events?" in path for method, path in sent[moved:] if method == "GET")
    assert len(polls) <= mover.version + 2


def test_a_table_that_heard_of_the_end_is_over(client: Almagest) -> None:
    """As found: it stayed in scoring, because finishing is no move."""
    table = client.games.create("distant_suns", seats=2, bots=2, level="random")
    for event in table.events():
        assert table._latest.last_event >= event.id
        assert table.version >= event.version
    assert table.status == "finished"
    assert table.game.result == table.score().score


def test_a_refused_move_makes_the_table_look_again(client: Almagest) -> None:
    mover, _ = _two(client)
    late = client.games.resume(mover.id, mover.token or "", rulebook="astra")
    mover.play(mover.moves(astra.Observe)[0])
    with pytest.raises(StaleVersion):
        late.play(astra.EndTurn())
    assert (late.deciders, late.version) == (mover.deciders, mover.version)


Tables = dict[str, Table]


@pytest.fixture
def gone_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tables]:
    """Tables that know version 2, on a server whose store is replaced by its own copy of version 1."""
    monkeypatch.setattr(_polling, "WAIT_SECONDS", 2)
    monkeypatch.setattr(_core, "CHANGE_SECONDS", 2)
    server, data, saved = Server(tmp_path), tmp_path / "data", tmp_path / "saved"
    with server:
        client = Almagest(server.url)
        first, second = _two(client)
        _hand_over(first)
    shutil.copytree(data, saved)
    with server:
        second.refresh()
        _hand_over(second)
        tables: Tables = {"waits": second, "listens": client.games.watch(first.id)}
        tables |= {name: client.games.resume(first.id, first.token or "") for name in ("looks", "asks", "plays")}
        assert list(tables["listens"].events(follow=False))
    shutil.rmtree(data)
    shutil.copytree(saved, data)
    with server:
        yield tables


def test_a_store_that_went_back_is_told_once_and_followed(gone_back: Tables) -> None:
    waits, listens, plays = gone_back["waits"], gone_back["listens"], gone_back["plays"]
    ways: list[Callable[[], object]] = [
        lambda: waits.my_turn(),
        lambda: next(listens.events()),
        lambda: plays.play(plays.moves()[0]),
        lambda: gone_back["looks"].refresh(),
        lambda: gone_back["asks"].unavailable(),
    ]
    for way in ways:
        with pytest.raises(errors.WentBack) as caught:
            way()
        assert caught.value.code == "went_back"
        assert caught.value.version < caught.value.known_version
        assert caught.value.last_event < caught.value.known_event
    assert len({table.version for table in gone_back.values()}) == 1
    stood = waits.version
    assert waits.my_turn()
    waits.play(waits.moves()[0])
    assert next(listens.events()).version == stood + 1
    assert plays.refresh().version == stood + 1
