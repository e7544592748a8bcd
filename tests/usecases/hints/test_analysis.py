"""The analysis of a finished game: made once, in batches, by what everybody may know then."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from service.store.jobs import analyses
from service.store.jobs.analyses import Turn
from service.store.jobs.outbox import BotJob, Outbox
from service.store.jobs.questions import Question
from service.store.redis import keys
from service.usecases.accounts import players
from service.usecases.accounts.api_keys import create_key
from service.usecases.accounts.tenants import tenant_of
from service.usecases.games import finish
from service.usecases.hints import analysis
from service.usecases.transaction import load
from service.usecases.views import replay
from service.usecases.views.replay import Course
from service.wire.answers import ReplayMove
from service.wire.refusals import Refused
from tests.driver import Json, Table, humans, play_out
from tests.toy import TOY, Choose
from worker import turns
from worker.bots import play_strong
from worker.bots.hints import rng_for
from worker.thinking import analysis as analysing

RULEBOOK_IDS = sorted(RULEBOOKS)


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strong bot looks at little."""
    for rulebook in RULEBOOKS.values():
        monkeypatch.setattr(type(rulebook), "budget", 60)


def _ask(table: Table, query: str = "") -> Json:
    answer = table.get(f"/analysis{query}")
    return {"http": answer.status_code, "again": answer.headers.get("Retry-After"), **(answer.json or {})}


def _waiting(table: Table) -> list[BotJob]:
    return [each for each in Outbox(table.context.store).bot_jobs(table.context.now()) if each.question]


def _made(table: Table) -> list[str]:
    """What bot processes say, batch by batch."""
    (waiting,) = _waiting(table)
    said = [turns.run_thinking(table.context, waiting.name)]
    while said[-1] == "more":
        said.append(turns.run_thinking(table.context, waiting.name))
    Outbox(table.context.store).remove_question(waiting)
    return said


@pytest.mark.parametrize("rulebook", RULEBOOK_IDS)
def test_a_finished_game_is_analysed(app: Flask, rulebook: str) -> None:
    table = Table.full(app, rulebook, 2)
    play_out(table, seed=5)
    asked = _ask(table)
    assert (asked["http"], asked["status"], asked["again"], asked["points"]) == (202, "thinking", "1", [])
    assert _made(table)[-1] == "analysed"
    found, game = _ask(table), load(table.context, table.id)
    assert (found["http"], found["status"]) == (200, "ready")
    assert [point["version"] for point in found["points"]] == list(range(game.clock.version + 1))
    assert game.result is not None
    assert found["points"][-1]["expected"] == [seat.total for seat in game.result.seats]
    turning = found["turning_points"]
    assert 1 <= len(turning) <= 3
    assert [turn["version"] for turn in turning] == sorted(turn["version"] for turn in turning)
    _check_turns(table, found)


def _check_turns(table: Table, found: Json) -> None:
    """Swings are what the points say, moves what was played, and what else is the strong bot's, from known alone."""
    game = load(table.context, table.id)
    course, rulebook = replay.course(table.context, game), game.rulebook
    for turn in found["turning_points"]:
        version, seat = turn["version"], turn["seat"]
        before, after = (found["points"][at]["expected"] for at in (version - 1, version))
        other = 2 - seat
        swing = (after[seat - 1] - after[other]) - (before[seat - 1] - before[other])
        assert turn["swing"] == pytest.approx(swing, abs=0.11)
        assert turn["why"].startswith("Won" if turn["swing"] > 0 else "Lost")
        known = rulebook.known(course.states[version - 1], seat)
        best = play_strong(rulebook, known, seat, rng_for(rulebook, known, seat), 60)
        assert (turn["instead"] is None) == (rulebook.label(known, best, "en") == turn["label"])


