"""The index of games without a person is repaired once a day, and by every decision of a bot."""

from __future__ import annotations

import pytest

from service.store.jobs.outbox import bot_games
from service.store.maintenance.bot_games_repair import BotGamesRepair
from service.store.redis import keys
from service.usecases.context import Context
from tests.worker.driver import HUMAN, RANDOM, Sitting
from worker import turns

LONG_AGO = 1_700_000_000_000


def _repair(context: Context) -> int:
    work, found = BotGamesRepair(context.store), 0
    while (step := work.step()) is not None:
        found += step
    return found


def _forget_index(context: Context) -> None:
    """As a version that had no index leaves the store."""
    context.store.client.delete(*(keys.bot_games(shard) for shard in range(keys.SHARDS)))


def test_games_of_old_are_added_and_games_that_are_gone_are_removed(context: Context) -> None:
    Sitting(context, RANDOM, RANDOM, tenant="me")
    Sitting(context, HUMAN, RANDOM, tenant="me")
    Sitting(context, RANDOM, RANDOM, tenant="you")
    ended = keys.new_game_id(7, LONG_AGO)
    _forget_index(context)
    context.store.client.zadd(keys.bot_games(7), {f"me {ended}": 0})
    assert (bot_games(context.store, "me"), bot_games(context.store, "you")) == (1, 0)
    assert _repair(context) == 3
    assert (bot_games(context.store, "me"), bot_games(context.store, "you")) == (1, 1)
    assert context.store.client.zscore(keys.bot_games(7), f"me {ended}") is None
    context.store.client.delete(keys.BOT_GAMES_REPAIR_DONE)
    assert _repair(context) == 0


def test_a_damaged_row_stops_no_repair(context: Context) -> None:
    game = Sitting(context, RANDOM, RANDOM, tenant="me")
    shard = keys.shard_of(game.id)
    _forget_index(context)
    for name, row in {"damaged": b"\xff", "odd": b"bot nobody a b", "": b""}.items():
        context.store.client.hset(keys.job_meta(shard), name, row)
    assert _repair(context) == 1
    assert bot_games(context.store, "me") == 1


def test_a_game_that_became_another_tenants_counts_once(context: Context) -> None:
    game = Sitting(context, RANDOM, RANDOM, tenant="me")
    shard = keys.shard_of(game.id)
    context.store.client.zadd(keys.bot_games(shard), {f"you {game.id}": 0})
    assert _repair(context) == 1
    assert (bot_games(context.store, "me"), bot_games(context.store, "you")) == (1, 0)


def test_a_game_of_old_is_indexed_by_its_next_decision(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "BATCH_SECONDS", {"person": 0, "nobody": 0})
    game = Sitting(context, RANDOM, RANDOM, tenant="me")
    _forget_index(context)
    assert turns.run_thinking(context, game.id) == "played"
    assert bot_games(context.store, "me") == 1
