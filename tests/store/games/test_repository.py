"""What loading and committing make of what the store says, and what they ask of replicas: all of it is scripted."""

from __future__ import annotations

import struct
import types
from typing import Any

import msgspec
import pytest

from service.games.base import Score
from service.games.rng import Rng
from service.store.change_messages import ChangeMessage, Entry, unpack_values
from service.store.errors import ConnectionLost, StoreUnavailable
from service.store.games.changes import Change
from service.store.games.idempotency import Answer, IdempotencyKey, Scope
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Clock, GameRecord, SeatRecord, Table
from service.store.games.repository import AnsweredBefore, Conflict, Done, GameStore
from service.store.redis import keys
from tests.store.redis.test_connections import FakeConnection
from tests.toy import TOY

pytestmark = pytest.mark.usefixtures("toy")
replace = msgspec.structs.replace
ID = keys.new_game_id(5, 1_700_000_000_000)
ONCE = IdempotencyKey.for_request("a-key", Scope("address", "here", "/v1/games"), b"request")
ANSWER = Answer(201, b"made")
TABLE = Table(TABLE_SCHEMA, ID, "toy", {"rounds": "1"}, "public", (SeatRecord("human"),) * 2, 1, b"", "", 0, 0)
GAME = GameRecord(TABLE, Clock(CLOCK_SCHEMA, "running"), None, None, 3, "one")
NOBODY: list[bytes | None] = [None] * 7
"""What is loaded where no game is."""


def _packed(*values: bytes | None) -> bytes:
    """As scripts pack what they tell."""
    return b"".join(struct.pack(">i", -1 if value is None else len(value)) + (value or b"") for value in values)


@pytest.fixture
def store() -> GameStore:
    return GameStore("unix:///nowhere")


