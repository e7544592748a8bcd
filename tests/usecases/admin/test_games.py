"""What who operates a service is shown of a game, and when a game counts as stuck."""

from __future__ import annotations

import dataclasses
import re

import msgspec
import pytest
from flask import Flask

from service.games.registry import RULEBOOKS
from service.store.games import all_games
from service.store.games.migrations import TABLE_SCHEMA
from service.store.jobs import broker
from service.store.redis import keys
from service.store.redis.clock import WAKEUP_GRACE
from service.usecases.accounts import api_keys
from service.usecases.admin import games
from service.usecases.admin.games import STUCK_SECONDS, Filter, GameReport, describe_game, list_games, open_context
from service.usecases.context import Context
from service.usecases.transaction import load
from tests.driver import Table, humans

BOT = {"kind": "bot", "level": "random"}


def test_all_that_is_no_secret_is_shown(app: Flask, context: Context, toy: None) -> None:
    table = Table.full(app, "toy", 2, visibility="private", turn_seconds=3600)
    game = load(context, table.id)
    since = {each.seat: each.at for each in game.clock.since}
    assert describe_game(context, table.id) == {
        "id": table.id,
        "rulebook": "toy",
        "status": "running",
        "visibility": "private",
        "created": game.table.created,
        "version": 0,
        "events": game.clock.events,
        "rev": game.revision,
        "host": 1,
        "seats": [
            {"seat": seat, "kind": "human", "name": f"P{seat}", "taken": True, "owes_since": since[seat]}
            for seat in (1, 2)
        ],
        "automa_owes_since": None,
        "deadline": game.clock.deadline,
        "paused": None,
        "options": game.table.options,
        "owed": None,
        "owed_since": None,
        "origin": None,
        "schemas": {"table": game.table.schema, "clock": game.clock.schema, "state": game.dealt.schema},
        "rules": game.dealt.rules,
        "pack": f"{game.dealt.pack} {game.dealt.pack_hash}",
        "bytes": msgspec.to_builtins(all_games.size(context.store, table.id)),
        "troubles": [],
    }
    assert game.clock.deadline > game.table.created


def test_secrets_are_shown_to_who_asks_for_them(app: Flask, context: Context, toy: None) -> None:
    table = Table.full(app, "toy", 2, visibility="private")
    game, told = load(context, table.id), describe_game(context, table.id, secrets=True)
    assert (told["seed"], told["invite"]) == (game.table.seed.hex(), game.table.invite)
    assert told["state"] == msgspec.to_builtins(game.state, str_keys=True)
    assert told["state"]


def test_of_a_table_that_waits_free_seats_are_shown_and_no_state(app: Flask, context: Context, toy: None) -> None:
    table = Table(app, "toy", [*humans(2), BOT])
    told = describe_game(context, table.id, secrets=True)
    assert [seat["taken"] for seat in told["seats"]] == [True, False, True]
    assert [seat["owes_since"] for seat in told["seats"]] == [None] * 3
    assert (told["state"], told["invite"], told["rules"], told["pack"]) == (None, None, None, None)
    assert told["schemas"]["state"] is None


def test_what_is_owed_is_shown_and_since_when(app: Flask, context: Context, toy: None) -> None:
    table = Table(app, "toy", [BOT, BOT])
    told = describe_game(context, table.id)
    due = context.store.client.zscore(keys.outbox(keys.shard_of(table.id)), table.id)
    assert (told["owed"], told["owed_since"]) == ("bot", due - WAKEUP_GRACE)
    assert [seat["taken"] for seat in told["seats"]] == [True, True]


def test_a_game_is_listed_by_what_is_known_of_it(app: Flask, context: Context, toy: None) -> None:
    table = Table(app, "toy", [{"kind": "human", "name": "Ann"}, {"kind": "human"}, BOT])
    record = load(context, table.id).table
    (case,) = list_games(context, Filter(), 9)
    seats = ("Ann", "human", record.seats[2].name or "bot")
    assert case == GameReport(table.id, "toy", "open", 0, "public", record.created, seats)


def _troubles(context: Context, milliseconds: int) -> tuple[str, ...]:
    (case,) = list_games(dataclasses.replace(context, clock=lambda: milliseconds), Filter(), 9)
    return case.troubles


def test_work_that_waits_is_stuck_after_so_many_seconds(app: Flask, context: Context, toy: None) -> None:
    table = Table(app, "toy", [BOT, BOT])
    since = all_games.pending_since(context.store)[table.id]
    assert _troubles(context, since + 1000 * STUCK_SECONDS) == ()
    late = f"owed: bot waits for a worker since {STUCK_SECONDS} s"
    assert _troubles(context, since + 1000 * STUCK_SECONDS + 1) == (late,)
    assert _troubles(context, since + 1000 * STUCK_SECONDS + 999) == (late,)


def test_time_that_is_up_is_stuck_after_so_many_seconds(app: Flask, context: Context, toy: None) -> None:
    table = Table.full(app, "toy", 2, turn_seconds=3600)
    deadline = load(context, table.id).clock.deadline
    assert _troubles(context, deadline + 1000 * STUCK_SECONDS) == ()
    assert _troubles(context, deadline + 1000 * STUCK_SECONDS + 1) == (f"late: the time was up {STUCK_SECONDS} s ago",)


