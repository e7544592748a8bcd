"""How a decision about a game becomes a commit: with a store that answers as it is told to."""

from __future__ import annotations

import types
from typing import Any

import msgspec
import pytest
from prometheus_client import REGISTRY

from service.core.settings import load_settings
from service.games.packs import UnknownPack
from service.store.change_messages import Entry
from service.store.errors import RecordIsNewer
from service.store.games.idempotency import Answer, IdempotencyKey, Scope
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Clock, GameRecord, SeatRecord, Table
from service.store.games.repository import AnsweredBefore, Conflict, Done, Loaded
from service.store.jobs.outbox import PendingJob
from service.usecases import transaction
from service.usecases.delivery import notices
from service.usecases.transaction import ATTEMPTS, Update, next_revision
from service.wire import refusals
from service.wire.refusals import Busy, Refused, UnknownGame

replace = msgspec.structs.replace
NOW = 1_700_000_000_000
ONCE = IdempotencyKey.for_request("key", Scope("seat", "token", "/path"), b"request")
ENTRY = Entry(1, 0, b"", b"[]")
SEATS = (SeatRecord("human", "Ada", token="a", player="ada"),)
TABLE = Table(TABLE_SCHEMA, "01kxq3v7em2h8rq4t000", "toy", {}, "public", SEATS, 1, b"", "", 0, 0, app="club")
GAME = GameRecord(TABLE, Clock(CLOCK_SCHEMA, "open", 3), None, None, 6, "mark")
RUNNING = replace(GAME, clock=replace(GAME.clock, status="running", pending="bot"))
pytestmark = pytest.mark.usefixtures("toy")


class Store:
    """Keeps what it is given, and answers in turn."""

    def __init__(self, *outcomes: Any, found: Any = None, recent: GameRecord | None = None) -> None:
        self.outcomes, self.changes, self.loaded = list(outcomes), list[Any](), list[Any]()
        self.found = found or Loaded(GAME)
        self.cache = types.SimpleNamespace(get=lambda game_id: recent)

    def commit(self, change: Any) -> Any:
        self.changes.append(change)
        return self.outcomes.pop(0) if self.outcomes else Conflict()

    def load(self, *asked: Any) -> Any:
        self.loaded.append(asked)
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


class Here:
    """A context on such a store."""

    def __init__(self, *outcomes: Any, **store: Any) -> None:
        self.store: Any = Store(*outcomes, **store)
        self.settings = load_settings({})
        self.wakeups = list[PendingJob]()
        self.wake_worker = self.wakeups.append

    def now(self) -> int:
        return NOW

    @property
    def context(self) -> Any:
        return self


def _update(game: GameRecord, **more: Any) -> Update:
    return Update(game, Answer(200, b"rev %d" % game.revision), ENTRY, **more)


def _decide(game: GameRecord) -> Update:
    return _update(replace(game, clock=RUNNING.clock))


def _reached(status: str) -> float:
    return REGISTRY.get_sample_value("almagest_games_reached_total", {"rulebook": "toy", "status": status}) or 0.0


def test_a_commit_counts_on_and_says_all_that_was_decided() -> None:
    here = Here(Done())
    before, free = _reached("running"), replace(GAME, table=replace(TABLE, seats=(SeatRecord("human"),)))
    after = next_revision(RUNNING)
    assert (after.revision, after.clock) == (7, RUNNING.clock)
    assert after.nonce not in ("", GAME.nonce)
    update = _update(after, expires=60, keeps_receipt=True)
    assert transaction.commit(here.context, free, update, ONCE) == Answer(200, b"rev 7")
    (change,) = here.store.changes
    assert change.after is after
    assert (change.before, change.now, change.entry, change.key, change.answer) == (
        free, NOW, ENTRY, ONCE, Answer(200, b"rev 7"),
    )  # fmt: skip
    assert (change.expires, change.noted) == (60, True)
    assert change.notices == notices.notices_for(free, after, NOW)
    assert [notice.type for notice in change.notices] == ["seat.taken", "turn.changed"]
    assert here.wakeups == [PendingJob("bot", GAME.id, 3)]
    assert _reached("running") == before + 1


def test_a_new_game_begins_with_its_first_commit() -> None:
    here = Here(Done())
    before = _reached("open")
    transaction.commit(here.context, None, _update(GAME), None)
    (change,) = here.store.changes
    assert (change.before, change.key) == (None, None)
    assert here.wakeups == []
    assert _reached("open") == before + 1


