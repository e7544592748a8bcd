"""Calls to real push services of our own: who is due is called once, what is over is not said, and nobody waits."""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import requests
from py_vapid import Vapid  # type: ignore[import-untyped]  # it has no annotations

from service.core.settings import Settings, load_settings
from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.store.accounts.players import PlayerRecord
from service.store.delivery.push import PendingPush, PushSubscription, push_service_id
from service.store.games.repository import GameStore
from service.store.jobs.outbox import PendingJob
from service.store.redis import keys
from service.store.redis.cluster import slot_of
from service.usecases.admin import erase
from service.usecases.context import Context
from service.usecases.delivery import push
from service.usecases.games import clocks, pause, seats
from service.usecases.games import play_move as play
from service.usecases.games.create import CreateSeat
from service.usecases.transaction import Update, commit, next_revision
from service.wire.refusals import Refused
from tests.chaos.family import Family
from tests.clusters import running_cluster
from tests.processes import HUNG, everything, until
from tests.pushing import PUSH_KEY, Browser, public_point, signer
from tests.receivers import Received, Receiver
from tests.worker.conftest import Clock
from tests.worker.delivery.test_webhooks import APP, hook, next_turn
from tests.worker.driver import GREEDY, HUMAN, Sitting
from worker.delivery.batch import PUSH_RETRIES
from worker.delivery.deliverers import Deliverers
from worker.delivery.push import ATTEMPTS, LIFE_SECONDS, deliver

ALL = range(keys.SHARDS)


def origin(receiver: Receiver) -> str:
    return receiver.url.removesuffix("/hook")


def settings_of(store_url: str, *receivers: Receiver, **more: str) -> Settings:
    """A host that knows push services on this machine."""
    services = ",".join(["push.example.org", *map(origin, receivers)])
    here = {"REDIS_URL": store_url, "PUSH_KEY": PUSH_KEY, "PUSH_NETWORKS": "127.0.0.0/8", "PUSH_SERVICES": services}
    return load_settings({**here, **more})


@pytest.fixture
def service() -> Iterator[Receiver]:
    """A push service that takes everything."""
    receiver = Receiver(lambda _: 201)
    yield receiver
    receiver.close()


@pytest.fixture
def context(store_url: str, clock: Clock, wakeups: list[PendingJob], context: Context, service: Receiver) -> Context:
    return Context(context.store, settings_of(store_url, service), wakeups.append, clock)


@pytest.fixture
def deliverers() -> Iterator[Callable[[Context, int], Deliverers]]:
    made: list[Deliverers] = []

    def make(context: Context, places: int) -> Deliverers:
        made.append(Deliverers(context, places))
        made[-1].start()
        return made[-1]

    yield make
    for each in made:
        each.stop()
        each.join()


def subscribe(context: Context, sitting: Sitting, seat: int, browser: Browser) -> str:
    answer = push.subscribe(context, sitting.id, sitting.tokens[seat], browser.wish, "en")
    return str(json.loads(answer.body)["device"])


def waiting(context: Context, service: Receiver) -> list[PendingPush]:
    """Also those whose pause is not over."""
    return [call for shard in ALL for call in context.store.push.due(receiver_id(service), shard, 1 << 52, 1000)]


def receiver_id(service: Receiver) -> str:
    return push_service_id(origin(service).removeprefix("http://"))


def deliver_all(context: Context, service: Receiver) -> None:
    while deliver(context, receiver_id(service), ALL).is_more:
        pass


def test_who_has_to_decide_gets_a_push_once_and_readably_for_the_subscription_alone(
    context: Context, service: Receiver
) -> None:
    ada, bob = Browser(origin(service), "fr"), Browser(origin(service))
    sitting = Sitting(context, HUMAN, HUMAN)
    subscribe(context, sitting, 1, ada)
    subscribe(context, sitting, 2, bob)
    next_turn(sitting)
    deliver_all(context, service)
    (got,) = service.received
    assert got.path == bob.path
    assert bob.read(got) == {
        "type": "turn",
        "game": sitting.id,
        "rulebook": "astra",
        "title": "Your turn",
        "body": "Astra, Player 1",
    }
    next_turn(sitting)
    deliver_all(context, service)
    assert [each.path for each in service.received] == [bob.path, ada.path]
    assert ada.read(service.received[1])["title"] == "À vous de jouer"
    assert waiting(context, service) == []


