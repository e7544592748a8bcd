"""Devices of seats, and calls on their way to them; and since when webhooks wait."""

from __future__ import annotations

import msgspec
import pytest

from service.store.delivery import push
from service.store.delivery.push import PendingPush, PushSubscription, PushTries
from service.store.games.push_changes import PushChanges, push_changes
from service.store.games.records import GameRecord, Since
from service.store.redis import keys
from service.store.redis.client import Client
from service.usecases.context import Context
from service.usecases.transaction import load
from tests.driver import Table

NOW = 5_000
SERVICE = push.push_service_id("push.example.org")


def _device(number: int, seat: int) -> PushSubscription:
    return PushSubscription(f"d{number}", seat, "https://push.example.org/x", "key", "auth", "en", number, SERVICE)


@pytest.fixture
def table(app: object, toy: None) -> Table:
    return Table.full(app, "toy", 2)  # type: ignore[arg-type]  # the fixture's


@pytest.fixture
def game(table: Table) -> GameRecord:
    return load(table.context, table.id)


def test_push_services_are_told_from_webhooks() -> None:
    assert SERVICE == "push:push.example.org"
    assert push.is_push_service(SERVICE)
    assert not push.is_push_service("wh_push:x")


def test_nobody_gets_a_push_before_somebody_has_asked(context: Context, game: GameRecord) -> None:
    store = context.store.push
    assert store.is_unused() is True
    assert store.subscribe(game, _device(1, 2), 3) is True
    assert store.is_unused() is False


def test_a_seat_has_subscriptions_until_they_are_forgotten(context: Context, game: GameRecord) -> None:
    store = context.store.push
    for number in (1, 2, 3):
        store.subscribe(game, _device(number, 2), 2)
    assert sorted(store.subscriptions(game.id), key=lambda device: device.id) == [_device(2, 2), _device(3, 2)]
    store.unsubscribe(game.id, [])
    store.unsubscribe(game.id, [_device(2, 2)])
    assert store.subscriptions(game.id) == [_device(3, 2)]
    assert store.subscribe(msgspec.structs.replace(game, revision=99), _device(4, 2), 2) is False


def _pushed(context: Context, table: Table) -> PendingPush:
    """It is a seat's turn again, and its device waits to be told."""
    context.store.push.subscribe(load(context, table.id), _device(1, 1), 3)
    for version, seat in enumerate((1, 2)):
        assert table.play(seat, {"type": "choose", "number": 2}, version).status_code == 200
    (call,) = context.store.push.due(SERVICE, keys.shard_of(table.id), context.now() + NOW, 9)
    return call


def test_a_push_names_its_game_and_its_subscription(context: Context, table: Table) -> None:
    call = _pushed(context, table)
    assert (call.game_id, call.subscription_id) == (table.id, "d1")
    assert context.store.push.subscription(call) == _device(1, 1)
    context.store.push.unsubscribe(table.id, [_device(1, 1)])
    assert context.store.push.subscription(call) is None


def test_a_push_that_failed_waits_for_its_pause_and_one_that_came_waits_no_more(context: Context, table: Table) -> None:
    store, shard, call = context.store.push, keys.shard_of(table.id), _pushed(context, table)
    later = PushTries(call.tries.since, 1, 80_000)
    store.settle(call, later)
    assert store.due(SERVICE, shard, 79_999, 9) == []
    assert store.due("push:other", shard, 80_000, 9) == []
    (again,) = store.due(SERVICE, shard, 80_000, 9)
    assert again.tries == later
    store.settle(call, None)
    assert store.due(SERVICE, shard, 80_000, 9) == [again], "who was called anew is called"
    store.settle(again, None)
    assert store.due(SERVICE, shard, 80_000, 9) == []


def test_pushes_of_several_games_come_with_their_own_tries(context: Context, table: Table) -> None:
    shard = keys.shard_of(table.id)
    games = [keys.new_game_id(shard, number) for number in (1, 2, 3)]
    for number, game_id in enumerate(games, start=1):
        entry = f"{SERVICE}|{game_id}|d{number}"
        context.store.client.zadd(keys.pushes(shard), {entry: 0})
        context.store.client.hset(keys.push_tries(shard), entry, push.new_push(number))
    found = context.store.push.due(SERVICE, shard, NOW, 9)
    assert [(call.game_id, call.subscription_id, call.tries.since) for call in found] == [
        (games[0], "d1", 1), (games[1], "d2", 2), (games[2], "d3", 3),
    ]  # fmt: skip


def _playing(game: GameRecord, *seats: int, **clock: object) -> GameRecord:
    since = tuple(Since(seat, 0, 0) for seat in seats)
    return msgspec.structs.replace(game, clock=msgspec.structs.replace(game.clock, since=since, **clock))


def test_people_get_a_push_when_they_owe_a_decision_and_did_not_before(game: GameRecord) -> None:
    one, both = _playing(game, 1), _playing(game, 1, 2)
    assert push_changes(None, one) == PushChanges([1], [])
    assert push_changes(one, both).push == [2]
    assert push_changes(both, both).push == []
    assert push_changes(one, _playing(game, 0, 2)).push == [2]
    assert push_changes(one, _playing(game, 2, status="scoring")).push == []
    paused = _playing(game, 2, paused=7)
    assert push_changes(one, paused).push == []
    assert push_changes(paused, _playing(game, 2)).push == [2]


def test_bots_are_not_called(game: GameRecord) -> None:
    seats = (game.table.seats[0], msgspec.structs.replace(game.table.seats[1], kind="bot", token=""))
    played = msgspec.structs.replace(game, table=msgspec.structs.replace(game.table, seats=seats))
    assert push_changes(_playing(game, 1), _playing(played, 2)) == PushChanges([], [2])


def test_subscriptions_are_a_seats_while_its_token_is_good_and_the_game_goes_on(game: GameRecord) -> None:
    seats = (msgspec.structs.replace(game.table.seats[0], token="new"), game.table.seats[1])
    turned = msgspec.structs.replace(game, table=msgspec.structs.replace(game.table, seats=seats))
    assert push_changes(game, turned).unsubscribe == [1]
    assert push_changes(game, game).unsubscribe == []
    assert push_changes(None, turned).unsubscribe == []
    assert push_changes(game, _playing(game, status="finished")).unsubscribe == [1, 2]
    free = (msgspec.structs.replace(game.table.seats[0], token=""), game.table.seats[1])
    before = msgspec.structs.replace(game, table=msgspec.structs.replace(game.table, seats=free))
    assert push_changes(before, game).unsubscribe == []


def test_since_when_webhooks_wait_but_for_some(context: Context) -> None:
    client: Client = context.store.client
    assert context.store.deliveries.oldest_waiting([]) == 0
    client.zadd(keys.delivery_queues(3), {"h1|g": 70, "h2|g": 80})
    client.zadd(keys.delivery_queues(63), {"h2|g": 75, "h3|g": 90})
    assert context.store.deliveries.oldest_waiting([]) == 70
    assert context.store.deliveries.oldest_waiting(["h1"]) == 75
    assert context.store.deliveries.oldest_waiting(["h1", "h2"]) == 90
    assert context.store.deliveries.oldest_waiting(["h1", "h2", "h3"]) == 0
