"""Hints: what the strong bot would play, from what the seat knows alone; asked, thought about, told and read."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.jobs import hints as hint_store
from service.store.jobs.outbox import BotJob, Outbox, PendingJob
from service.store.redis import keys
from service.usecases.transaction import load
from tests.driver import Json, Table, humans
from tests.processes import HUNG, until
from worker import turns
from worker.bots import play_strong
from worker.bots.hints import best_moves, rng_for
from worker.thinking import questions
from worker.thinking.pool import LONGEST_MILLISECONDS, BotProcesses

BOT = {"kind": "bot", "level": "random"}
ME = {"kind": "human", "name": "Ada"}
RULEBOOK_IDS = sorted(RULEBOOKS)


def _table(app: Flask, rulebook: str = "astra", **wish: Any) -> Table:
    """One person and a bot; it is the person's turn."""
    return Table(app, rulebook, [ME, BOT], options={"strong_budget": 60}, **wish)


def _waiting(table: Table) -> list[BotJob]:
    return [each for each in Outbox(table.context.store).bot_jobs(table.context.now()) if each.question]


def _think(table: Table) -> list[str]:
    """What a bot process does about all that was asked."""
    return [turns.run_thinking(table.context, waiting.name) for waiting in _waiting(table)]


def _answer(table: Table, how: str, seat: int = 1) -> Json:
    answer = table.get("/hints", seat) if how == "get" else table.post("/hints", seat, {})
    return {"http": answer.status_code, **(answer.json or {})}


@pytest.mark.parametrize(("bots", "most", "searched"), [(20_000, 20_000, 750), (60, 20_000, 750), (20_000, 50, 50)])
def test_a_hint_has_the_rulebooks_budget_whatever_the_bots_of_the_table_have(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, bots: int, most: int, searched: int
) -> None:
    table = Table(make_app(BOT_BUDGET_MAX="20000"), "nebula", [ME, BOT], options={"strong_budget": bots})
    settings = msgspec.structs.replace(table.context.settings, bot_budget_max=most)
    table.app.extensions["context"] = dataclasses.replace(table.context, settings=settings)
    budgets: list[int] = []

    def best(*arguments: Any) -> Any:
        budgets.append(arguments[-1])
        return best_moves(*arguments)

    monkeypatch.setattr(questions, "best_moves", best)
    assert _answer(table, "post")["http"] == 202
    assert _think(table) == ["advised"]
    assert budgets == [searched]


@pytest.mark.parametrize("rulebook", RULEBOOK_IDS)
def test_hints_are_asked_for_thought_about_told_and_read(app: Flask, rulebook: str, wakeups: list[PendingJob]) -> None:
    table = _table(app, rulebook)
    assert table.game(1)["can_ask_hints"]
    wakeups.clear()
    asked = _answer(table, "post")
    assert (asked["http"], asked["status"], asked["hints"]) == (202, "thinking", [])
    assert [job.kind for job in wakeups] == ["bot"]
    assert _answer(table, "get")["http"] == 202
    assert _think(table) == ["advised"]
    told = (table.get("/events").json or {})["events"][-1]
    assert (told["type"], told["seat"], sorted(told)) == ("hints_ready", 1, ["id", "seat", "type", "version"])
    read = _answer(table, "get")
    assert read == _answer(table, "post")
    assert (read["http"], read["status"], read["version"], read["seat"]) == (200, "ready", 0, 1)
    assert 1 <= len(read["hints"]) <= 3
    assert [hint["worth"] for hint in read["hints"]] == sorted((hint["worth"] for hint in read["hints"]), reverse=True)
    assert all(hint["why"].startswith("Gains ") and hint["label"] and hint["ruling"] for hint in read["hints"])
    assert table.play(1, read["hints"][0]["move"], read["version"]).status_code == 200


def test_one_request_waits_until_a_bot_process_has_thought(app: Flask) -> None:
    table = _table(app)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(table.post, "/hints?wait=10", 1, {})
        until(lambda: _waiting(table))
        assert not asked.done()
        assert _think(table) == ["advised"]
        answer = asked.result(HUNG)
    assert (answer.status_code, (answer.json or {})["status"]) == (200, "ready")
    assert answer.json == table.get("/hints", 1).json


def test_who_waits_for_hints_is_told_when_the_decision_is_not_owed_any_more(app: Flask) -> None:
    table = _table(app)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(table.post, "/hints?wait=10", 1, {})
        until(lambda: _waiting(table))
        table.play(1, table.moves(1)["moves"][0]["move"], 0)
        answer = asked.result(HUNG)
    assert (answer.status_code, (answer.json or {})["code"]) == (409, "nothing_to_decide")


def test_hints_are_worded_in_the_language_of_who_reads(app: Flask) -> None:
    table = _table(app)
    _answer(table, "post")
    _think(table)
    read = table.get("/hints?lang=fr", 1).json or {}
    assert read["hints"][0]["why"].startswith("Rapporte ")


