"""Coming, going, handing over, and the clock that goes with it."""

from __future__ import annotations

import pytest
from flask import Flask

from service.games.base import AUTOMA
from service.store.jobs.outbox import Outbox, PendingJob
from service.store.redis import keys
from service.usecases.games import finish, play_move
from service.usecases.transaction import load
from service.wire.refusals import Refused
from tests.driver import Json, Table, humans, play_out
from tests.usecases.later import Later

CHOOSE = {"type": "choose", "number": 2}


@pytest.fixture
def later(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Later:
    return Later(app, monkeypatch)


def _leave(table: Table, seat: int) -> int:
    return table.http.delete(f"{table.path}/seats/me", headers=table.headers(seat)).status_code


def _told(table: Table) -> list[str]:
    return [event["type"] for event in (table.get("/events").json or {})["events"]]


def test_before_the_start_a_seat_that_is_left_is_free_again(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(3))
    table.sit("B")
    assert _leave(table, 2) == 204
    assert table.get(seat=2).status_code == 401
    assert [seat["taken"] for seat in table.game()["seats"]] == [True, False, False]
    assert (table.sit("C").json or {})["seat"] == 2


def test_when_the_host_leaves_the_next_person_is_host(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(3))
    table.sit("B")
    assert _leave(table, 1) == 204
    assert [seat["host"] for seat in table.game()["seats"]] == [False, True, False]


def test_when_all_have_left_before_the_start_the_game_is_abandoned(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(2))
    assert _leave(table, 1) == 204
    assert table.game()["status"] == "abandoned"
    assert table.sit("B").status_code == 409


def test_after_the_start_a_bot_takes_over(app: Flask, toy: None, wakeups: list[PendingJob]) -> None:
    table = Table.full(app, "toy", 2)
    wakeups.clear()
    assert _leave(table, 2) == 204
    game = table.game()
    assert game["status"] == "running"
    assert game["seats"][1]["kind"] == "bot"
    assert table.get(seat=2).status_code == 401
    assert wakeups == [PendingJob("bot", table.id, 0)]
    assert _told(table)[-1] == "seat_left"


def test_a_finished_game_cannot_be_left(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    play_out(table)
    assert _leave(table, 1) == 409


def _hand_over(table: Table, by: int, seat: int) -> tuple[int, Json]:
    answer = table.post(f"/seats/{seat}/bot", by)
    return answer.status_code, answer.json or {}


@pytest.mark.parametrize("where", ["beside", "among the options"])
def test_an_idle_seat_is_handed_to_a_bot_when_its_time_is_up(app: Flask, toy: None, later: Later, where: str) -> None:
    idle = {"idle_seconds": 60} if where == "beside" else {"options": {"idle_seconds": 60}}
    table = Table.full(app, "toy", 2, **idle)
    status, problem = _hand_over(table, 1, 2)
    assert status == 409
    assert 0 < problem["seconds_left"] <= 60
    later.by(61)
    status, game = _hand_over(table, 1, 2)
    assert status == 200
    assert game["seats"][1]["kind"] == "bot"
    assert _told(table)[-1] == "bot_took_over"
    assert _hand_over(table, 1, 2)[0] == 409


def test_only_the_host_hands_over(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, idle_seconds=1)
    later.by(2)
    assert _hand_over(table, 2, 1)[0] == 403
    assert _hand_over(table, 1, 7)[0] == 404


def test_moves_of_others_do_not_wind_up_the_clock_of_an_idle_seat(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, idle_seconds=60)
    later.by(40)
    table.play(1, {"type": "draw"}, 0)
    later.by(30)
    assert _hand_over(table, 1, 2)[0] == 200


def test_the_old_token_is_worth_nothing_after_rotation(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    new = (table.post("/seats/me/token", 1).json or {})["token"]
    assert table.play(1, CHOOSE, 0).status_code == 401
    table.tokens[1] = new
    assert table.play(1, CHOOSE, 0).status_code == 200


def test_a_turn_limit_sets_a_deadline_for_people_alone(app: Flask, toy: None) -> None:
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "bot"}], turn_seconds=30)
    assert table.game()["deadline"] is not None
    table.play(1, CHOOSE, 0)
    assert table.game()["deadline"] is None


