"""What is offered, tried out, scored and told for good: each answer field by field."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from flask import Flask

from service.games.rulebook import AnyRulebook
from service.store.games import events
from service.usecases.context import Context
from service.usecases.games import clocks
from service.usecases.transaction import load
from service.usecases.views import lookup, render
from service.usecases.views.render import PARTS
from service.usecases.views.replay import Moment
from service.usecases.views.state_parts import offers
from service.wire.canonical import replay_hash
from service.wire.refusals import NotFinished, Refused
from tests.driver import Table, humans, play_out
from tests.toy import TOY as TYPED
from tests.toy import Choose

TOY: AnyRulebook = TYPED
ALL = frozenset(PARTS)


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _body(answer: Any) -> Any:
    return msgspec.json.decode(answer.body)


@pytest.fixture
def table(app: Flask, toy: None) -> Table:
    return Table.full(app, "toy", 2, options={"rounds": "1"})


def test_moves_are_offered_to_who_decides_and_all_others_are_explained(context: Context, table: Table) -> None:
    game, token = load(context, table.id), table.tokens[1]
    answer = lookup.moves(context, table.id, token, "fr", None)
    known = TOY.known(game.dealt, 1)
    assert (answer.status, answer.etag) == (200, render.etag(game, 1, "fr"))
    assert _body(answer) == {
        "rulebook": "toy", "version": 0, "seat": 1, "moves": _plain(offers(TOY, known, 1, "fr")),
        "unavailable": _plain(lookup.unavailable_moves(game, 1, "fr")),
    }  # fmt: skip
    draws = _body(lookup.moves(context, table.id, token, "fr", "draw"))
    assert {each["move"]["type"] for each in draws["moves"]} == {"draw"}
    table.play(1, {"type": "choose", "number": 1}, 0)
    waiting = _body(lookup.moves(context, table.id, token, "en", None))
    assert waiting["moves"] == []
    kinds = {why["type"] for why in waiting["unavailable"]}
    assert kinds == {"choose", "draw"}
    (one,) = _body(lookup.moves(context, table.id, token, "en", "draw"))["unavailable"]
    assert one["type"] == "draw"
    (reason,) = (why for why in TOY.explain(TOY.known(load(context, table.id).dealt, 1), 1) if why.type == "draw")
    assert one == {
        "type": "draw", "code": reason.refusal.code, "reason": TOY.sentence(reason.refusal, "en"),
        "ruling": reason.refusal.cited_ruling, "ruling_title": TOY.ruling_title(reason.refusal.cited_ruling, "en"),
    }  # fmt: skip


def test_of_a_game_that_does_not_run_no_move_is_possible(app: Flask, context: Context, toy: None) -> None:
    table = Table(app, "toy", humans(2))
    game = load(context, table.id)
    refusal = clocks.not_running(game.clock).refusal
    assert _plain(lookup.unavailable_moves(game, 1, "fr")) == [
        {"type": kind, "code": "not_running", "reason": refusal.sentence("fr"), "ruling": "", "ruling_title": ""}
        for kind in ("choose", "draw")
    ]


def test_a_move_is_tried_out_with_all_that_is_asked_for(context: Context, table: Table) -> None:
    game, move = load(context, table.id), Choose(2)
    step = TOY.apply(TOY.known(game.dealt, 1), 1, move)
    bare = _body(lookup.preview(context, table.id, table.tokens[1], lambda _: move, "en"))
    assert (bare["rulebook"], bare["version"]) == ("toy", 0)
    assert (bare["view"], bare["moves"], bare["score"]) == (None, None, None)
    newest = game.clock.events
    assert [(event["id"], event["version"]) for event in bare["events"]] == [
        (newest + number, 1) for number in range(1, len(step.events) + 1)
    ]
    full = _body(lookup.preview(context, table.id, table.tokens[1], lambda _: move, "en", ALL))
    assert (full["view"], full["score"]) == (_plain(TOY.view(step.state, 1)), _plain(TOY.score(step.state)))
    assert full["moves"] is None, "who has chosen decides nothing"
    assert load(context, table.id) == game


def test_the_score_is_final_after_the_end_and_before_it_what_is_known(context: Context, table: Table) -> None:
    game = load(context, table.id)
    answer = lookup.score(context, table.id, table.tokens[1])
    assert (answer.status, answer.etag) == (200, render.etag(game, 1))
    known = TOY.score(TOY.known(game.dealt, 1))
    assert _body(answer) == {"version": 0, "final": False, "score": _plain(known)}
    play_out(table)
    over = load(context, table.id)
    final = _body(lookup.score(context, table.id, None))
    assert final == {"version": over.clock.version, "final": True, "score": _plain(over.result)}


def test_a_replay_has_everything_that_is_needed_to_play_it_again(context: Context, table: Table) -> None:
    with pytest.raises(Refused) as refused:
        lookup.replay(context, table.id, None)
    assert isinstance(refused.value.refusal, NotFinished)
    play_out(table)
    over = load(context, table.id)
    record, state = over.table, over.dealt
    answer = lookup.replay(context, table.id, table.tokens[1])
    moves = [msgspec.json.decode(entry.move) for entry in events.all_entries(context.store, table.id) if entry.move]
    assert (answer.status, answer.etag) == (200, render.etag(over, 1))
    told = _body(answer)
    assert told.pop("replay_hash") == replay_hash(told)
    assert [(move["seat"], move["move"]) for move in told.pop("moves")] == [
        (move["seat"], move["move"]) for move in moves
    ]
    assert told == {
        "id": table.id, "rulebook": "toy", "rules": state.rules, "players": 2, "options": record.options,
        "seed": record.seed.hex(), "seed_hash": record.seed_hash, "pack": state.pack, "pack_hash": state.pack_hash,
        "entropy": [None, None], "rigged": False, "draws": [], "final_hash": TOY.digest(state),
        "score": _plain(over.result),
    }  # fmt: skip
    first = _body(lookup.show_game(context, table.id, table.tokens[1], "en", ALL, Moment(0, 2)))
    assert (first["version"], first["seat"]) == (0, 2)
    assert _body(lookup.show_game(context, table.id, table.tokens[1], "en", ALL, Moment(0)))["seat"] == 1
    now = lookup.show_game(context, table.id, table.tokens[1], "fr", ALL)
    assert now.etag == render.etag(over, 1, "fr")
    assert _body(now)["score"]
