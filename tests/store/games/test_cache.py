"""Games that a process knows by heart, and webhooks as every shard knows them."""

from __future__ import annotations

import pytest

from service.store.delivery.webhooks import Webhook
from service.store.games import cache
from service.store.games.cache import GameCache
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Clock, GameRecord, SeatRecord, Table
from service.store.redis import keys
from service.usecases.context import Context


def _game(game_id: str, mark: str = "") -> GameRecord:
    seats = (SeatRecord("human"),)
    table = Table(TABLE_SCHEMA, game_id, "toy", {}, "public", seats, 1, b"", "", 0, 0)
    return GameRecord(table, Clock(CLOCK_SCHEMA, "open"), nonce=mark)


def test_a_game_is_known_while_its_messages_are_heard() -> None:
    known, heard = GameCache(), {"a"}
    known.keep(_game("a"))
    assert known.get("a") is None, "nobody listens yet"
    known.listen(heard.__contains__)
    for name in "ab":
        known.keep(_game(name))
    assert known.get("a") == _game("a")
    assert known.get("b") is None
    heard.clear()
    assert known.get("a") is None


def test_who_was_not_seen_for_longest_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT", 2)
    known = GameCache()
    known.listen(bool)
    for name in ("a", "b", "a", "c"):
        known.keep(_game(name))
    assert [known.get(name) is not None for name in "abc"] == [True, False, True]
    known.forget("a")
    known.forget("a")
    assert [known.get(name) is not None for name in "abc"] == [False, False, True]


def _webhook(number: int, app: str = "app", url: str = "https://a.example") -> Webhook:
    return Webhook(f"wh_{number}", app, url, ("game.started",), "sealed", 1)


def test_a_webhook_that_somebody_else_has_changed_is_not_changed(context: Context) -> None:
    store, first = context.store.webhooks, _webhook(1)
    assert store.is_empty() is True
    assert store.change(None, first) is True
    assert store.is_empty() is False
    assert store.change(None, first) is False
    other = _webhook(1, url="https://b.example")
    assert store.change(first, other) is True
    assert store.change(first, _webhook(1, url="https://c.example")) is False
    assert store.find("wh_1") == other
    context.store.client.hset(keys.RECEIVERS_HEALTH, "wh_1", "x")
    assert store.change(other, None) is True
    assert store.find("wh_1") is None
    assert not context.store.client.exists(keys.RECEIVERS_HEALTH)


def test_every_shard_knows_the_webhooks_of_each_app_and_is_mended(context: Context) -> None:
    store, client = context.store.webhooks, context.store.client
    store.change(None, _webhook(1))
    store.change(None, _webhook(2, app="other"))
    right = [client.hgetall(keys.hooks(shard)) for shard in range(keys.SHARDS)]
    assert all(set(row) == {b"app", b"other"} for row in right)
    client.delete(keys.hooks(3))
    client.hset(keys.hooks(63), "app", "old")
    client.hset(keys.hooks(63), "gone", "old")
    store.resync()
    assert [client.hgetall(keys.hooks(shard)) for shard in range(keys.SHARDS)] == right
    store.change(_webhook(1), None)
    assert [client.hkeys(keys.hooks(shard)) for shard in (0, 63)] == [[b"other"]] * 2
