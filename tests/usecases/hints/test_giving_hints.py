"""What a hint says, in a sentence and in numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.games.rng import Rng
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Clock, GameRecord, SeatRecord, Since, Table
from service.store.jobs import hints as hint_store
from service.store.jobs.hints import HintMove, SeatHints
from service.store.jobs.questions import Question
from service.usecases.hints import hints
from service.usecases.transaction import Update
from service.wire.refusals import Refused
from tests.toy import TOY, Choose

pytestmark = pytest.mark.usefixtures("toy")
SEATS = (SeatRecord("human"), SeatRecord("bot"))
TABLE = Table(TABLE_SCHEMA, "g", "toy", {"rounds": "1"}, "public", SEATS, 1, b"", "", 0, 0)
GAME = GameRecord(
    TABLE,
    Clock(CLOCK_SCHEMA, "running", 7, since=(Since(1, 5, 0),)),
    TOY.setup(2, {"rounds": "1"}, Rng(bytes(32))),
)


def test_it_says_what_a_move_gains_and_what_it_leaves_the_others() -> None:
    assert hints._why(HintMove(Choose(1), 2.25, -1, 0.05), "en") == (
        "Gains −1.0 now, +2.2 by your next turn; leaves the others +0.1."
    )
    assert hints._why(HintMove(Choose(1), 2, 1, 0.04), "en") == (
        "Gains +1.0 now, +2.0 by your next turn; leaves the others nothing."
    )
    french = hints._why(HintMove(Choose(1), 2, 1, 3), "fr")
    assert french == "Rapporte +1,0 tout de suite, +2,0 d'ici votre prochain tour ; laisse +3,0 aux autres."


def test_hints_are_for_the_decision_that_is_owed() -> None:
    assert hints._question(GAME, 1) == Question("g", "hint", 1, 5)
    assert hints._question(GAME, 2) == Question("g", "hint", 2, 7)


def test_an_answer_has_the_hints_or_says_that_somebody_thinks() -> None:
    assert GAME.state
    thinking = hints._answer(GAME, 1, None, "en")
    assert (thinking.status, msgspec.json.decode(thinking.body)) == (
        202, {"rulebook": "toy", "version": 7, "seat": 1, "status": "thinking", "hints": []},
    )  # fmt: skip
    move = Choose(2)
    state: Any = GAME.state
    ready = hints._answer(GAME, 1, SeatHints(6, (HintMove(move, 2, 1, 3),)), "fr")
    told = msgspec.json.decode(ready.body)
    (hint,) = told.pop("hints")
    assert (ready.status, told) == (200, {"rulebook": "toy", "version": 6, "seat": 1, "status": "ready"})
    assert hint == {
        "move": msgspec.to_builtins(move), "label": TOY.label(TOY.known(state, 1), move, "fr"),
        "ruling": TOY.ruling_of(move), "worth": 2, "gains": 1, "leaves": 3,
        "why": hints._why(HintMove(move, 2, 1, 3), "fr"),
    }  # fmt: skip


def test_a_hint_is_worded_by_what_the_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY), "label", lambda _, known, move, language: f"{known.hands}")
    state: Any = msgspec.structs.replace(GAME.dealt, hands=(("mine",), ("yours",)))
    hint = hints._hint(msgspec.structs.replace(GAME, state=state), 1, HintMove(Choose(1), 2, 1, 3), "en")
    assert hint.label == "(('mine',), ('?',))"


def _clock(game: GameRecord, **clock: Any) -> GameRecord:
    return msgspec.structs.replace(game, clock=msgspec.structs.replace(game.clock, **clock))


@pytest.mark.parametrize(
    ("clock", "is_wanted"),
    [
        ({}, True),
        ({"version": 8}, True),
        ({"paused": 9}, False),
        ({"version": 9, "since": (Since(1, 9, 0),)}, False),
        ({"status": "abandoned", "since": ()}, False),
    ],
)
def test_nobody_thinks_of_a_decision_that_is_not_owed_any_more(
    monkeypatch: pytest.MonkeyPatch, clock: dict[str, Any], is_wanted: bool
) -> None:
    now = _clock(GAME, **clock)
    monkeypatch.setattr(hints, "load", lambda *_: now)
    context: Any = None
    if is_wanted:
        assert hints.load_for_question(context, Question("g", "hint", 1, 5)) is now
    else:
        with pytest.raises(Refused):
            hints.load_for_question(context, Question("g", "hint", 1, 5))


@pytest.mark.parametrize(
    ("clock", "is_told"),
    [
        ({}, True),
        ({"version": 8}, True),
        ({"version": 9, "since": (Since(1, 9, 0),)}, False),
        ({"status": "abandoned", "since": ()}, False),
    ],
)
def test_hints_for_a_decision_that_is_not_owed_any_more_are_not_told(
    monkeypatch: pytest.MonkeyPatch, clock: dict[str, Any], is_told: bool
) -> None:
    """Also where the version is the same, since it was not a move that ended the game."""
    told = list[Update]()

    def write(context: Any, game_id: str, key: Any, decide: Callable[[GameRecord], Update]) -> None:
        told.append(decide(_clock(GAME, **clock)))

    monkeypatch.setattr(hints, "write", write)
    monkeypatch.setattr(hint_store, "save", lambda *_: None)
    context: Any = type("Context", (), {"store": None})
    if is_told:
        hints.publish(context, Question("g", "hint", 1, 5), GAME, ())
        assert told[0].entry
        assert b"hints_ready" in told[0].entry.events
    else:
        with pytest.raises(Refused):
            hints.publish(context, Question("g", "hint", 1, 5), GAME, ())
