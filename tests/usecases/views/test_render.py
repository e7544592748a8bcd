"""A game as clients see it, and what an app's webhooks are told of it: field by field, without a store."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from service.games.base import Score, SeatScore
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from service.store.change_messages import Entry
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Before, Clock, GameRecord, SeatRecord, Since, Table
from service.store.redis import keys
from service.usecases.delivery import notices
from service.usecases.views import frames, render
from service.usecases.views.render import timestamp
from service.usecases.views.state_parts import KEPT, offers
from service.wire import answers
from service.wire.notices import (
    GameFinishedNotice,
    GameStartedNotice,
    NoticeSeat,
    SeatLeftNotice,
    SeatTakenNotice,
    TurnChangedNotice,
)
from service.wire.refusals import TEXTS
from tests.toy import HIDDEN
from tests.toy import TOY as TYPED

TOY: AnyRulebook = TYPED
pytestmark = pytest.mark.usefixtures("toy")
replace = msgspec.structs.replace
NOW = 1_700_000_000_000
ID = keys.new_game_id(5, NOW)
ADA = SeatRecord("human", "Ada", token="a", player="ada", metadata={"elo": "7"})
BOT = SeatRecord("bot", "Deep", "strong")
FREE = SeatRecord("human")
ALL = frozenset(render.PARTS)


def _game(*seats: SeatRecord, **table: Any) -> GameRecord:
    given = {"turn_seconds": 60, "app": "club", "hints": "all", "rematch": "next", **table}
    record = Table(
        TABLE_SCHEMA, ID, "toy", {"rounds": "1"}, "private", seats or (ADA, BOT), 1, b"s", "hash", NOW, 9, **given
    )
    clock = Clock(CLOCK_SCHEMA, "running", 3, 8, (Since(1, 2, NOW + 5),), NOW + 60_000)
    state = TOY.setup(len(record.seats), {"rounds": "1"}, Rng(bytes(32)))
    return GameRecord(record, replace(clock, takeback=(Before(1, 2, NOW),)), state, None, 4, "0123456789")


SUMMARY = {
    "id": ID, "rulebook": "toy", "status": "running", "version": 3, "visibility": "private", "options": {"rounds": "1"},
    "deciders": [1], "deadline": timestamp(NOW + 60_000), "turn_seconds": 60,
    "clock": {"per_decision": 60, "bank": None, "increment": None}, "paused_at": None, "idle_seconds": 9,
    "paused_until": None, "pause": None, "abandon_at": None,
    "takebacks": True, "hints": "all", "created_at": timestamp(NOW), "seed_hash": "hash", "last_event": 8,
    "rigged": False,
}  # fmt: skip
SEATS = [
    {
        "seat": 1, "kind": "human", "name": "Ada", "level": None, "taken": True, "host": True, "resigned": False,
        "deciding_since": timestamp(NOW + 5), "player": "ada", "metadata": {"elo": "7"},
    },
    {
        "seat": 2, "kind": "bot", "name": "Deep", "level": "strong", "taken": True, "host": False, "resigned": False,
        "deciding_since": None, "player": None, "metadata": None,
    },
]  # fmt: skip


def _plain(answer: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(answer))


def test_who_looks_from_outside_does_not_learn_who_the_players_are() -> None:
    told = _plain(render.summary(_game(), "en"))
    seats = told.pop("seats")
    assert told == SUMMARY
    assert seats == [{**SEATS[0], "player": None, "metadata": None}, SEATS[1]]


def test_a_place_is_free_until_the_cards_are_dealt() -> None:
    begun = _game(FREE, replace(BOT, resigned=True))
    waiting, playing = (_plain(render.summary(each, "en"))["seats"] for each in (replace(begun, state=None), begun))
    assert [(seat["taken"], seat["resigned"], seat["name"]) for seat in waiting] == [
        (False, False, None), (True, True, "Deep"),
    ]  # fmt: skip
    assert [(seat["taken"], seat["name"]) for seat in playing] == [(True, "Player 1"), (True, "Deep")]


def test_a_player_sees_its_own_games_with_its_seat() -> None:
    assert _plain(render.my_game(_game(), 1, "en")) == {**SUMMARY, "seats": SEATS, "seat": 1}


def test_a_seat_sees_the_board_its_moves_and_what_it_may_do() -> None:
    game = _game()
    assert game.state
    told = _plain(render.game(game, 1, "en", ALL))
    known = TOY.known(game.state, 1)
    assert told == {
        **SUMMARY, "seats": SEATS, "seat": 1, "rules": game.state.rules, "pack_hash": game.state.pack_hash,
        "end_reason": None, "result": None, "rematch": "next", "view": _plain(TOY.view(game.state, 1)),
        "moves": _plain(offers(TOY, known, 1, "en")), "score": _plain(TOY.score(known)),
        "clocks": [{"seat": 1, "left": 60.0, "since": timestamp(NOW + 5)}],
        "can_take_back": True, "can_ask_hints": True, "entropy": [None, None],
    }  # fmt: skip
    assert told["moves"]
    assert render.game(game, 1, "en") == render.game(game, 1, "en", render.VIEW_ALONE)


def test_answers_and_frames_share_what_a_viewer_sees_of_a_state() -> None:
    game = _game()
    answer, frame = render.game(game, 1, "en", ALL), frames.frame(game, 1, "en", ALL)
    assert (answer.view, answer.moves, answer.score) == (frame.view, frame.moves, frame.score)
    assert answer.view is frame.view
    assert answer.moves is frame.moves
    assert answer.score is frame.score


def test_no_two_viewers_states_or_languages_share_anything() -> None:
    """However many are seen in between."""
    games = [_game() for _ in range(KEPT)]
    seen = [render.game(game, viewer, "en", ALL).view for game in games for viewer in (None, 1, 2)]
    assert len({id(view) for view in seen}) == len(seen)
    game = games[0]
    for viewer in (None, 1, 2):
        told = render.game(game, viewer, "en", ALL)
        assert (told.view, told.score) == (TOY.view(game.dealt, viewer), TOY.score(TOY.known(game.dealt, viewer)))
    assert render.game(game, 1, "fr", ALL).moves != render.game(game, 1, "en", ALL).moves


def test_a_spectator_and_the_other_seat_see_no_moves() -> None:
    for viewer in (None, 2):
        told = render.game(_game(), viewer, "en", ALL)
        assert (told.moves, told.can_take_back, told.can_ask_hints, told.seat) == (None, False, False, viewer)
        assert told.view
        assert (told.seats[0].player is None) == (viewer is None)


def test_of_a_game_that_is_over_the_result_is_told_and_of_one_that_waits_no_board() -> None:
    over = replace(_game(), result=Score((), (2,)), clock=Clock(CLOCK_SCHEMA, "finished", 3))
    told = render.game(over, None, "en", ALL)
    assert over.state
    assert (told.result, told.score, told.end_reason) == (over.result, over.result, TOY.end_reason(over.state))
    assert told.clocks is None
    waiting = replace(_game(rematch="", turn_seconds=0), state=None, clock=Clock(CLOCK_SCHEMA, "open", paused=NOW))
    open_ = render.game(waiting, 1, "en", ALL)
    assert (open_.view, open_.rules, open_.pack_hash, open_.rematch, open_.score) == (None,) * 5
    assert (open_.turn_seconds, open_.clock, open_.deadline, open_.paused_at) == (None, None, None, timestamp(NOW))


def test_why_a_game_ended_is_told_with_its_result_and_not_before() -> None:
    state: Any = replace(_game().dealt, round=2)
    over = replace(_game(), state=state, clock=Clock(CLOCK_SCHEMA, "scoring", 3))
    assert render.game(over, 1, "en").end_reason is None
    scored = replace(over, result=TOY.score(state), clock=Clock(CLOCK_SCHEMA, "finished", 3))
    assert render.game(scored, 1, "en").end_reason == "rounds"


def _by_hands(_: Any, state: Any) -> Score:
    """A game in which cards that are seen count."""
    counts = [sum(card != HIDDEN for card in hand) for hand in state.hands]
    return Score(tuple(SeatScore(seat, count, ()) for seat, count in enumerate(counts, start=1)), ())


def test_a_seat_sees_its_own_cards_and_what_they_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY), "score", _by_hands)
    game = _game()
    dealt = replace(game, state=replace(game.dealt, hands=(("one", "two"), ("three",))))
    for viewer, hands, totals in (
        (1, [["one", "two"], [HIDDEN]], [2, 0]),
        (2, [[HIDDEN, HIDDEN], ["three"]], [0, 1]),
        (None, [[HIDDEN, HIDDEN], [HIDDEN]], [0, 0]),
    ):
        told = _plain(render.game(dealt, viewer, "en", ALL))
        assert [seat["hand"] for seat in told["view"]["seats"]] == hands
        assert [seat["total"] for seat in told["score"]["seats"]] == totals


def test_moves_are_offered_while_the_game_runs_to_who_decides() -> None:
    game = _game()
    assert render.legal_offers(game, 1, "en")
    assert render.legal_offers(game, 2, "en") == ()
    assert render.legal_offers(replace(game, clock=replace(game.clock, status="scoring")), 1, "en") == ()


def test_who_has_no_name_is_called_something_in_the_language_of_who_looks() -> None:
    game = _game(ADA, SeatRecord("human", token="b"))
    called = [render.my_game(game, 1, language).seats[1].name for language in ("en", "fr")]
    assert called == [TEXTS.say("name.player", language, seat=2) for language in ("en", "fr")]
    assert called[0] != called[1]


def test_answers_have_the_tag_of_who_looks_in_which_language() -> None:
    game = _game()
    answer = render.game_answer(1, "fr", game, ALL)
    assert (answer.status, answer.etag) == (200, render.etag(game, 1, "fr"))
    assert answer.body == msgspec.json.encode(render.game(game, 1, "fr", ALL))
    entry = Entry(8, 3, b"{}", b'[{"id":8}]')
    played = render.move_answer(game, 1, "fr", entry, ALL)
    assert (played.status, played.etag) == (200, render.etag(game, 1, "fr"))
    assert _plain(msgspec.Raw(played.body)) == {
        "rulebook": "toy", "version": 3, "events": [{"id": 8}], "game": _plain(render.game(game, 1, "fr", ALL)),
    }  # fmt: skip
    tags = [render.etag(game, *seen) for seen in ((None,), (1,), (1, "fr"), (2, "fr"))]
    assert len(set(tags)) == 4
    assert tags[0].startswith('"3.4.s.')
    assert tags[2].startswith('"3.4.1fr.')


def test_a_frame_is_what_changes_with_a_move() -> None:
    game = _game()
    made = frames.frame(game, 1, "fr", ALL)
    whole = render.game(game, 1, "fr", ALL)
    assert made == answers.Frame(
        rulebook="toy", version=3, etag=render.etag(game, 1, "fr"), status="running", deciders=(1,),
        deadline=whole.deadline, last_event=8, view=whole.view, moves=whole.moves, score=whole.score,
        clocks=whole.clocks, paused_at=None, paused_until=None, pause=None, abandon_at=None,
        can_take_back=True, can_ask_hints=True,
    )  # fmt: skip
    assert frames.frame(replace(game, clock=replace(game.clock, paused=NOW)), 1, "fr", ALL).paused_at == timestamp(NOW)
    assert frames.frame(game, 1, "fr", render.NOTHING).view is None


def test_frames_are_made_once_and_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "KEPT", 2)
    kept, game = frames.Frames(), _game()
    first = kept.json(game, 1, "fr", ALL)
    assert first == msgspec.json.encode(frames.frame(game, 1, "fr", ALL))
    assert kept.json(game, 1, "fr", ALL) is first
    others = [
        (replace(game, revision=5), 1, "fr"),
        (replace(game, nonce="x"), 1, "fr"),
        (game, None, "fr"),
        (game, 1, "en"),
    ]
    for other in others:
        assert kept.json(*other, ALL) is not first
    assert len(kept._kept) == 2
    assert kept.json(game, 1, "fr", ALL) is not first


def _told(before: GameRecord | None, after: GameRecord) -> list[Any]:
    return [
        kind(**_common(after, number), **own) for number, (kind, own) in enumerate(notices._new_notices(before, after))
    ]


def _common(game: GameRecord, number: int) -> dict[str, Any]:
    seats = tuple(
        NoticeSeat(seat=at, kind=seat.kind, taken=not seat.is_free, player=seat.player or None)
        for at, seat in enumerate(game.table.seats, start=1)
    )
    return {
        "id": keys.notice_id(game.id, NOW, game.revision, number), "at": timestamp(NOW), "game": ID, "rulebook": "toy",
        "status": game.clock.status, "version": 3, "rev": 4, "seats": seats,
    }  # fmt: skip


def test_notices_are_written_with_all_that_an_app_needs_to_know() -> None:
    after = _game()
    written = notices.notices_for(None, after, NOW)
    assert [each.type for each in written] == ["game.started", "turn.changed"]
    deadline = timestamp(NOW + 60_000)
    expected = [
        GameStartedNotice(**_common(after, 0)),
        TurnChangedNotice(**_common(after, 1), deciders=(1,), deadline=deadline, paused=False),
    ]
    assert [_plain(msgspec.Raw(each.body.encode())) for each in written] == _plain(expected)
    assert [each.id for each in written] == [each.id for each in expected]
    assert notices.notices_for(None, replace(after, table=replace(after.table, app="")), NOW) == ()
    assert notices.notices_for(after, after, NOW) == ()


def test_a_turn_is_another_one_when_others_decide_or_until_another_time_or_the_table_rests() -> None:
    before = _game()
    for change in ({"since": ()}, {"deadline": 0}, {"paused": NOW}):
        (told,) = _told(before, replace(before, clock=replace(before.clock, **change)))
        assert isinstance(told, TurnChangedNotice)
        assert told.paused is ("paused" in change)
    assert _told(before, replace(before, clock=replace(before.clock, version=4, events=9))) == []


def _seated(game: GameRecord, *seats: SeatRecord, **clock: Any) -> GameRecord:
    return replace(game, table=replace(game.table, seats=seats), clock=replace(game.clock, **clock))


def test_who_comes_and_who_goes_is_told_and_what_becomes_of_the_seat() -> None:
    before = _game(ADA, FREE)
    (taken,) = _told(before, _seated(before, ADA, replace(FREE, token="b")))
    assert isinstance(taken, SeatTakenNotice)
    assert taken.seat == 2
    for seats, clock, then in (
        ((FREE, FREE), {}, "free"),
        ((BOT, FREE), {}, "bot"),
        ((BOT, FREE), {"status": "abandoned"}, "abandoned"),
    ):
        left, *rest = _told(before, _seated(before, *seats, **clock))
        assert isinstance(left, SeatLeftNotice)
        assert (left.seat, left.player, left.then) == (1, "ada", then)
        assert len(rest) == (1 if clock else 0)
    assert _told(before, _seated(before, replace(ADA, token="other"), FREE)) == []


def test_that_a_game_is_over_is_told_once_with_its_winners() -> None:
    before = _game()
    over = replace(before, result=Score((), (2,)), clock=replace(before.clock, status="finished"))
    (told,) = _told(before, over)
    assert isinstance(told, GameFinishedNotice)
    assert over.state
    assert (told.winners, told.reason) == ((2,), TOY.end_reason(over.state))
    (left,) = _told(before, replace(before, clock=replace(before.clock, status="abandoned")))
    assert (left.winners, left.reason) == ((), None)
    assert _told(over, replace(over, revision=5)) == []


def test_that_a_game_to_which_nobody_came_is_over_is_told_nobody() -> None:
    """Of two who wanted to play again at once, one has opened a game too many."""
    too_many = replace(_game(replace(FREE, reserved=True), BOT), state=None)
    assert _told(too_many, replace(too_many, clock=replace(too_many.clock, status="abandoned"))) == []
    waiting = replace(_game(ADA, FREE), state=None)
    (told,) = _told(waiting, replace(waiting, clock=replace(waiting.clock, status="abandoned")))
    assert isinstance(told, GameFinishedNotice)
