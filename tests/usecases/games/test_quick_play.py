"""Quick play: which tables are tried, and for how long; without a store."""

from __future__ import annotations

import types
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from service.core.settings import load_settings
from service.games.refusals import Term
from service.store.accounts.players import PlayerRecord
from service.store.games.idempotency import Answer
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Clock, GameRecord, SeatRecord, Table
from service.usecases.games import create, quick_play, seats
from service.usecases.games.quick_play import LEFT_OPEN_MILLISECONDS, LOOK_SECONDS, OPENING_SECONDS, QuickPlay
from service.wire.refusals import Busy, NotOpen, Refused, UnknownGame

pytestmark = pytest.mark.usefixtures("toy")
NOW = 1_700_000_000_000
WISH = QuickPlay("toy", 3, "Ada", {})
SAT = Answer(201, b"sat")
SETTINGS = load_settings({"OPEN_SECONDS": "3600", "RUNNING_GAMES_ADDRESS": "0"})
HOUSE: Any = types.SimpleNamespace(settings=SETTINGS, now=lambda: NOW)
TABLE = Table(
    TABLE_SCHEMA, "new", "toy", {}, "public", (SeatRecord("human"),) * 3, None, b"s", "hash", NOW, 9
)  # fmt: skip


class Time:
    """Goes on while somebody sleeps."""

    def __init__(self) -> None:
        self.slept = 0.0

    def monotonic(self) -> float:
        return 1000 + self.slept

    def sleep(self, seconds: float) -> None:
        self.slept += seconds


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(quick_play, "time", made)
    return made


def _wait_for_seat(monkeypatch: pytest.MonkeyPatch, *comes: Answer | Refused) -> Answer | None:
    """What comes of one try after the other; the last is what comes of all that follow."""
    left = list(comes)

    def sit_down(*_: Any) -> Answer:
        found = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(found, Refused):
            raise found
        return found

    monkeypatch.setattr(quick_play, "_sit_down", sit_down)
    return quick_play._wait_for_seat(HOUSE, "g", WISH, "en", None)


def test_a_table_that_is_just_being_opened_is_waited_for(monkeypatch: pytest.MonkeyPatch, time: Time) -> None:
    gone = Refused(UnknownGame("g"))
    assert _wait_for_seat(monkeypatch, gone, gone, SAT) is SAT
    assert time.slept == 2 * LOOK_SECONDS


def test_a_table_that_never_comes_is_waited_for_so_long_and_no_longer(
    monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    assert _wait_for_seat(monkeypatch, Refused(UnknownGame("g"))) is None
    assert OPENING_SECONDS <= time.slept <= OPENING_SECONDS + 2 * LOOK_SECONDS


def test_a_place_that_is_gone_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, time: Time) -> None:
    assert _wait_for_seat(monkeypatch, Refused(NotOpen(Term("status.running")))) is None
    with pytest.raises(Refused):
        _wait_for_seat(monkeypatch, Refused(Busy()))
    assert time.slept == 0


@pytest.mark.parametrize(
    ("age", "is_left_open"),
    [(0, False), (LEFT_OPEN_MILLISECONDS, False), (LEFT_OPEN_MILLISECONDS + 1, True)],
)
def test_a_table_of_the_lobby_is_forgotten_after_a_while(age: int, is_left_open: bool) -> None:
    assert quick_play._is_left_open(GameRecord(TABLE, Clock(CLOCK_SCHEMA, "open")), TABLE, NOW + age) is is_left_open


def test_all_places_of_a_new_table_but_the_own_wait_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[tuple[Any, ...]]()

    def place_or_open(*asked: Any) -> str:
        opened.append(asked)
        return str(asked[0])

    matching: Any = types.SimpleNamespace(place=lambda: "", place_or_open=place_or_open)
    for looked_up in ("_own_tables", "_open_tables"):
        monkeypatch.setattr(quick_play, looked_up, lambda *_: [])
    assert next(quick_play._tables_to_try(HOUSE, WISH, matching, TABLE)) == "new"
    assert opened == [("new", 2, 3600)]


def test_at_a_table_of_quick_play_a_seat_is_idle_when_the_house_says_so() -> None:
    table = create.draft(
        HOUSE, quick_play._create_request(msgspec.structs.replace(WISH, options={"rounds": "1"})), "", 5
    ).table
    assert table.idle_seconds == HOUSE.settings.idle_seconds


PLAYER = msgspec.structs.replace(WISH, options={"rounds": "1"}, app="club", player="ada", metadata={"team": "red"})


def test_a_player_is_matched_as_that_player(monkeypatch: pytest.MonkeyPatch) -> None:
    matching = Mock(return_value=types.SimpleNamespace(shard=5))
    monkeypatch.setattr(quick_play, "Matching", matching)
    monkeypatch.setattr(quick_play, "_tables_to_try", lambda *_: [])
    store = types.SimpleNamespace(players=types.SimpleNamespace(tag_of=lambda *_: "tag"))
    context: Any = types.SimpleNamespace(**vars(HOUSE), store=store)
    with pytest.raises(Refused):
        quick_play.find_seat(context, PLAYER)
    assert matching.call_args.args[-1] == PlayerRecord("club", "ada")


def test_who_sits_down_is_noted_with_what_the_app_says_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    take = Mock(return_value=SAT)
    monkeypatch.setattr(seats, "take_seat", take)
    assert quick_play._sit_down(HOUSE, "new", PLAYER, "en", None) is SAT
    assert take.call_args.args[-3:] == (PlayerRecord("club", "ada"), {"team": "red"}, "")
