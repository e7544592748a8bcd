"""Players of apps: seated by the app, one token for all their games, lists of these, and nothing left when they go."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.api.app import create_app
from service.core.settings import load_settings
from service.games.base import LANGUAGES
from service.store.delivery.webhooks import Webhook
from service.store.errors import StoreUnavailable
from service.store.games.changes import Change
from service.store.games.repository import Outcome
from service.store.redis import keys
from service.usecases.accounts.api_keys import create_key
from service.usecases.transaction import load
from service.wire.notices import NOTICE_TYPES
from tests.clusters import running_cluster
from tests.driver import Json, Table, humans, play_out
from tests.usecases.clubs import ADA, BO, App
from tests.usecases.later import Later


@pytest.fixture
def club(app: Flask, toy: None) -> App:
    return App(app)


def test_an_app_seats_its_users_and_gets_a_token_for_each(club: App) -> None:
    table = club.table(ADA, BO)
    assert [(each["seat"], each["player"]) for each in table.created["tokens"]] == [(1, "user-42"), (2, "user-43")]
    assert len({each["token"] for each in table.created["tokens"]}) == 2
    assert (table.created["seat"], table.created["token"]) == (1, table.created["tokens"][0]["token"])
    assert table.game(1)["status"] == "running"
    assert table.game(2)["seat"] == 2


def test_the_first_player_is_the_host_and_other_seats_stay_free(club: App) -> None:
    table = club.table({"kind": "human"}, ADA)
    assert table.game(2)["status"] == "open"
    assert [seat["host"] for seat in table.game(2)["seats"]] == [False, True]
    assert [seat["taken"] for seat in table.game(2)["seats"]] == [False, True]


def test_players_are_known_at_the_table_and_nowhere_else(club: App) -> None:
    table = club.table(ADA, BO)
    inside = table.game(2)["seats"][0]
    assert (inside["player"], inside["metadata"], inside["name"]) == ("user-42", {"avatar": "a.png"}, "Ada Lovelace")
    outside = table.game()["seats"][0]
    assert (outside["player"], outside["metadata"], outside["name"]) == (None, None, "Ada Lovelace")
    listed = club.http.get("/v1/games").json or {}
    assert "user-42" not in json.dumps(listed)


@pytest.mark.parametrize(
    ("seat", "field"),
    [
        ({"kind": "human", "player": "a b"}, "seats.1.player"),
        ({"kind": "human", "player": ""}, "seats.1.player"),
        ({"kind": "human", "player": "user-43\n"}, "seats.1.player"),
        ("human", "seats.1"),
        ({"kind": "human", "player": ".."}, "seats.1.player"),
        ({"kind": "human", "player": "x" * 65}, "seats.1.player"),
        ({"kind": "human", "player": "user-42"}, "seats.1.player"),
        ({"kind": "bot", "player": "user-43"}, "seats.1.player"),
        ({"kind": "human", "metadata": {"a": "b"}}, "seats.1.metadata"),
        ({"kind": "human", "player": "user-43", "metadata": {"a": "x" * 1024}}, "seats.1.metadata"),
        ({"kind": "human", "player": "user-43", "metadata": {"a": {}}}, "seats.1.metadata.a"),
    ],
)
def test_a_seat_that_cannot_be_is_refused_by_its_field(club: App, seat: Json | str, field: str) -> None:
    wish = {"rulebook": "toy", "seats": [ADA, seat]}
    told = set()
    for language in LANGUAGES:
        refused = club.call("POST", "/v1/games", club.key, json=wish, headers={"Accept-Language": language})
        assert refused.status_code == 422
        assert (refused.json or {})["field"] == field
        told.add((refused.json or {})["detail"])
    assert len(told) >= len(LANGUAGES) - 1  # "не текст" is the same in Russian and Ukrainian


@pytest.mark.parametrize("most", [1024, 100])
def test_metadata_may_be_as_large_as_the_host_says(club: App, most: int) -> None:
    club.set(metadata_max=most)
    room = most - len('{"a":""}')
    assert club.table({**ADA, "metadata": {"a": "x" * room}}, BO).game(1)["status"] == "running"
    wish = {"rulebook": "toy", "seats": [{**ADA, "metadata": {"a": "x" * (room + 1)}}, BO]}
    assert (club.call("POST", "/v1/games", club.key, json=wish).json or {})["field"] == "seats.0.metadata"


def test_players_need_a_key_with_the_scope(club: App) -> None:
    wish = {"rulebook": "toy", "seats": [ADA, BO]}
    refused = club.call("POST", "/v1/games", None, json=wish)
    assert (refused.status_code, (refused.json or {})["field"]) == (422, "seats.0.player")
    other = create_key(club.context, "chess-club", ("games",)).key
    assert (club.call("POST", "/v1/games", other, json=wish).json or {})["code"] == "scope_missing"
    assert (club.call("POST", "/v1/players/user-42/token", other).json or {})["code"] == "scope_missing"
    assert (club.call("DELETE", "/v1/players/user-42", other).json or {})["code"] == "scope_missing"


def test_a_players_token_is_the_seat_in_each_of_its_games(club: App) -> None:
    for table in (club.table(ADA, BO), club.table(BO, ADA, visibility="private")):
        seat = 1 if table.created["tokens"][0]["player"] == "user-42" else 2
        assert (club.as_player("user-42", "GET", table.path).json or {})["seat"] == seat
        assert (club.as_player("user-42", "GET", f"{table.path}/moves").json or {})["seat"] == seat
        move = {"type": "choose", "number": 1}
        played = club.as_player("user-42", "POST", f"{table.path}/moves", json=move, headers={"If-Match": '"0"'})
        assert played.status_code == 200
        assert club.as_player("user-42", "DELETE", f"{table.path}/seats/me").status_code == 204
        assert table.game(3 - seat)["seats"][seat - 1]["kind"] == "bot"


def test_where_a_bot_has_taken_over_the_player_has_no_seat(club: App) -> None:
    table = club.table(ADA, BO, visibility="private")
    assert club.as_player("user-42", "POST", f"{table.path}/seats/me/resign", json={}).status_code == 204
    assert club.as_player("user-42", "GET", table.path).status_code == 404
    (game,) = (club.as_player("user-42", "GET", "/v1/me/games").json or {})["games"]
    assert (game["id"], game["seat"], game["seats"][0]["resigned"]) == (table.id, None, True)


def test_another_apps_player_of_the_same_name_is_somebody_else(club: App) -> None:
    table, other = club.table(ADA, BO, visibility="private"), App(club.app, "go-club")
    assert other.as_player("user-42", "GET", table.path).status_code == 404
    assert other.games("user-42") == []


def test_a_token_lapses(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    table, token = club.table(ADA, BO), club.token("user-42")
    Later(club.app, monkeypatch).by(club.context.settings.player_token_seconds - 1)
    assert club.call("GET", table.path, token).status_code == 200
    Later(club.app, monkeypatch).by(2)
    assert club.call("GET", table.path, token).status_code == 401
    assert (club.call("GET", "/v1/me/games", token).json or {})["code"] == "token_unknown"


def test_the_store_knows_no_token_and_forgets_its_hash(club: App) -> None:
    token = club.token("user-42")
    assert token.removeprefix("ap_").partition("_")[2].encode() not in club.stored()
    (key,) = club.context.store.client.keys("player:*")
    assert 0 < club.context.store.client.ttl(key) <= club.context.settings.player_token_seconds


def test_a_player_has_so_many_tokens_and_the_oldest_ends(club: App) -> None:
    club.set(player_tokens_max=3)
    made = [club.call("POST", "/v1/players/user-42/token", club.key).json or {} for _ in range(4)]
    good = [club.call("GET", "/v1/me/games", each["token"]).status_code for each in made]
    assert good.count(401) == 1
    assert good[-1] == 200


def test_so_many_players_of_an_app_have_a_token_at_the_same_time(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    club.set(players_max=2)
    other = App(club.app, "other")

    def asked(player: str) -> TestResponse:
        return club.call("POST", f"/v1/players/{player}/token", club.key, headers={"Accept-Language": "fr"})

    assert [asked(player).status_code for player in ("a", "b", "a")] == [201, 201, 201]
    refused = asked("c")
    assert (refused.status_code, (refused.json or {})["code"]) == (409, "too_many_players")
    assert "au plus 2" in (refused.json or {})["detail"].lower()
    assert other.token("c")
    club.call("DELETE", "/v1/players/a", club.key)
    assert [asked(player).status_code for player in ("c", "a")] == [201, 409]
    Later(club.app, monkeypatch).by(club.context.settings.player_token_seconds + 1)
    assert asked("a").status_code == 201


def test_my_games_are_listed_newest_first_with_a_cursor_that_stays(club: App) -> None:
    made = [club.table(ADA, BO) if number % 2 else club.table(BO, ADA, visibility="private") for number in range(7)]
    ids = sorted((table.id for table in made), reverse=True)
    first = club.as_player("user-42", "GET", "/v1/me/games?limit=3").json or {}
    newer = club.table(ADA, BO)
    second = club.as_player("user-42", "GET", f"/v1/me/games?limit=4&cursor={first['next']}").json or {}
    assert [game["id"] for game in first["games"] + second["games"]] == ids
    assert second["next"] is None
    assert club.games("user-42") == [newer.id, *ids]
    assert club.games("user-44") == []


def test_my_games_say_where_i_sit_unless_a_bot_does(club: App) -> None:
    first, second, given_up = club.table(ADA, BO), club.table(BO, ADA), club.table(ADA, BO)
    club.as_player("user-42", "POST", f"{given_up.path}/seats/me/resign", json={})
    found = club.as_player("user-42", "GET", "/v1/me/games").json or {}
    seats = {game["id"]: game["seat"] for game in found["games"]}
    assert seats == {first.id: 1, second.id: 2, given_up.id: None}


def test_my_games_by_status_and_by_turn(club: App) -> None:
    running, waiting = club.table(ADA, BO), club.table(ADA, {"kind": "human"})
    over = club.table(ADA, BO)
    play_out(over)
    assert club.games("user-42", "?status=open") == [waiting.id]
    assert club.games("user-42", "?status=running") == [running.id]
    assert club.games("user-42", "?status=finished") == [over.id]
    assert club.games("user-42", "?turn=mine") == [running.id]
    running.play(1, {"type": "choose", "number": 1}, 0)
    assert club.games("user-42", "?turn=mine") == []
    assert club.games("user-43", "?turn=mine") == [running.id]


def test_a_game_that_is_gone_leaves_the_list(club: App) -> None:
    over = club.table(ADA, BO)
    play_out(over)
    club.context.store.client.delete(keys.game(over.id))
    assert club.games("user-42") == club.games("user-43") == []
    assert club.context.store.client.keys("*:player:*:finished") == []


def test_a_player_sits_down_at_a_table_of_its_app_once(club: App) -> None:
    table = club.table(ADA, {"kind": "human"}, {"kind": "human"})
    again = club.as_player("user-42", "POST", f"{table.path}/seats", json={"name": "Ada"})
    assert (again.status_code, (again.json or {})["code"]) == (409, "already_seated")
    assert club.as_player("user-43", "POST", f"{table.path}/seats", json={"name": "Bo"}).status_code == 201
    assert table.game(1)["seats"][1]["player"] == "user-43"
    assert club.games("user-43") == [table.id]
    assert (club.as_player("user-43", "GET", table.path).json or {})["seat"] == 2


def test_elsewhere_a_player_is_a_guest_like_any(club: App) -> None:
    table = Table(club.app, "toy", humans(2))
    taken = club.as_player("user-42", "POST", f"{table.path}/seats", json={"name": "Ada"})
    assert taken.status_code == 201
    assert club.games("user-42") == []
    assert (club.as_player("user-42", "GET", table.path).json or {})["seat"] is None


def test_who_leaves_before_the_start_has_the_game_no_more(club: App) -> None:
    table = club.table(ADA, BO, {"kind": "human"})
    assert club.as_player("user-43", "DELETE", f"{table.path}/seats/me").status_code == 204
    assert club.games("user-43") == []
    assert table.game(1)["seats"][1]["player"] is None


def test_players_play_again(club: App) -> None:
    table = club.table(ADA, BO)
    play_out(table)
    following = (club.as_player("user-42", "POST", f"{table.path}/rematch").json or {})["game"]["id"]
    assert club.games("user-42", "?status=open") == [following]
    club.as_player("user-43", "POST", f"{table.path}/rematch")
    assert club.games("user-43", "?status=running") == [following]
    assert load(club.context, following).table.seat(2).metadata == {"avatar": "a.png"}


def _events(table: Table, seat: int) -> str:
    return table.get("/events", seat).text


def test_nothing_is_left_of_a_player_who_was_erased(club: App) -> None:
    """Running, ended, open, private, left before the start, handed to a bot: all in one call."""
    running, private = club.table(ADA, BO), club.table(BO, ADA, visibility="private")
    over, given_up = club.table(BO, ADA), club.table(BO, ADA)
    play_out(over)
    club.as_player("user-42", "POST", f"{given_up.path}/seats/me/resign", json={})
    joined = club.table(BO, {"kind": "human"}, {"kind": "human"})
    left = club.table(BO, {"kind": "human"}, {"kind": "human"})
    for table in (joined, left):
        club.as_player("user-42", "POST", f"{table.path}/seats", json={"name": "Ada Lovelace"})
    club.as_player("user-42", "DELETE", f"{left.path}/seats/me")
    token, seats_token = club.token("user-42"), running.tokens[1]
    assert b"Ada Lovelace" in club.stored()
    assert club.call("DELETE", "/v1/players/user-42", club.key).status_code == 204
    for trace in (b"Ada", b"user-42", b"a.png"):
        assert trace not in club.stored()
    assert club.call("GET", running.path, seats_token).status_code == 401
    assert club.call("GET", private.path, seats_token).status_code == 404
    assert club.games("user-43", "?status=running") == sorted([running.id, private.id, given_up.id], reverse=True)
    assert [seat["kind"] for seat in running.game(2)["seats"]] == ["bot", "human"]
    assert [seat["taken"] for seat in joined.game(1)["seats"]] == [True, False, False]
    assert over.game(1)["result"]
    assert "seat_left" in _events(running, 2)
    club.context.store.players._known.clear()
    assert club.call("GET", "/v1/me/games", token).status_code == 401
    club.tokens.clear()
    assert club.games("user-42") == []


def test_an_erasure_that_broke_off_is_finished_by_the_next(club: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit that takes the player from its seat is done, and nobody has heard so: events and notices go all the
    same when it is asked for again."""
    context, table = club.context, club.table(ADA, {"kind": "human"}, BO)
    context.store.webhooks.change(None, Webhook("wh_club", "chess-club", "https://x", NOTICE_TYPES, "plain:s", 0))
    club.as_player("user-44", "POST", f"{table.path}/seats", json={"name": "Cy"})
    commit = context.store.commit

    def unheard(change: Change) -> Outcome:
        commit(change)
        raise StoreUnavailable("no answer")

    with monkeypatch.context() as broken:
        broken.setattr(context.store, "commit", unheard)
        assert club.call("DELETE", "/v1/players/user-42", club.key).status_code == 503
    assert b"user-42" in club.stored()
    assert club.call("DELETE", "/v1/players/user-42", club.key).status_code == 204
    for trace in (b"Ada", b"user-42"):
        assert trace not in club.stored()