@pytest.fixture
def secured(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The shards of which replicas have to have what was written."""
    shards = list[int]()
    monkeypatch.setattr(store, "secure", shards.append)
    return shards


def test_what_scripts_pack_is_told_apart_from_what_is_not_there() -> None:
    assert list(unpack_values(_packed(b"a", b"", None, b"bc"))) == [b"a", b"", None, b"bc"]


def test_messages_of_a_new_game_follow_nothing() -> None:
    news = ChangeMessage.read(_packed(ID.encode(), b"", b"one", b"1", b"1-0", b"[]", b"clock", b"{}"))
    assert news == ChangeMessage(ID, "", "one", 1, Entry(1, 0, b"", b"[]"), {"clock": b"{}"})


def _loading(*answers: Any) -> Any:
    left = list(answers)

    def load(names: list[str], arguments: list[str]) -> Any:
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer if names == keys.load_keys(ID, ONCE.name) else _packed(*NOBODY, None, None, b"7")

    return load


SEALED = ONCE.encrypt(ANSWER)
NOTED = ONCE.receipt("4-2").encode()


@pytest.mark.parametrize(
    ("sealed", "noted", "answer", "entry_id"),
    [(SEALED, None, ANSWER, ""), (None, NOTED, None, "4-2"), (SEALED, NOTED, ANSWER, "4-2"), (None, None, None, "")],
    ids=["sealed", "noted", "both", "neither"],
)
def test_what_a_key_was_answered_is_loaded_with_its_game_and_secured(
    store: GameStore, secured: list[int], sealed: bytes | None, noted: bytes | None, answer: Any, entry_id: str
) -> None:
    store._load = _loading(_packed(*NOBODY, sealed, noted, b"7"))
    loaded = store.load(ID, ONCE)
    assert (loaded.game, loaded.answer, loaded.entry_id) == (None, answer, entry_id)
    assert secured == ([5] if sealed or noted else [])


def test_what_a_key_was_answered_is_found_also_where_the_store_had_hung_up(
    store: GameStore, secured: list[int]
) -> None:
    store._load = _loading(ConnectionLost("hung up"), _packed(*NOBODY, SEALED, None, b"7"))
    assert store.load(ID, ONCE).answer == ANSWER


def test_a_game_of_a_version_that_knew_no_nonces_has_none(store: GameStore) -> None:
    table, clock = msgspec.json.encode(TABLE), msgspec.json.encode(GAME.clock)
    assert store._game([b"3", table, clock, None, None, None, None]) == replace(GAME, nonce="")


@pytest.mark.parametrize("sealed", [SEALED, None], ids=["answered", "not answered"])
def test_what_a_request_for_a_new_game_was_answered_lies_where_its_game_went(
    store: GameStore, secured: list[int], sealed: bytes | None
) -> None:
    connection: Any = FakeConnection(sealed)
    store.connection, shard = connection, ONCE.shard(connection.shards)
    assert store.find_answer(ONCE) == (ANSWER if sealed else None)
    assert connection.said == [("GET", keys.answer(shard, ONCE.name))]
    assert secured == ([shard] if sealed else [])


def test_the_result_is_learned_with_the_messages_that_have_it_and_stays(store: GameStore) -> None:
    first, second = Score((), (1,)), Score((), (2,))
    clock = msgspec.json.encode(Clock(CLOCK_SCHEMA, "finished"))

    def learned(**fields: bytes) -> Score | None:
        news = ChangeMessage(ID, "one", "two", 4, Entry(1, 1, b"", b""), {"clock": clock, **fields})
        return store._apply_fields(replace(GAME, result=first), news).result

    assert learned() == first
    assert learned(score=msgspec.json.encode(second)) == second


def _committing(store: GameStore, monkeypatch: pytest.MonkeyPatch, answer: Any) -> Any:
    monkeypatch.setattr(store, "_run_commit", lambda names, arguments: answer)
    return store.commit(Change(GAME, replace(GAME, revision=4, nonce="two"), 0, key=ONCE, answer=ANSWER))


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [(b"done", Done(False)), (b"told", Done(True)), (b"again", Conflict()), (SEALED, AnsweredBefore(ANSWER))],
    ids=["done", "told", "again", "answered before"],
)
def test_what_came_of_a_commit(store: GameStore, monkeypatch: pytest.MonkeyPatch, answer: bytes, outcome: Any) -> None:
    assert _committing(store, monkeypatch, answer) == outcome


def test_a_pack_is_kept_with_the_first_state_that_has_it(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = list[Any]()
    monkeypatch.setattr(store, "packs", types.SimpleNamespace(keep=lambda rulebook, digest: kept.append(digest)))
    monkeypatch.setattr(store, "_run_commit", lambda names, arguments: b"done")
    dealt = replace(GAME, state=TOY.setup(2, {"rounds": "1"}, Rng(bytes(32))))
    for before, after, count in ((None, GAME, 0), (None, dealt, 1), (GAME, dealt, 1), (dealt, dealt, 0)):
        kept.clear()
        store.commit(Change(before, replace(after, revision=4, nonce="two"), 0))
        assert kept == [dealt.dealt.pack_hash] * count


class Committing:
    """In place of the script: it answers, and so many replicas have it."""

    def __init__(self, answer: bytes, found: int) -> None:
        self.answer, self.found, self.then_asked = answer, found, list[Any]()

    def __call__(self, *_: Any) -> bytes:
        return self.answer

    def then(self, command: Any, *_: Any) -> tuple[bytes, int]:
        self.then_asked.append(command)
        return self.answer, self.found


@pytest.mark.parametrize(
    ("needed", "found", "answer", "is_away"),
    [
        (0, 0, b"done", False),
        (2, 2, b"done", False),
        (2, 1, b"done", True),
        (2, 1, SEALED, True),
        (2, 1, b"again", False),
    ],
    ids=["none needed", "enough", "too few", "too few of what was done before", "somebody else was first"],
)
def test_a_commit_is_acknowledged_once_replicas_enough_have_it(
    needed: int, found: int, answer: bytes, is_away: bool
) -> None:
    store, script = GameStore("unix:///nowhere", replicas=needed), Committing(answer, found)
    store._commit = script  # type: ignore[assignment]  # scripted
    if is_away:
        with pytest.raises(StoreUnavailable, match="replicas"):
            store._run_commit([], [])
    else:
        assert store._run_commit([], []) == answer
    assert script.then_asked == [store.replicas.wait()] * bool(needed)


def test_the_time_of_anybody_is_asked_for_where_there_are_several(store: GameStore) -> None:
    connection: Any = FakeConnection([b"12", b"345678"])
    store.connection = connection
    assert store._time_of_any_node() == 12_345
    assert connection.said == [("TIME",)]
