"""Who calls, and for whom something is kept or waited: by functions alone, without a store."""

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
from werkzeug.routing import ValidationError as NoSuchPlace

from service.api.http import callers, event_stream, problems
from service.api.http.requests import StrictParser, body
from service.api.openapi.description import SeatConverter
from service.api.resources import events, games, hints, me, rulebooks
from service.api.resources.events import Reader
from service.games.refusals import Term
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
from service.wire.refusals import TEXTS, BadHeader, InvalidField, Refused, UnknownRulebook, WrongContentType

HERE = {"environ_base": {"REMOTE_ADDR": "10.0.0.1"}}
ADA = PlayerRecord("club", "ada", "digest")
CLUB = App("club", "key", ("games", "players"), "")
WISH = QuickPlay("astra", 2, "Ada", {})


def _remembering(heard: list[Any], answer: Callable[[], Any]) -> Callable[..., Any]:
    """Answers, and remembers what it was asked."""

    def told(*asked: Any) -> Any:
        heard.append(asked)
        return answer()

    return told


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Within a request; who asks for the app is remembered, and told the one that is put first."""
    asked: list[Any] = [None]
    monkeypatch.setattr(callers, "context", lambda: "context")
    monkeypatch.setattr(apps, "app_of", _remembering(asked, lambda: asked[0]))
    with Flask("asked").test_request_context(headers={"Authorization": "Bearer abc"}, **HERE):
        yield asked


def test_the_app_of_a_call_is_asked_for_once(asking: list[Any]) -> None:
    asking[0] = CLUB
    assert callers.calling_app() is callers.calling_app() is CLUB
    assert asking == [CLUB, ("context", "abc")]


def test_a_game_is_counted_as_the_apps_else_as_the_addresss(asking: list[Any]) -> None:
    assert callers.creator_tenant() == tenant_of("10.0.0.1")
    assert callers.creator_tenant(ADA) == callers.viewer_tenant(ADA) == tenant_of("10.0.0.1", "club")
    assert callers.viewer_tenant("token") == tenant_of("10.0.0.1")


def test_a_game_of_an_app_is_counted_as_the_apps_wherever_it_calls_from(asking: list[Any]) -> None:
    asking[0] = CLUB
    assert callers.creator_tenant() == tenant_of("10.0.0.2", "club")


KEY = "a-key-of-sixteen"


def _once(player: PlayerRecord | None = None) -> IdempotencyKey | None:
    shown = {"Authorization": "Bearer abc", "Idempotency-Key": KEY}
    with Flask("asked").test_request_context("/path", method="POST", data=b"body", headers=shown, **HERE):
        return callers.creator_idempotency_key(player)


def test_the_key_of_who_makes_a_game_is_bound_to_the_token_of_an_app_or_a_player(asking: list[Any]) -> None:
    nobodys = IdempotencyKey.of(KEY, Scope("address", "10.0.0.1", "/path"), b"body")
    own = IdempotencyKey.of(KEY, Scope("seat", "abc", "/path"), b"body")
    assert _once() == nobodys
    assert _once(ADA) == own
    asking[0] = CLUB
    assert _once() == own


def test_a_new_game_is_of_the_app_that_calls(asking: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    asking[0] = CLUB
    monkeypatch.setattr(apps, "creating", lambda *asked: asked)
    made: Any = callers.app_of_new_game()
    assert made == ("context", CLUB)
    assert callers.app_of_new_game(ADA) == "club"


def test_who_listens_has_the_place_of_its_token_and_of_its_seat(asking: list[Any]) -> None:
    assert Reader("g", "token", 1, "en", NOTHING).listener_id() == ListenerId("10.0.0.1", digest_of("token"), True)
    assert Reader("g", None, None, "en", NOTHING).listener_id() == ListenerId("10.0.0.1", digest_of(None), False)


@pytest.mark.parametrize("number", ["0", "100"])
def test_a_number_that_is_no_seats_is_not_found(number: str) -> None:
    converter = SeatConverter(Map())
    assert (converter.to_python("1"), converter.to_python("99")) == (1, 99)
    with pytest.raises(NoSuchPlace):
        converter.to_python(number)


def test_a_player_comes_to_the_tables_of_its_app_and_says_nobody_else(asking: list[Any]) -> None:
    came = games._add_player(WISH, ADA)
    assert (came.app, came.player) == ("club", "ada")
    with pytest.raises(Refused) as refused:
        games._add_player(QuickPlay("astra", 2, "Ada", {}, player="bob"), ADA)
    refusal: Any = refused.value.refusal
    assert (refusal.field, refusal.why.key) == ("player", "field.players_of_apps")


def test_only_an_app_that_may_says_who_comes(asking: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "app_of_new_game", lambda player: player.app if player else "club")
    needed = list[str]()
    monkeypatch.setattr(games, "require_app", needed.append)
    asking[0] = CLUB
    assert games._add_player(WISH, None) == QuickPlay("astra", 2, "Ada", {}, app="club")
    assert needed == []
    assert games._add_player(QuickPlay("astra", 2, "Ada", {}, player="bob"), None).player == "bob"
    assert needed == ["players"]


class Channel:
    """Records how long somebody waits, and takes the slot away."""

    def __init__(self) -> None:
        self.asked = list[tuple[Any, ...]]()

    def wait(self, *asked: Any) -> list[Any]:
        self.asked.append(asked)
        asked[-1].is_lost = True
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
    asking: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    channel, listeners, watched = Channel(), list[ListenerId](), list[Any]()
    game = types.SimpleNamespace(clock=types.SimpleNamespace(events=7))
    monkeypatch.setattr(hints, "context", lambda: "context")
    monkeypatch.setattr(hints, "hub", _hub(channel, listeners))
    monkeypatch.setattr(hints, "time", types.SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(lookup, "game", _remembering(watched, lambda: (game, 2)))
    monkeypatch.setattr(hint_usecases, "request", lambda *asked: Answer(202, repr(asked).encode()))
    thinking = Answer(202, b"first")
    later = hints._wait_for_hints("g", "token", "fr", 20, thinking)
    assert later == Answer(202, b"('context', 'g', 'token', 'fr')")
    assert watched == [("context", "g", "token")]
    assert listeners == [ListenerId("10.0.0.1", digest_of("token"), True)]
    assert [asked[:3] for asked in channel.asked] == [(7, hints._EVENTS, 20.0)]
    assert hints._wait_for_hints("g", "token", "fr", 20, thinking) is thinking, "there was no place"
    listeners.clear()
    hints._wait_for_hints("g", "token", "fr", 1, thinking)
    assert channel.asked[-1][2] == 1.0, "a second is waited for as well"


def test_no_hint_is_waited_for_once_the_time_is_up(asking: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    channel = Channel()
    game = types.SimpleNamespace(clock=types.SimpleNamespace(events=7))
    monkeypatch.setattr(hints, "context", lambda: "context")
    monkeypatch.setattr(hints, "hub", _hub(channel, []))
    monkeypatch.setattr(hints, "time", types.SimpleNamespace(monotonic=lambda: 1000.0))
    monkeypatch.setattr(lookup, "game", lambda *_: (game, 2))
    monkeypatch.setattr(hint_usecases, "request", lambda *_: Answer(202, b""))
    hints._wait_for_hints("g", "token", "fr", 0, Answer(202, b""))
    assert channel.asked == []


class Query(Schema):
    """What might be asked."""

    limit = fields.Integer()


def test_a_query_that_came_before_is_not_read_again_and_a_body_always_is(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[tuple[Any, ...]]()

    def parse(_: Any, argmap: Any, req: Any = None, **options: Any) -> dict[str, Any]:
        read.append((argmap, req, options))
        return {"read": len(read)}

    monkeypatch.setattr(FlaskParser, "parse", parse)
    parser, schema, request = StrictParser(), Query(), object()
    with Flask("asked").test_request_context("/?limit=3"):
        first = parser.parse(schema, request, location="query", more=1)
        assert first == parser.parse(schema, request, location="query", more=1) == {"read": 1}
        assert first is not parser.parse(schema, request, location="query"), "whoever changes what was read has a copy"
        assert parser.parse(schema, request, location="json", more=1) == {"read": 2}
        assert parser.parse(schema, request, location="json", more=1) == {"read": 3}
    assert read[0] == (schema, request, {"location": "query", "more": 1})
    assert read[1] == (schema, request, {"location": "json", "more": 1})
    with Flask("asked").test_request_context("/?limit=4"):
        assert parser.parse(schema, request, location="query") == {"read": 4}


class Optional(StrictSchema):
    """What need not be said."""

    MAY_BE_LEFT_OUT = True


def test_no_body_is_as_good_as_an_empty_one_where_that_may_be_left_out_and_nowhere_else() -> None:
    with Flask("asked").test_request_context("/", method="POST"):
        assert StrictParser().load_json(None, Optional()) == {}
        readers: list[Callable[[], Any]] = [body, lambda: StrictParser().load_json(None, StrictSchema())]
        for read in readers:
            with pytest.raises(Refused) as refused:
                read()
            assert refused.value.refusal == WrongContentType()
    with Flask("asked").test_request_context("/", method="POST", json={"a": 1}):
        assert StrictParser().load_json(None, Optional()) == body() == {"a": 1}


def test_every_field_that_is_wrong_is_named() -> None:
    named = {0: {"name": [Message("required")]}}
    wrong = ValidationError({"seats": named, "rulebook": ["of somebody else"], "x": [Message("longest", most=40)]})
    with Flask("asked").test_request_context(headers={"Accept-Language": "fr"}):
        told: Any = problems._handle_invalid_field(wrong).json
    assert told["field"] == "seats.0.name"
    assert [each["field"] for each in told["errors"]] == ["seats.0.name", "rulebook", "x"]
    assert told["errors"][0]["detail"] == TEXTS.say("field.required", "fr")
    assert told["errors"][1]["detail"] == TEXTS.say("field.unfit", "fr")
    assert told["errors"][2]["detail"] == TEXTS.say("field.longest", "fr", most=40)


def test_a_pack_that_is_not_there_is_refused_with_those_that_are() -> None:
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


def test_a_rulebook_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(Refused) as refused:
        rulebooks._rulebook("chess")
    assert refused.value.refusal == UnknownRulebook("chess", "astra, distant_suns, nebula")


def test_who_comes_as_a_player_shows_its_token(asking: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        players, "shown", lambda context, token: ADA if (context, token) == ("context", "abc") else token
    )
    assert callers.optional_player() is ADA
    monkeypatch.setattr(players, "shown", lambda _, token: token)
    assert callers.optional_player() is None


def test_a_cursor_of_a_header_that_cannot_be_is_refused() -> None:
    with Flask("asked").test_request_context(headers={"Last-Event-ID": "?"}), pytest.raises(Refused) as refused:
        me._cursor(None)
    assert refused.value.refusal == BadHeader("Last-Event-ID", Term("header.cursor"))


def test_a_game_without_packs_has_none_to_name() -> None:
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


@pytest.mark.parametrize("header", ["-1", "1234567890", "\u0661", "x", ""])
def test_a_number_of_an_event_that_cannot_be_is_refused(header: str) -> None:
    environ = {"HTTP_LAST_EVENT_ID": header.encode().decode("latin-1")}
    with Flask("asked").test_request_context(environ_overrides=environ), pytest.raises(Refused) as refused:
        events._last_event_id(3)
    assert refused.value.refusal == BadHeader("Last-Event-ID", Term("header.last_event_id"))


def test_a_stream_goes_on_after_the_event_that_its_header_names() -> None:
    with Flask("asked").test_request_context(headers={"Last-Event-ID": "123456789"}):
        assert events._last_event_id(3) == 123456789
    with Flask("asked").test_request_context():
        assert events._last_event_id(3) == 3
