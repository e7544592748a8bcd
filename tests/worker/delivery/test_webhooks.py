"""Deliveries to real receivers: in order within a game, again until they are taken, and nobody waits for others."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence

import msgspec
import pytest

from service.core.settings import load_settings
from service.store.delivery import queue as deliveries
from service.store.delivery.queue import Delivery
from service.store.delivery.receivers import WELL
from service.store.delivery.webhooks import Webhook
from service.store.jobs.outbox import PendingJob
from service.store.redis import keys
from service.usecases.context import Context
from service.usecases.delivery import encryption, signing
from service.usecases.delivery.webhooks import WebhookRequest, change
from service.usecases.games import play_move, seats
from service.usecases.views.render import timestamp
from service.wire.notices import NOTICE_TYPES, NoticeType
from tests.processes import HUNG, until
from tests.receivers import Received, Receiver
from tests.worker.conftest import Clock
from tests.worker.driver import GREEDY, HUMAN, RANDOM, Sitting
from worker import turns
from worker.delivery import batch
from worker.delivery.batch import WEBHOOK_RETRIES, lease_milliseconds
from worker.delivery.clean_up import clean_up
from worker.delivery.deliverers import Deliver, Deliverers
from worker.delivery.results import BatchResult
from worker.delivery.webhooks import GIVE_UP, deliver

APP = "club"
ALL = range(keys.SHARDS)


@pytest.fixture
def context(store_url: str, clock: Clock, wakeups: list[PendingJob], context: Context) -> Context:
    """A host that lets webhooks be on this machine, and has all the time."""
    settings = load_settings({"REDIS_URL": store_url, "WEBHOOK_HTTP": "true", "WEBHOOK_NETWORKS": "127.0.0.0/8"})
    return Context(context.store, msgspec.structs.replace(settings, webhook_seconds=int(HUNG)), wakeups.append, clock)


@pytest.fixture
def receivers() -> Iterator[Callable[..., Receiver]]:
    made: list[Receiver] = []

    def make(*options: object) -> Receiver:
        made.append(Receiver(*options))  # type: ignore[arg-type]  # whatever a receiver takes
        return made[-1]

    yield make
    for each in made:
        each.close()


def hook(
    context: Context, url: str, app: str = APP, events: tuple[NoticeType, ...] = NOTICE_TYPES, name: str = "one"
) -> Webhook:
    webhook = Webhook(f"wh_{app}_{name}", app, url, events, "plain:secret", context.now())
    assert context.store.webhooks.change(None, webhook)
    return webhook


def kept(context: Context, webhook: Webhook, status: str = "") -> list[Delivery]:
    """The oldest first."""
    return context.store.deliveries.page(webhook.id, status, "", 1000)[::-1]


def next_turn(sitting: Sitting) -> None:
    """Whoever decides plays until somebody else does."""
    (seat,) = sitting.game.clock.deciders
    while sitting.game.clock.deciders == [seat]:
        sitting.play_first(seat)


def types(deliveries: list[Delivery]) -> list[str]:
    return [msgspec.json.decode(each.body)["type"] for each in deliveries]


def test_what_happens_in_an_apps_game_is_told_in_order(context: Context, receivers: Callable[..., Receiver]) -> None:
    receiver = receivers()
    webhook = hook(context, receiver.url)
    sitting = Sitting(context, HUMAN, HUMAN, app=APP)
    next_turn(sitting)
    deliver(context, webhook.id, ALL)
    assert receiver.told() == ["seat.taken", "game.started", "turn.changed", "turn.changed"]
    revs = [each.notice["rev"] for each in receiver.received]
    assert revs == [2, 2, 2, sitting.game.revision]
    assert [each.notice.get("deciders") for each in receiver.received] == [None, None, [1], [2]]
    assert len({each.headers["Almagest-Id"] for each in receiver.received}) == 4
    assert all(each.headers["Almagest-Id"] == each.notice["id"] for each in receiver.received)
    assert not deliver(context, webhook.id, ALL).is_more
    assert len(receiver.received) == 4


def test_a_whole_game_is_told_to_its_end(context: Context, receivers: Callable[..., Receiver]) -> None:
    receiver = receivers()
    webhook = hook(context, receiver.url, events=("turn.changed", "game.finished"))
    sitting = Sitting(context, RANDOM, RANDOM, app=APP, rulebook="nebula")
    sitting.play_out()
    while deliver(context, webhook.id, ALL).is_more:
        pass
    told = [each.notice for each in receiver.received]
    assert [notice["rev"] for notice in told] == sorted(notice["rev"] for notice in told)
    assert {notice["type"] for notice in told[:-1]} == {"turn.changed"}
    assert told[-1]["type"] == "game.finished"
    assert told[-1]["winners"] == list(sitting.game.result.winners) if sitting.game.result else False
    turns = [notice["deciders"] for notice in told[:-1]]
    assert all(one != other for one, other in itertools.pairwise(turns))


def test_who_leaves_is_told(context: Context, receivers: Callable[..., Receiver]) -> None:
    webhook = hook(context, receivers().url, events=("seat.left", "game.finished"))
    sitting = Sitting(context, HUMAN, HUMAN, app=APP)
    seats.leave_seat(context, sitting.id, sitting.tokens[2])
    seats.leave_seat(context, sitting.id, sitting.tokens[1])
    left = [msgspec.json.decode(each.body) for each in kept(context, webhook)]
    assert [(each["type"], each.get("seat"), each.get("then")) for each in left] == [
        ("seat.left", 2, "bot"),
        ("seat.left", 1, "abandoned"),
        ("game.finished", None, None),
    ]
    assert left[-1]["status"] == "abandoned"


def test_a_game_that_nobody_plays_is_warned_of_once_and_then_over(
    context: Context, clock: Clock, receivers: Callable[..., Receiver]
) -> None:
    webhook = hook(context, receivers().url, events=("game.abandon_warning", "game.finished"))
    sitting = Sitting(context, HUMAN, HUMAN, app=APP)
    clock.advance(context.settings.running_seconds)
    assert turns.run(context, "late", sitting.id, 0) == "warned"
    assert turns.run(context, "late", sitting.id, 0) == "skipped"
    clock.advance(3 * 86_400)
    assert turns.run(context, "late", sitting.id, 0) == "abandoned"
    warning, over = [msgspec.json.decode(each.body) for each in kept(context, webhook)]
    assert (warning["type"], warning["deciders"], warning["status"]) == ("game.abandon_warning", [1], "running")
    assert warning["abandon_at"] == timestamp(clock())
    assert (over["type"], over["status"], over["winners"]) == ("game.finished", "abandoned", [])


def test_other_games_are_told_to_nobody(context: Context, receivers: Callable[..., Receiver]) -> None:
    webhook = hook(context, receivers().url)
    other = hook(context, receivers().url, app="other")
    Sitting(context, HUMAN, GREEDY)
    sitting = Sitting(context, HUMAN, GREEDY, app="other")
    assert kept(context, webhook) == []
    assert {msgspec.json.decode(each.body)["game"] for each in kept(context, other)} == {sitting.id}


def test_only_what_was_asked_for_is_told(context: Context, receivers: Callable[..., Receiver]) -> None:
    webhook = hook(context, receivers().url, events=("game.started",))
    Sitting(context, HUMAN, GREEDY, app=APP)
    assert types(kept(context, webhook)) == ["game.started"]


def test_a_commit_that_fails_tells_nothing(context: Context, receivers: Callable[..., Receiver]) -> None:
    """What is told is written by the commit itself, or not at all."""
    webhook = hook(context, receivers().url)
    sitting = Sitting(context, HUMAN, HUMAN, app=APP, turn_seconds=60)
    before = kept(context, webhook)
    stale = sitting.game
    next_turn(sitting)
    after = kept(context, webhook)
    assert len(after) == len(before) + 1
    move = stale.rulebook.legal_moves(stale.dealt, 1)[0]
    assert play_move.play_on(context, stale, play_move.Automaton(1, 2**53), move) is None
    assert kept(context, webhook) == after


def test_a_worker_is_woken_when_something_waits_where_nothing_did(
    context: Context, wakeups: list[PendingJob], receivers: Callable[..., Receiver]
) -> None:
    webhook = hook(context, receivers().url)
    sitting = Sitting(context, HUMAN, HUMAN, app=APP)
    next_turn(sitting)
    assert [hint.kind for hint in wakeups] == ["webhook"]
    deliver(context, webhook.id, ALL)
    next_turn(sitting)
    assert [hint.kind for hint in wakeups] == ["webhook", "webhook"]


def test_a_bots_turn_wakes_deliverers_though_it_plays_on(context: Context, wakeups: list[PendingJob]) -> None:
    hook(context, "http://127.0.0.1:9/")
    sitting = Sitting(context, GREEDY, HUMAN, app=APP)
    for webhook, shard in context.store.receivers.with_deliveries(ALL):
        context.store.deliveries.drop(webhook, shard)
    wakeups.clear()
    sitting.work()
    assert PendingJob("webhook", sitting.id, 1) in wakeups


def test_a_game_waits_for_its_own_first_and_others_do_not(context: Context, receivers: Callable[..., Receiver]) -> None:
    first = Sitting(context, HUMAN, HUMAN, app=APP)
    refused = [first.id]
    receiver = receivers(lambda got: 500 if got.notice["game"] in refused else 200)
    webhook = hook(context, receiver.url)
    second = Sitting(context, HUMAN, HUMAN, app=APP)
    next_turn(first)
    next_turn(first)
    deliver(context, webhook.id, ALL)
    assert receiver.told(first.id) == ["turn.changed"]
    assert receiver.told(second.id) == ["seat.taken", "game.started", "turn.changed"]
    waits = kept(context, webhook, "waiting")
    assert [each.tries.answer if each.tries else None for each in waits] == [500, None]


def test_what_fails_is_tried_again_later_and_in_order(
    context: Context, clock: Clock, receivers: Callable[..., Receiver]
) -> None:
    status = [503]
    receiver = receivers(lambda _: status[0])
    webhook = hook(context, receiver.url)
    sitting = Sitting(context, HUMAN, HUMAN, app=APP)
    for attempt in range(1, 4):
        deliver(context, webhook.id, ALL)
        deliver(context, webhook.id, ALL)
        assert receiver.told() == ["seat.taken"] * attempt
        clock.advance(WEBHOOK_RETRIES.pause(attempt) / 1000 + 0.1)
    assert len({each.headers["Almagest-Id"] for each in receiver.received}) == 1
    status[0] = 200
    deliver(context, webhook.id, ALL)
    assert receiver.told(sitting.id)[3:] == ["seat.taken", "game.started", "turn.changed"]
    assert [each.tries.attempts for each in kept(context, webhook) if each.tries] == [4, 1, 1]
    assert context.store.receivers.health(webhook.id).failures == 0


def test_a_day_of_a_dead_receiver(context: Context, clock: Clock, receivers: Callable[..., Receiver]) -> None:
    """A whole day, by a clock that is set: tried less and less often, then parked with all that waits, and not lost."""
    asked: list[int] = []
    status = [500]

    def answer(_: Received) -> int:
        asked.append(clock())
        return status[0]

    webhook = hook(context, receivers(answer).url)
    sittings = [Sitting(context, HUMAN, HUMAN, app=APP) for _ in range(3)]
    began = clock()
    while not _found(context, webhook).parked and clock() - began < 2 * GIVE_UP:
        deliver(context, webhook.id, ALL)
        clock.advance(1 if clock() - began < 60_000 else 30)
    lasted = _found(context, webhook).parked - asked[0]
    assert GIVE_UP <= lasted <= GIVE_UP + WEBHOOK_RETRIES.longest_pause + 60_000
    assert len(asked) < 60, "a dead receiver is left alone more and more"
    pauses = [later - earlier for earlier, later in itertools.pairwise(asked)]
    assert max(pauses) <= WEBHOOK_RETRIES.longest_pause + 60_000

    next_turn(sittings[0])
    assert len(kept(context, webhook)) == 9, "nothing more is written down for it"
    clock.advance(3600)
    deliver(context, webhook.id, ALL)
    assert len(asked) < 60

    status[0] = 200
    change(context, APP, webhook.id, WebhookRequest(is_active=True))
    deliver(context, webhook.id, ALL)
    assert [each.tries.status for each in kept(context, webhook) if each.tries] == ["delivered"] * 9


def test_whatever_is_changed_of_a_webhook_what_waits_is_tried_at_once(
    context: Context, clock: Clock, receivers: Callable[..., Receiver], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of more games than are looked at together; other webhooks' pauses stay."""
    monkeypatch.setattr(deliveries, "BATCH", 2)
    moved, other = (hook(context, receivers(lambda _: 500).url, events=("game.started",), name=name) for name in "ab")
    for _ in range(5):
        Sitting(context, HUMAN, HUMAN, app=APP)
    for webhook in (moved, other):
        while any(each.tries is None for each in kept(context, webhook)):
            deliver(context, webhook.id, ALL)
            context.store.receivers.save_health(webhook.id, WELL)
    paused = [each.tries for each in kept(context, other)]
    receiver = receivers()
    change(context, APP, moved.id, WebhookRequest(url=receiver.url))
    deliver(context, moved.id, ALL)
    assert receiver.told() == ["game.started"] * 5
    assert [each.tries.attempts for each in kept(context, moved) if each.tries] == [2] * 5
    assert [each.tries for each in kept(context, other)] == paused


