"""Pauses in a loop: however often somebody pauses and resumes, webhooks get few notices, and the newest last."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import pytest

from service.core.settings import load_settings
from service.store.delivery.queue import Delivery
from service.store.delivery.webhooks import Webhook
from service.store.jobs.outbox import PendingJob
from service.store.redis import keys
from service.usecases.context import Context
from service.usecases.games import pause
from service.wire.notices import NOTICE_TYPES
from tests.receivers import Received, Receiver
from tests.worker.conftest import Clock
from tests.worker.driver import GREEDY, HUMAN, Sitting
from worker.delivery.webhooks import deliver

APP = "club"
PAIRS = 300
DEAD = 10
ALL = range(keys.SHARDS)


@pytest.fixture
def context(store_url: str, clock: Clock, wakeups: list[PendingJob], context: Context) -> Context:
    """A host that lets webhooks be on this machine."""
    settings = load_settings({"REDIS_URL": store_url, "WEBHOOK_HTTP": "true", "WEBHOOK_NETWORKS": "127.0.0.0/8"})
    return Context(context.store, settings, wakeups.append, clock)


@pytest.fixture(autouse=True)
def _without_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also without the limit between two moves a loop leaves little."""
    monkeypatch.setattr(pause, "PAUSES", 10**6)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    yield made
    made.close()


def _hook(context: Context, url: str, name: str) -> Webhook:
    webhook = Webhook(f"wh_{name}", APP, url, NOTICE_TYPES, "plain:secret", context.now())
    assert context.store.webhooks.change(None, webhook)
    return webhook


def _kept(context: Context, webhook: Webhook) -> list[Delivery]:
    return context.store.deliveries.page(webhook.id, "", "", 1000)[::-1]


def _loop(context: Context, clock: Clock, sitting: Sitting, pairs: int = PAIRS) -> None:
    for _ in range(pairs):
        pause.pause(context, sitting.id, sitting.tokens[1])
        clock.advance(0.001)
        pause.resume(context, sitting.id, sitting.tokens[1])
        clock.advance(0.001)


def _delivery_bytes(context: Context, game_id: str) -> int:
    """What the store holds of the deliveries of the game's shard."""
    shard, client = keys.shard_of(game_id), context.store.client
    names: list[Callable[[int], str]] = [
        keys.delivery_queues, keys.deliveries, keys.delivery_bodies, keys.delivery_list, keys.delivery_tries,
        keys.delivery_ends,
    ]  # fmt: skip
    return sum(client.memory_usage(name(shard)) or 0 for name in names)


def test_a_loop_of_pauses_leaves_one_notice(context: Context, clock: Clock, receiver: Receiver) -> None:
    webhook = _hook(context, receiver.url, "one")
    sitting = Sitting(context, HUMAN, GREEDY, app=APP)
    before, stored = len(_kept(context, webhook)), _delivery_bytes(context, sitting.id)
    _loop(context, clock, sitting)
    assert len(_kept(context, webhook)) <= before + 1
    assert _delivery_bytes(context, sitting.id) <= stored + 2000
    while deliver(context, webhook.id, ALL).is_more:
        pass
    last = receiver.received[-1].notice
    assert (last["type"], last["paused"], last["rev"]) == ("turn.changed", False, sitting.game.revision)
    assert context.store.deliveries.oldest_waiting([]) == 0


