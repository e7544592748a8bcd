"""Pausing: at once against bots, by consent among people, for a longest time, and never to gain time."""

from __future__ import annotations

import pytest
from flask import Flask

from service.store.games.migrations import CLOCK_SCHEMA, read_clock
from service.store.jobs.outbox import Outbox
from service.store.redis import keys
from service.usecases.transaction import load
from tests.driver import Json, Table, humans
from tests.usecases.later import Later
from worker import turns

CHOOSE = {"type": "choose", "number": 2}
BOT = {"kind": "bot"}
PAUSES = 20


@pytest.fixture
def later(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Later:
    """Time stands still until it is told to go on."""
    later = Later(app, monkeypatch)
    later.by(0)
    return later


def _pause(table: Table, seat: int) -> Json:
    return table.post("/pause", seat, {}).json or {}


def _resume(table: Table, seat: int) -> Json:
    return table.post("/resume", seat, {}).json or {}


def _events(table: Table, after: int = 0) -> list[tuple[str, int]]:
    found = (table.get(f"/events?after={after}").json or {})["events"]
    return [(event["type"], event["seat"]) for event in found]


def _pause_together(table: Table) -> Json:
    answers = [_pause(table, seat) for seat in table.tokens]
    assert answers[-1]["paused_at"], answers[-1]
    return answers[-1]


def test_a_bank_of_three_seconds_gains_nothing_by_a_pause_without_consent(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, clock={"bank": 3})
    later.by(0.02)
    assert _pause(table, 1)["paused_at"] is None
    context = later.by(5)
    assert [job.kind for job in Outbox(context.store).claim_late(keys.shard_of(table.id), context.now())] == ["late"]
    assert turns.play_for_late_seats(context, table.id, 0) == "played"
    assert ("time_ran_out", 1) in _events(table)
    assert max(clock["left"] for clock in table.game()["clocks"] if clock["seat"] == 1) < 0.01


def test_a_pause_needs_the_consent_of_all_people(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 3, clock={"bank": 100})
    last = table.game()["last_event"]
    proposed = _pause(table, 2)
    assert (proposed["pause"]["seat"], proposed["pause"]["agreed"], proposed["paused_at"]) == (2, [2], None)
    assert table.game()["pause"] == proposed["pause"]
    assert _pause(table, 2)["pause"] == proposed["pause"], "once more changes nothing"
    assert _pause(table, 1)["pause"]["agreed"] == [2, 1]
    later.by(30)
    paused = _pause(table, 3)
    assert (paused["pause"], paused["deadline"], paused["version"]) == (None, None, 0)
    assert paused["paused_at"]
    assert _events(table, last) == [
        ("pause_proposed", 2), ("pause_agreed", 1), ("pause_agreed", 3), ("game_paused", 2),
    ]  # fmt: skip
    later.by(50)
    assert [clock["left"] for clock in table.game()["clocks"]] == [70, 70, 70]
    assert _pause(table, 1)["code"] == "paused"
    assert (table.play(1, CHOOSE, 0).json or {})["code"] == "paused"


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_everybody_can_decline_a_proposal_or_withdraw_it(app: Flask, toy: None, later: Later, seat: int) -> None:
    table = Table.full(app, "toy", 3)
    _pause(table, 1)
    _pause(table, 2)
    last = table.game()["last_event"]
    assert _resume(table, seat)["pause"] is None
    assert _events(table, last) == [("pause_declined", seat)]
    assert _resume(table, seat)["code"] == "not_paused"
    assert _pause(table, 3)["pause"]["agreed"] == [3], "earlier consent does not count"


def test_a_proposal_lapses_without_a_write(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2)
    _pause(table, 1)
    revision = load(table.context, table.id).revision
    later.by(119)
    assert table.game()["pause"]
    later.by(1)
    assert table.game()["pause"] is None
    assert load(table.context, table.id).revision == revision
    assert _resume(table, 2)["code"] == "not_paused"
    assert _pause(table, 2)["pause"]["agreed"] == [2]


def test_a_move_leaves_a_proposal_and_takes_a_lapsed_one_away(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2)
    _pause(table, 1)
    assert (table.play(1, CHOOSE, 0).json or {})["game"]["pause"]["agreed"] == [1]
    later.by(120)
    assert (table.play(2, CHOOSE, 1).json or {})["game"]["pause"] is None
    assert load(table.context, table.id).clock.proposal is None


def test_against_bots_alone_pausing_is_free_and_lasts(app: Flask, toy: None, later: Later) -> None:
    table = Table(app, "toy", [*humans(1), BOT, BOT])
    paused = _pause(table, 1)
    assert paused["paused_at"]
    assert (paused["paused_until"], load(table.context, table.id).clock.deadline) == (None, 0)
    assert _events(table)[-1] == ("game_paused", 1)


def test_whoever_has_resigned_or_left_is_not_asked(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 3)
    _pause(table, 3)
    assert table.post("/seats/me/resign", 2, {"level": "greedy"}).status_code == 204
    assert table.game()["pause"]["agreed"] == [3]
    assert _pause(table, 1)["paused_at"]
    _resume(table, 1)
    _pause(table, 1)
    table.http.delete(f"{table.path}/seats/me", headers=table.headers(1))
    assert table.game()["pause"] is None, "the proposer has gone"
    assert _pause(table, 3)["paused_at"], "only bots are left besides"


@pytest.mark.parametrize("seat", [1, 2])
def test_everybody_can_resume(app: Flask, toy: None, later: Later, seat: int) -> None:
    table = Table.full(app, "toy", 2, clock={"bank": 100})
    later.by(20)
    _pause_together(table)
    later.by(1000)
    resumed = _resume(table, seat)
    assert (resumed["paused_at"], resumed["paused_until"]) == (None, None)
    assert [clock["left"] for clock in table.game()["clocks"]] == [100, 100]
    later.by(10)
    assert table.play(1, CHOOSE, 0).status_code == 200
    assert [clock["left"] for clock in table.game()["clocks"]] == [70, 100]
    assert ("game_resumed", seat) in _events(table)


def test_the_longest_pause_ends_by_itself(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, clock={"bank": 100})
    later.by(20)
    paused = _pause_together(table)
    longest = table.context.settings.pause_seconds
    clock = load(table.context, table.id).clock
    assert paused["paused_until"]
    assert clock.deadline == clock.paused + 1000 * longest
    context = later.by(longest - 1)
    shard = keys.shard_of(table.id)
    assert Outbox(context.store).claim_late(shard, context.now()) == []
    assert turns.run(context, "late", table.id, 0) == "skipped"
    context = later.by(1)
    (job,) = Outbox(context.store).claim_late(shard, context.now())
    assert turns.run(context, job.kind, job.game_id, job.version) == "resumed"
    assert _events(table)[-1] == ("game_resumed", 0)
    game = table.game()
    assert (game["paused_at"], game["paused_until"]) == (None, None)
    assert load(context, table.id).clock.deadline == context.now() + 80_000
    assert turns.run(context, "late", table.id, 0) == "skipped"


def test_who_leaves_a_paused_game_does_not_prolong_it(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 3)
    until = _pause_together(table)["paused_until"]
    later.by(60)
    table.http.delete(f"{table.path}/seats/me", headers=table.headers(2))
    assert table.game()["paused_until"] == until


def test_a_game_that_was_paused_before_there_was_a_longest_time_goes_on(app: Flask, toy: None) -> None:
    old = read_clock(b'{"schema":3,"status":"running","version":2,"since":[[1,2,5]],"paused":9}')
    assert (old.schema, old.paused, old.deadline) == (CLOCK_SCHEMA, 9, 0)
    assert (old.proposal, old.host_votes) == (None, ())


def test_spectators_and_strangers_cannot_pause(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    for what in ("/pause", "/resume", "/host"):
        assert table.post(what, None, {}).status_code == 401
        answer = table.http.post(f"{table.path}{what}", json={}, headers={"Authorization": "Bearer nobody"})
        assert answer.status_code == 401


def _code(answer: Json) -> tuple[str, int]:
    return answer["code"], answer["most"]


def test_a_loop_of_pauses_ends_until_the_next_move_and_the_log_with_it(app: Flask, toy: None) -> None:
    table = Table(app, "toy", [{"kind": "human"}, BOT])
    for _ in range(PAUSES):
        assert _pause(table, 1)["paused_at"]
        assert not _resume(table, 1)["paused_at"]
    last = table.game()["last_event"]
    for _ in range(9):
        assert _code(_pause(table, 1)) == ("too_many_pauses", PAUSES)
    assert table.game()["last_event"] == last
    assert table.play(1, CHOOSE, 0).status_code == 200
    assert _pause(table, 1)["paused_at"]


@pytest.mark.parametrize("who_declines", [1, 2])
def test_a_loop_of_proposals_ends_until_the_next_move(app: Flask, toy: None, who_declines: int) -> None:
    table = Table.full(app, "toy", 2)
    for _ in range(PAUSES):
        assert _pause(table, 1)["pause"]
        assert _pause(table, 1)["pause"], "once more is no other proposal"
        assert not _resume(table, who_declines)["pause"]
    assert _code(_pause(table, 2)) == ("too_many_pauses", PAUSES)
    assert table.play(1, CHOOSE, 0).status_code == 200
    _pause_together(table)


def test_the_last_proposal_can_be_agreed_to(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    for _ in range(PAUSES - 1):
        _pause(table, 1)
        _resume(table, 2)
    _pause_together(table)
    assert not _resume(table, 2)["paused_at"]
    assert _code(_pause(table, 1)) == ("too_many_pauses", PAUSES)