def _found(context: Context, webhook: Webhook) -> Webhook:
    found = context.store.webhooks.find(webhook.id)
    assert found
    return found


def test_one_delivery_that_is_never_taken_is_parked_alone(
    context: Context, clock: Clock, receivers: Callable[..., Receiver]
) -> None:
    bad = Sitting(context, HUMAN, HUMAN, app=APP)
    webhook = hook(context, "http://127.0.0.1:9/", events=("turn.changed",))
    next_turn(bad)
    wrong = kept(context, webhook)[0].id
    next_turn(bad)
    receiver = receivers(lambda got: 400 if got.notice["id"] == wrong else 200)
    assert context.store.webhooks.change(webhook, msgspec.structs.replace(webhook, url=receiver.url))
    for _ in range(30):
        deliver(context, webhook.id, ALL)
        Sitting(context, HUMAN, HUMAN, app=APP)
        clock.advance(3700)
    deliver(context, webhook.id, ALL)
    assert not _found(context, webhook).parked
    assert [each.tries.answer for each in kept(context, webhook, "parked") if each.tries] == [400]
    assert {each.notice["id"] for each in receiver.received if each.notice["game"] == bad.id} > {wrong}
    assert kept(context, webhook, "waiting") == []


def test_what_was_delivered_is_sent_again_on_demand(context: Context, receivers: Callable[..., Receiver]) -> None:
    receiver = receivers()
    webhook = hook(context, receiver.url)
    Sitting(context, HUMAN, HUMAN, app=APP)
    deliver(context, webhook.id, ALL)
    first = kept(context, webhook)[0]
    assert context.store.deliveries.resend(webhook.id, first.id, context.now())
    deliver(context, webhook.id, ALL)
    assert receiver.received[-1].body == receiver.received[0].body
    assert len(receiver.received) == 4
    assert not context.store.deliveries.resend("wh_other", first.id, context.now())