def test_keys_may_be_padded_as_some_browsers_write_them(context: Context, service: Receiver) -> None:
    browser = Browser(origin(service))
    padded = msgspec.structs.replace(browser.wish, p256dh=f"{browser.wish.p256dh}=", auth=f"{browser.wish.auth}==")
    sitting = Sitting(context, HUMAN, HUMAN)
    push.subscribe(context, sitting.id, sitting.tokens[2], padded, "en")
    next_turn(sitting)
    deliver_all(context, service)
    assert browser.read(service.received[0])["game"] == sitting.id


def test_a_push_is_signed_by_the_host_and_only_the_newest_of_a_game_is_shown(
    context: Context, service: Receiver, clock: Clock
) -> None:
    sitting = Sitting(context, HUMAN, HUMAN)
    subscribe(context, sitting, 2, Browser(origin(service)))
    next_turn(sitting)
    clock.advance(600)
    deliver_all(context, service)
    (got,) = service.received
    key, claims = signer(got)
    assert key == public_point(Vapid.from_raw(PUSH_KEY.encode()).private_key)
    assert claims["aud"] == origin(service)
    assert claims["sub"] == "mailto:almagest@localhost"
    assert 0 < claims["exp"] - context.now() // 1000 <= 24 * 3600
    assert (got.headers["Topic"], got.headers["Urgency"]) == (sitting.id, "normal")
    assert int(got.headers["TTL"]) == LIFE_SECONDS - 600


def test_who_goes_on_deciding_is_not_called_again(context: Context, service: Receiver) -> None:
    sitting = Sitting(context, HUMAN, HUMAN, rulebook="distant_suns")
    subscribe(context, sitting, 1, Browser(origin(service)))
    other = subscribe(context, sitting, 2, Browser(origin(service)))
    sitting.play_first(1)
    assert sitting.game.clock.deciders == [1, 2]
    assert [call.subscription_id for call in waiting(context, service)] == [other]


def test_two_seats_of_one_browser_are_both_called(context: Context, service: Receiver) -> None:
    browser = Browser(origin(service))
    sitting = Sitting(context, HUMAN, HUMAN)
    assert subscribe(context, sitting, 1, browser) != subscribe(context, sitting, 2, browser)
    for _ in range(2):
        next_turn(sitting)
        deliver_all(context, service)
    assert [each.path for each in service.received] == [browser.path] * 2


def test_the_start_of_a_game_calls_who_begins_and_so_does_the_end_of_a_rest(
    context: Context, service: Receiver, wakeups: list[PendingJob]
) -> None:
    sitting = Sitting(context, HUMAN, HUMAN, is_alone=True)
    subscribe(context, sitting, 1, Browser(origin(service)))
    sitting.sit()
    assert [job.kind for job in wakeups] == ["webhook"], "deliverers are woken"
    deliver_all(context, service)
    assert len(service.received) == 1
    for token in sitting.tokens.values():
        pause.pause(context, sitting.id, token)
    assert waiting(context, service) == []
    pause.resume(context, sitting.id, sitting.tokens[1])
    assert len(waiting(context, service)) == 1


def test_after_a_bots_turn_the_person_gets_a_push(context: Context, service: Receiver) -> None:
    sitting = Sitting(context, GREEDY, HUMAN)
    subscribe(context, sitting, 2, Browser(origin(service)))
    assert sitting.work() == "played"
    assert [call.game_id for call in waiting(context, service)] == [sitting.id]


def test_who_has_decided_before_the_deliverer_came_is_not_called(context: Context, service: Receiver) -> None:
    sitting = Sitting(context, HUMAN, HUMAN)
    subscribe(context, sitting, 2, Browser(origin(service)))
    next_turn(sitting)
    next_turn(sitting)
    assert len(waiting(context, service)) == 1
    deliver_all(context, service)
    assert service.received == []
    assert waiting(context, service) == []


def test_a_push_that_is_late_is_dropped(context: Context, service: Receiver, clock: Clock) -> None:
    sitting = Sitting(context, HUMAN, HUMAN)
    subscribe(context, sitting, 2, Browser(origin(service)))
    next_turn(sitting)
    clock.advance(LIFE_SECONDS)
    deliver_all(context, service)
    assert service.received == []
    assert waiting(context, service) == []


