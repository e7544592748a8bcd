"""What an app sees of its games with its key, and how it ends them."""

from __future__ import annotations

import types
from typing import Any

import msgspec
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.api.resources.events import GameFeed, Reader
from service.store.delivery.webhooks import Webhook
from service.store.maintenance.app_list_repair import AppListRepair
from service.store.maintenance.running_games_repair import RunningGamesRepair
from service.store.redis import keys
from service.usecases.accounts.api_keys import create_key, revoke_key
from service.usecases.accounts.apps import app_of
from service.usecases.transaction import load
from service.usecases.views.render import NOTHING
from service.wire.notices import NOTICE_TYPES
from service.wire.refusals import Refused
from tests.driver import Json, Table, humans, play_out
from tests.usecases.clubs import ADA, BO, App

HIDDEN = 0
FREE: Json = {"kind": "human"}
WHO = [("user-42", {"avatar": "a.png"}), ("user-43", {})]
NOBODY = [(None, None)] * 2
CHOOSE = {"type": "choose", "number": 1}


@pytest.fixture
def club(app: Flask, toy: None) -> App:
    return App(app)


@pytest.fixture
def other(app: Flask, toy: None) -> App:
    return App(app, "other-club")


def _ids(answer: TestResponse) -> list[str]:
    assert answer.status_code == 200, answer.data
    return [game["id"] for game in (answer.json or {})["games"]]


def _list(app: App, query: str = "", key: str | None = None) -> list[str]:
    return _ids(app.call("GET", f"/v1/games{query}", key or app.key))


