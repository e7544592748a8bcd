"""Deliveries that version 0.2 stored, key by key and field by field as it did, still go out."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from service.core.settings import load_settings
from service.store.redis import keys
from service.usecases.context import Context
from tests.pushing import PUSH_KEY, Browser
from tests.receivers import Receiver
from tests.worker.driver import HUMAN, Sitting
from worker.delivery.deliverers import deliver

ALL = range(keys.SHARDS)
NOTICES = ("000000100000012", "000000200000021", "000000300000022")


def _context(context: Context, **settings: str) -> Context:
    here = {"WEBHOOK_HTTP": "true", "WEBHOOK_NETWORKS": "127.0.0.0/8", "PUSH_NETWORKS": "127.0.0.0/8"}
    redis = {"REDIS_URL": context.settings.redis_url}
    return Context(context.store, load_settings({**here, **redis, **settings}), context.wake_worker, context.now)


def _tag(game_id: str) -> str:
    return keys.game(game_id).partition(":")[0]


def test_deliveries_of_a_webhook_go_out_in_order(context: Context) -> None:
    """The first was tried once and its pause is over, the others wait behind it."""
    receiver, context = Receiver(), _context(context)
    client: Any = context.store.client
    game = Sitting(context, HUMAN, HUMAN).id
    record = {"id": "wh_1", "app": "club", "url": receiver.url, "events": ["turn.changed"], "secret": "plain:s"}
    client.hset("{webhooks}:records", "wh_1", json.dumps({**record, "created": 1}))
    notice = {"type": "turn.changed", "game": game}
    tag, ids = _tag(game), [notice + game for notice in NOTICES]
    for number, each in enumerate(ids):
        client.hset(f"{tag}:hooks:bodies", f"wh_1|{each}", json.dumps({**notice, "number": number}))
        client.zadd(f"{tag}:hooks:waiting", {f"wh_1|{game}|{each[9:15]}|{each}": 0})
        client.zadd(f"{tag}:hooks:list", {f"wh_1|{each}": 0})
    client.zadd(f"{tag}:hooks:lanes", {f"wh_1|{game}": 1})
    tries = {"status": "waiting", "attempts": 1, "first": context.now() - 9, "last": 2, "next": 3, "answer": 500}
    client.hset(f"{tag}:hooks:tries", f"wh_1|{ids[0]}", json.dumps({**tries, "reason": "status"}))
    client.hset("{webhooks}:health", "wh_1", json.dumps({"failures": 1, "since": context.now() - 9}))

    assert not deliver(context, "wh_1", ALL).is_more
    receiver.close()
    assert [each.notice["number"] for each in receiver.received] == [0, 1, 2]
    delivered = context.store.deliveries.page("wh_1", "delivered", "", 9)
    assert [(each.id, each.tries.attempts) for each in delivered[::-1] if each.tries] == [
        (ids[0], 2),
        (ids[1], 1),
        (ids[2], 1),
    ]
    assert not client.exists(f"{tag}:hooks:waiting", f"{tag}:hooks:lanes", "{webhooks}:health")


def test_pushes_go_out(context: Context) -> None:
    receiver = Receiver(lambda _: 201)
    origin = receiver.url.removesuffix("/hook")
    host = origin.removeprefix("http://")
    context = _context(context, PUSH_KEY=PUSH_KEY, PUSH_SERVICES=origin)
    client: Any = context.store.client
    sitting, browser = Sitting(context, HUMAN, HUMAN), Browser(origin)
    (seat,) = sitting.game.clock.deciders
    tag, entry, now = _tag(sitting.id), f"push:{host}|{sitting.id}|d1", context.now()
    keys_of_browser = browser.subscription["keys"]
    subscription = {"id": "d1", "seat": seat, "url": origin + browser.path, "language": "en", "created": now}
    client.set("called", 1)
    client.hset(
        f"{tag}:devices:{sitting.id}", "d1", json.dumps({**subscription, **keys_of_browser, "service": f"push:{host}"})
    )
    client.zadd(f"{tag}:calls", {entry: 0})
    # The commit wrote it without spaces, and what was tried once must be found again to the letter.
    tries = msgspec.json.encode({"since": now - 9, "attempts": 1, "next": now - 1})
    client.hset(f"{tag}:calls:tries", entry, tries)

    assert not deliver(context, f"push:{host}", ALL).is_more
    receiver.close()
    assert [browser.read(each)["game"] for each in receiver.received] == [sitting.id]
    assert not client.exists(f"{tag}:calls", f"{tag}:calls:tries")
