"""Webhooks over the API: made, changed, ended by their app alone; deliveries listed and sent again."""

from __future__ import annotations

import ipaddress
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.core.outbound_addresses import check_addresses, check_url, is_allowed, is_private
from service.core.settings import SettingsError, load_settings
from service.store.delivery.receivers import ReceiverHealth
from service.store.jobs.outbox import PendingJob
from service.store.redis import keys
from service.usecases.accounts.api_keys import USUAL, create_key
from service.usecases.admin.erase import erase_player
from service.usecases.context import Context
from service.usecases.delivery import encryption, webhooks
from service.wire.notices import NOTICE_TYPES
from tests.driver import humans
from worker.delivery.results import PostResult
from worker.delivery.webhooks import deliver

URL = "https://club.example.org/hook"
ALL = range(keys.SHARDS)


class Club:
    """An app, by its key."""

    def __init__(self, app: Flask, name: str = "club", scopes: tuple[str, ...] = USUAL) -> None:
        self.app, self.key = app, create_key(app.extensions["context"], name, scopes).key

    def call(self, method: str, path: str = "", **sent: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.key}"}
        return self.app.test_client().open(f"/v1/webhooks{path}", method=method, headers=headers, **sent)

    def made(self, **request: Any) -> Any:
        answer = self.call("POST", json={"url": URL, "events": ["turn.changed"], **request})
        assert answer.status_code == 201, answer.data
        return answer.json

    def table(self) -> Any:
        """A game of this app, which has begun."""
        http = self.app.test_client()
        headers = {"Authorization": f"Bearer {self.key}"}
        request = {"rulebook": "toy", "seats": humans(1)}
        made = http.post("/v1/games", json=request, headers=headers)
        assert made.status_code == 201, made.data
        return made.json


@pytest.fixture
def club(app: Flask, toy: None) -> Club:
    return Club(app)


def test_a_webhook_is_made_listed_looked_at_and_ended(club: Club, context: Context) -> None:
    made = club.made()
    webhook = made["webhook"]
    assert made["secret"].startswith("whsec_")
    assert (webhook["url"], webhook["events"], webhook["status"]) == (URL, ["turn.changed"], "active")
    assert club.call("GET").json == {"webhooks": [webhook]}
    assert club.call("GET", f"/{webhook['id']}").json == webhook
    club.table()
    assert context.store.deliveries.page(webhook["id"], "", "", 10)
    assert club.call("DELETE", f"/{webhook['id']}").status_code == 204
    assert club.call("GET").json == {"webhooks": []}
    assert not context.store.deliveries.page(webhook["id"], "", "", 10)
    club.table()
    assert not context.store.deliveries.page(webhook["id"], "", "", 10)


def test_one_answer_alone_shows_the_secret_which_an_app_may_choose(club: Club) -> None:
    made = club.made(secret="a-secret-of-my-own")
    assert made["secret"] == "a-secret-of-my-own"
    assert b"a-secret" not in club.call("GET").data + club.call("GET", f"/{made['webhook']['id']}").data


def test_others_webhooks_are_as_if_they_were_not_there(app: Flask, club: Club) -> None:
    made, other = club.made()["webhook"]["id"], Club(app, "other")
    assert other.call("GET").json == {"webhooks": []}
    for method, path in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("GET", "/deliveries")):
        answer = other.call(method, f"/{made}{path}", **({"json": {}} if method == "PATCH" else {}))
        assert (answer.status_code, answer.json["code"]) == (404, "unknown_webhook")
    assert len(club.call("GET").json["webhooks"]) == 1


def test_a_key_without_the_scope_is_refused(app: Flask, toy: None) -> None:
    answer = Club(app, scopes=("games",)).call("GET")
    assert (answer.status_code, answer.json["code"]) == (403, "scope_missing")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"url": "http://club.example.org/"}, "url"),
    ({"url": "https://127.0.0.1/"}, "url"),
    ({"url": "https://[::ffff:10.0.0.1]/"}, "url"),
    ({"url": "https://user:secret@club.example.org/"}, "url"),
    ({"url": "https://club.example.org/#here"}, "url"),
    ({"url": "ftp://club.example.org/"}, "url"),
    ({"url": "https:///hook"}, "url"),
    ({"url": "https://club.example.org:99999/"}, "url"),
    ({"url": "https://club.example.org/" + "a" * 1000}, "url"),
    ({"events": []}, "events"),
    ({"events": ["turn.changed", "turn.changed"]}, "events"),
    ({"events": ["move.played"]}, "events.0"),
    ({"secret": "short"}, "secret"),
    ({"secret": "with some spaces in it"}, "secret"),
]


def test_a_wrong_webhook_is_refused_by_its_field(club: Club) -> None:
    for change, field in WRONG:
        answer = club.call("POST", json={"url": URL, "events": ["turn.changed"], **change})
        assert (answer.status_code, answer.json["field"]) == (422, field), answer.json
    assert club.call("GET").json == {"webhooks": []}