def test_when_the_time_is_up_a_worker_plays_the_turn(app: Flask, toy: None, later: Later) -> None:
    table = Table.full(app, "toy", 2, turn_seconds=30)
    shard = int("0123456789abcdef".index(table.id[-1]))
    outbox = Outbox(table.context.store)
    assert outbox.claim_late(shard, table.context.now()) == []
    context = later.by(31)
    assert [job.game_id for job in outbox.claim_late(shard, context.now())] == [table.id]
    assert outbox.claim_late(shard, context.now()) == []
    game = load(context, table.id)
    move = game.rulebook.legal_moves(game.dealt, 1)[0]
    play_move.play_on(context, load(context, table.id), play_move.Automaton(1, context.now()), move)
    assert table.game()["version"] == 1


def test_an_open_game_is_abandoned_when_nobody_comes(app: Flask, toy: None, later: Later) -> None:
    table = Table(app, "toy", humans(2))
    with pytest.raises(Refused):
        finish.abandon(table.context, table.id)
    finish.abandon(later.by(8 * 86_400), table.id)
    assert table.game()["status"] == "abandoned"


def test_what_waits_for_a_worker_is_in_the_outbox_until_it_is_done(
    app: Flask, toy: None, wakeups: list[PendingJob]
) -> None:
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "bot"}], options={"rounds": "1"})
    outbox, shard = Outbox(table.context.store), int("0123456789abcdef".index(table.id[-1]))
    now = table.context.now()
    soon = now + 10_000
    (waiting,) = outbox.bot_jobs(now)
    assert (waiting.game_id, waiting.priority) == (table.id, "person")
    assert outbox.claim_pending(shard, soon) == []
    table.play(1, CHOOSE, 0)
    game = load(table.context, table.id)
    move = game.rulebook.legal_moves(game.dealt, 2)[0]
    play_move.submit(table.context, table.id, play_move.Automaton(2), 1, lambda _: move)
    assert list(outbox.bot_jobs(now)) == []
    assert outbox.claim_pending(shard, now) == []
    assert outbox.claim_pending(shard, soon, lease=1_000) == [PendingJob("scoring", table.id, 2)]
    assert outbox.claim_pending(shard, soon) == []
    assert outbox.claim_pending(shard, soon + 2_000) == [PendingJob("scoring", table.id, 2)]
    finish.score(table.context, table.id, 2)
    assert outbox.claim_pending(shard, soon + 120_000) == []
    assert wakeups == [
        PendingJob("bot", table.id, 0),
        PendingJob("bot", table.id, 1),
        PendingJob("scoring", table.id, 2),
    ]
    assert outbox.depth() == 0


def test_a_move_after_which_only_people_decide_hints_at_nothing(
    app: Flask, toy: None, wakeups: list[PendingJob]
) -> None:
    table = Table.full(app, "toy", 2)
    table.play(1, CHOOSE, 0)
    assert wakeups == []
    assert Outbox(table.context.store).depth() == 0


def test_the_automa_is_owed_to_a_worker(app: Flask, wakeups: list[PendingJob]) -> None:
    table = Table.full(app, "astra", 2)
    for _ in range(200):
        game = table.game()
        if AUTOMA in game["deciders"]:
            break
        seat = game["deciders"][0]
        offered = [offer["move"] for offer in table.moves(seat)["moves"]]
        table.play(seat, next((move for move in offered if move["type"] == "rest"), offered[0]), game["version"])
    assert PendingJob("automa", table.id, table.game()["version"]) in wakeups


