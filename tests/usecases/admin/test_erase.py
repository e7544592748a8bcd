"""A name, or a player, that is erased: at seats, in events, in lists and in what webhooks are told."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.games.registry import RULEBOOKS
from service.store.accounts.players import PlayerRecord
from service.store.delivery.queue import WebhookQueue
from service.store.games import all_games
from service.store.redis import keys
from service.usecases.admin import erase
from service.usecases.admin.games import CannotDo
from service.usecases.context import Context
from service.usecases.delivery import notices
from service.usecases.transaction import load
from service.wire.events import TABLE_EVENTS
from tests.driver import Json, Table, humans, play_out
from tests.usecases.clubs import ADA, BO, App


def _events(table: Table) -> list[Json]:
    return list((table.get("/events", 1).json or {})["events"])


def _named(table: Table) -> list[str]:
    return [event["name"] for event in _events(table) if event["type"] == "seat_taken"]


def _seated(app: Flask, *names: str, **wish: Any) -> Table:
    table = Table(app, "toy", humans(1 + len(names)), **wish)
    for name in names:
        table.sit(name)
    return table


def test_a_name_is_looked_for_and_left_alone(app: Flask, context: Context, toy: None) -> None:
    tables = [_seated(app, "Ana"), _seated(app, "Ana", "Ana"), _seated(app, "Bo")]
    found = erase.Erased(games=2, seats=3, events=3)
    assert erase.erase(context, "Ana") == erase.erase(context, " Ana ") == found
    assert [_named(table) for table in tables] == [["Ana"], ["Ana", "Ana"], ["Bo"]]
    assert erase.erase(context, "ana") == erase.Erased()
    assert erase.to_builtins(found) == {"games": 2, "seats": 3, "events": 3, "left": 0, "unread": ()}


def test_every_event_that_has_a_name_is_rewritten() -> None:
    events = [*TABLE_EVENTS, *(event for rulebook in RULEBOOKS.values() for event in rulebook.event_types)]
    assert {event for event in events if "name" in event.__struct_fields__} == set(erase.NAMING)


def test_a_name_is_no_more(app: Flask, context: Context, toy: None) -> None:
    first, second = _seated(app, "Ana", "Bo"), _seated(app, "Bo")
    before, stored = _events(first), context.store.client.xrange(keys.events(second.id))
    assert erase.erase(context, "Ana", really=True) == erase.Erased(games=1, seats=1, events=1)
    assert _named(first) == ["Player 2", "Bo"]
    assert [{**event, "name": None} for event in _events(first)] == [{**event, "name": None} for event in before]
    assert [seat["name"] for seat in first.game()["seats"]] == ["P1", "Player 2", "Bo"]
    assert load(context, first.id).table.seat(2).name == ""
    assert context.store.client.xrange(keys.events(second.id)) == stored, "byte for byte where nobody is meant"
    assert erase.erase(context, "Ana") == erase.Erased()
    assert first.play(1, {"type": "choose", "number": 2}, 0).status_code == 200


def test_who_left_before_the_start_is_in_events_alone(app: Flask, context: Context, toy: None) -> None:
    table = Table(app, "toy", humans(3))
    table.sit("Ana")
    assert table.http.delete(f"{table.path}/seats/me", headers=table.headers(2)).status_code == 204
    assert erase.erase(context, "Ana", really=True) == erase.Erased(games=1, seats=0, events=1)
    assert _named(table) == ["Player 2"]


def test_an_archived_game_tells_the_name_no_more(app: Flask, context: Context, toy: None) -> None:
    table = _seated(app, "Ana", options={"rounds": "1"})
    play_out(table)
    assert context.store.client.hexists(keys.game(table.id), "archive")
    assert erase.erase(context, "Ana", really=True) == erase.Erased(games=1, seats=1, events=1)
    assert _named(table) == ["Player 2"]
    assert table.game()["result"]


def test_a_game_that_cannot_be_read_is_named_and_the_others_are_cleared(
    app: Flask, context: Context, toy: None
) -> None:
    older, broken, newer = (_seated(app, "Ana") for _ in range(3))
    client, key = context.store.client, keys.game(broken.id)
    client.hset(key, "table", client.hget(key, "table").replace(b'"schema":', b'"schema":9'))
    erased = erase.erase(context, "Ana", really=True)
    assert erased == erase.Erased(games=2, seats=2, events=2, unread=(broken.id,))
    assert _named(older) == _named(newer) == ["Player 2"]


def test_a_game_that_goes_while_a_name_is_looked_for_keeps_no_other_from_being_cleared(
    app: Flask, context: Context, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _seated(app, "Ana")
    monkeypatch.setattr(all_games, "game_ids", lambda _: [keys.new_game_id(5, 1), table.id])
    assert erase.erase(context, "Ana", really=True) == erase.Erased(games=1, seats=1, events=1)


def test_a_game_that_always_goes_on_meanwhile_is_named(
    app: Flask, context: Context, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _seated(app, "Ana")
    monkeypatch.setattr(erase, "rewrite_events", lambda *_: False)
    with pytest.raises(CannotDo, match=table.id):
        erase.erase(context, "Ana", really=True)


def test_what_is_no_name_is_not_looked_for(context: Context) -> None:
    with pytest.raises(CannotDo, match="no name"):
        erase.erase(context, "\n")


@pytest.fixture
def club(app: Flask, toy: None) -> App:
    return App(app)


def test_of_an_erased_player_nothing_is_left_and_the_game_goes_on(club: App) -> None:
    table = club.table(ADA, BO)
    kept = club.context.store.client.ttl(keys.game(table.id))
    erase.erase_player(club.context, "chess-club", "user-42")
    stored = club.stored()
    assert not [trace for trace in (b"Ada", b"user-42", b"a.png") if trace in stored]
    assert b"user-43" in stored
    assert [seat["kind"] for seat in table.game(2)["seats"]] == ["bot", "human"]
    told = [event for event in (table.get("/events", 2).json or {})["events"] if event["type"] == "seat_left"]
    assert [(event["seat"], event["then"]) for event in told] == [(1, "bot")]
    assert club.context.store.client.ttl(keys.game(table.id)) >= kept - 60
    seat = load(club.context, table.id).table.seat(1)
    assert (seat.name, seat.player, seat.metadata, seat.token) == ("", "", {}, "")


def test_who_erases_a_player_erases_no_namesake_of_another_app(club: App) -> None:
    other = App(club.app, "go-club")
    theirs = other.table(ADA, BO)
    erase.erase_player(club.context, "chess-club", "user-42")
    assert theirs.game(1)["seats"][0]["name"] == "Ada Lovelace"
    assert other.games("user-42") == [theirs.id]


def test_of_who_left_before_the_start_not_even_the_name_stays(club: App) -> None:
    table = club.table(BO, {"kind": "human"}, {"kind": "human"})
    club.as_player("user-42", "POST", f"{table.path}/seats", json={"name": "Ada Lovelace"})
    club.as_player("user-42", "DELETE", f"{table.path}/seats/me")
    players = club.context.store.players
    tags = players.tags(PlayerRecord("chess-club", "user-42"))
    assert players.names_in_games(tags) == {table.id: {"Ada Lovelace"}}
    erase.erase_player(club.context, "chess-club", "user-42")
    assert b"Ada" not in club.stored()
    assert players.names_in_games(tags) == {}
    assert "Player 2" in _named(table)


def test_an_open_place_of_an_erased_player_is_free(club: App) -> None:
    table = club.table(BO, {"kind": "human"}, {"kind": "human"})
    club.as_player("user-42", "POST", f"{table.path}/seats", json={"name": "Ada Lovelace"})
    erase.erase_player(club.context, "chess-club", "user-42")
    assert [seat["taken"] for seat in table.game(1)["seats"]] == [True, False, False]
    assert b"Ada" not in club.stored()
    told = _events(table)[-1]
    assert (told["type"], told["seat"], told["then"]) == ("seat_left", 2, "free")
    erase.erase_player(club.context, "chess-club", "user-43")
    assert load(club.context, table.id).clock.status == "abandoned", "nobody is left who could be its host"


def test_events_tell_the_name_of_an_erased_player_no_more_and_those_of_others_still(club: App) -> None:
    table = club.table(BO, {"kind": "human"}, {"kind": "human"})
    for player, name in (("user-42", "Ada Lovelace"), ("user-44", "Cy")):
        club.as_player(player, "POST", f"{table.path}/seats", json={"name": name})
    erase.erase_player(club.context, "chess-club", "user-42")
    assert _named(table) == ["Player 2", "Cy"]


def _left(club: App, table: Table) -> int:
    """For how many seconds it is kept; -1 for good."""
    found: int = club.context.store.client.ttl(keys.game(table.id))
    return found


def test_a_game_that_ends_with_an_erased_player_is_kept_as_long_as_any_that_has_ended(club: App) -> None:
    table, kept = club.table(ADA, {"kind": "bot"}), club.context.settings.finished_seconds
    assert _left(club, table) == -1
    erase.erase_player(club.context, "chess-club", "user-42")
    assert load(club.context, table.id).clock.status == "abandoned"
    assert kept - 60 < _left(club, table) <= kept


def test_a_game_that_has_ended_is_kept_when_a_player_of_it_is_erased(club: App) -> None:
    table, kept = club.table(ADA, BO), club.context.settings.finished_seconds
    play_out(table)
    erase.erase_player(club.context, "chess-club", "user-42")
    assert kept - 60 < _left(club, table) <= kept
    assert table.game(2)["result"]


def test_who_is_erased_after_the_end_sat_there_and_is_called_by_the_number_of_the_seat(club: App) -> None:
    table = club.table(ADA, BO)
    play_out(table)
    erase.erase_player(club.context, "chess-club", "user-42")
    seats = table.game(2)["seats"]
    assert [(seat["name"], seat["taken"]) for seat in seats] == [("Player 1", True), ("Bo", True)]


def test_whose_seat_is_emptied_after_the_end_has_not_left_it_for_webhooks(club: App) -> None:
    table = club.table(ADA, BO)
    play_out(table)
    before = load(club.context, table.id)
    erase.erase_player(club.context, "chess-club", "user-42")
    after = load(club.context, table.id)
    assert notices.notices_for(before, after, club.context.now()) == ()
    started = json.loads(notices.notices_for(None, after, club.context.now())[0].body)
    assert [seat["taken"] for seat in started["seats"]] == [True, True]


def test_a_token_of_an_erased_player_is_nobodys(club: App) -> None:
    token = club.token("user-42")
    erase.erase_player(club.context, "chess-club", "user-42")
    club.context.store.players._known.clear()
    assert club.call("GET", "/v1/me/games", token).status_code == 401


NOTICE: Json = {"id": "n", "player": None, "seats": [{"seat": 1, "player": "a"}, {"seat": 2, "player": "b"}]}


def _without(player: str, notice: Json) -> Json:
    found: Json = json.loads(erase._without_player(player, msgspec.json.encode(notice)))
    return found


def test_a_notice_names_an_erased_player_no_more() -> None:
    rest = [{"seat": 1, "player": None}, {"seat": 2, "player": "b"}]
    assert _without("a", NOTICE) == {**NOTICE, "seats": rest}
    assert _without("a", {**NOTICE, "player": "a"}) == {**NOTICE, "seats": rest}
    assert _without("a", {**NOTICE, "player": "b"}) == {**NOTICE, "player": "b", "seats": rest}
    spaced = json.dumps(NOTICE).encode()
    assert erase._without_player("c", spaced) is spaced


@pytest.mark.parametrize(
    "junk", [b'{"player": "c', b'["c"]', b'{"player": "c"}', b'"c"', b'{"c": 1, "seats": 7}', b"\xffc"]
)
def test_a_damaged_notice_that_may_name_the_player_goes_and_stops_no_erasure(junk: bytes) -> None:
    assert erase._without_player("c", junk) == b""


def test_notices_to_one_webhook_are_rewritten_and_no_others(context: Context) -> None:
    client, shards = context.store.client, (7, 8)
    fields = {f"h|{number:04}": b"old" for number in range(1_200)}
    for shard in shards:
        client.hset(keys.delivery_bodies(shard), mapping={**fields, "i|0001": b"old", "h|done": b"same"})
    seen: list[bytes] = []

    def change(body: bytes) -> bytes:
        seen.append(body)
        return b"new" if body == b"old" else body

    WebhookQueue(context.store.connection).rewrite("h", change)
    for shard in shards:
        stored = client.hgetall(keys.delivery_bodies(shard))
        assert {field for field, body in stored.items() if body == b"new"} == {field.encode() for field in fields}
        assert (stored[b"i|0001"], stored[b"h|done"]) == (b"old", b"same")
    assert len(seen) >= 2 * 1_201