def test_what_is_over_is_forgotten_in_time(context: Context, clock: Clock, receivers: Callable[..., Receiver]) -> None:
    webhook = hook(context, receivers().url)
    Sitting(context, HUMAN, HUMAN, app=APP)
    deliver(context, webhook.id, ALL)
    clean_up(context, ALL)
    assert len(kept(context, webhook)) == 3
    clock.advance(context.settings.webhook_kept_seconds + 1)
    clean_up(context, ALL)
    assert kept(context, webhook) == []
    left = list(context.store.client.scan_iter(match="*:hooks:*"))
    assert left == []


def test_what_waits_for_a_deleted_webhook_is_dropped(context: Context, receivers: Callable[..., Receiver]) -> None:
    webhook = hook(context, receivers().url)
    Sitting(context, HUMAN, HUMAN, app=APP)
    assert context.store.webhooks.change(webhook, None)
    clean_up(context, ALL)
    assert list(context.store.client.scan_iter(match="*:hooks*")) == []


def test_a_shard_that_lost_its_webhooks_gets_them_back(context: Context, receivers: Callable[..., Receiver]) -> None:
    webhook = hook(context, receivers().url)
    context.store.client.delete(*(keys.hooks(shard) for shard in ALL))
    Sitting(context, HUMAN, HUMAN, app=APP)
    assert kept(context, webhook) == []
    clean_up(context, ALL)
    Sitting(context, HUMAN, HUMAN, app=APP)
    assert len(kept(context, webhook)) == 3