def test_patience_is_what_is_asked_for(app: Flask, context: Context, toy: None) -> None:
    table = Table(app, "toy", [BOT, BOT])
    now = all_games.pending_since(context.store)[table.id] + 5_001
    later = dataclasses.replace(context, clock=lambda: now)
    assert [case.id for case in list_games(later, Filter(stuck=True), 9, patience=5)] == [table.id]
    assert list_games(later, Filter(stuck=True), 9, patience=6) == []


def test_a_game_that_was_abandoned_is_kept_as_long_as_a_finished_one(app: Flask, context: Context, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    games.abandon(context, table.id)
    left = context.store.client.ttl(keys.game(table.id))
    assert context.settings.finished_seconds - 60 < left <= context.settings.finished_seconds


def test_time_that_is_up_this_very_moment_is_work(app: Flask, context: Context, toy: None) -> None:
    table = Table.full(app, "toy", 2, turn_seconds=3600)
    deadline = load(context, table.id).clock.deadline
    due = dataclasses.replace(context, clock=lambda: deadline)
    assert games.requeue(due, table.id, lambda *_: True).work == "late"


def test_a_house_is_opened_as_the_settings_say(context: Context) -> None:
    settings = msgspec.structs.replace(context.settings, idempotency_seconds=77, store_replicas=3)
    found = open_context(settings)
    assert (found.settings, found.wake_worker) == (settings, broker.wake_worker)
    assert (found.store._answer_seconds, found.store.replicas.count) == (77, 3)


def test_a_rulebook_that_is_not_here_is_refused_with_those_that_are() -> None:
    with pytest.raises(games.CannotDo, match="astra, distant_suns, nebula"):
        Filter(rulebook="chess").check()


@pytest.mark.parametrize(
    ("wanted", "takes"),
    [
        (Filter(), True),
        (Filter("open", "toy"), True),
        (Filter("open", "astra"), False),
        (Filter("running", "toy"), False),
        (Filter(stuck=True), False),
    ],
)
def test_a_game_is_asked_for_by_status_and_rulebook_and_whether_it_is_stuck(wanted: Filter, takes: bool) -> None:
    case = GameReport("id", "toy", "open", 0, "public", 0, ())
    assert wanted.matches(case) is takes
    assert wanted.matches(msgspec.structs.replace(case, troubles=("late",))) is (takes or wanted.stuck)


def test_a_key_may_have_every_scope_and_none_that_there_is_not(context: Context) -> None:
    assert api_keys.create_key(context, "club", api_keys.SCOPES).record.scopes == api_keys.SCOPES
    for scopes in ((), ("games", "else")):
        with pytest.raises(games.CannotDo, match="Scopes are some of"):
            api_keys.create_key(context, "club", scopes)
    (used,) = api_keys.to_builtins(api_keys.all_keys(context))
    assert used["last_used"] is None
    (found,) = api_keys.all_keys(context)
    told = api_keys.to_builtins([msgspec.structs.replace(found, used=9)])
    key = found.key
    assert told == [
        {"id": key.id, "app": "club", "scopes": key.scopes, "limits": None, "created": key.created, "last_used": 9}
    ]


def test_a_game_that_goes_while_games_are_listed_hides_no_other(
    app: Flask, context: Context, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(app, "toy", humans(2))
    monkeypatch.setattr(all_games, "game_ids", lambda _: [keys.new_game_id(5, 1), table.id])
    assert [case.id for case in list_games(context, Filter(), 9)] == [table.id]


def test_what_cannot_be_read_is_told_with_why(app: Flask, context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.full(app, "astra", 2)
    key, packs = keys.game(table.id), RULEBOOKS["astra"].packs
    stored = context.store.client.hget(key, "table")
    assert packs

    def told(changed: bytes) -> tuple[str, str]:
        context.store.client.hset(key, "table", changed)
        found = games.read_game(context.store, table.id)
        assert isinstance(found, games.UnreadableGame)
        with pytest.raises(games.CannotDo, match=re.escape(f"Game {table.id} cannot be read here: {found.reason}")):
            games.require_game(context, table.id)
        return found.code, found.reason

    newer = told(stored.replace(b'"schema":%d' % TABLE_SCHEMA, b'"schema":9'))
    assert (newer[0], "a table of schema 9" in newer[1]) == ("newer_record", True)
    torn = told(b"{")
    assert (torn[0], "truncated" in torn[1]) == ("unreadable", True)
    other = told(stored.replace(b'"rulebook":"astra"', b'"rulebook":"chess"'))
    assert (other[0], "'chess'" in other[1]) == ("rulebook_missing", True)
    digest = _pack_hash(context, table, stored)
    context.store.client.delete(keys.pack("astra", digest))
    monkeypatch.setattr(packs, "_by_hash", {})
    missing = told(stored)
    assert (missing[0], digest in missing[1]) == ("pack_missing", True)


def _pack_hash(context: Context, table: Table, stored: bytes) -> str:
    context.store.client.hset(keys.game(table.id), "table", stored)
    return load(context, table.id).dealt.pack_hash