def test_what_stays_as_it_is_and_what_is_rigged_is_not_counted() -> None:
    before = _reached("running"), _reached("open")
    transaction.commit(Here(Done()).context, RUNNING, _update(RUNNING), None)
    rigged = replace(GAME, table=replace(TABLE, rigged=True))
    transaction.commit(Here(Done()).context, None, _update(rigged), None)
    transaction.commit(Here(Conflict()).context, None, _update(RUNNING), None)
    assert (_reached("running"), _reached("open")) == before


def test_deliverers_are_woken_when_something_waits_for_them() -> None:
    here = Here(Done(True))
    transaction.commit(here.context, GAME, _update(RUNNING), None)
    assert here.wakeups == [PendingJob("bot", GAME.id, 3), PendingJob("webhook", GAME.id, 3)]


def test_who_comes_second_gets_the_first_answer_or_begins_again() -> None:
    given = Answer(201, b"given")
    here = Here(AnsweredBefore(given))
    assert transaction.commit(here.context, GAME, _update(RUNNING), ONCE) == given
    assert here.wakeups == []
    conflicts = REGISTRY.get_sample_value("almagest_commit_conflicts_total") or 0.0
    assert transaction.commit(Here(Conflict()).context, GAME, _update(RUNNING), ONCE) is None
    assert REGISTRY.get_sample_value("almagest_commit_conflicts_total") == conflicts + 1


def test_it_is_decide_on_what_was_seen_last_and_else_on_what_is_stored() -> None:
    known = replace(GAME, revision=9)
    here = Here(Done(), recent=known)
    assert transaction.write(here.context, GAME.id, ONCE, _decide).body == b"rev 10"
    assert here.store.loaded == []
    assert (here.store.changes[0].before, here.store.changes[0].key) == (known, ONCE)
    here = Here(Conflict(), Done(), recent=known)
    assert transaction.write(here.context, GAME.id, ONCE, _decide).body == b"rev 7"
    assert here.store.loaded == [(GAME.id, ONCE)]
    assert [(change.before.revision, change.key) for change in here.store.changes] == [(9, ONCE), (6, ONCE)]

    def refusing(game: GameRecord) -> Update:
        if game.revision == 10:
            raise Refused(Busy())
        return _decide(game)

    refused = REGISTRY.get_sample_value("almagest_cached_refusals_total") or 0.0
    assert transaction.write(Here(Done(), recent=known).context, GAME.id, None, refusing).body == b"rev 7"
    assert REGISTRY.get_sample_value("almagest_cached_refusals_total") == refused + 1


def test_a_fault_on_the_cached_game_is_not_mistaken_for_a_refusal() -> None:
    def fail(game: GameRecord) -> Update:
        raise ZeroDivisionError

    here = Here(Done(), recent=GAME)
    with pytest.raises(ZeroDivisionError):
        transaction.write(here.context, GAME.id, None, fail)
    assert here.store.loaded == []


def test_a_repetition_is_answered_as_before_or_by_what_it_has_done() -> None:
    given = Answer(200, b"given")
    here = Here(found=Loaded(GAME, given))
    assert transaction.write(here.context, GAME.id, ONCE, _decide) == given
    assert here.store.changes == []
    noted = Loaded(GAME, None, "4-2")
    repeated = transaction.write(
        Here(found=noted).context,
        GAME.id,
        ONCE,
        _decide,
        lambda game, entry: Answer(200, f"{game.revision} {entry}".encode()),
    )
    assert repeated.body == b"6 4-2"
    assert transaction.write(Here(Done(), found=noted).context, GAME.id, ONCE, _decide).body == b"rev 7"


def test_who_is_always_second_gives_up() -> None:
    here = Here()
    with pytest.raises(Refused) as refused:
        transaction.write(here.context, GAME.id, None, _decide)
    assert isinstance(refused.value.refusal, Busy)
    assert len(here.store.changes) == ATTEMPTS


@pytest.mark.parametrize(
    ("found", "refusal"),
    [
        (Loaded(None), UnknownGame("g")),
        (RecordIsNewer("table", 9, 2), refusals.NewerRecord("g")),
        (UnknownPack("hash"), refusals.PackMissing("g")),
    ],
)
def test_what_cannot_be_loaded_is_refused(found: Any, refusal: Any) -> None:
    for load in (
        lambda context: transaction.load(context, "g"),
        lambda context: transaction.write(context, "g", None, _decide),
    ):
        with pytest.raises(Refused) as refused:
            load(Here(found=found).context)
        assert refused.value.refusal == refusal
