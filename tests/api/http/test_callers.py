"""Who calls, which app and tenant a call counts for, and how queries and bodies are parsed: without a store."""

from __future__ import annotations

import contextlib
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from marshmallow import Schema, ValidationError, fields
from webargs.flaskparser import FlaskParser
from werkzeug.routing import Map
from werkzeug.routing import ValidationError as NotFound

from service.api.http import callers, event_stream, problems
from service.api.http.requests import StrictParser, body
from service.api.openapi.description import SeatConverter
from service.api.resources import events, games, hints, rulebooks
from service.api.resources.events import Reader
from service.games.registry import RULEBOOKS
from service.schemas.fields import Message, StrictSchema
from service.store.accounts.players import PlayerRecord
from service.store.games.idempotency import Answer, IdempotencyKey, Scope
from service.store.live.quotas import ListenerId, ListenerSlot, TooManyWaiters
from service.usecases.accounts import apps, players
from service.usecases.accounts.access import digest_of
from service.usecases.accounts.apps import App
from service.usecases.accounts.tenants import tenant_of
from service.usecases.games.quick_play import QuickPlay
from service.usecases.hints import hints as hint_usecases
from service.usecases.views import lookup
from service.usecases.views.render import NOTHING
from service.wire.refusals import TEXTS, InvalidField, Refused, WrongContentType

HERE = {"environ_base": {"REMOTE_ADDR": "10.0.0.1"}}
ADA = PlayerRecord("club", "ada", "digest")
CLUB = App("club", "key", ("games", "players"), "")
REQUEST = QuickPlay("astra", 2, "Ada", {})


def _recording(calls: list[Any], answer: Callable[[], Any]) -> Callable[..., Any]:
    def function(*arguments: Any) -> Any:
        calls.append(arguments)
        return answer()

    return function


@pytest.fixture
def app_calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """A request; the first item is the app that it finds, the others are the calls that looked it up."""
    calls: list[Any] = [None]
    monkeypatch.setattr(callers, "context", lambda: "context")
    monkeypatch.setattr(apps, "app_of", _recording(calls, lambda: calls[0]))
    with Flask("test").test_request_context(headers={"Authorization": "Bearer abc"}, **HERE):
        yield calls


def test_the_app_of_a_call_is_looked_up_idempotency_key(app_calls: list[Any]) -> None:
    app_calls[0] = CLUB
    assert callers.calling_app() is callers.calling_app() is CLUB
    assert app_calls == [CLUB, ("context", "abc")]


def test_a_game_counts_for_the_players_app_else_for_the_address(app_calls: list[Any]) -> None:
    assert callers.creator_tenant() == tenant_of("10.0.0.1")
    assert callers.creator_tenant(ADA) == callers.viewer_tenant(ADA) == tenant_of("10.0.0.1", "club")
    assert callers.viewer_tenant("token") == tenant_of("10.0.0.1")


def test_a_game_of_an_app_counts_for_the_app_at_any_address(app_calls: list[Any]) -> None:
    app_calls[0] = CLUB
    assert callers.creator_tenant() == tenant_of("10.0.0.2", "club")


KEY = "a-key-of-sixteen"


def _idempotency_key(player: PlayerRecord | None = None) -> IdempotencyKey | None:
    shown = {"Authorization": "Bearer abc", "Idempotency-Key": KEY}
    with Flask("test").test_request_context("/path", method="POST", data=b"body", headers=shown, **HERE):
        return callers.creator_idempotency_key(player)


def test_the_idempotency_key_of_a_new_game_is_bound_to_the_app_or_the_player(app_calls: list[Any]) -> None:
    nobodys = IdempotencyKey.for_request(KEY, Scope("address", "10.0.0.1", "/path"), b"body")
    own = IdempotencyKey.for_request(KEY, Scope("seat", "abc", "/path"), b"body")
    assert _idempotency_key() == nobodys
    assert _idempotency_key(ADA) == own
    app_calls[0] = CLUB
    assert _idempotency_key() == own