def test_an_app_has_no_more_webhooks_than_the_host_lets_it(club: Club, context: Context) -> None:
    for _ in range(context.settings.webhooks_max):
        club.made()
    answer = club.call("POST", json={"url": URL, "events": ["turn.changed"]})
    assert (answer.status_code, answer.json["code"]) == (409, "too_many_webhooks")


def _sent(context: Context, webhook: str) -> list[tuple[str, bytes]]:
    """What is delivered now, and taken."""
    sent: list[tuple[str, bytes]] = []

    def take(url: str, body: bytes, *_: Any) -> PostResult:
        sent.append((url, body))
        return PostResult(200, "answered")

    deliver(context, webhook, ALL, take)
    return sent


def test_deliveries_are_listed_page_by_page_and_sent_again(
    club: Club, context: Context, wakeups: list[PendingJob]
) -> None:
    webhook = club.made(events=list(NOTICE_TYPES))["webhook"]["id"]
    games = [club.table()["game"]["id"] for _ in range(3)]
    deliver(context, webhook, ALL, lambda *_: PostResult(503, "answered"))
    first = club.call("GET", f"/{webhook}/deliveries?limit=4").json
    rest = club.call("GET", f"/{webhook}/deliveries?limit=4&cursor={first['next']}").json
    found = [*first["deliveries"], *rest["deliveries"]]
    assert rest["next"] is None
    assert [each["id"] for each in found] == sorted((each["id"] for each in found), reverse=True)
    assert {each["game"] for each in found} == set(games)
    tried = [each for each in found if each["attempts"]]
    assert tried
    assert {(each["status"], each["answer"], each["reason"]) for each in tried} == {("waiting", 503, "answered 503")}
    assert all(each["next_try_at"] > each["tried_at"] for each in tried)
    french = club.call("GET", f"/{webhook}/deliveries?lang=fr").json["deliveries"]
    assert {each["reason"] for each in french} == {"a répondu 503", None}
    assert club.call("GET", f"/{webhook}/deliveries?status=delivered").json == {"deliveries": [], "next": None}

    wakeups.clear()
    again = found[-1]["id"]
    assert club.call("POST", f"/{webhook}/deliveries/{again}/again").status_code == 204
    assert [hint.kind for hint in wakeups] == ["webhook"]
    assert again in [msgspec.json.decode(body)["id"] for _, body in _sent(context, webhook)]
    unknown = club.call("POST", f"/{webhook}/deliveries/{'0' * 35}/again")
    assert (unknown.status_code, unknown.json["code"]) == (404, "unknown_delivery")


def test_a_parked_webhook_is_made_active_again(club: Club, context: Context) -> None:
    webhook = club.made()["webhook"]["id"]
    club.table()
    found = context.store.webhooks.find(webhook)
    assert found
    assert context.store.webhooks.change(found, msgspec.structs.replace(found, parked=context.now()))
    shown = club.call("GET", f"/{webhook}").json or {}
    assert shown["status"] == "parked"
    assert shown["parked_at"]
    listed = club.call("GET", f"/{webhook}/deliveries?status=parked").json or {}
    assert [each["status"] for each in listed["deliveries"]] == ["parked"]
    again = club.call("POST", f"/{webhook}/deliveries/{listed['deliveries'][0]['id']}/again")
    assert (again.status_code, again.json["code"]) == (409, "webhook_parked")
    assert club.call("PATCH", f"/{webhook}", json={"events": ["seat.left"]}).json["status"] == "parked"
    changed = club.call("PATCH", f"/{webhook}", json={"status": "active", "events": ["turn.changed"]}).json or {}
    assert changed["status"] == "active"
    assert [url for url, _ in _sent(context, webhook)] == [URL]


def test_an_erased_player_is_in_no_delivery_either(club: Club, context: Context) -> None:
    webhook = club.made(events=list(NOTICE_TYPES))["webhook"]["id"]
    seated = [{"kind": "human", "player": "user-42", "name": "Ada"}, {"kind": "human", "player": "user-43"}]
    request = {"rulebook": "toy", "seats": seated}
    made = club.app.test_client().post("/v1/games", json=request, headers={"Authorization": f"Bearer {club.key}"})
    assert made.status_code == 201, made.data
    before = [each.body for each in context.store.deliveries.page(webhook, "", "", 100)]
    assert all(b'"player":"user-42"' in body and b"Ada" not in body for body in before)
    erase_player(context, "club", "user-42")
    after = [each.body for each in context.store.deliveries.page(webhook, "", "", 100)]
    assert len(after) > len(before), "that somebody left is told, and not who"
    assert not [body for body in after if b"user-42" in body]
    assert all(b'"player":"user-43"' in body for body in after)