def _code(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, (answer.json or {})["code"]


def _who(game: Json) -> list[tuple[Any, Any]]:
    return [(seat["player"], seat["metadata"]) for seat in game["seats"]]


def test_a_key_lists_all_games_of_its_app_and_no_others(club: App, other: App) -> None:
    Table(club.app, "toy", humans(2))
    theirs = other.table(ADA, BO, visibility="private")
    public, private = club.table(ADA, BO), club.table(ADA, FREE, visibility="private")
    rig = create_key(club.context, "chess-club", ("games", "players", "rig")).key
    rigged = Table(club.app, "toy", [ADA, BO], key=rig, rig={"seed": "s"})
    assert _list(club) == _list(club, key=rig) == sorted([public.id, private.id, rigged.id], reverse=True)
    assert _list(other) == [theirs.id]
    assert private.id not in _ids(club.call("GET", "/v1/games", None))
    assert _list(club, "?status=open") == [private.id]
    assert _list(club, "?rulebook=astra") == []
    first = club.call("GET", "/v1/games?limit=2", club.key).json or {}
    rest = club.call("GET", f"/v1/games?limit=2&cursor={first['next']}", club.key).json or {}
    assert [game["id"] for game in (*first["games"], *rest["games"])] == _list(club)
    assert _who(first["games"][0]) == WHO, "whom the app has seated is no secret to it"
    listed = (club.call("GET", "/v1/games", None).json or {})["games"]
    assert {tuple(_who(game)) for game in listed} == {tuple(NOBODY)}, "and to others it still is"


def test_a_list_follows_a_game_to_its_end(club: App) -> None:
    table = club.table(ADA, BO, options={"rounds": "1"})
    assert _list(club, "?status=running") == [table.id]
    play_out(table)
    assert (_list(club, "?status=running"), _list(club, "?status=finished")) == ([], [table.id])
    client, shard = club.context.store.client, keys.shard_of(table.id)
    lists = [keys.app_games(shard, "chess-club", "toy", status) for status in ("running", "scoring", "finished")]
    assert [client.zcard(name) for name in lists] == [0, 0, 1]
    kept = client.ttl(keys.game(table.id))
    assert kept - 5 <= client.ttl(lists[2]) <= kept + 5, "the list goes with its last game"


def test_a_list_needs_the_scope_and_a_good_key(club: App) -> None:
    made = create_key(club.context, "chess-club", ("webhooks",))
    assert _code(club.call("GET", "/v1/games", made.key)) == (403, "scope_missing")
    assert _code(club.call("GET", "/v1/games", "ak_0000000000_garbage")) == (401, "key_unknown")


def test_an_app_watches_its_games_as_a_spectator_who_knows_the_players(club: App, other: App) -> None:
    public, private = club.table(ADA, BO), club.table(ADA, BO, visibility="private")
    spectator = public.game()
    shown = [club.call("GET", table.path, club.key).json or {} for table in (public, private)]
    for table, game in zip((public, private), shown, strict=True):
        assert (game["id"], game["seat"], game["moves"], game["can_take_back"]) == (table.id, None, None, False)
        assert _who(game) == WHO
    assert {**shown[0], "seats": []} == {**spectator, "seats": []}
    assert _who(spectator) == _who(other.call("GET", public.path, other.key).json or {}) == NOBODY
    tags = {public.get().headers["ETag"], club.call("GET", public.path, club.key).headers["ETag"]}
    assert len(tags) == 2, "nobody takes the one for the other"
    play_out(public)
    for what in ("/events", "/score", "/replay", "?at=1&eyes=2", "/analysis"):
        assert club.call("GET", public.path + what, club.key).status_code in (200, 202), what
    assert club.call("GET", f"{private.path}/events?include=view,score", club.key).status_code == 200


def test_who_the_players_are_is_not_seen_through_their_eyes(club: App) -> None:
    """After the end everybody may look with the eyes of a seat."""
    table = club.table(ADA, BO, options={"rounds": "1"})
    version = play_out(table)["version"]
    for at in (1, version):
        eyes = table.get(f"?at={at}&eyes=1")
        assert _who(eyes.json or {}) == NOBODY
        own = table.get(f"?at={at}&eyes=1", 2)
        assert (
            _who(own.json or {}) == _who(club.call("GET", f"{table.path}?at={at}&eyes=1", club.key).json or {}) == WHO
        )
        assert eyes.headers["ETag"] != own.headers["ETag"]


def test_a_key_is_no_seat_and_needs_its_scope_for_private_games(club: App) -> None:
    table = club.table(ADA, BO, visibility="private")
    for method, what in (("GET", "/moves"), ("POST", "/moves/preview"), ("POST", "/pause"), ("GET", "/hints")):
        body = CHOOSE if method == "POST" and "moves" in what else {}
        answer = club.call(method, table.path + what, club.key, json=body if method == "POST" else None)
        assert _code(answer) == (401, "token_unknown"), what
    hooks = create_key(club.context, "chess-club", ("webhooks",)).key
    assert _code(club.call("GET", table.path, hooks)) == (403, "scope_missing")
    assert _code(club.call("GET", f"/v1/games/{'0' * 20}", hooks)) == (404, "unknown_game")


def _feed(club: App, table: Table, key: str) -> GameFeed:
    """The stream of a game, as it is checked now and then."""
    channel: Any = types.SimpleNamespace(expect=lambda _: None)
    slot: Any = None
    return GameFeed(club.context, channel, slot, Reader(table.id, app_of(club.context, key), None, "en", NOTHING), 0)


def test_an_app_follows_a_private_game_until_its_key_is_revoked(club: App) -> None:
    made = create_key(club.context, "chess-club")
    table = club.table(ADA, BO, visibility="private")
    feed = _feed(club, table, made.key)
    assert feed.check()
    revoke_key(club.context, made.record.id)
    club.context.store.apps._known.clear()
    with pytest.raises(Refused, match="key_unknown"):
        feed.check()


def test_a_key_lists_the_games_of_a_player_without_a_token_of_it(club: App, other: App) -> None:
    private = club.table(ADA, BO, visibility="private")
    others = [club.table(ADA, BO) for _ in range(3)]
    other.table(ADA, BO)
    found = club.call("GET", "/v1/players/user-42/games", club.key)
    assert _ids(found) == sorted([private.id, *(table.id for table in others)], reverse=True)
    assert club.context.store.client.zcard(keys.players_of("chess-club")) == 0, "no token was made"
    assert found.json == club.as_player("user-42", "GET", "/v1/me/games").json
    first = club.call("GET", "/v1/players/user-42/games?limit=3", club.key).json or {}
    rest = club.call("GET", f"/v1/players/user-42/games?limit=3&cursor={first['next']}", club.key)
    assert [game["id"] for game in first["games"]] + _ids(rest) == _ids(found)
    assert others[0].play(1, CHOOSE, 0).status_code == 200
    mine = _ids(club.call("GET", "/v1/players/user-42/games?turn=mine", club.key))
    assert mine == [game for game in _ids(found) if game != others[0].id]
    assert _ids(club.call("GET", "/v1/players/nobody/games", club.key)) == []
    assert _code(club.call("GET", "/v1/players/-/games", club.key)) == (422, "invalid_field")
    games = create_key(club.context, "chess-club", ("games",)).key
    assert _code(club.call("GET", "/v1/players/user-42/games", games)) == (403, "scope_missing")


HOOK = Webhook("wh_0123456789abcdef", "chess-club", "https://example.org", NOTICE_TYPES, "plain:s", 0)


def _notices(club: App) -> list[Json]:
    found = club.context.store.deliveries.page(HOOK.id, "", "", 100)
    return [msgspec.json.decode(each.body) for each in found]


def _last_event(club: App, table: Table) -> Json:
    events = (club.call("GET", f"{table.path}/events", club.key).json or {})["events"]
    return {name: events[-1][name] for name in ("type", "seat")}


ABANDONED = {"type": "game_abandoned", "seat": 0}


def test_an_app_deletes_an_open_game_as_its_host_would(club: App) -> None:
    club.context.store.webhooks.change(None, HOOK)
    table = club.table(ADA, FREE, visibility="private")
    assert club.call("DELETE", table.path, club.key).status_code == 204
    assert _last_event(club, table) == ABANDONED
    assert club.context.store.client.ttl(keys.game(table.id)) <= 60
    ended = _notices(club)[0]
    assert (ended["type"], ended["status"], ended["winners"]) == ("game.finished", "abandoned", [])
    assert _code(club.call("DELETE", table.path, club.key)) == (409, "cannot_delete")


def test_an_app_abandons_a_running_game_once(club: App) -> None:
    club.context.store.webhooks.change(None, HOOK)
    table = club.table(ADA, BO, visibility="private")
    assert table.play(1, CHOOSE, 0).status_code == 200
    assert _code(club.call("DELETE", table.path, club.key)) == (409, "cannot_delete")
    once = {"Idempotency-Key": "once"}
    abandoned = club.call("POST", f"{table.path}/abandon", club.key, headers=once)
    game = abandoned.json or {}
    assert (abandoned.status_code, game["status"], game["deciders"]) == (200, "abandoned", [])
    assert (game["seat"], game["view"]["seats"][0]["chosen"]) == (None, HIDDEN), "as a spectator"
    assert _last_event(club, table) == ABANDONED
    assert club.call("POST", f"{table.path}/abandon", club.key, headers=once).data == abandoned.data
    assert [notice["type"] for notice in _notices(club)].count("game.finished") == 1
    assert _code(club.call("POST", f"{table.path}/abandon", club.key)) == (409, "not_running")
    kept = club.context.store.client.ttl(keys.game(table.id))
    assert kept > 3600, "it is kept as others that have ended"
    assert _list(club, "?status=abandoned") == [table.id]


def test_what_an_app_may_not_end_is_named(club: App, other: App) -> None:
    waiting, running = club.table(ADA, FREE), club.table(ADA, BO)
    abandon = f"{waiting.path}/abandon"
    assert _code(club.call("POST", abandon, club.key)) == (409, "not_running")
    for method, path in (("POST", f"{running.path}/abandon"), ("DELETE", running.path)):
        assert _code(other.call(method, path, other.key)) == (403, "not_the_app")
        hooks = create_key(club.context, "chess-club", ("webhooks",)).key
        assert _code(club.call(method, path, hooks)) == (403, "scope_missing")
    assert _code(club.call("POST", f"{running.path}/abandon", running.tokens[1])) == (401, "key_needed")
    assert load(club.context, running.id).clock.status == "running"


def _forget_lists(club: App) -> None:
    """As a version that had no such lists leaves the store."""
    client = club.context.store.client
    for name in list(client.scan_iter(match="{s*}:app:*")):
        client.delete(name)


def _run(work: AppListRepair | RunningGamesRepair) -> int:
    found = 0
    while (step := work.step()) is not None:
        found += step
    return found


def test_games_of_older_versions_come_to_the_lists_of_their_apps(club: App) -> None:
    Table(club.app, "toy", humans(2))
    ended, running = club.table(ADA, BO, options={"rounds": "1"}), club.table(ADA, BO, visibility="private")
    play_out(ended)
    _forget_lists(club)
    store = club.context.store
    assert _list(club) == []
    assert _run(RunningGamesRepair(store, 0, club.context.now)) == 1
    assert _list(club) == [running.id]
    assert _run(AppListRepair(store)) == 1
    assert _list(club, "?status=finished") == [ended.id]
    left = store.client.ttl(keys.app_games(keys.shard_of(ended.id), "chess-club", "toy", "finished"))
    assert 0 < left <= store.client.ttl(keys.game(ended.id)) + 1
    assert AppListRepair(store).step() is None, "once for good"
    assert store.client.ttl(keys.APP_LISTS_DONE) == -1