def test_a_newer_turn_gets_a_push_though_an_older_one_is_just_being_sent(
    context: Context, service: Receiver, clock: Clock
) -> None:
    """What came of the older call says nothing of the newer one."""
    sitting = Sitting(context, HUMAN, HUMAN)
    subscribe(context, sitting, 2, Browser(origin(service)))

    def meanwhile(_: Received) -> int:
        if len(service.received) == 1:
            clock.advance(1)
            next_turn(sitting)
            next_turn(sitting)
        return 201

    service.answer = meanwhile
    next_turn(sitting)
    deliver_all(context, service)
    assert len(service.received) == 2
    assert waiting(context, service) == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_forgotten(context: Context, service: Receiver, status: int) -> None:
    gone, other = Browser(origin(service)), Browser(origin(service))
    service.answer = lambda got: status if got.path == gone.path else 201
    sitting = Sitting(context, HUMAN, HUMAN)
    subscribe(context, sitting, 2, gone)
    subscribe(context, sitting, 2, other)
    next_turn(sitting)
    deliver_all(context, service)
    assert [device.url for device in context.store.push.subscriptions(sitting.id)] == [origin(service) + other.path]
    assert sorted(each.path for each in service.received) == sorted([gone.path, other.path])
    assert waiting(context, service) == []


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_may_pass_is_tried_again_a_few_times(
    context: Context, service: Receiver, clock: Clock, status: int
) -> None:
    service.answer = lambda _: status
    sitting = Sitting(context, HUMAN, HUMAN)
    subscribe(context, sitting, 2, Browser(origin(service)))
    next_turn(sitting)
    for attempt in range(1, ATTEMPTS + 1):
        deliver_all(context, service)
        deliver_all(context, service)
        assert len(service.received) == attempt, "each time after a pause"
        clock.advance(PUSH_RETRIES.pause(attempt) / 1000)
    assert waiting(context, service) == []
    assert len(context.store.push.subscriptions(sitting.id)) == 1


@pytest.mark.parametrize("status", [302, 400, 403, 413])
def test_what_is_refused_for_good_is_dropped_and_redirects_are(
    context: Context, service: Receiver, status: int
) -> None:
    service.answer = lambda _: status
    sitting = Sitting(context, HUMAN, HUMAN)
    subscribe(context, sitting, 2, Browser(origin(service)))
    next_turn(sitting)
    deliver_all(context, service)
    assert len(service.received) == 1
    assert waiting(context, service) == []
    assert len(context.store.push.subscriptions(sitting.id)) == 1


def test_a_push_service_that_is_away_pauses_as_a_whole_and_goes_on(
    context: Context, service: Receiver, clock: Clock
) -> None:
    sittings = [Sitting(context, HUMAN, HUMAN) for _ in range(2)]
    for sitting in sittings:
        subscribe(context, sitting, 2, Browser(origin(service)))
        next_turn(sitting)
    port = service.port
    service.close()
    deliver_all(context, service)
    assert [call.tries.attempts for call in waiting(context, service)].count(1) == 1, "the other was not even tried"
    back = Receiver(lambda _: 201, None, port)
    deliver_all(context, back)
    assert back.received == []
    clock.advance(PUSH_RETRIES.pause(1) / 1000)
    deliver_all(context, back)
    assert len(back.received) == 2
    back.close()


def test_addresses_inside_the_network_are_not_reached(store_url: str, context: Context, service: Receiver) -> None:
    """Whatever a name of a push service means by now."""
    sitting = Sitting(context, HUMAN, HUMAN)
    subscribe(context, sitting, 2, Browser(origin(service)))
    next_turn(sitting)
    strict = Context(
        context.store, settings_of(store_url, service, PUSH_NETWORKS=""), context.wake_worker, context.clock
    )
    deliver_all(strict, service)
    assert service.received == []
    assert [call.tries.attempts for call in waiting(context, service)] == [1]


def test_a_commit_that_fails_calls_nobody(context: Context, service: Receiver) -> None:
    """What is to be called is written by the commit itself, or not at all."""
    sitting = Sitting(context, HUMAN, HUMAN, turn_seconds=60)
    subscribe(context, sitting, 2, Browser(origin(service)))
    stale = sitting.game
    next_turn(sitting)
    deliver_all(context, service)
    assert len(service.received) == 1
    move = stale.rulebook.legal_moves(stale.dealt, 1)[0]
    assert play.play_on(context, stale, play.Automaton(1, 2**53), move) is None
    assert waiting(context, service) == []


def seats_with_devices(context: Context, sitting: Sitting) -> list[int]:
    return sorted(device.seat for device in context.store.push.subscriptions(sitting.id))


def test_subscriptions_end_with_the_token_and_the_seat(context: Context, service: Receiver) -> None:
    sitting = Sitting(context, HUMAN, HUMAN, HUMAN)
    for seat in (1, 2, 3):
        subscribe(context, sitting, seat, Browser(origin(service)))
    seats.rotate_token(context, sitting.id, sitting.tokens[1])
    assert seats_with_devices(context, sitting) == [2, 3]
    seats.leave_seat(context, sitting.id, sitting.tokens[2])
    assert seats_with_devices(context, sitting) == [3]