def test_a_new_game_belongs_to_the_calling_app(app_calls: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    app_calls[0] = CLUB
    monkeypatch.setattr(apps, "app_for_new_game", lambda *asked: asked)
    made: Any = callers.app_of_new_game()
    assert made == ("context", CLUB)
    assert callers.app_of_new_game(ADA) == "club"


def test_a_listener_is_known_by_address_token_and_seat(app_calls: list[Any]) -> None:
    assert Reader("g", "token", 1, "en", NOTHING).listener_id() == ListenerId("10.0.0.1", digest_of("token"), True)
    assert Reader("g", None, None, "en", NOTHING).listener_id() == ListenerId("10.0.0.1", digest_of(None), False)


def test_seats_have_numbers_from_1_to_99() -> None:
    converter = SeatConverter(Map())
    assert (converter.to_python("1"), converter.to_python("99")) == (1, 99)
    for number in ("0", "100"):
        with pytest.raises(NotFound):
            converter.to_python(number)


def test_a_player_plays_quickly_for_its_app_and_names_nobody_else(app_calls: list[Any]) -> None:
    came = games._add_player(REQUEST, ADA)
    assert (came.app, came.player) == ("club", "ada")
    with pytest.raises(Refused) as refused:
        games._add_player(QuickPlay("astra", 2, "Ada", {}, player="bob"), ADA)
    refusal: Any = refused.value.refusal
    assert (refusal.field, refusal.why.key) == ("player", "field.players_of_apps")


def test_only_an_app_with_the_scope_names_the_player(app_calls: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "app_of_new_game", lambda player: player.app if player else "club")
    needed = list[str]()
    monkeypatch.setattr(games, "require_app", needed.append)
    app_calls[0] = CLUB
    assert games._add_player(REQUEST, None) == QuickPlay("astra", 2, "Ada", {}, app="club")
    assert needed == []
    assert games._add_player(QuickPlay("astra", 2, "Ada", {}, player="bob"), None).player == "bob"
    assert needed == ["players"]


class Channel:
    """Records how long somebody waits, and takes the slot away."""

    def __init__(self) -> None:
        self.calls = list[tuple[Any, ...]]()

    def wait(self, *arguments: Any) -> list[Any]:
        self.calls.append(arguments)
        arguments[-1].is_lost = True
        return [(9, b"")]


def _hub(channel: Channel, listeners: list[ListenerId]) -> Callable[[], Any]:
    @contextlib.contextmanager
    def enter(_: str, listener: ListenerId) -> Iterator[tuple[Channel, ListenerSlot]]:
        listeners.append(listener)
        if len(listeners) > 1:
            raise TooManyWaiters
        yield channel, ListenerSlot(listener)

    return lambda: types.SimpleNamespace(game_channel=enter)


def test_a_request_waits_for_hints_in_the_slot_of_its_seat_and_no_longer_than_it_asks(
    app_calls: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    channel, listeners, watched = Channel(), list[ListenerId](), list[Any]()
    game = types.SimpleNamespace(clock=types.SimpleNamespace(events=7))
    monkeypatch.setattr(hints, "context", lambda: "context")
    monkeypatch.setattr(hints, "hub", _hub(channel, listeners))
    monkeypatch.setattr(hints, "time", types.SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(lookup, "load_as_viewer", _recording(watched, lambda: (game, 2)))
    monkeypatch.setattr(hint_usecases, "request", lambda *asked: Answer(202, repr(asked).encode()))
    thinking = Answer(202, b"first")
    later = hints._wait_for_hints("g", "token", "fr", 20, thinking)
    assert later == Answer(202, b"('context', 'g', 'token', 'fr')")
    assert watched == [("context", "g", "token")]
    assert listeners == [ListenerId("10.0.0.1", digest_of("token"), True)]
    assert [call[:3] for call in channel.calls] == [(7, hints._EVENTS, 20.0)]
    assert hints._wait_for_hints("g", "token", "fr", 20, thinking) is thinking, "there was no slot"
    listeners.clear()
    hints._wait_for_hints("g", "token", "fr", 1, thinking)
    assert channel.calls[-1][2] == 1.0, "a second is waited for as well"


def test_a_request_waits_for_no_hint_once_the_time_is_up(app_calls: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    channel = Channel()
    game = types.SimpleNamespace(clock=types.SimpleNamespace(events=7))
    monkeypatch.setattr(hints, "context", lambda: "context")
    monkeypatch.setattr(hints, "hub", _hub(channel, []))
    monkeypatch.setattr(hints, "time", types.SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(lookup, "load_as_viewer", lambda *_: (game, 2))
    monkeypatch.setattr(hint_usecases, "request", lambda *_: Answer(202, b""))
    hints._wait_for_hints("g", "token", "fr", 0, Answer(202, b""))
    assert channel.calls == []


class Query(Schema):
    """What might be asked."""

    limit = fields.Integer()


def test_parsed_queries_are_cached_and_bodies_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[tuple[Any, ...]]()

    def parse(_: Any, argmap: Any, req: Any = None, **options: Any) -> dict[str, Any]:
        read.append((argmap, req, options))
        return {"read": len(read)}

    monkeypatch.setattr(FlaskParser, "parse", parse)
    parser, schema, request = StrictParser(), Query(), object()
    with Flask("test").test_request_context("/?limit=3"):
        first = parser.parse(schema, request, location="query", more=1)
        assert first == parser.parse(schema, request, location="query", more=1) == {"read": 1}
        assert first is not parser.parse(schema, request, location="query"), "whoever changes what was read has a copy"
        assert parser.parse(schema, request, location="json", more=1) == {"read": 2}
        assert parser.parse(schema, request, location="json", more=1) == {"read": 3}
    assert read[0] == (schema, request, {"location": "query", "more": 1})
    assert read[1] == (schema, request, {"location": "json", "more": 1})
    with Flask("test").test_request_context("/?limit=4"):
        assert parser.parse(schema, request, location="query") == {"read": 4}


class Optional(StrictSchema):
    """What need not be said."""

    MAY_BE_LEFT_OUT = True


def test_a_missing_body_counts_as_empty_only_where_it_is_optional() -> None:
    with Flask("test").test_request_context("/", method="POST"):
        assert StrictParser().load_json(None, Optional()) == {}
        readers: list[Callable[[], Any]] = [body, lambda: StrictParser().load_json(None, StrictSchema())]
        for read in readers:
            with pytest.raises(Refused) as refused:
                read()
            assert refused.value.refusal == WrongContentType()
    with Flask("test").test_request_context("/", method="POST", json={"a": 1}):
        assert StrictParser().load_json(None, Optional()) == body() == {"a": 1}


def test_every_wrong_field_is_named() -> None:
    named = {0: {"name": [Message("required")]}}
    wrong = ValidationError({"seats": named, "rulebook": ["of somebody else"], "x": [Message("longest", most=40)]})
    with Flask("test").test_request_context(headers={"Accept-Language": "fr"}):
        problem: Any = problems._handle_invalid_field(wrong).json
    assert problem["field"] == "seats.0.name"
    assert [each["field"] for each in problem["errors"]] == ["seats.0.name", "rulebook", "x"]
    assert problem["errors"][0]["detail"] == TEXTS.say("field.required", "fr")
    assert problem["errors"][1]["detail"] == TEXTS.say("field.unfit", "fr")
    assert problem["errors"][2]["detail"] == TEXTS.say("field.longest", "fr", most=40)


def test_the_refusal_of_an_unknown_pack_lists_the_packs() -> None:
    with pytest.raises(Refused) as refused:
        rulebooks._pack_hash(RULEBOOKS["astra"], "none")
    refusal: Any = refused.value.refusal
    assert isinstance(refusal, InvalidField)
    packs: Any = RULEBOOKS["astra"].packs
    assert (refusal.field, refusal.why.key) == ("pack", "field.no_pack")
    assert refusal.why.values == {"rulebook": "astra", "packs": ", ".join(packs.names)}
    several: Any = types.SimpleNamespace(id="many", packs=types.SimpleNamespace(names=("classic", "moons")))
    with pytest.raises(Refused) as refused:
        rulebooks._pack_hash(several, "none")
    refusal = refused.value.refusal
    assert refusal.why.values == {"rulebook": "many", "packs": "classic, moons"}


def test_a_player_is_known_by_its_token(app_calls: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        players, "identify", lambda context, token: ADA if (context, token) == ("context", "abc") else token
    )
    checked = list[Any]()
    monkeypatch.setattr(players, "check_unexpired", lambda *call, is_fresh: checked.append((*call, is_fresh)))
    assert callers.optional_player() is ADA
    assert checked == [("context", ADA, True)], "who sits down was not erased a moment ago"
    monkeypatch.setattr(players, "identify", lambda _, token: token)
    assert callers.optional_player() is None


def test_a_game_without_packs_refuses_every_pack() -> None:
    without: Any = types.SimpleNamespace(packs=None, id="bare")
    assert rulebooks._pack_hash(without, None) == rulebooks._pack_hash(without, "") == ""
    with pytest.raises(Refused) as refused:
        rulebooks._pack_hash(without, "classic")
    refusal: Any = refused.value.refusal
    assert refusal.why.values == {"rulebook": "bare", "packs": "-"}


def test_a_stream_that_loses_its_slot_ends_with_the_time_to_come_again() -> None:
    message = event_stream.slot_lost_message()
    assert message.startswith(b'event: problem\nretry: 5000\ndata: {"type":"/docs#too_many_listeners"')
    assert message.endswith(b"}\n\n")


def test_a_stream_goes_on_after_the_event_of_its_header() -> None:
    with Flask("test").test_request_context(headers={"Last-Event-ID": "123456789"}):
        assert events._last_event_id(3) == 123456789
    with Flask("test").test_request_context():
        assert events._last_event_id(3) == 3