def test_it_is_made_in_batches_and_goes_on_where_it_was(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "BATCH_SECONDS", 0)
    table = Table.full(app, "distant_suns", 2)
    play_out(table, seed=6)
    _ask(table)
    said = _made(table)
    steps = table.game()["version"] + 1 + 1 + 3
    assert said == ["more"] * (steps - 1) + ["analysed"]


@pytest.mark.parametrize(("most", "looks_at"), [(40, 40), (100_000, 60)])
def test_the_strong_bot_looks_at_no_more_than_the_host_lets_it(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, most: int, looks_at: int
) -> None:
    budgets: list[int] = []

    def play(*asked: Any) -> Any:
        budgets.append(asked[-1])
        return play_strong(*asked)

    monkeypatch.setattr(analysing, "play_strong", play)
    table = Table.full(make_app(BOT_BUDGET_MAX=str(most)), "distant_suns", 2)
    play_out(table, seed=6)
    _ask(table)
    _made(table)
    assert budgets == [looks_at] * 3


def test_it_is_asked_once_waits_behind_people_and_counts_for_who_asked_first(app: Flask) -> None:
    """Not for who made the game: a stranger would spend what that person's bots may think."""
    table = Table.full(app, "distant_suns", 2)
    play_out(table, seed=7)
    for address in ("10.0.0.7", "10.0.0.8"):
        asked = app.test_client().get(f"{table.path}/analysis", environ_base={"REMOTE_ADDR": address})
        assert asked.status_code == 202
    (waiting,) = _waiting(table)
    assert (waiting.priority, waiting.tenant) == ("nobody", tenant_of("10.0.0.7"))
    assert waiting.tenant != load(table.context, table.id).table.tenant


def test_a_player_who_asks_is_counted_as_the_app(app: Flask, toy: None) -> None:
    key = create_key(app.extensions["context"], "chess-club").key
    table = Table(app, "toy", [{"kind": "human", "player": "ada"}], key=key, options={"rounds": "1"})
    play_out(table)
    token = json.loads(players.issue(table.context, "chess-club", "ada").body)["token"]
    shown = {"Authorization": f"Bearer {token}"}
    assert app.test_client().get(f"{table.path}/analysis", headers=shown).status_code == 202
    (waiting,) = _waiting(table)
    assert waiting.tenant == tenant_of("", "chess-club")


def test_there_is_none_before_the_end(app: Flask) -> None:
    """It would tell what nobody may know yet."""
    for table in (Table(app, "astra", humans(2)), Table.full(app, "astra", 2)):
        answer = _ask(table)
        assert (answer["http"], answer["code"]) == (409, "not_finished")
        assert _waiting(table) == []


def test_where_ended_games_are_kept_for_good_so_is_what_was_made_of_them(make_app: Callable[..., Flask]) -> None:
    """`FINISHED_SECONDS=0`: a game that never expires says so by -1, which is no time to live."""
    table = Table.full(make_app(FINISHED_SECONDS="0"), "distant_suns", 2)
    play_out(table, seed=8)
    _ask(table)
    assert _made(table)[-1] == "analysed"
    assert _ask(table)["status"] == "ready"
    assert [table.context.store.client.ttl(key(table.id)) for key in (keys.game, keys.analysis)] == [-1, -1]


def test_a_game_that_is_gone_leaves_nothing(app: Flask) -> None:
    table = Table.full(app, "distant_suns", 2)
    table.context.store.client.delete(keys.game(table.id))
    analyses.save(table.context.store, table.id, analyses.Analysed())
    assert not table.context.store.client.exists(keys.analysis(table.id))


def test_it_is_forgotten_with_the_game_and_worded_for_who_reads(app: Flask) -> None:
    table = Table.full(app, "distant_suns", 2)
    play_out(table, seed=8)
    _ask(table)
    _made(table)
    store = table.context.store.client
    left = [store.ttl(key) for key in (keys.analysis(table.id), keys.game(table.id))]
    assert left[0] > 0
    assert left[0] == pytest.approx(left[1], rel=0.01)
    spoken = _ask(table, "?lang=fr")["turning_points"][0]["why"]
    assert spoken.startswith(("Gagne", "Perd"))
    assert table.get("/analysis", If_None_Match=table.get("/analysis").headers["ETag"]).status_code == 304