@pytest.mark.parametrize("rulebook_id", RULEBOOK_IDS)
def test_the_best_hint_is_the_strong_bots_move_for_equal_knowledge_and_seed(rulebook_id: str) -> None:
    rulebook = RULEBOOKS[rulebook_id]
    state, rng = rulebook.setup(2, rulebook.complete_options({}), Rng(b"advice")), Rng(b"advice")
    for number in range(24):
        seat = rulebook.deciders(state)[0]
        if number % 3 == 0 and seat:
            known = rulebook.known(state, seat)
            advised = best_moves(rulebook, known, seat, Rng(b"same"), 300)
            assert advised[0].move == play_strong(rulebook, known, seat, Rng(b"same"), 300)
            assert len({repr(each.move) for each in advised}) == min(
                3, len(rulebook.legal_moves(known, seat)), len(advised)
            )
            assert all(advised[0].worth >= other.worth for other in advised)
        state = rulebook.apply(state, seat, rng.choice(rulebook.legal_moves(state, seat))).state


@pytest.mark.parametrize("rulebook_id", RULEBOOK_IDS)
def test_three_moves_are_advised_where_there_are_as_many(rulebook_id: str) -> None:
    rulebook, rng = RULEBOOKS[rulebook_id], Rng(b"three")
    state = rulebook.setup(2, rulebook.complete_options({}), Rng(b"three"))
    while len(rulebook.legal_moves(state, rulebook.deciders(state)[0])) < 3:
        seat = rulebook.deciders(state)[0]
        state = rulebook.apply(state, seat, rulebook.legal_moves(state, seat)[0]).state
    seat = rulebook.deciders(state)[0]
    assert len(best_moves(rulebook, rulebook.known(state, seat), seat, rng, rulebook.budget)) == 3


@pytest.mark.parametrize("rulebook_id", RULEBOOK_IDS)
def test_twins_get_the_same_hints(rulebook_id: str) -> None:
    """Whatever differs in what the seat may not know, the seed included."""
    rulebook, rng = RULEBOOKS[rulebook_id], Rng(b"walk")
    state = rulebook.setup(2, rulebook.complete_options({}), Rng(b"twins"))
    for number in range(20):
        seat = rulebook.deciders(state)[0]
        if number % 5 == 0 and seat:
            twin = rulebook.imagine(rulebook.known(state, seat), seat, Rng(b"other"))
            known = [rulebook.known(each, seat) for each in (state, twin)]
            assert len({best_moves(rulebook, each, seat, rng_for(rulebook, each, seat), 60) for each in known}) == 1
        state = rulebook.apply(state, seat, rng.choice(rulebook.legal_moves(state, seat))).state


def test_stored_twins_are_advised_alike_over_the_wire(app: Flask) -> None:
    table = _table(app)
    game = load(table.context, table.id)
    read = []
    for state in (game.dealt, game.rulebook.imagine(game.rulebook.known(game.dealt, 1), 1, Rng(b"other"))):
        table.context.store.client.hset(keys.game(table.id), "state", game.rulebook.encode(state))
        table.context.store.client.delete(keys.hints(table.id, 1))
        _answer(table, "post")
        assert _think(table) == ["advised"]
        read.append(_answer(table, "get"))
        for waiting in _waiting(table):
            Outbox(table.context.store).remove_question(waiting)
    assert read[0]["hints"] == read[1]["hints"]


@pytest.mark.parametrize(
    ("seats", "agreed", "allowed"),
    [
        ([ME, BOT], "bots", True),
        ([ME, BOT], "none", False),
        ([ME, ME], "bots", False),
        ([ME, ME], "all", True),
        ([ME, ME], "none", False),
    ],
)
def test_hints_are_given_where_that_was_agreed(app: Flask, seats: list[Json], agreed: str, allowed: bool) -> None:
    table = Table(app, "astra", seats, hints=agreed)
    if seats[1]["kind"] == "human":
        table.sit("Bob")
    game = table.game(1)
    assert (game["hints"], game["can_ask_hints"]) == (agreed, allowed)
    answer = _answer(table, "post")
    assert (answer["http"], answer.get("code")) == ((202, None) if allowed else (409, "hints_off"))
    assert not table.game()["can_ask_hints"]


def test_who_left_is_no_person_any_more(app: Flask) -> None:
    table = Table.full(app, "astra", 2)
    assert not table.game(1)["can_ask_hints"]
    assert table.http.delete(f"{table.path}/seats/me", headers=table.headers(2)).status_code == 204
    assert table.game(1)["can_ask_hints"]


def test_hints_are_for_the_own_decision_alone(app: Flask) -> None:
    table = Table.full(app, "astra", 2, hints="all")
    assert _answer(table, "post", 2)["code"] == "nothing_to_decide"
    assert not table.game(2)["can_ask_hints"]
    _answer(table, "post", 1)
    _think(table)
    assert _answer(table, "get", 1)["http"] == 200
    assert _answer(table, "get", 2)["code"] == "nothing_to_decide"