def test_scoring_twice_changes_nothing(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    game = play_out(table)
    with pytest.raises(Refused, match="not_scoring"):
        finish.score(table.context, table.id, game["version"])
    assert table.game() == game


def _times_left(table: Table) -> dict[str, int]:
    """Seconds, by what is kept of a game; -1: for good."""
    client = table.context.store.client
    return {key.decode().split(":")[-2]: client.ttl(key) for key in client.scan_iter(f"*:{table.id}")}


def _expires_whole(table: Table, *parts: str) -> None:
    left, kept = _times_left(table), table.context.settings.finished_seconds
    assert set(left) == set(parts)
    assert all(kept - 60 <= seconds <= kept for seconds in left.values()), left


def test_an_abandoned_game_expires(app: Flask, toy: None, later: Later) -> None:
    left, forgotten = Table(app, "toy", humans(2)), Table(app, "toy", humans(2))
    assert _leave(left, 1) == 204
    _expires_whole(left, "game", "events")
    finish.abandon(later.by(forgotten.context.settings.open_seconds + 1), forgotten.id)
    _expires_whole(forgotten, "game", "events")


def test_ended_games_expire_together(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    client = table.context.store.client
    assert _times_left(table) == {"game": -1, "events": -1}
    play_out(table)
    _expires_whole(table, "game")
    assert table.post("/rematch", 1, {}).status_code == 201
    _expires_whole(table, "game", "events")
    client.delete(*client.scan_iter(f"*:{table.id}"))
    listed = app.test_client().get("/v1/games?status=finished").json or {}
    assert listed == {"games": [], "next": None}


def _resign(table: Table, seat: int, **body: str) -> int:
    return table.post("/seats/me/resign", seat, body).status_code


def test_who_resigns_is_replaced_by_a_bot_of_the_level_and_everybody_sees_it(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    assert _resign(table, 2, level="strong") == 204
    seat = table.game()["seats"][1]
    assert (seat["kind"], seat["level"], seat["name"], seat["resigned"]) == ("bot", "strong", "P2", True)
    assert _told(table)[-1] == "resigned"
    finished = play_out(table)
    assert [seat["resigned"] for seat in finished["seats"]] == [False, True]


def test_who_resigns_need_not_say_who_plays_on(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 3)
    assert table.http.post(f"{table.path}/seats/me/resign", headers=table.headers(2)).status_code == 204
    assert table.game(1)["seats"][1]["level"] == "greedy"


def test_nobody_resigns_before_the_start(app: Flask, toy: None) -> None:
    assert _resign(Table(app, "toy", humans(2)), 1) == 409


def test_when_nobody_but_bots_is_left_the_game_is_abandoned(app: Flask, toy: None, wakeups: list[PendingJob]) -> None:
    table = Table.full(app, "toy", 2)
    assert _leave(table, 1) == 204
    wakeups.clear()
    assert _resign(table, 2) == 204
    game = table.game()
    assert (game["status"], game["deciders"]) == ("abandoned", [])
    assert not wakeups
    assert (table.get("/events").json or {})["events"][-1]["then"] == "abandoned"


def _delete(table: Table, seat: int) -> int:
    return table.http.delete(table.path, headers=table.headers(seat)).status_code


def test_the_host_deletes_a_game_before_the_first_move(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    assert _delete(table, 2) == 403
    assert _delete(table, 1) == 204
    assert table.game()["status"] == "abandoned"
    client = table.context.store.client
    assert 0 < client.ttl(keys.game(table.id)) <= finish.DELETED_SECONDS


def test_a_game_that_others_have_played_is_not_deleted(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    table.play(1, CHOOSE, 0)
    assert _delete(table, 1) == 409
    assert _leave(table, 2) == 204
    assert _delete(table, 1) == 204
    assert _delete(table, 1) == 409


def test_who_sits_down_has_the_tag_of_the_own_view(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(2))
    taken = table.sit("B")
    assert taken.headers["ETag"] == table.get(seat=2).headers["ETag"] != table.get().headers["ETag"]
