"""What `commit.lua` is told of a change: keys, fields, and everything else; without a store."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from service.games.base import Score
from service.games.rng import Rng
from service.store.accounts.players import unsalted_tag
from service.store.change_messages import Entry
from service.store.delivery.push import new_push
from service.store.games.changes import Change, NoticeRecord, Wire, call, field_before
from service.store.games.idempotency import COPY_SECONDS, Answer, IdempotencyKey, Scope
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.player_lists import RESUME_SECONDS
from service.store.games.records import Before, Clock, GameRecord, SeatRecord, Since, Table
from service.store.redis import keys
from service.store.redis.clock import ARCHIVE_GRACE, WAKEUP_GRACE
from tests.toy import TOY

pytestmark = pytest.mark.usefixtures("toy")
replace = msgspec.structs.replace
NOW = 1_700_000_000_000
KEPT = 7200
ID = keys.new_game_id(5, NOW)
ADA = SeatRecord("human", "Ada", token="a", player="ada")
BO = SeatRecord("human", "Bo", token="b", player="bo")
ENTRY = Entry(4, 2, b'{"move":1}', b'[{"id":4}]')


def _game(*seats: SeatRecord, rev: int = 3, mark: str = "one", **table: Any) -> GameRecord:
    record = Table(TABLE_SCHEMA, ID, "toy", {"rounds": "1"}, "public", seats or (ADA, BO), 1, b"", "", 0, 0, **table)
    return GameRecord(record, Clock(CLOCK_SCHEMA, "running"), None, None, rev, mark)


def _after(game: GameRecord, **clock: Any) -> GameRecord:
    return replace(game, revision=game.revision + 1, nonce="two", clock=replace(game.clock, **clock))


def _sent(change: Change, is_sharded: bool = False, kept: int = KEPT) -> tuple[list[str], Wire, list[bytes | str]]:
    names, (wire, *rest) = call(change, kept, is_sharded)
    assert isinstance(wire, bytes)
    return names, msgspec.msgpack.decode(wire, type=Wire), rest


def _wire(**more: Any) -> Wire:
    plain = {"id": ID, "before": "3", "after": "4", "marked": "one", "mark": "two", "channel": keys.game_channel(ID)}
    return Wire(**{**plain, "listed": True, **more})


def _keys(was: str = "running", now: str = "running", name: str = "", is_public: bool = True) -> list[str]:
    return keys.commit_keys(ID, "toy", was, now, name, is_public)


def test_a_change_of_the_clock_alone_sends_nothing_else() -> None:
    before = _game()
    after = _after(before, version=1)
    names, wire, rest = _sent(Change(before, after, NOW))
    assert (names, wire) == (_keys(), _wire())
    assert rest == [b"", b"", b"", "clock", msgspec.json.encode(after.clock)]


def test_a_new_game_is_written_whole() -> None:
    state = TOY.setup(2, {"rounds": "1"}, Rng(bytes(32)))
    after = replace(_game(rev=1, mark="two"), state=state)
    names, wire, rest = _sent(Change(None, after, NOW, ENTRY), is_sharded=True)
    assert names == [*_keys(), keys.unfinished_games(5)]
    indexed = {"unfinished": len(names), "tenant_entry": f" {ID}"}
    assert wire == _wire(before="0", after="1", marked="", entry=ENTRY.id, sharded=True, **indexed)
    assert rest == [
        ENTRY.move, ENTRY.events, b"", "clock", msgspec.json.encode(after.clock),
        "table", msgspec.json.encode(after.table), "state", TOY.encode(state),
    ]  # fmt: skip


def test_fields_that_are_as_they_were_are_not_written_again() -> None:
    state, score = TOY.setup(2, {"rounds": "1"}, Rng(bytes(32))), Score((), ())
    before = replace(_game(), state=state, result=score)
    assert _sent(Change(before, _after(before), NOW))[2][3::2] == ["clock"]
    other = replace(before, table=replace(before.table), state=replace(state), result=replace(score))
    fields = _sent(Change(before, _after(other), NOW))[2][3:]
    assert fields[::2] == ["clock", "table", "state", "score"]
    assert fields[7] == msgspec.json.encode(score)
    assert _sent(Change(replace(before, state=None, result=None), _after(other), NOW))[2][5::2] == [
        "table", "state", "score",
    ]  # fmt: skip


def test_a_game_without_a_person_is_indexed_while_it_waits_for_a_worker() -> None:
    bot = SeatRecord("bot", "Bot", level="random")
    before, index = _game(bot, bot, tenant="me"), keys.bot_games(5)
    waiting = _after(before, pending="bot")
    names, wire, _ = _sent(Change(before, waiting, NOW))
    assert (names, wire.bot_games, wire.tenant_entry) == ([*_keys(), index], len(names), f"me {ID}")
    names, wire, _ = _sent(Change(waiting, _after(waiting, pending=""), NOW))
    assert (names, wire.due, wire.bot_games) == ([*_keys(), index], None, len(names))
    assert _sent(Change(before, _after(before), NOW))[1].bot_games is None
    assert _sent(Change(_game(), _after(_game(), pending="bot"), NOW))[1].bot_games is None


def test_what_workers_owe_is_due_after_a_grace_and_says_whose_it_is() -> None:
    before = _game()
    after = _after(before, pending="bot")
    _, wire, rest = _sent(Change(before, after, NOW))
    assert wire == _wire(due=NOW + WAKEUP_GRACE, job_meta=str(after.job_meta))
    assert rest[5] == "origin"
    assert _sent(Change(after, replace(after, revision=5), NOW))[1].pending is True
    done = _sent(Change(after, _after(after, pending=""), NOW))[1]
    assert (done.pending, done.due, done.job_meta) == (True, None, None)


def test_a_deadline_is_written_and_taken_away_and_an_ended_game_is_archived_after_a_grace() -> None:
    before = _game()
    dated = _after(before, deadline=NOW + 5)
    assert _sent(Change(before, dated, NOW))[1] == _wire(deadline=NOW + 5)
    again = _sent(Change(dated, _after(dated, deadline=0), NOW))[1]
    assert (again.dated, again.deadline) == (True, None)
    ended = _after(before, status="finished", deadline=NOW + 5)
    names, wire, _ = _sent(Change(before, ended, NOW, expires=60))
    assert names[: len(_keys())] == _keys("running", "finished")
    assert (wire.deadline, wire.expires, wire.dated) == (NOW + ARCHIVE_GRACE, 60, False)


def test_a_running_game_is_looked_at_when_nobody_decides_or_before_when_time_runs_out() -> None:
    before = _game()
    assert _sent(Change(before, _after(before), NOW, inactive_at=NOW + 90))[1] == _wire(deadline=NOW + 90)
    assert _sent(Change(before, _after(before, deadline=NOW + 5), NOW, inactive_at=NOW + 90))[1].deadline == NOW + 5
    decided = _after(before, decided=NOW)
    assert _sent(Change(decided, _after(decided), NOW))[1] == _wire(before="4", after="5", marked="two", dated=True)


def test_a_game_is_indexed_from_its_creation_to_its_end() -> None:
    before, index = _game(tenant="me"), keys.unfinished_games(5)
    assert _sent(Change(before, _after(before), NOW))[1].unfinished is None
    names, wire, _ = _sent(Change(before, _after(before, status="finished"), NOW))
    assert (names[(wire.unfinished or 0) - 1], wire.has_ended, wire.tenant_entry) == (index, True, f"me {ID}")
    names, wire, _ = _sent(Change(before, _after(before, status="scoring"), NOW))
    assert (names[(wire.unfinished or 0) - 1], wire.has_ended) == (index, False)


def test_private_and_rigged_games_are_not_listed_for_everybody() -> None:
    before = _game(rigged=True)
    assert _sent(Change(before, _after(before), NOW))[1].listed is False
    private = replace(before, table=replace(before.table, visibility="private"))
    assert _sent(Change(private, _after(private), NOW))[0] == _keys(is_public=False)


def test_an_answer_is_encrypted_and_kept_and_one_that_can_be_made_again_only_for_a_while() -> None:
    key = IdempotencyKey.for_request("key", Scope("seat", "token", "/path"), b"request")
    before, answer = _game(), Answer(200, b"body")
    change = Change(before, _after(before), NOW, ENTRY, key, answer)
    names, wire, rest = _sent(change)
    assert names == _keys(name=key.name)
    assert wire == _wire(entry=ENTRY.id, kept=KEPT)
    assert isinstance(rest[2], bytes)
    assert key.decrypt(rest[2]) == answer
    noted = _sent(replace(change, noted=True))[1]
    assert noted == _wire(entry=ENTRY.id, kept=COPY_SECONDS, note=key.receipt(ENTRY.id), noted=KEPT)
    short = _sent(replace(change, noted=True), kept=60)[1]
    assert (short.kept, short.noted) == (60, 60)
    for other in (replace(change, noted=True, entry=None), replace(change, noted=True, key=None)):
        assert (_sent(other)[1].note, _sent(other)[1].noted) == (None, None)
    assert _sent(replace(change, key=None))[1].kept is None
    assert _sent(replace(change, key=None))[2][2] == _sent(replace(change, answer=None))[2][2] == b""


def test_states_that_moves_start_from_are_kept_until_they_cannot_be_taken_back() -> None:
    state = TOY.setup(2, {"rounds": "1"}, Rng(bytes(32)))
    before = replace(_game(), state=state, clock=Clock(CLOCK_SCHEMA, "running", version=6))
    after = _after(before, version=7, takeback=(Before(1, 6, NOW),))
    assert _sent(Change(before, after, NOW))[2][5:] == [field_before(6), TOY.encode(state)]
    assert _sent(Change(before, after, NOW))[1].forgotten == []
    later = _after(after, version=8, takeback=())
    assert _sent(Change(after, later, NOW))[1].forgotten == [field_before(6)]
    assert _sent(Change(after, later, NOW))[2][5:] == []
    assert _sent(Change(after, _after(after), NOW))[1].forgotten == []
    assert _sent(Change(after, _after(after), NOW))[2][5:] == [], "no move, so none starts from here"
    assert _sent(Change(None, replace(after, state=None), NOW))[2][3::2] == ["clock", "table"]


def test_webhooks_are_looked_for_where_there_is_something_to_tell() -> None:
    before = _game(SeatRecord("bot"), app="club")
    notices = (NoticeRecord("id", "turn.changed", "{}"),)
    names, wire, _ = _sent(Change(before, _after(before), NOW, notices=notices))
    assert names == [*_keys(), *keys.notice_keys(ID)]
    assert wire == _wire(hooks=len(_keys()) + 1, app="club", now=NOW, notices=notices)


TAGS = {name: unsalted_tag("club", name) for name in ("ada", "bo")}
CHANNELS = [keys.player_channel(TAGS[name]) for name in ("ada", "bo")]


def test_players_who_stay_are_told_that_there_is_messages_and_nothing_without() -> None:
    before = _game(app="club")
    names, wire, _ = _sent(Change(before, _after(before), NOW, ENTRY))
    assert names == _keys()
    assert wire == _wire(entry=ENTRY.id, players=CHANNELS, now=NOW, known=RESUME_SECONDS)
    assert _sent(Change(before, _after(before), NOW))[1] == _wire()
    counted = _sent(Change(before, _after(before, events=9), NOW, ENTRY))[1]
    assert counted.newest == 9


def test_who_comes_is_listed_and_who_goes_is_remembered_by_name_until_the_game_begins() -> None:
    before = replace(_game(ADA, app="club"), clock=Clock(CLOCK_SCHEMA, "open"))
    after = _after(replace(before, table=replace(before.table, seats=(BO,))))
    names, wire, _ = _sent(Change(before, after, NOW))
    first = len(_keys()) + 1
    shard = keys.shard_of(ID)
    assert names == [
        *_keys("open", "open"),
        keys.player_games(shard, TAGS["bo"], "open"),
        keys.player_games(shard, TAGS["ada"], "open"),
        keys.player_changed(shard, TAGS["ada"]),
        keys.player_changed(shard, TAGS["bo"]),
        keys.player_left(shard, TAGS["ada"]),
        *keys.push_keys(ID),
    ]
    assert (wire.seated, wire.parted, wire.changed) == ([first], [first + 1], [first + 2, first + 3])
    assert (wire.left, wire.players, wire.now, wire.known) == (
        {first + 4: keys.name_field(ID, "Ada")},
        CHANNELS,
        NOW,
        RESUME_SECONDS,
    )
    assert (wire.unsubscribed, wire.subscriptions) == ([1], first + 5)
    running = replace(before, clock=Clock(CLOCK_SCHEMA, "running"))
    left = _sent(Change(running, _after(replace(running, table=after.table)), NOW))[1]
    assert left.left == {}


def test_a_game_that_begins_moves_from_one_list_of_its_players_to_the_next() -> None:
    before = replace(_game(ADA, app="club"), clock=Clock(CLOCK_SCHEMA, "open"))
    names, wire, _ = _sent(Change(before, _after(before, status="running"), NOW, ENTRY))
    first, shard = len(_keys("open", "running")) + 1, keys.shard_of(ID)
    assert names == [
        *_keys("open", "running"),
        keys.player_games(shard, TAGS["ada"], "running"),
        keys.app_games(shard, "club", "toy", "running"),
        keys.player_games(shard, TAGS["ada"], "open"),
        keys.app_games(shard, "club", "toy", "open"),
        keys.player_changed(shard, TAGS["ada"]),
        keys.unfinished_games(shard),
    ]
    assert (wire.seated, wire.parted) == ([first, first + 1], [first + 2, first + 3])
    assert (wire.changed, wire.left) == ([first + 4], {})
    new = _sent(Change(None, before, NOW))
    assert new[0][len(_keys()) :] == [
        keys.player_games(shard, TAGS["ada"], "open"), keys.app_games(shard, "club", "toy", "open"),
        keys.player_changed(shard, TAGS["ada"]), keys.unfinished_games(shard),
    ]  # fmt: skip
    assert new[1].players == CHANNELS[:1]


def test_games_without_an_app_have_no_players() -> None:
    before = replace(_game(ADA), clock=Clock(CLOCK_SCHEMA, "open"))
    wire = _sent(Change(before, _after(before, status="running"), NOW, ENTRY))[1]
    assert (wire.players, wire.seated, wire.changed, wire.known) == ([], [], [], 0)


def _pushed(before: GameRecord, **clock: Any) -> Wire:
    names, wire, _ = _sent(Change(before, _after(before, **clock), NOW))
    first = len(_keys()) + 1
    indexes = [keys.unfinished_games(5)] if wire.unfinished else []
    assert names[first - 1 :] == [*(keys.push_keys(ID) if wire.subscriptions else []), *indexes]
    assert wire.subscriptions in (None, first)
    assert wire.push == (new_push(NOW).decode() if wire.subscriptions else "")
    return wire


def test_devices_of_people_are_called_when_they_owe_a_decision_and_did_not_before() -> None:
    before = _game(ADA, BO, SeatRecord("bot"))
    everybody = tuple(Since(seat, 0, NOW) for seat in (0, 1, 2, 3))
    assert _pushed(before, since=everybody).push_seats == [1, 2]
    owing = replace(before, clock=replace(before.clock, since=everybody[:2]))
    assert _pushed(owing, since=everybody).push_seats == [2]
    assert _pushed(owing).subscriptions is None
    assert _pushed(before, since=everybody, paused=NOW).subscriptions is None
    assert _pushed(before, since=everybody, status="open").push_seats == []
    paused = replace(owing, clock=replace(owing.clock, paused=NOW))
    assert _pushed(paused, paused=0).push_seats == [1]


def test_devices_are_forgotten_with_their_token_and_with_the_game() -> None:
    before = _game(ADA, BO, SeatRecord("human"))
    ended = _pushed(before, status="abandoned")
    assert (ended.push_seats, ended.unsubscribed) == ([], [1, 2, 3])
    seats = (replace(ADA, token="other"), BO, replace(before.table.seats[2], token="new"))
    after = _after(replace(before, table=replace(before.table, seats=seats)))
    assert _sent(Change(before, after, NOW))[1].unsubscribed == [1]
    assert _sent(Change(None, after, NOW))[1].unsubscribed == []
