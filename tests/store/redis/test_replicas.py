"""Replicas that have to have a write before it is acknowledged. Here there are none, or what they say is scripted;
`test_sentinel.py` has real ones."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from flask import Flask

from service.store.errors import StoreUnavailable
from service.store.games.changes import Change
from service.store.games.repository import Conflict, GameStore
from service.store.health import readiness
from service.store.health.readiness import Readiness, causes
from service.store.redis import keys, replicas
from service.store.redis.client import SingleNode
from service.store.redis.replicas import WAIT_MILLISECONDS, Replicas
from service.usecases.context import Context
from tests.driver import Table, humans

KEY = "{s07}:outbox"
KEY_OF_A_REQUEST = "a-key-that-nobody-guesses-0123456789"
WRITTEN = ("SET", keys.replication_marker(KEY), 1, "PX", WAIT_MILLISECONDS)


class Answering(SingleNode):
    """A store of which so many replicas have what was written."""

    def __init__(self, *answers: Any) -> None:
        super().__init__("unix:///nowhere")
        self.answers, self.asked = list(answers), list[tuple[Any, ...]]()

    def pipeline(self, *commands: Any) -> list[Any]:
        self.asked.append(commands)
        return self.answers


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are waited for as shortly as can be."""
    monkeypatch.setattr(replicas, "WAIT_MILLISECONDS", 1)
    monkeypatch.setattr(readiness, "REPLICA_MILLISECONDS", 1)


def test_with_none_nothing_is_asked() -> None:
    connection = Answering()
    Replicas(connection, 0).secure(KEY)
    assert connection.asked == []


@pytest.mark.parametrize("found", [2, 3])
def test_a_write_in_the_same_slot_says_whether_they_have_what_was_written_before(found: int) -> None:
    connection = Answering(b"OK", found)
    Replicas(connection, 2).secure(KEY)
    Replicas(connection, 2).secure(KEY, 30)
    assert connection.asked == [(WRITTEN, ("WAIT", 2, WAIT_MILLISECONDS)), (WRITTEN, ("WAIT", 2, 30))]


def test_with_too_few_the_store_counts_as_away() -> None:
    with pytest.raises(StoreUnavailable, match=r"^replicas$"):
        Replicas(Answering(b"OK", 1), 2).secure(KEY)
    with pytest.raises(StoreUnavailable):
        Replicas(Answering(StoreUnavailable("full"), 2), 2).secure(KEY)


@pytest.fixture
def careful(app: Flask, monkeypatch: pytest.MonkeyPatch, hasty: None) -> Context:
    """The application, as long as it wants a replica to have what it acknowledges."""
    context: Context = app.extensions["context"]
    made = Context(GameStore(context.store.url, replicas=1), context.settings, context.wake_worker)
    monkeypatch.setitem(app.extensions, "context", made)
    return made


QUICK = {"rulebook": "astra", "seats": 2, "name": "Ada"}


@pytest.mark.parametrize(
    ("path", "wish"), [("/v1/games", {"rulebook": "astra", "seats": humans(2)}), ("/v1/quick", QUICK)]
)
def test_what_no_replica_has_is_not_acknowledged_nor_told_when_it_is_asked_for_again(
    app: Flask, context: Context, careful: Context, monkeypatch: pytest.MonkeyPatch, path: str, wish: Any
) -> None:
    key = {"Idempotency-Key": KEY_OF_A_REQUEST}
    for _ in range(2):
        refused = app.test_client().post(path, json=wish, headers=key)
        assert (refused.status_code, (refused.json or {})["code"]) == (503, "store_away")
    monkeypatch.setitem(app.extensions, "context", context)
    assert app.test_client().post(path, json=wish, headers=key).status_code == 201
    assert len((app.test_client().get("/v1/games").json or {})["games"]) == 1, "it was written the first time"


def test_a_move_that_no_replica_has_is_not_acknowledged_nor_told_when_it_is_asked_for_again(
    app: Flask, context: Context, careful: Context, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.extensions, "context", context)
    table = Table.full(app, "toy", 2)
    monkeypatch.setitem(app.extensions, "context", careful)
    assert [table.play(1, {"type": "draw"}, 0, KEY_OF_A_REQUEST).status_code for _ in range(2)] == [503, 503]
    monkeypatch.setitem(app.extensions, "context", context)
    assert table.play(1, {"type": "draw"}, 0, KEY_OF_A_REQUEST).status_code == 200
    assert table.game()["version"] == 1


def test_a_commit_that_came_second_waits_for_nobody(app: Flask, context: Context, hasty: None, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    store = GameStore(context.store.url, replicas=1)
    game = store.load(table.id).game
    assert game
    late = msgspec.structs.replace(game, nonce="of somebody else")
    assert isinstance(
        store.commit(Change(late, msgspec.structs.replace(late, revision=late.revision + 1), 0)), Conflict
    )
    with pytest.raises(StoreUnavailable, match="replicas"):
        store.commit(Change(game, msgspec.structs.replace(game, revision=game.revision + 1, nonce="next"), 0))


def test_all_shards_are_secured_with_one_question_to_one_store(context: Context) -> None:
    connection = Answering(b"OK", 1)
    store = GameStore(context.store.url, replicas=1)
    store.replicas = Replicas(connection, 1)
    store.secure_all()
    store.secure(9)
    assert [written[1] for written, _ in connection.asked] == [
        keys.replication_marker(keys.outbox(shard)) for shard in (0, 9)
    ]


def test_nothing_can_be_played_without_them(context: Context, hasty: None) -> None:
    careful = GameStore(context.store.url, replicas=1)
    assert causes(careful, [0, 5]) == ["replicas", "replicas"]
    assert Readiness(careful).cause() == "replicas"
    assert causes(context.store, [0, 5]) == ["", ""]
