"""An app's webhooks as they are shown, checked and changed."""

from __future__ import annotations

import types
from typing import Any, get_args

import msgspec
import pytest

from service.core.outbound_addresses import URL_LENGTH
from service.core.settings import load_settings
from service.store.delivery.queue import Tries
from service.store.delivery.receivers import WELL, ReceiverHealth
from service.store.delivery.webhooks import Webhook
from service.usecases.context import Context
from service.usecases.delivery import encryption, webhooks
from service.usecases.delivery.webhooks import WebhookRequest
from service.usecases.views.render import timestamp
from service.wire.notices import NOTICE_TYPES
from service.wire.refusals import TEXTS, InvalidField, Refused, TooManyWebhooks
from service.wire.webhooks import Outcome

URL = "https://club.example.org/hook"


def _field(function: Any, *arguments: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refused) as refused:
        function(*arguments)
    refusal = refused.value.refusal
    assert isinstance(refusal, InvalidField)
    return refusal.field, dict(refusal.why.values)


def test_a_webhook_is_shown_with_how_it_has_been() -> None:
    webhook = Webhook("wh_1", "club", URL, ("turn.changed",), "sealed", 1_000)
    assert msgspec.to_builtins(webhooks._webhook_answer(webhook, ReceiverHealth(2, 3_000, 4_000))) == {
        "id": "wh_1", "url": URL, "events": ("turn.changed",), "status": "active", "created_at": timestamp(1_000),
        "parked_at": None, "failing_since": timestamp(3_000), "next_try_at": timestamp(4_000),
    }  # fmt: skip
    parked = webhooks._webhook_answer(msgspec.structs.replace(webhook, parked=5_000), ReceiverHealth(2, 3_000, 4_000))
    assert (parked.status, parked.parked_at, parked.next_try_at) == ("parked", timestamp(5_000), None)


def test_secrets_and_addresses_that_cannot_be_are_refused_with_their_bounds(context: Context) -> None:
    for good in ("x" * 16, "x" * 200):
        assert webhooks._check_secret(good) == good
    for bad in ("x" * 15, "x" * 201, "x" * 15 + " "):
        assert _field(webhooks._check_secret, bad) == ("secret", {"least": 16, "most": 200})
    assert webhooks._check_url(context, URL) == URL
    for address in ("", "no address"):
        assert _field(webhooks._check_url, context, address) == ("url", {"most": URL_LENGTH})


def _made(context: Context, **wish: Any) -> tuple[Any, Webhook]:
    told = msgspec.json.decode(webhooks.create(context, "club", WebhookRequest(URL, **wish)).body)
    found = context.store.webhooks.find(told["webhook"]["id"])
    assert found
    return told, found


def test_a_webhook_is_told_everything_where_nothing_is_named_and_its_secret_is_sealed(context: Context) -> None:
    told, found = _made(context)
    assert (found.app, found.url, found.events, found.parked) == ("club", URL, NOTICE_TYPES, 0)
    assert 0 <= context.now() - found.created < 60_000
    assert told["secret"].startswith("whsec_")
    assert len(told["secret"]) == len("whsec_") + 44
    assert encryption.decrypt(context.settings.secrets_key, found.secret, found.id) == told["secret"]
    own, sealed = _made(context, secret="a-secret-of-my-own", events=("turn.changed",))
    assert (own["secret"], sealed.events) == ("a-secret-of-my-own", ("turn.changed",))


def test_what_is_changed_is_changed_alone(context: Context) -> None:
    _, before = _made(context, events=("turn.changed",))
    context.store.receivers.save_health(before.id, ReceiverHealth(2, 3_000, 4_000))
    for wish, name in (
        (WebhookRequest(url=URL + "/2"), "url"),
        (WebhookRequest(events=("game.started",)), "events"),
        (WebhookRequest(secret="another-secret-of-mine"), "secret"),
    ):
        answer = webhooks.change(context, "club", before.id, wish)
        after = context.store.webhooks.find(before.id)
        assert after
        assert answer.status == 200
        fields = after.__struct_fields__
        assert [field for field in fields if getattr(before, field) != getattr(after, field)] == [name]
        before = after
    assert encryption.decrypt(context.settings.secrets_key, before.secret, before.id) == "another-secret-of-mine"
    assert context.store.receivers.health(before.id) == ReceiverHealth()


