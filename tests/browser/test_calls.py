"""Being called to one's turn: permission by a press alone, the subscription, the service worker's part, and the page's.

Chromium without a push service of its maker's cannot subscribe, so `pushManager` alone is a stand-in, with the keys of
a browser of our own; what it is asked and what follows from it is real, and pushes come by the developer tools.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import requests
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Playwright, Response, expect

from service.store.redis import keys
from tests.browser.conftest import WHOLE, Arrive, launched
from tests.browser.test_axe import LOCALES, SIZES, fits, is_for_everybody, needs_axe
from tests.browser.visitor import PATIENCE, Visitor
from tests.processes import HUNG, until
from tests.pushing import Browser
from tests.sdk.serving import PUSH_SERVICE, Server

STAND_IN = """(told) => {
  window.asked = [];
  let held = null;
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  window.hold = (key) => {
    held = { toJSON: () => told, options: { applicationServerKey: bytes(key).buffer }, unsubscribe };
    return held;
  };
  const unsubscribe = async () => {
    window.asked.push("unsubscribe");
    held = null;
  };
  PushManager.prototype.subscribe = async (options) => {
    window.asked.push(options);
    return window.hold(options.applicationServerKey);
  };
  PushManager.prototype.getSubscription = async () => held;
}"""
PERMISSION = """(answer) => {
  window.permissions = 0;
  Notification.requestPermission = async () => {
    window.permissions += 1;
    return answer;
  };
}"""
NOTES = """navigator.serviceWorker.getRegistration().then((each) => each.getNotifications())
  .then((all) => all.map(({ title, body, tag }) => [title, body, tag]))"""
CALLED = "Object.entries(localStorage).filter(([key]) => key.startsWith('almagest.called.')).map(([, by]) => by)"


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Chromium]:
    """One that shows notifications."""
    yield from launched(playwright, WHOLE)


def waiting_table(arrive: Arrive) -> Visitor:
    """Ada waits for somebody to sit down; the service worker is there."""
    ada = arrive(permissions=["notifications"])
    ada.create("astra", "Ada", "human")
    ada.measure("navigator.serviceWorker.ready.then(() => true)")
    return ada


def press(ada: Visitor, pressed: bool) -> None:
    ada.at("[data-key=call]").click()
    expect(ada.at("[data-key=call]")).to_have_attribute("aria-pressed", json.dumps(pressed), timeout=PATIENCE)


def answering(method: str, status: int) -> Callable[[Response], bool]:
    """What is asked about being called, and answered so."""
    return lambda got: "/seats/me/push" in got.url and (got.request.method, got.status) == (method, status)


def game_id(ada: Visitor) -> str:
    return ada.page.url.partition("#game=")[2]


def sees_notes(ada: Visitor, notes: list[list[str]]) -> None:
    """These and no others, sooner or later: the list of the browser was once empty just after it had had one."""
    wanted = json.dumps(json.dumps(notes, separators=(",", ":")))
    ada.page.wait_for_function(f"{NOTES}.then((all) => JSON.stringify(all) === {wanted})", timeout=PATIENCE)


def deliver(ada: Visitor, data: dict[str, Any]) -> None:
    """A push arrives."""
    tools = ada.page.context.new_cdp_session(ada.page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"] if not each["isDeleted"]),
    )
    tools.send("ServiceWorker.enable")
    until(lambda: ada.measure("true") and found)
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": ada.url, "registrationId": found[0], "data": json.dumps(data)},
    )


def test_who_presses_call_me_is_subscribed_and_who_presses_again_is_not(arrive: Arrive, server: Server) -> None:
    ada = waiting_table(arrive)
    browser = Browser(PUSH_SERVICE)
    ada.page.evaluate(STAND_IN, browser.subscription)
    ada.page.evaluate(PERMISSION, "granted")
    assert ada.measure("window.permissions") == 0, "nobody is asked before the press"
    with ada.page.expect_response(answering("PUT", 200)):
        press(ada, True)
    key = requests.get(f"{server.url}/v1/push", timeout=HUNG).json()["public_key"]
    assert ada.measure("window.asked") == [{"userVisibleOnly": True, "applicationServerKey": key}]
    (device,) = ada.measure(CALLED)
    assert device != "page"
    with ada.page.expect_response(answering("DELETE", 204)) as ended:
        press(ada, False)
    assert ended.value.url.endswith(f"?device={device}")
    assert ada.measure("window.asked.at(-1)") == "unsubscribe", "no other game is called for"
    assert ada.measure(CALLED) == []


def test_another_key_of_the_server_is_subscribed_to_anew(arrive: Arrive) -> None:
    ada = waiting_table(arrive)
    ada.page.evaluate(STAND_IN, Browser(PUSH_SERVICE).subscription)
    ada.page.evaluate(PERMISSION, "granted")
    ada.page.evaluate("window.hold('AAAA')")
    press(ada, True)
    first, second = ada.measure("window.asked")
    assert first == "unsubscribe"
    assert second["userVisibleOnly"]


def test_who_comes_back_stays_called_though_the_browser_has_forgotten(arrive: Arrive) -> None:
    """In the language that is spoken then."""
    ada = waiting_table(arrive)
    ada.page.context.add_init_script(f"({STAND_IN})({json.dumps(Browser(PUSH_SERVICE).subscription)})")
    ada.page.reload()
    press(ada, True)
    assert len(ada.measure("window.asked")) == 1
    with ada.page.expect_response(answering("PUT", 200)) as again:
        ada.page.reload()
    assert again.value.request.headers["accept-language"] == "en"
    expect(ada.at("[data-key=call]")).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)


def test_who_refuses_is_not_called(arrive: Arrive) -> None:
    ada = waiting_table(arrive)
    ada.page.evaluate(PERMISSION, "denied")
    ada.at("[data-key=call]").click()
    ada.page.wait_for_function("window.permissions === 1")
    expect(ada.at("[data-key=call]")).to_have_attribute("aria-pressed", "false", timeout=PATIENCE)
    assert ada.measure(CALLED) == []


@needs_axe
@pytest.mark.parametrize("locale", ["en-GB", *LOCALES])
def test_the_button_is_for_everybody_pressed_or_not(arrive: Arrive, locale: str) -> None:
    """Other tests of screens do not see it: without the permission to ask there is none."""
    width, height = SIZES["phone"]
    ada = arrive(width, locale, height, permissions=["notifications"])
    ada.expected = ("does not support the Push API in incognito mode",)
    ada.create("astra", "Ada", "human")
    ada.measure("navigator.serviceWorker.ready.then(() => true)")
    fits(ada, "not called")
    is_for_everybody(ada, "not called")
    press(ada, True)
    fits(ada, "called")
    is_for_everybody(ada, "called")


def test_without_push_the_page_calls_while_it_is_open(arrive: Arrive) -> None:
    """Chromium here cannot subscribe, as it is: the page itself calls, where nobody looks."""
    ada = waiting_table(arrive)
    ada.expected = ("does not support the Push API in incognito mode",)
    press(ada, True)
    assert ada.measure(CALLED) == ["page"]
    ada.measure("Object.defineProperty(document, 'hidden', { get: () => true })")
    bob = arrive()
    bob.page.goto(ada.page.url)
    bob.at("form.sit [name=name]").fill("Bob")
    bob.at("form.sit [type=submit]").click()
    ada.sees("h2.mine")
    sees_notes(ada, [["Your turn", "Astra", game_id(ada)]])


def test_a_push_shows_a_notification_unless_one_looks_at_the_table(arrive: Arrive) -> None:
    ada = waiting_table(arrive)
    here = {"type": "turn", "game": game_id(ada), "rulebook": "astra", "title": "Your turn", "body": "Astra, Bob"}
    deliver(ada, here)
    other = {**here, "game": keys.new_game_id(0, 0)}
    deliver(ada, other)
    sees_notes(ada, [["Your turn", "Astra, Bob", other["game"]]])
    deliver(ada, {**other, "body": "Astra, Eve"})
    sees_notes(ada, [["Your turn", "Astra, Eve", other["game"]]])


@pytest.mark.parametrize("is_open", [True, False])
def test_a_press_on_the_notification_leads_to_the_table(arrive: Arrive, is_open: bool) -> None:
    """No press can be made here: the worker is told of one, and what it does with windows, which needs a real press, is
    written down instead."""
    ada = waiting_table(arrive)
    wanted = game_id(ada) if is_open else keys.new_game_id(0, 0)
    (worker,) = ada.page.context.service_workers
    led = worker.evaluate(
        """async (game) => {
          const led = [];
          WindowClient.prototype.focus = async function () { led.push(["focus", this.visibilityState]); };
          Clients.prototype.openWindow = async (url) => { led.push(["open", url]); };
          await self.registration.showNotification("Your turn", { tag: game, data: { game } });
          const [notification] = await self.registration.getNotifications();
          const event = new NotificationEvent("notificationclick", { notification });
          const done = new Promise((resolve) => { event.waitUntil = resolve; });
          self.dispatchEvent(event);
          await done;
          return [led, (await self.registration.getNotifications()).length];
        }""",
        wanted,
    )
    way = ["focus", "visible"] if is_open else ["open", f"/#game={wanted}"]
    assert led == [[way], 0]