INSIDE = [
    *("127.0.0.1", "127.8.9.1", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1"),  # noqa: S104 - nothing listens there
    *("169.254.169.254", "100.64.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1"),
    *("::", "::1", "fe80::1", "fc00::1", "ff02::1", "fec0::1", "2001:db8::1", "::127.0.0.1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"),
    *("192.0.0.1", "192.0.0.9", "192.0.0.10", "192.0.0.170", "192.88.99.1", "192.31.196.1", "192.52.193.1"),
    *("192.175.48.1", "::ffff:192.88.99.1", "64:ff9b::c000:9", "2002:c058:6301::", "2001:20::1", "2001:3::1"),
    *("3fff::1", "3fff:fff:ffff::1", "2620:4f:8000::1", "5f00::1", "64:ff9b:1::1"),
    *(
        "2606:4700::5efe:10.0.0.1",
        "2606:4700::200:5efe:10.0.0.1",
        "2606:4700::5efe:8.8.8.8",
        "2002:808:808::5efe:a00:1",
    ),
]
OUTSIDE = [
    *("8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"),
    *("192.0.1.1", "192.88.98.1", "192.88.100.1", "2620:4f:8001::1", "2a00::5eff:808:808", "2a00::100:5efe:808:808"),
]


def test_private_addresses_are_recognised() -> None:
    assert [each for each in INSIDE if not is_private(ipaddress.ip_address(each))] == []
    assert [each for each in OUTSIDE if is_private(ipaddress.ip_address(each))] == []


SPECIAL = ("192.0.0.0/24", "192.88.99.0/24", "3fff::/20", "2620:4f:8000::/48")
"""Networks that some versions of Python call global."""


@pytest.mark.parametrize("network", SPECIAL)
def test_networks_of_special_purposes_are_inside_from_the_first_address_to_the_last(network: str) -> None:
    named = ipaddress.ip_network(network)
    first, last = named.network_address, named.broadcast_address
    for address in (first, first + 1, first + named.num_addresses // 2, last):
        assert is_private(address), address
        host = f"[{address}]" if address.version == 6 else f"{address}"
        assert check_url(f"https://{host}/hook", (), allow_http=False) == "inside"
        assert check_url(f"https://{host}/hook", (network,), allow_http=False) == ""


@pytest.mark.parametrize("interface", ["0:5efe", "200:5efe"], ids=["private", "global"])
@pytest.mark.parametrize("end", ["7f00:1", "a00:1", "808:808"])
def test_tunnels_by_isatap_are_inside_wherever_they_end(interface: str, end: str) -> None:
    for prefix in ("2606:4700:0:0", "2a00:1450:0:1", "fe80:0:0:0"):
        assert check_url(f"https://[{prefix}:{interface}:{end}]/hook", (), allow_http=False) == "inside"


def test_only_what_the_host_names_is_reached_inside() -> None:
    assert is_allowed(ipaddress.ip_address("10.1.2.3"), ["10.1.0.0/16"])
    assert is_allowed(ipaddress.ip_address("::ffff:10.1.2.3"), ["10.1.0.0/16"])
    assert not is_allowed(ipaddress.ip_address("10.2.2.3"), ["10.1.0.0/16"])
    with pytest.raises(Exception, match=r"10\.2\.2\.3"):
        check_addresses(["8.8.8.8", "10.2.2.3"], ["10.1.0.0/16"])
    assert check_url("https://10.1.2.3/", ["10.1.0.0/16"], allow_http=False) == ""
    assert check_url("http://10.1.2.3/", ["10.1.0.0/16"], allow_http=False) == "https"


def test_secrets_are_sealed_for_one_webhook_and_opened_by_any_key_that_was_theirs() -> None:
    old, new = "o" * 32, "n" * 40
    sealed = encryption.encrypt((old,), "whsec_x", "wh_1")
    assert encryption.decrypt((new, old), sealed, "wh_1") == "whsec_x"
    for keyring, whose in (((new,), "wh_1"), ((old,), "wh_2"), ((), "wh_1")):
        with pytest.raises(encryption.CannotDecrypt):
            encryption.decrypt(keyring, sealed, whose)
    assert not encryption.is_encrypted(encryption.encrypt((), "whsec_x", "wh_1"))


def test_a_key_that_is_too_short_is_refused_and_not_repeated() -> None:
    with pytest.raises(SettingsError, match="SECRETS_KEY") as refused:
        load_settings({"SECRETS_KEY": "hunter2"})
    assert "hunter2" not in str(refused.value)


def test_the_operator_sees_the_webhooks_of_all_apps(club: Club, context: Context) -> None:
    first = club.made()["webhook"]
    second = Club(club.app, "other").made()["webhook"]
    context.store.receivers.save_health(first["id"], ReceiverHealth(1, since=5, until=7))
    rows = {row["id"]: row for row in webhooks.all_rows(context)}
    seen = {"status": "active", "url": URL}
    assert rows == {
        first["id"]: {"id": first["id"], "app": "club", "failing_since": 5, "next_try": 7, **seen},
        second["id"]: {"id": second["id"], "app": "other", "failing_since": 0, "next_try": 0, **seen},
    }
    found = context.store.webhooks.find(first["id"])
    assert found
    context.store.webhooks.change(found, msgspec.structs.replace(found, parked=9))
    (parked,) = (row for row in webhooks.all_rows(context) if row["id"] == first["id"])
    assert (parked["status"], parked["next_try"]) == ("parked", 0)
