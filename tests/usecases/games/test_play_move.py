"""What a decision depends on, and what is told of it: versions, time, what was played before; without a store."""

from __future__ import annotations

import types
from typing import Any

import msgspec
import pytest

from service.core.settings import load_settings
from service.games.base import TurnBegan
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from service.store.change_messages import Entry
from service.store.games import events
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Before, Clock, GameRecord, SeatRecord, Since, Table
from service.usecases.accounts import tokens
from service.usecases.games import pause, play_move, takeback_eligibility
from service.usecases.games.play_move import Person
from service.usecases.views import lookup
from service.usecases.views.render import NOTHING, PARTS
from service.wire.refusals import Missed, Refused, StaleVersion
from tests.toy import HIDDEN, Choose, Draw
from tests.toy import TOY as TYPED

TOY: AnyRulebook = TYPED
pytestmark = pytest.mark.usefixtures("toy")
replace = msgspec.structs.replace
NOW = 1_700_000_000_000
TOKEN = "ast_token"
ADA = SeatRecord("human", "Ada", token=tokens.hash_secret(TOKEN))
BO = SeatRecord("human", "Bo", token="b")
HOUSE: Any = types.SimpleNamespace(store=None, settings=load_settings({}), now=lambda: NOW + 100)
ALL = frozenset(PARTS)


def _game(**clock: Any) -> GameRecord:
    """Seat 1 owes a decision since version 2, and holds cards."""
    table = Table(TABLE_SCHEMA, "g", "toy", {"rounds": "9"}, "public", (ADA, BO), 1, b"s", "hash", NOW, 9)
    running = Clock(CLOCK_SCHEMA, "running", 4, 8, (Since(1, 2, NOW + 5),))
    state: Any = TOY.setup(2, {"rounds": "9"}, Rng(bytes(32)))
    held = replace(state, hands=(("one", "two"), ("three",)))
    return GameRecord(table, replace(running, **clock), held, None, 4, "0123456789")


@pytest.mark.parametrize(
    ("seat", "current"), [(1, (False, True, True, True, False)), (2, (False, False, False, True, False))]
)
def test_a_move_is_current_since_its_seat_decides_and_else_for_the_newest_version(
    seat: int, current: tuple[bool, ...]
) -> None:
    clock = _game().clock
    assert tuple(play_move.is_current(clock, clock.decision(seat), version) for version in (1, 2, 3, 4, 5)) == current


@pytest.mark.parametrize(
    ("told", "after"),
    [
        ([(3, 1), (5, 2), (8, 4)], 5),
        ([(3, 1), (4, 2), (5, 2), (8, 4)], 5),
        ([(8, 4)], 0),
        ([], 0),
    ],
)
def test_who_has_an_old_version_is_told_which_events_it_has_missed(
    monkeypatch: pytest.MonkeyPatch, told: list[tuple[int, int]], after: int
) -> None:
    monkeypatch.setattr(events, "newest_entries", lambda *_: [Entry(last, version, b"", b"") for last, version in told])
    with pytest.raises(Refused) as refused:
        play_move.check_version(HOUSE, _game(), 2)
    assert refused.value.refusal == StaleVersion(4, 2, Missed(after, 8))


def test_a_move_is_told_as_it_was_played_and_noted_for_who_repeats_it_late() -> None:
    written = play_move._decide(HOUSE, Person(TOKEN), 4, lambda _: Choose(2), _game())
    assert written.entry
    assert msgspec.json.decode(written.entry.move) == {"seat": 1, "move": {"type": "choose", "number": 2}}
    assert [event["type"] for event in msgspec.json.decode(written.entry.events)] == ["chosen"]
    assert written.keeps_receipt


@pytest.mark.parametrize(
    ("ask", "paused", "type_"), [(pause.pause, 0, "pause_proposed"), (pause.resume, NOW + 50, "game_resumed")]
)
def test_that_a_table_rests_and_goes_on_is_told(
    monkeypatch: pytest.MonkeyPatch, ask: Any, paused: int, type_: str
) -> None:
    monkeypatch.setattr(pause, "write", lambda context, game_id, key, decide: decide(_game(paused=paused)))
    written = ask(HOUSE, "g", TOKEN, "en")
    (told,) = msgspec.json.decode(written.entry.events)
    assert (told["type"], told["seat"]) == (type_, 1)


@pytest.mark.parametrize("reason", ["turn", "over", "shown", None])
def test_a_move_stands_once_the_turn_or_the_game_is_over_or_something_was_shown(reason: str | None) -> None:
    rulebook: Any = types.SimpleNamespace(is_over=lambda _: reason == "over", has_learned=lambda *_: reason == "shown")
    step: Any = types.SimpleNamespace(events=(TurnBegan(2, 1),) if reason == "turn" else (), state=None)
    before: Any = None
    assert takeback_eligibility.is_final(rulebook, before, 1, None, step) is (reason is not None)


def test_a_seat_can_take_back_all_its_moves_of_a_turn_and_no_others() -> None:
    game = _game(takeback=(Before(1, 3, NOW),), since=(Since(1, 2, NOW + 5), Since(2, 2, NOW + 5)))
    for seat, left in ((1, [(1, 3), (1, 4)]), (2, [(2, 4)])):
        decision, step = game.clock.decision(seat), TOY.apply(game.dealt, seat, Choose(1))
        assert decision
        after = takeback_eligibility.takebacks_after(game, TOY, game.dealt, decision, Choose(1), step, 20)
        assert [(each.seat, each.version) for each in after.moves] == left


def _previewed(monkeypatch: pytest.MonkeyPatch, move: Any, parts: Any) -> Any:
    monkeypatch.setattr(lookup, "load", lambda *_: _game())
    return msgspec.json.decode(lookup.preview(HOUSE, "g", TOKEN, lambda _: move, "en", parts).body)


def test_a_preview_is_played_on_what_the_seat_itself_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    told = _previewed(monkeypatch, Draw(), ALL)
    assert [seat["hand"] for seat in told["view"]["seats"]] == [["one", "two", HIDDEN], [HIDDEN]]


def test_a_preview_offers_the_next_moves_to_who_wants_them_and_still_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = _previewed(monkeypatch, Draw(), ALL)["moves"]
    assert [offer["move"]["type"] for offer in offered] == ["choose"] * 3 + ["draw"]
    assert _previewed(monkeypatch, Choose(1), ALL)["moves"] is None
    assert _previewed(monkeypatch, Draw(), NOTHING)["moves"] is None


def test_a_seat_is_told_its_score_and_why_not_by_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = list[Any]()

    def remembering(function: Any) -> Any:
        def told(book: Any, known: Any, *rest: Any) -> Any:
            hands.append(known.hands)
            return function(book, known, *rest)

        return told

    for name in ("score", "explain"):
        monkeypatch.setattr(type(TOY), name, remembering(getattr(type(TOY), name)))
    game = _game()
    monkeypatch.setattr(lookup, "load", lambda *_: game)
    lookup.score(HOUSE, "g", TOKEN)
    lookup.unavailable_moves(game, 1, "en")
    assert hands == [(("one", "two"), (HIDDEN,))] * 2