def test_ten_dead_webhooks_keep_no_more_than_two_notices_each(
    context: Context, clock: Clock, receiver: Receiver
) -> None:
    receiver.answer = lambda _: 500
    webhooks = [_hook(context, receiver.url, str(number)) for number in range(DEAD)]
    sitting = Sitting(context, HUMAN, GREEDY, app=APP)
    for webhook in webhooks:
        deliver(context, webhook.id, ALL)
    before, stored = [len(_kept(context, each)) for each in webhooks], _delivery_bytes(context, sitting.id)
    _loop(context, clock, sitting, PAIRS // 2)
    for webhook in webhooks:
        deliver(context, webhook.id, ALL)
    _loop(context, clock, sitting, PAIRS // 2)
    assert all(len(_kept(context, each)) <= count + 2 for each, count in zip(webhooks, before, strict=True))
    assert _delivery_bytes(context, sitting.id) <= stored + 2000 * DEAD


def test_what_was_tried_or_is_another_notice_stays(context: Context, clock: Clock, receiver: Receiver) -> None:
    receiver.answer = lambda got: 500 if got.notice.get("paused") else 204
    webhook = _hook(context, receiver.url, "one")
    sitting = Sitting(context, HUMAN, GREEDY, app=APP)
    while deliver(context, webhook.id, ALL).is_more:
        pass
    pause.pause(context, sitting.id, sitting.tokens[1])
    deliver(context, webhook.id, ALL)
    (paused,) = [each for each in _kept(context, webhook) if each.tries and each.tries.status == "waiting"]
    _loop(context, clock, sitting, 0)
    pause.resume(context, sitting.id, sitting.tokens[1])
    waiting = [each for each in _kept(context, webhook) if not each.tries or each.tries.status == "waiting"]
    assert [msgspec.json.decode(each.body)["paused"] for each in waiting] == [True, False]
    assert waiting[0].id == paused.id


def test_a_notice_that_is_just_sent_is_followed_by_the_newest(
    context: Context, clock: Clock, receiver: Receiver
) -> None:
    webhook = _hook(context, receiver.url, "one")
    sitting = Sitting(context, HUMAN, GREEDY, app=APP)
    while deliver(context, webhook.id, ALL).is_more:
        pass
    pause.pause(context, sitting.id, sitting.tokens[1])

    def resume_meanwhile(got: Received) -> int:
        if got.notice["paused"]:
            pause.resume(context, sitting.id, sitting.tokens[1])
        return 204

    receiver.answer = resume_meanwhile
    count = len(receiver.received)
    while deliver(context, webhook.id, ALL).is_more:
        pass
    assert [each.notice["paused"] for each in receiver.received[count:]] == [True, False]
    assert context.store.deliveries.oldest_waiting([]) == 0


CALLS = 300
IN_FLIGHT = 30
"""Calls that a slow receiver takes to answer one notice."""
SLACK = 200
"""Bytes: numbers in a notice get longer, and a hash is allocated in steps."""


def test_a_slow_receiver_gets_one_notice_for_all_calls_that_one_answer_takes(
    context: Context, clock: Clock, receiver: Receiver
) -> None:
    webhook = _hook(context, receiver.url, "one")
    sitting = Sitting(context, HUMAN, GREEDY, app=APP)
    while deliver(context, webhook.id, ALL).is_more:
        pass
    before, calls, waiting = len(receiver.received), [0], [0]

    def answer_late(_: Received) -> int:
        if calls[0] < CALLS:
            _loop(context, clock, sitting, IN_FLIGHT // 2)
            calls[0] += IN_FLIGHT
        waiting[0] = max(waiting[0], context.store.client.zcard(keys.deliveries(keys.shard_of(sitting.id))))
        return 204

    receiver.answer = answer_late
    pause.pause(context, sitting.id, sitting.tokens[1])
    pause.resume(context, sitting.id, sitting.tokens[1])
    while deliver(context, webhook.id, ALL).is_more:
        pass
    assert calls[0] == CALLS
    sent = receiver.received[before:]
    assert len(sent) <= CALLS // IN_FLIGHT + 1
    assert waiting[0] <= 1
    assert (sent[-1].notice["paused"], sent[-1].notice["rev"]) == (False, sitting.game.revision)
    assert context.store.deliveries.oldest_waiting([]) == 0


@pytest.mark.parametrize("count", [1, DEAD])
@pytest.mark.parametrize("status", [500, 0])
def test_a_pair_of_calls_keeps_no_bytes_of_deliveries(
    context: Context, clock: Clock, receiver: Receiver, count: int, status: int
) -> None:
    """Whether the webhooks refuse what they are sent, or were never tried."""
    receiver.answer = lambda _: status
    webhooks = [_hook(context, receiver.url, str(number)) for number in range(count)]
    sitting = Sitting(context, HUMAN, GREEDY, app=APP)
    _loop(context, clock, sitting, 2)
    for webhook in webhooks if status else ():
        deliver(context, webhook.id, ALL)
    _loop(context, clock, sitting, 2)
    stored, kept = _delivery_bytes(context, sitting.id), [len(_kept(context, each)) for each in webhooks]
    _loop(context, clock, sitting, CALLS // 2)
    assert [len(_kept(context, each)) for each in webhooks] == kept
    assert _delivery_bytes(context, sitting.id) - stored <= SLACK * count
