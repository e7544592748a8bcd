"""Who may sit, leave and be replaced: the decisions themselves, without a store."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from service.core.settings import load_settings
from service.games.refusals import Term
from service.games.rng import Rng
from service.store.accounts.players import PlayerRecord
from service.store.games.idempotency import Answer
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Clock, GameRecord, SeatRecord, Since, Table
from service.usecases.accounts import tokens
from service.usecases.games import clocks, seats
from service.usecases.views import render
from service.wire.events import SeatTaken
from service.wire.refusals import (
    AlreadyBot,
    AlreadySeated,
    NotIdle,
    NotOpen,
    OwesNothing,
    Refused,
    SeatsReserved,
    UnknownGame,
    UnknownSeat,
)
from tests.toy import TOY

pytestmark = pytest.mark.usefixtures("toy")
replace = msgspec.structs.replace
ADA = SeatRecord("human", "Ada", token="a", player="ada", metadata={"x": "y"})
BO = SeatRecord("human", "Bo", token="b")
FREE, KEPT, BOT = SeatRecord("human"), SeatRecord("human", reserved=True), SeatRecord("bot", "Deep", "strong")
NOW = 100_000


def _game(*records: SeatRecord, status: Any = "running", **table: Any) -> GameRecord:
    record = Table(TABLE_SCHEMA, "g", "toy", {"rounds": "1"}, "public", records, 1, b"", "", 0, 60, **table)
    state = TOY.setup(len(records), {"rounds": "1"}, Rng(bytes(32))) if status == "running" else None
    game = GameRecord(record, Clock(CLOCK_SCHEMA, status), state, None, 1, "mark")
    return replace(game, clock=clocks.after_start(game, state, NOW)) if state else game


def _refusal(function: Any, *arguments: Any) -> Any:
    with pytest.raises(Refused) as refused:
        function(*arguments)
    return refused.value.refusal


def test_the_first_free_seat_is_taken_that_is_kept_for_nobody() -> None:
    assert seats._free_seat(_game(ADA, KEPT, BOT, FREE, status="open")) == 4
    assert seats._free_seat(_game(FREE, FREE, status="open")) == 1
    assert _refusal(seats._free_seat, _game(ADA, KEPT, status="open")) == SeatsReserved()
    assert _refusal(seats._free_seat, _game(ADA, FREE)) == NotOpen(Term("status.running"))


def test_who_sits_down_has_a_token_and_the_first_is_the_host() -> None:
    game = _game(FREE, FREE, status="open")
    game = replace(game, table=replace(game.table, host=None))
    first = seats.sit_down(game, 2, SeatRecord("human", "Bo"), "secret", "fr", NOW)
    after = first.game
    assert after.table.seats == (FREE, SeatRecord("human", "Bo", token=tokens.hash_secret("secret")))
    assert (after.table.host, after.clock.status) == (2, "open")
    assert first.entry
    assert SeatTaken(2, "Bo") == msgspec.convert(msgspec.json.decode(first.entry.events)[0], SeatTaken, strict=False)
    told = first.answer
    assert (told.status, told.etag) == (201, render.etag(after, 2, "fr"))
    body = msgspec.json.decode(told.body)
    assert (body["rulebook"], body["seat"], body["token"], body["game"]["seat"]) == ("toy", 2, "secret", 2)
    last = seats.sit_down(after, 1, SeatRecord("human", "Ada"), "other", "en", NOW).game
    assert (last.table.host, last.clock.status, last.clock.deciders) == (2, "running", [1, 2])
    assert last.state


def test_players_are_known_at_tables_of_their_app_and_sit_once() -> None:
    ada = PlayerRecord("club", "ada", "digest")
    table = _game(FREE, FREE, status="open", app="club")
    assert seats.newcomer(table, "Ada", None, {"x": "y"}) == SeatRecord("human", "Ada")
    assert seats.newcomer(table, "Ada", ada, {"x": "y"}) == SeatRecord(
        "human", "Ada", player="ada", metadata={"x": "y"}
    )
    assert seats.newcomer(_game(FREE, status="open", app="other"), "Ada", ada, {}) == SeatRecord("human", "Ada")
    assert _refusal(seats.newcomer, _game(ADA, FREE, status="open", app="club"), "Ada", ada, {}) == AlreadySeated("g")


def test_a_seat_that_is_left_is_free_before_the_start_and_a_bots_afterwards() -> None:
    before = seats.remove_person(_game(ADA, BO, FREE, status="open"), 1, NOW)
    assert (before.table.seats, before.table.host, before.clock.status) == ((FREE, BO, FREE), 2, "open")
    after = seats.remove_person(_game(ADA, BO), 1, NOW)
    bot = SeatRecord("bot", "Ada", "greedy", player="ada", metadata={"x": "y"}, taken_over=True)
    assert (after.table.seats, after.table.host) == ((bot, BO), 2)
    assert (after.clock.status, after.clock.pending) == ("running", "bot")
    stays = seats.remove_person(_game(ADA, BO), 2, NOW)
    assert stays.table.host == 1


def test_where_nobody_but_bots_is_left_the_game_is_abandoned() -> None:
    after = seats.remove_person(_game(ADA, BOT), 1, NOW)
    assert (after.table.host, after.clock.status, after.clock.since, after.clock.pending) == (None, "abandoned", (), "")


def test_an_idle_seat_is_one_that_has_owed_a_decision_for_so_long() -> None:
    game = _game(ADA, BO)
    for left, told in ((1, 1), (1000, 1), (1001, 2), (60_000, 60)):
        assert _refusal(seats.check_idle, game, 2, NOW + 60_000 - left) == NotIdle(2, told)
    seats.check_idle(game, 2, NOW + 60_000)
    owing = replace(game, clock=replace(game.clock, since=(Since(1, 0, NOW),)))
    assert _refusal(seats.check_idle, owing, 2, NOW + 60_000) == OwesNothing(2)


def test_nobody_becomes_idle_while_the_table_rests() -> None:
    game = _game(ADA, BO)
    resting = replace(game, clock=replace(game.clock, paused=NOW + 50_000))
    assert _refusal(seats.check_idle, resting, 2, NOW + 90_000) == NotIdle(2, 10)
    before = replace(game, clock=replace(game.clock, paused=NOW + 60_000))
    seats.check_idle(before, 2, NOW + 90_000)


def test_a_bot_is_not_replaced_and_nobody_where_there_is_no_seat() -> None:
    game = _game(ADA, BOT)
    seats._check_person(game, 1)
    for seat in (0, 3):
        assert _refusal(seats._check_person, game, seat) == UnknownSeat(seat)
    assert _refusal(seats._check_person, game, 2) == AlreadyBot(2)
    assert (
        _refusal(seats._check_person, _game(ADA, BO, status="open"), 2)
        == clocks.not_running(_game(ADA, status="open").clock).refusal
    )


TOKEN = "ast_token"
HOST = replace(ADA, token=tokens.hash_secret(TOKEN))
IDLE = NOW + 60_000
HOUSE: Any = types.SimpleNamespace(settings=load_settings({"FINISHED_SECONDS": "7000"}), now=lambda: IDLE)


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> Callable[[GameRecord], list[Any]]:
    """Whatever is asked for is decided for this game; what would be written is told, with the key that was given."""

    def of(game: GameRecord) -> list[Any]:
        written = list[Any]()

        def write(context: Any, game_id: str, key: Any, decide: Callable[[GameRecord], Any]) -> Answer:
            decision = decide(game)
            written[:] = [decision, key]
            answer: Answer = decision.answer
            return answer

        monkeypatch.setattr(seats, "write", write)
        return written

    return of


def test_a_seat_at_a_private_table_is_for_who_has_its_code(decided: Any) -> None:
    game = _game(HOST, FREE, status="open", invite=tokens.hash_secret("code"))
    decided(replace(game, table=replace(game.table, visibility="private")))
    for wrong in (None, "other"):
        assert _refusal(seats.take_seat, HOUSE, "g", "Bo", wrong, "en") == UnknownGame("g")
    assert seats.take_seat(HOUSE, "g", "Bo", "code", "en").status == 201


def test_what_a_seat_asks_for_is_carried_out_once_for_each_key(decided: Any) -> None:
    key: Any = "once"
    ada = PlayerRecord("club", "ada", "digest")
    written = decided(_game(HOST, FREE, status="open", app="club"))
    seats.take_seat(HOUSE, "g", "Bo", None, "en", key)
    assert written[1] == "once"
    seats.return_to_seat(HOUSE, "g", ada, "en", key)
    assert written[1] == "once"


def test_who_waits_gets_its_own_seat_again_with_a_new_token(decided: Any) -> None:
    written = decided(_game(HOST, FREE, status="open", app="club"))
    told = msgspec.json.decode(seats.return_to_seat(HOUSE, "g", PlayerRecord("club", "ada", "digest"), "en", None).body)
    assert (told["seat"], written[0].game.table.seat(1).token) == (1, tokens.hash_secret(told["token"]))
    assert written[0].game.table.seat(2) == FREE


def test_a_game_is_kept_for_a_while_once_nobody_but_bots_is_left_and_else_for_good(decided: Any) -> None:
    leave: list[Callable[[], Any]] = [
        lambda: seats.leave_seat(HOUSE, "g", TOKEN),
        lambda: seats.resign(HOUSE, "g", TOKEN, "strong"),
        lambda: seats.hand_to_bot(HOUSE, "g", TOKEN, 1, "en"),
    ]
    for go in leave:
        written = decided(_game(HOST, BOT))
        go()
        assert (written[0].game.clock.status, written[0].expires) == ("abandoned", 7000)
        written = decided(_game(HOST, BO))
        go()
        assert (written[0].game.clock.status, written[0].expires) == ("running", 0)


def test_a_host_who_hands_over_goes_on_to_see_the_game_as_its_seat_unless_that_was_its_own(decided: Any) -> None:
    seen = {}
    for seat in (1, 2):
        decided(_game(HOST, BO))
        seen[seat] = msgspec.json.decode(seats.hand_to_bot(HOUSE, "g", TOKEN, seat, "en").body)
    assert (seen[1]["seat"], seen[2]["seat"]) == (None, 1)
    assert (seen[1]["seats"][0]["player"], seen[2]["seats"][0]["player"]) == (None, "ada")