def test_subscriptions_end_with_the_game(context: Context, service: Receiver) -> None:
    sitting = Sitting(context, HUMAN, HUMAN)
    subscribe(context, sitting, 1, Browser(origin(service)))
    subscribe(context, sitting, 2, Browser(origin(service)))
    next_turn(sitting)
    ended = msgspec.structs.replace(sitting.game, clock=clocks.close(sitting.game.clock, "finished"))
    assert commit(context, sitting.game, Update(next_revision(ended)), None)
    assert seats_with_devices(context, sitting) == []
    deliver_all(context, service)
    assert service.received == []
    assert list(context.store.client.scan_iter(match="*:calls*")) == []


def test_subscriptions_of_a_player_end_when_it_is_erased(context: Context, service: Receiver) -> None:
    browser = Browser(origin(service))
    ada = CreateSeat("human", "Ada", player="user-42")
    sitting = Sitting(context, ada, HUMAN, app="club", is_alone=True)
    push.subscribe(context, sitting.id, PlayerRecord("club", "user-42"), browser.wish, "en")
    assert seats_with_devices(context, sitting) == [1]
    erase.erase_player(context, "club", "user-42")
    assert seats_with_devices(context, sitting) == []
    assert browser.path.encode() not in everything(context.store.client)


def test_a_seat_has_so_many_subscriptions_and_one_more_ends_the_oldest(
    context: Context, service: Receiver, clock: Clock
) -> None:
    sitting = Sitting(context, HUMAN, HUMAN)
    other = subscribe(context, sitting, 1, Browser(origin(service)))
    made = []
    for _ in range(context.settings.push_devices_max + 1):
        made.append(subscribe(context, sitting, 2, Browser(origin(service))))
        clock.advance(1)
    assert {device.id for device in context.store.push.subscriptions(sitting.id)} == {other, *made[1:]}


def test_who_subscribes_while_the_seat_changes_hands_is_refused(context: Context, service: Receiver) -> None:
    """The game is looked at again before a device is written."""
    sitting = Sitting(context, HUMAN, HUMAN)
    before = sitting.game
    seats.rotate_token(context, sitting.id, sitting.tokens[2])
    device = PushSubscription("0" * 16, 2, origin(service) + "/x", "", "", "en", 0, receiver_id(service))
    assert not context.store.push.subscribe(before, device, 5)
    with pytest.raises(Refused):
        subscribe(context, sitting, 2, Browser(origin(service)))
    assert seats_with_devices(context, sitting) == []


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_push_says_nothing_that_is_hidden(context: Context, service: Receiver, rulebook: str) -> None:
    """Games that differ only in what the device's seat may not know are called to alike."""
    sitting = Sitting(context, HUMAN, HUMAN, rulebook=rulebook)
    subscribe(context, sitting, 2, Browser(origin(service)))
    (device,) = context.store.push.subscriptions(sitting.id)
    game = sitting.game
    for chance in range(3):
        seen = game.rulebook.known(game.dealt, 2)
        twin = msgspec.structs.replace(game, state=game.rulebook.imagine(seen, 2, Rng(bytes([chance]) * 32)))
        assert push.turn_call(twin, device) == push.turn_call(game, device)
    told = msgspec.json.encode(push.turn_call(game, device))
    assert not any(secret.encode() in told for secret in (*sitting.tokens.values(), game.table.seed.hex()))


def test_a_push_service_that_never_answers_delays_no_other_and_no_webhook(
    store_url: str, context: Context, service: Receiver, deliverers: Callable[[Context, int], Deliverers]
) -> None:
    free = threading.Event()

    def never(_: Received) -> int:
        free.wait(HUNG)
        return 201

    dead = Receiver(never)
    hook_receiver = Receiver()
    settings = settings_of(store_url, service, dead, WEBHOOK_HTTP="true", WEBHOOK_NETWORKS="127.0.0.0/8")
    both = Context(context.store, settings, context.wake_worker)
    for _ in range(3):
        sitting = Sitting(both, HUMAN, HUMAN)
        subscribe(both, sitting, 2, Browser(origin(dead)))
        next_turn(sitting)
    deliverers(both, 2)
    until(lambda: dead.received)
    hook(both, hook_receiver.url)
    sitting = Sitting(both, HUMAN, HUMAN, app=APP)
    subscribe(both, sitting, 2, Browser(origin(service)))
    next_turn(sitting)
    until(lambda: service.received)
    until(lambda: len(hook_receiver.received) == 4)
    assert len(dead.received) == 1
    free.set()
    hook_receiver.close()
    dead.close()