def test_hints_before_the_start_and_at_a_table_that_rests_are_refused(app: Flask) -> None:
    table = Table(app, "astra", humans(2), hints="all")
    assert _answer(table, "post")["code"] == "not_running"
    table.sit("Bob")
    assert [table.post("/pause", seat, {}).status_code for seat in (1, 2)] == [200, 200]
    assert _answer(table, "post")["code"] == "paused"


def test_nobody_reads_what_nobody_asked_for(app: Flask) -> None:
    table = _table(app)
    answer = _answer(table, "get")
    assert (answer["http"], answer["code"]) == (404, "hints_not_asked")


def test_who_reads_just_when_a_bot_process_answers_is_not_told_that_nobody_asked(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, kept = _table(app), hint_store.find
    _answer(table, "post")

    def late(store: GameStore, game: GameRecord, seat: int) -> hint_store.SeatHints | None:
        found = kept(store, game, seat)
        _think(table)
        return found

    monkeypatch.setattr(hint_store, "find", late)
    assert _answer(table, "get")["status"] == "thinking"
    monkeypatch.undo()
    assert _answer(table, "get")["status"] == "ready"


def _both_draw(app: Flask) -> Table:
    """The version moves on while one of them waits for hints."""
    table = Table.full(app, "distant_suns", 2, hints="all", options={"strong_budget": 60})
    table.play(1, table.moves(1)["moves"][0]["move"], 0)
    assert table.game()["deciders"] == [1, 2]
    return table


def test_advice_that_came_after_anothers_decision_is_read_by_who_looked_before_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _both_draw(app)
    _answer(table, "post")
    kept, others = hint_store.find, [table.moves(2)["moves"][0]["move"]]

    def overtaken(store: GameStore, game: GameRecord, seat: int) -> hint_store.SeatHints | None:
        while others:
            assert table.play(2, others.pop(), 1).status_code == 200
            assert _think(table) == ["advised"]
        return kept(store, game, seat)

    monkeypatch.setattr(hint_store, "find", overtaken)
    assert _answer(table, "post")["status"] == "ready"


def test_who_waits_while_the_question_is_dropped_has_asked_it_again(app: Flask) -> None:
    table = _both_draw(app)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(table.post, "/hints?wait=10", 1, {})
        until(lambda: _waiting(table))
        table.context.store.client.delete(keys.questions(keys.shard_of(table.id)))
        assert table.play(2, table.moves(2)["moves"][0]["move"], 1).status_code == 200
        until(lambda: _waiting(table))
        assert _think(table) == ["advised"]
        assert asked.result(HUNG).status_code == 200


def test_hints_are_stale_when_the_decision_is_made(app: Flask) -> None:
    table = Table.full(app, "astra", 2, hints="all")
    _answer(table, "post")
    (waiting,) = _waiting(table)
    moves = [offer["move"] for offer in table.moves(1)["moves"]]
    assert table.play(1, next(move for move in moves if move["type"] != "rest"), 0).status_code == 200
    before = table.game()["last_event"]
    assert turns.run_thinking(table.context, waiting.name) == "skipped"
    assert table.game()["last_event"] == before
    assert table.context.store.client.get(keys.hints(table.id, 1)) is None


def test_hints_of_a_past_decision_are_not_read(app: Flask) -> None:
    table = _table(app, "nebula")
    _answer(table, "post")
    _think(table)
    best = _answer(table, "get")["hints"][0]["move"]
    assert table.play(1, best, 0).status_code == 200
    if 1 in table.game()["deciders"]:
        assert _answer(table, "get")["code"] == "hints_not_asked"


def test_a_hint_counts_as_thinking_of_the_tenant_for_whom_a_person_waits(app: Flask) -> None:
    table = _table(app)
    _answer(table, "post")
    (waiting,) = _waiting(table)
    assert (waiting.priority, waiting.tenant) == ("person", load(table.context, table.id).table.tenant)
    assert waiting.tenant


def test_asked_twice_it_is_thought_about_once(app: Flask) -> None:
    table = _table(app)
    _answer(table, "post")
    _answer(table, "post")
    assert len(_waiting(table)) == 1
    assert _think(table) == ["advised"]


def test_a_question_that_nobody_answered_in_time_is_dropped(app: Flask) -> None:
    table = _table(app)
    _answer(table, "post")
    asked = keys.questions(keys.shard_of(table.id))
    table.context.store.client.zincrby(asked, -LONGEST_MILLISECONDS - 5000, _waiting(table)[0].name)
    assert BotProcesses(table.context, []).next() is None
    assert _waiting(table) == []
    assert _answer(table, "get")["code"] == "hints_not_asked"


def test_hints_are_forgotten_after_a_while(app: Flask) -> None:
    table = _table(app)
    _answer(table, "post")
    _think(table)
    assert 0 < table.context.store.client.ttl(keys.hints(table.id, 1)) <= 600
