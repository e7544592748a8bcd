"""Deliveries that cannot be read: all others go out, also those of the same game, and the doctor finds the damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
import structlog
from prometheus_client import REGISTRY

from service.core.settings import load_settings
from service.store import damaged
from service.store.delivery.queue import Delivery
from service.store.delivery.webhooks import Webhook
from service.store.redis import keys
from service.usecases.admin.doctor import Finding, examine
from service.usecases.context import Context
from service.usecases.delivery import push
from service.usecases.delivery import webhooks as use_cases
from service.wire.notices import NOTICE_TYPES
from tests.pushing import PUSH_KEY, Browser
from tests.receivers import Receiver
from tests.worker.driver import HUMAN, Sitting
from worker.delivery.clean_up import clean_up
from worker.delivery.deliverers import deliver

JUNK = b"\xff\x00{not a record"
ALL = range(keys.SHARDS)
Plant = Callable[[Any, int, str, str], object]

WEBHOOK: dict[str, Plant] = {
    "tries": lambda client, shard, field, _: client.hset(keys.delivery_tries(shard), field, JUNK),
    "tries of another form": lambda client, shard, field, _: client.hset(keys.delivery_tries(shard), field, "[7]"),
    "tries without a time": lambda client, shard, field, _: client.hset(keys.delivery_tries(shard), field, "{}"),
    "body": lambda client, shard, field, _: client.hset(keys.delivery_bodies(shard), field, JUNK),
    "no body": lambda client, shard, field, _: client.hdel(keys.delivery_bodies(shard), field),
    "body of another form": lambda client, shard, field, _: client.hset(keys.delivery_bodies(shard), field, "[]"),
}
ENTRIES = (b"%b|\xff", b"%b|!|!|!", b"%b|a|b|c|d", b"%b|")


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    damaged._logged.clear()
    made = Receiver(lambda _: 201)
    yield made
    made.close()


@pytest.fixture
def here(context: Context, receiver: Receiver) -> Context:
    origin = receiver.url.removesuffix("/hook")
    networks = {"WEBHOOK_HTTP": "true", "WEBHOOK_NETWORKS": "127.0.0.0/8", "PUSH_NETWORKS": "127.0.0.0/8"}
    settings = {"REDIS_URL": context.settings.redis_url, "PUSH_KEY": PUSH_KEY, "PUSH_SERVICES": origin, **networks}
    return Context(context.store, load_settings(settings), context.wake_worker, context.now)


def _hook(context: Context, url: str) -> Webhook:
    webhook = Webhook("wh_0123456789abcdef", "club", url, NOTICE_TYPES, "plain:secret", context.now())
    assert context.store.webhooks.change(None, webhook)
    return webhook


def _met(kind: str) -> float:
    return REGISTRY.get_sample_value("almagest_damaged_records_total", {"record": kind}) or 0.0


def _kept(context: Context, webhook: Webhook, status: str = "") -> list[Delivery]:
    return context.store.deliveries.page(webhook.id, status, "", 99)[::-1]


def _deliver(context: Context, receiver: str) -> None:
    while deliver(context, receiver, ALL).is_more:
        pass


def _finding(context: Context, what: str = "deliveries") -> Finding:
    (found,) = (finding for finding in examine(context, 99) if finding.what == what)
    return found


@pytest.mark.parametrize("plant", WEBHOOK.values(), ids=WEBHOOK)
def test_a_damaged_delivery_stops_no_other_and_is_counted_logged_once_and_found(
    here: Context, receiver: Receiver, plant: Plant
) -> None:
    webhook = _hook(here, receiver.url)
    bad, good = (Sitting(here, HUMAN, HUMAN, app="club") for _ in range(2))
    kept = _kept(here, webhook)
    first = next(each for each in kept if each.id.endswith(bad.id))
    assert _finding(here).level == "ok"
    plant(here.store.client, first.shard, f"{webhook.id}|{first.id}", first.id)
    before = _met("delivery")
    with structlog.testing.capture_logs() as lines:
        _deliver(here, webhook.id)
        _deliver(here, webhook.id)
    sent = [each.headers["Almagest-Id"] for each in receiver.received]
    assert sorted(sent) == sorted(each.id for each in kept if each.id != first.id), "each of the others, once"
    assert receiver.told(bad.id) == receiver.told(good.id)[1:], "in order"
    assert _met("delivery") > before
    (line,) = (line for line in lines if line["event"] == "damaged_record")
    assert (line["record"], line["game"].rpartition("|")[2]) == ("delivery", first.id)
    found = _finding(here)
    assert found.level == "bad"
    assert found.found.startswith("damaged: 1 (")
    assert first.id in found.found


@pytest.mark.parametrize("status", ["", "waiting", "delivered"])
@pytest.mark.parametrize("plant", WEBHOOK.values(), ids=WEBHOOK)
def test_a_list_of_deliveries_leaves_out_the_damaged_and_is_whole(
    here: Context, receiver: Receiver, plant: Plant, status: str
) -> None:
    webhook = _hook(here, receiver.url)
    for _ in range(2):
        Sitting(here, HUMAN, HUMAN, app="club")
    if status == "delivered":
        _deliver(here, webhook.id)
    *wanted, newest = [each.id for each in _kept(here, webhook)]
    plant(here.store.client, keys.shard_of(newest), f"{webhook.id}|{newest}", newest)
    listed: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        body = use_cases.deliveries(here, "club", webhook.id, status, cursor, 1).body
        page = msgspec.json.decode(body)
        listed += [each["id"] for each in page["deliveries"]]
        cursor = page["next"]
    assert listed == wanted[::-1]


def test_entries_that_no_version_writes_stop_nothing(here: Context, receiver: Receiver) -> None:
    webhook = _hook(here, receiver.url)
    sitting = Sitting(here, HUMAN, HUMAN, app="club")
    shard = keys.shard_of(sitting.id)
    elsewhere = keys.new_game_id((shard + 1) % keys.SHARDS, 1)
    entries = [each % webhook.id.encode() for each in ENTRIES]
    wrong_shard = f"{webhook.id}|{sitting.id}|0000aa|{keys.notice_id(elsewhere, 1, 1, 1)}"
    here.store.client.zadd(keys.deliveries(shard), dict.fromkeys([*entries, wrong_shard], 0))
    _deliver(here, webhook.id)
    assert receiver.told(sitting.id) == ["seat.taken", "game.started", "turn.changed"]
    assert _finding(here).found.startswith(f"damaged: {len(entries) + 1} (")
    use_cases.change(here, "club", webhook.id, use_cases.WebhookRequest(is_active=True))


def test_an_app_sends_a_delivery_with_damaged_tries_again(here: Context, receiver: Receiver) -> None:
    webhook = _hook(here, receiver.url)
    Sitting(here, HUMAN, HUMAN, app="club")
    first = _kept(here, webhook)[0]
    here.store.client.hset(keys.delivery_tries(first.shard), f"{webhook.id}|{first.id}", JUNK)
    _deliver(here, webhook.id)
    use_cases.resend(here, "club", webhook.id, first.id)
    _deliver(here, webhook.id)
    assert receiver.received[-1].headers["Almagest-Id"] == first.id
    assert _finding(here).level == "ok"


def test_the_damaged_health_of_a_receiver_stops_neither_deliveries_nor_lists(here: Context, receiver: Receiver) -> None:
    webhook = _hook(here, receiver.url)
    Sitting(here, HUMAN, HUMAN, app="club")
    here.store.client.hset(keys.RECEIVERS_HEALTH, webhook.id, JUNK)
    assert use_cases.list_all(here, "club").status == 200
    _deliver(here, webhook.id)
    assert len(receiver.received) == 3
    assert _met("receiver") > 0


def test_what_waits_for_a_damaged_webhook_is_kept(here: Context, receiver: Receiver) -> None:
    """The record may come back from a backup, or be of a newer version."""
    webhook = _hook(here, receiver.url)
    Sitting(here, HUMAN, HUMAN, app="club")
    kept = _kept(here, webhook)
    here.store.client.hset(keys.WEBHOOKS, webhook.id, JUNK)
    clean_up(here, ALL)
    assert _kept(here, webhook) == kept
    here.store.client.hdel(keys.WEBHOOKS, webhook.id)
    clean_up(here, ALL)
    assert _kept(here, webhook) == []


def test_a_damaged_copy_of_who_wants_to_know_stops_no_game(here: Context, receiver: Receiver) -> None:
    webhook = _hook(here, receiver.url)
    sitting = Sitting(here, HUMAN, HUMAN, app="club")
    shard, before = keys.shard_of(sitting.id), len(_kept(here, webhook))
    for junk in (JUNK, b"\x07", b"", b"\x81\xa1h\x07"):
        here.store.client.hset(keys.hooks(shard), "club", junk)
        sitting.play_first(sitting.game.clock.deciders[0])
    clean_up(here, ALL)
    (seat,) = sitting.game.clock.deciders
    while sitting.game.clock.deciders == [seat]:
        sitting.play_first(seat)
    assert len(_kept(here, webhook)) == before + 1


def _subscribe(context: Context, sitting: Sitting, seat: int, browser: Browser) -> str:
    body = push.subscribe(context, sitting.id, sitting.tokens[seat], browser.wish, "en").body
    return str(msgspec.json.decode(body)["device"])


@pytest.mark.parametrize("junk", [JUNK, b"7", b"[1]", b"{}", b'{"seat":1}', b'{"seat":2}'])
def test_a_damaged_push_or_subscription_stops_no_move_and_no_other_push(
    here: Context, receiver: Receiver, junk: bytes
) -> None:
    origin = receiver.url.removesuffix("/hook")
    service = "push:" + origin.removeprefix("http://")
    sitting, browsers = Sitting(here, HUMAN, HUMAN), [Browser(origin) for _ in range(3)]
    shard, client = keys.shard_of(sitting.id), here.store.client
    (first,) = sitting.game.clock.deciders
    devices = [_subscribe(here, sitting, 3 - first, browser) for browser in browsers]
    client.hset(keys.push_subscriptions(sitting.id), "junk", junk)
    while sitting.game.clock.deciders == [first]:
        sitting.play_first(first)
    assert client.zcard(keys.pushes(shard)) == 3
    client.hset(keys.push_tries(shard), f"{service}|{sitting.id}|{devices[0]}", junk)
    client.zadd(keys.pushes(shard), {f"{service}|junk".encode(): 0, service.encode() + b"|\xff": 0})
    before = _met("push")
    _deliver(here, service)
    assert sorted(each.path for each in receiver.received) == sorted(each.path for each in browsers[1:])
    assert _met("push") > before
    assert _finding(here).found.startswith("damaged: 3 (")
    assert "damaged push subscriptions: 1" in " ".join(each.found for each in examine(here, 99))
    assert _subscribe(here, sitting, 3 - first, browsers[0]) == devices[0]