def test_a_webhook_is_delivered_to_by_one_at_a_time(context: Context, receivers: Callable[..., Receiver]) -> None:
    entered, free = threading.Event(), threading.Event()

    def answer(_: Received) -> int:
        entered.set()
        free.wait(HUNG)
        return 200

    receiver = receivers(answer)
    webhook = hook(context, receiver.url)
    Sitting(context, HUMAN, HUMAN, app=APP)
    busy = threading.Thread(target=deliver, args=(context, webhook.id, ALL))
    busy.start()
    assert entered.wait(HUNG)
    assert deliver(context, webhook.id, ALL) == BatchResult()
    assert len(receiver.received) == 1
    free.set()
    busy.join()
    assert len(receiver.received) == 3


def test_who_dies_while_delivering_leaves_it_to_the_next(
    context: Context, clock: Clock, receivers: Callable[..., Receiver]
) -> None:
    receiver = receivers()
    webhook = hook(context, receiver.url)
    Sitting(context, HUMAN, HUMAN, app=APP)
    assert context.store.receivers.lease(webhook.id, [webhook.id], context.now(), lease_milliseconds(context.settings))
    deliver(context, webhook.id, ALL)
    assert receiver.received == []
    clock.advance(lease_milliseconds(context.settings) / 1000 + 1)
    deliver(context, webhook.id, ALL)
    assert len(receiver.received) == 3