def test_a_name_that_no_player_can_have_is_refused_by_its_field(club: App) -> None:
    for method, path in (("POST", "/v1/players/%C2%84/token"), ("DELETE", "/v1/players/a%20b")):
        refused = club.call(method, path, club.key)
        assert (refused.status_code, (refused.json or {})["field"]) == (422, "player")


def test_erasing_somebody_who_was_never_here_is_no_mistake(club: App) -> None:
    assert club.call("DELETE", "/v1/players/user-99", club.key).status_code == 204


def test_games_without_an_app_cost_no_list(app: Flask, toy: None) -> None:
    Table.full(app, "toy", 2)
    assert app.extensions["context"].store.client.keys("*player*") == []


def test_lists_of_players_work_where_nothing_reaches_over_slots(toy: None) -> None:
    with running_cluster() as cluster:
        quiet = {"BROKER_URL": "redis://127.0.0.1:1", "RATELIMIT_ENABLED": "false"}
        club = App(create_app(load_settings({"REDIS_URL": cluster.url, **quiet})))
        made = [club.table(ADA, BO) for _ in range(6)]
        assert club.games("user-42") == sorted((table.id for table in made), reverse=True)
        assert len({keys.shard_of(table.id) for table in made}) > 1
        assert club.call("DELETE", "/v1/players/user-42", club.key).status_code == 204
        assert club.games("user-42") == []