@pytest.fixture
def pushing_family(service: Receiver) -> Iterator[Family]:
    """Store, broker, API and worker as processes, whose host knows our push service."""
    home = Path(tempfile.mkdtemp(prefix="alm"))
    options = ("--metrics-port", "0")
    made = Family(home, 1, options, PUSH_KEY=PUSH_KEY, PUSH_NETWORKS="127.0.0.0/8", PUSH_SERVICES=origin(service))
    made.start()
    yield made
    made.kill()
    shutil.rmtree(home)


class Remote:
    """A seat at a game, over HTTP."""

    def __init__(self, family: Family, told: dict[str, Any]) -> None:
        self._url, self.seat = f"{family.url}/v1/games/{told['game']['id']}", told["seat"]
        self._shown = {"Authorization": f"Bearer {told['token']}"}

    def ask(self, method: str, path: str = "", **sent: Any) -> Any:
        headers = {**self._shown, **sent.pop("headers", {})}
        answer = requests.request(method, self._url + path, headers=headers, timeout=HUNG, **sent)
        assert answer.ok, answer.text
        return answer.json() if answer.content else None

    def play(self) -> None:
        offered = self.ask("GET", "/moves")
        move, version = offered["moves"][0]["move"], offered["version"]
        self.ask("POST", "/moves", json=move, headers={"If-Match": f'"{version}"'})

    def play_turn(self) -> None:
        while self.seat in self.ask("GET")["deciders"]:
            self.play()


def test_a_real_worker_calls_exactly_those_who_are_due(pushing_family: Family, service: Receiver) -> None:
    """Also while the push service does not answer: a move is answered, and its call comes later."""
    people = [{"kind": "human", "name": "Ada"}, {"kind": "human"}]
    made = requests.post(
        f"{pushing_family.url}/v1/games", json={"rulebook": "astra", "seats": people}, timeout=HUNG
    ).json()
    ada, browsers = Remote(pushing_family, made), (Browser(origin(service)), Browser(origin(service), "uk"))
    ada.ask("PUT", "/seats/me/push", json=browsers[0].subscription)
    taken = requests.post(
        f"{pushing_family.url}/v1/games/{made['game']['id']}/seats", json={"name": "Bob"}, timeout=HUNG
    ).json()
    bob = Remote(pushing_family, taken)
    until(lambda: len(service.received) == 1)
    bob.ask("PUT", "/seats/me/push", json=browsers[1].subscription)
    free = threading.Event()

    def slowly(_: Received) -> int:
        free.wait(HUNG)
        return 201

    service.answer = slowly
    ada.play_turn()
    until(lambda: len(service.received) == 2)
    bob.play_turn()
    free.set()
    until(lambda: len(service.received) == 3)
    assert [each.path for each in service.received] == [browsers[0].path, browsers[1].path, browsers[0].path]
    told = [browser.read(got)["body"] for browser, got in zip((*browsers, browsers[0]), service.received, strict=True)]
    assert told == ["Astra, Bob", "Астра, Ada", "Astra, Bob"]
    store = GameStore(pushing_family.store_url)
    until(lambda: not store.receivers.with_deliveries(ALL))


def test_on_a_cluster_pushes_lie_in_the_slot_of_their_game(service: Receiver) -> None:
    with running_cluster() as cluster:
        settings = settings_of(cluster.url, service, BROKER_URL="redis://127.0.0.1:1")
        context = Context(GameStore(cluster.url), settings)
        sittings = [Sitting(context, HUMAN, HUMAN) for _ in range(6)]
        for sitting in sittings:
            subscribe(context, sitting, 2, Browser(origin(service)))
            next_turn(sitting)
        assert {call.game_id for call in waiting(context, service)} == {sitting.id for sitting in sittings}
        deliver_all(context, service)
        assert len(service.received) == len(sittings)
        assert waiting(context, service) == []


@pytest.mark.parametrize("shard", [0, 15, 16, 63])
def test_all_keys_of_a_push_share_a_slot(shard: int) -> None:
    game_id = keys.new_game_id(shard, 0)
    assert (
        len({slot_of(key) for key in (keys.game(game_id), *keys.push_keys(game_id), *keys.notice_keys(game_id))}) == 1
    )