@pytest.fixture
def deliverers(context: Context) -> Iterator[Callable[..., Deliverers]]:
    made: list[Deliverers] = []

    def make(places: int, *how: Deliver) -> Deliverers:
        made.append(Deliverers(context, places, *how))
        made[-1].start()
        return made[-1]

    yield make
    for each in made:
        each.stop()
        each.join()


def test_slow_receivers_of_many_apps_delay_nobody(
    context: Context,
    receivers: Callable[..., Receiver],
    deliverers: Callable[..., Deliverers],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """More of them than there are deliverers: each was slow once, and then answers only when the quick one is
    done."""
    monkeypatch.setattr(batch, "SLOW_SECONDS", 0.0)
    is_quick_done, asked = threading.Event(), threading.Semaphore(0)

    def slowly(got: Received) -> int:
        asked.release()
        if got.notice["type"] != "seat.taken":
            is_quick_done.wait(HUNG)
        return 200

    def delivered(context: Context, webhook_id: str, shards: Sequence[int]) -> BatchResult:
        """Who is slow does not depend on how busy this machine is."""
        sliced = deliver(context, webhook_id, shards)
        return msgspec.structs.replace(sliced, is_slow=webhook_id.startswith("wh_slow"))

    slow = [hook(context, receivers(slowly).url, app=f"slow{number}") for number in range(5)]
    for webhook in slow:
        Sitting(context, HUMAN, HUMAN, app=webhook.app)
    deliverers(4, delivered)
    for _ in range(5 + 2):
        assert asked.acquire(timeout=HUNG)
    quick = receivers()
    hook(context, quick.url, app="quick")
    Sitting(context, HUMAN, HUMAN, app="quick")
    until(lambda: len(quick.received) == 3)
    assert not asked.acquire(blocking=False), "half of the deliverers are kept for others"
    is_quick_done.set()


def test_one_app_does_not_take_all_deliverers(
    context: Context, receivers: Callable[..., Receiver], deliverers: Callable[..., Deliverers]
) -> None:
    free = threading.Event()

    def never(_: Received) -> int:
        free.wait(HUNG)
        return 200

    greedy = receivers(never)
    for number in range(6):
        hook(context, greedy.url, app="greedy", name=str(number))
    Sitting(context, HUMAN, HUMAN, app="greedy")
    deliverers(3)
    until(lambda: len(greedy.received) == 2)
    quick = receivers()
    hook(context, quick.url)
    Sitting(context, HUMAN, HUMAN, app=APP)
    until(lambda: len(quick.received) == 3)
    assert len(greedy.received) == 2
    free.set()


def test_a_message_wakes_a_deliverer_and_without_one_it_looks(
    context: Context, receivers: Callable[..., Receiver], deliverers: Callable[..., Deliverers]
) -> None:
    receiver = receivers()
    hook(context, receiver.url)
    post = deliverers(1)
    first = Sitting(context, HUMAN, HUMAN, app=APP)
    post.wake(first.id)
    until(lambda: len(receiver.received) == 3)
    Sitting(context, HUMAN, HUMAN, app=APP)
    until(lambda: len(receiver.received) == 6)


def test_what_is_sealed_is_signed_with_and_what_cannot_be_unsealed_is_not_sent(
    context: Context, receivers: Callable[..., Receiver]
) -> None:
    receiver = receivers()
    key = "k" * 32
    sealed = msgspec.structs.replace(context.settings, secrets_key=("new" * 11, key))
    with_key = Context(context.store, sealed, clock=context.clock)
    secret = encryption.encrypt((key,), "whsec_very", "wh_club_one")
    assert "whsec_very" not in secret
    webhook = Webhook("wh_club_one", APP, receiver.url, NOTICE_TYPES, secret, context.now())
    assert context.store.webhooks.change(None, webhook)
    Sitting(context, HUMAN, HUMAN, app=APP)
    deliver(context, webhook.id, ALL)
    assert receiver.received == []
    assert [each.tries.reason for each in kept(context, webhook) if each.tries] == ["secret"]
    context.store.receivers.save_health(webhook.id, WELL)
    assert context.store.deliveries.resend(webhook.id, kept(context, webhook)[0].id, context.now())
    deliver(with_key, webhook.id, ALL)
    sent = receiver.received[0]
    at = int(sent.headers["Almagest-Signature"].split(",")[0].removeprefix("t="))
    assert sent.headers["Almagest-Signature"] == signing.signature("whsec_very", sent.body, at)
    assert abs(at - context.now() / 1000) < 60