def test_an_app_has_so_many_and_no_more(context: Context) -> None:
    most = context.settings.webhooks_max
    for _ in range(most):
        _made(context)
    with pytest.raises(Refused) as refused:
        webhooks.create(context, "club", WebhookRequest(URL))
    assert refused.value.refusal == TooManyWebhooks(most)
    assert webhooks.create(context, "other", WebhookRequest(URL)).status == 201


class Receivers:
    """Of which some are not well."""

    def health(self, webhook_id: str) -> ReceiverHealth:
        return ReceiverHealth(2, 3_000, 4_000) if webhook_id == "wh_2" else WELL


class Webhooks:
    """So many are there whenever somebody asks; what is changed is remembered."""

    def __init__(self, *counts: int) -> None:
        self._counts = iter(counts)
        self.changed = list[tuple[Webhook | None, Webhook | None]]()

    def of_app(self, app: str) -> list[Webhook]:
        return [Webhook(f"wh_{each}", app, URL, NOTICE_TYPES, "sealed", 1_000) for each in range(next(self._counts))]

    def change(self, before: Webhook | None, after: Webhook | None) -> bool:
        self.changed.append((before, after))
        return True


def _of(hooks: Webhooks) -> Any:
    store = types.SimpleNamespace(webhooks=hooks, receivers=Receivers())
    return types.SimpleNamespace(store=store, settings=load_settings({"WEBHOOKS_MAX": "3"}), now=lambda: 1_000)


def test_of_two_who_make_the_last_one_at_once_one_is_too_many_and_goes() -> None:
    hooks = Webhooks(2, 4)
    with pytest.raises(Refused) as refused:
        webhooks.create(_of(hooks), "club", WebhookRequest(URL))
    assert refused.value.refusal == TooManyWebhooks(3)
    (_, made), (gone, after) = hooks.changed
    assert made == gone
    assert after is None


def test_where_there_are_enough_none_is_made_for_a_moment() -> None:
    hooks = Webhooks(3, 4)
    with pytest.raises(Refused):
        webhooks.create(_of(hooks), "club", WebhookRequest(URL))
    assert hooks.changed == []


def test_webhooks_are_listed_with_how_each_has_been() -> None:
    answer = webhooks.list_all(_of(Webhooks(3)), "club")
    told = msgspec.json.decode(answer.body)["webhooks"]
    assert answer.status == 200
    assert [each["failing_since"] for each in told] == [None, None, timestamp(3_000)]


@pytest.mark.parametrize(
    ("parked", "asked", "stored"),
    [
        (0, "waiting", "waiting"),
        (0, "parked", "parked"),
        (5_000, "parked", "waiting"),
        (5_000, "delivered", "delivered"),
        (5_000, "failed", "failed"),
    ],
)
def test_what_is_parked_is_what_waits_for_a_webhook_that_is(parked: int, asked: str, stored: str) -> None:
    webhook = Webhook("wh_1", "club", URL, NOTICE_TYPES, "sealed", 1_000, parked=parked)
    assert webhooks._stored_status(webhook, asked) == stored


def test_what_came_of_a_try_is_said_in_words_and_what_is_not_known_as_it_is() -> None:
    for outcome in get_args(Outcome):
        assert len(set(TEXTS.names(f"delivery.{outcome}").values())) == 4
    assert webhooks._outcome_text(Tries("waiting", 1, 0, 0, 0, 503, "answered"), "uk") == "відповів 503"
    assert webhooks._outcome_text(Tries("waiting", 1, 0, 0, 0, 0, "eaten"), "uk") == "eaten"