def test_a_turning_point_is_worded_by_the_board_before_it(monkeypatch: pytest.MonkeyPatch, toy: None) -> None:
    monkeypatch.setattr(type(TOY), "label", lambda _, before, move, words: f"{words} {before.round} {move.number}")
    rulebook: AnyRulebook = TOY
    dealt: Any = rulebook.setup(2, {"rounds": "2"}, Rng(bytes(32)))
    states = tuple(msgspec.structs.replace(dealt, round=number) for number in (10, 20, 30, 40))
    moves = tuple(ReplayMove(seat=1, move=msgspec.Raw(msgspec.json.encode(Choose(number)))) for number in (1, 2, 3))
    game: Any = SimpleNamespace(rulebook=rulebook)
    lost = Turn(2, 1, -1.5, True, {"type": "choose", "number": 3})
    found = analysis._turning_point(game, Course(states, moves), lost, "en")
    assert (found.version, found.seat, found.move, found.label) == (2, 1, Choose(2), "en 20 2")
    assert found.instead
    assert (found.instead.move, found.instead.label) == (Choose(3), "en 20 3")
    assert found.why == "Lost 1.5 points to the others."
    won = analysis._turning_point(game, Course(states, moves), Turn(3, 1, 0.1, True), "en")
    assert (won.label, won.instead, won.why) == ("en 30 3", None, "Won 0.1 points on the others.")
    french = analysis._turning_point(game, Course(states, moves), lost, "fr")
    assert french.why == "Perd 1,5 points face aux autres."


def test_a_game_that_goes_on_or_was_analysed_is_not_thought_about(app: Flask, toy: None) -> None:
    """Whoever asks has to wait for the end; and what is made once is not made again."""
    table = Table.full(app, "toy", 1, options={"rounds": "1"})
    question = Question(table.id, "analysis")
    with pytest.raises(Refused):
        analysis.load_unfinished(table.context, question)
    play_out(table)
    game, course, found = analysis.load_unfinished(table.context, question)
    assert (game.id, len(course.moves), found) == (table.id, game.clock.version, analyses.Analysed())
    analysis.save(table.context, game, analyses.Analysed((), ()))
    with pytest.raises(Refused):
        analysis.load_unfinished(table.context, question)


def test_of_a_private_game_the_analysis_is_for_who_sat_there(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 1, options={"rounds": "1"}, visibility="private")
    assert table.play(1, {"type": "choose", "number": 1}, 0).status_code == 200
    finish.score(table.context, table.id, 1)
    assert table.get("/analysis").status_code == 404
    asked = table.get("/analysis", 1)
    assert (asked.status_code, (asked.json or {})["status"]) == (202, "thinking")


def test_an_analysis_that_was_read_in_one_language_is_read_anew_in_another(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 1, options={"rounds": "1"})
    play_out(table)
    analyses.save(table.context.store, table.id, analyses.Analysed((), ()))
    seen = table.get("/analysis")
    assert seen.status_code == 200
    assert table.get("/analysis", If_None_Match=seen.headers["ETag"]).status_code == 304
    assert table.get("/analysis?lang=fr", If_None_Match=seen.headers["ETag"]).status_code == 200


def test_a_move_after_which_nothing_was_otherwise_is_no_turning_point() -> None:
    states: Any = ("dealt", "same", "better")
    moves = tuple(ReplayMove(seat=1, move=msgspec.Raw(b"{}")) for _ in states[1:])
    points = ((1.0, 1.0), (1.0, 1.0), (4.0, 1.0))
    assert analysing.turning_points(Course(states, moves), points) == (Turn(2, 1, 3.0),)
