"""After any history of a player, an erasure leaves nothing of it: in no answer, and in no byte of the store."""

from __future__ import annotations

import io
import os

import pytest
import structlog
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as some

from service.core import logs
from service.core.settings import load_settings
from service.store.accounts.players import PlayerStore, unsalted_tag
from service.store.delivery.push import push_service_id
from service.store.errors import StoreUnavailable
from service.store.games.events import all_entries, split
from service.store.live.hub import Hub
from service.store.live.quotas import ListenerId
from service.store.redis import keys
from service.usecases.accounts import tokens
from service.usecases.admin import erase
from service.usecases.admin.export import Export
from service.usecases.admin.import_games import import_file
from service.usecases.transaction import load
from tests.processes import until
from tests.usecases.admin.histories import CLUB, METADATA, NAMES, SEATED, ZEB, History
from tests.usecases.clubs import BO

HISTORIES = int(os.environ.get("HISTORIES", "40"))
"""`HISTORIES=2000` looks longer, and at others in each run."""

Step = tuple[str, int, int, str]
STEP = some.tuples(
    some.sampled_from(History.ACTIONS),
    some.integers(0, 5),
    some.integers(0, 2),
    some.sampled_from((ZEB, ZEB, ZEB, "user-43")),
)


def _zeb(*steps: tuple[str, int, int]) -> list[Step]:
    return [(*step, ZEB) for step in steps]


@settings(
    max_examples=HISTORIES,
    deadline=None,
    derandomize="HISTORIES" not in os.environ,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@example(_zeb(("open_club_table", 1, 0), ("sit", 2, 0), ("leave", 2, 0), ("sit", 2, 1), ("leave", 2, 0)))
@example(_zeb(("open_club_table", 1, 0), ("sit", 2, 0), ("leave", 2, 0), ("sit", 2, 1)))
@example(_zeb(("sit", 1, 2), ("leave", 1, 0)))
@example(_zeb(("open_table", 1, 0), ("sit", 2, 2), ("subscribe", 2, 0)))
@example([*_zeb(("sit", 1, 2), ("resign", 1, 0), ("quick_play", 0, 1), ("quick_play", 3, 2))])
@example([*_zeb(("finish", 0, 0), ("rematch", 0, 0), ("leave", 2, 0)), ("rematch", 0, 0, "user-43")])
@example([*_zeb(("open_club_table", 1, 0), ("sit", 2, 1)), ("sit", 2, 0, "user-43"), ("delete", 2, 0, "user-43")])
@given(some.lists(STEP, max_size=14))
def test_nothing_is_left_of_an_erased_player(app: Flask, toy: None, steps: list[Step]) -> None:
    app.extensions["context"].store.client.flushdb()
    history = History(app)
    for name, number, called, who in steps:
        getattr(history, name)(number, called, who)
    history.erase()
    assert history.found() == []


@pytest.fixture
def history(app: Flask, toy: None) -> History:
    return History(app)


def test_the_search_finds_what_is_there(history: History) -> None:
    history.subscribe(0, 0, ZEB)
    history.sit(1, 0, ZEB)
    places = " ".join(place for place, _ in history.found())
    for place in ("repeated POST /v1/games", "/v1/me/games", "/events", "the store", "the export"):
        assert place in places
    assert {trace for _, trace in history.found()} == set(history.traces()) - {unsalted_tag(CLUB, ZEB).encode()}


def test_the_names_of_an_erased_guest_go_and_a_bot_takes_the_seat(history: History) -> None:
    history.sit(1, 2, ZEB)
    guest, table = history.tables[1].tokens[2], history.tables[1]
    history.erase()
    assert table.game(1)["seats"][0]["name"] == "P1"
    assert load(table.context, table.id).table.seat(2).kind == "bot"
    assert history.club.call("POST", f"{table.path}/seats/me/resign", guest, json={}).status_code == 401


def test_a_listener_who_comes_back_hears_no_erased_name(history: History) -> None:
    """A process keeps the newest events of games that somebody listens to."""
    history.open_club_table(1, 0, ZEB)
    table = history.tables[2]
    hub: Hub = history.app.extensions["hub"]
    with hub.game_channel(table.id, ListenerId("10.0.0.1", "", False)) as (channel, slot):
        history.sit(2, 1, ZEB)
        until(lambda: NAMES[1].encode() in b"".join(event for _, event in channel.wait(0, 100, 1, slot)))
        history.erase()
        until(lambda: b"Zeb" not in b"".join(event for _, event in channel.wait(0, 100, 1, slot)))
        newest = load(history.club.context, table.id).clock.events
        assert [number for number, _ in channel.wait(0, 100, 1, slot)] == list(range(1, newest + 1))


def test_who_was_erased_a_moment_ago_does_not_sit_down_by_a_cached_token(history: History) -> None:
    token = history.club.token(ZEB)
    assert history.club.call("GET", "/v1/me/games", token).status_code == 200
    known = dict(history.club.context.store.players._known)
    history.erase()
    history.club.context.store.players._known.update(known)  # as another process has it
    body = {"name": NAMES[0], "invite": None}
    assert history.club.call("POST", f"{history.tables[1].path}/seats", token, json=body).status_code == 401
    wish = {"rulebook": "toy", "seats": 2, "name": NAMES[0]}
    assert history.club.call("POST", "/v1/quick", token, json=wish).status_code == 401
    assert history.found() == []


def test_a_push_that_waits_goes_with_its_subscription(history: History) -> None:
    table = history.club.table(SEATED, BO)
    history._add(table, True)
    history.subscribe(2, 0, ZEB)
    for version, seat in enumerate((1, 2)):
        assert table.play(seat, {"type": "choose", "number": 1}, version).status_code == 200
    service, store = push_service_id("push.example.org"), history.club.context.store
    shard, later = keys.shard_of(table.id), history.club.context.now() + 10**9
    assert len(store.push.due(service, shard, later, 9)) == 1
    history.erase()
    assert store.push.due(service, shard, later, 9) == []
    assert history.found() == []


def test_a_list_of_a_player_stays_for_as_long_as_any_of_its_games(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that its host deletes is gone in a minute; the list names others that have ended."""
    club, store = history.club, history.club.context.store
    monkeypatch.setattr(type(store), "shard_for", lambda *_: 7)
    key = keys.player_games(7, store.players.tag_of(CLUB, ZEB), "abandoned")
    ended, deleted = (club.table(SEATED, BO) for _ in range(2))
    for player in (ZEB, "user-43"):
        club.as_player(player, "POST", f"{ended.path}/seats/me/resign", json={})
    kept = store.client.ttl(key)
    assert kept > 3600
    assert club.as_player(ZEB, "DELETE", deleted.path).status_code == 204
    assert store.client.zscore(key, deleted.id) == 0
    assert store.client.ttl(key) >= kept - 60


def _as_of_0_2(history: History) -> None:
    """Seats had no tags, and keys the names of plain hashes."""
    client, store = history.club.context.store.client, history.club.context.store
    tag, old = store.players.tag_of(CLUB, ZEB), unsalted_tag(CLUB, ZEB)
    for key in list(client.scan_iter()):
        if keys.EVERY_GAME.split("*")[1] in key.decode() and client.hget(key, "table"):
            table = client.hget(key, "table")
            for found in (tag, store.players.tag_of(CLUB, "user-43")):
                table = table.replace(b',"tag":"%b"' % found.encode(), b"")
            client.hset(key, "table", table)
        elif key.endswith(b":left") and tag.encode() in key:
            for field, value in client.hgetall(key).items():
                game_id, name = keys.game_and_name(field, value)
                client.hset(key.replace(tag.encode(), old.encode()), game_id, name)
            client.delete(key)
        elif tag.encode() in key:
            client.rename(key, key.replace(tag.encode(), old.encode()))
    if client.zscore(keys.players_of(CLUB), tag):
        client.zadd(keys.players_of(CLUB), {old: client.zscore(keys.players_of(CLUB), tag)})
        client.zrem(keys.players_of(CLUB), tag)


def test_games_tokens_and_names_of_0_2_are_found_played_and_erased(history: History) -> None:
    club, store = history.club, history.club.context.store
    history.open_club_table(1, 0, ZEB)
    history.sit(2, 1, ZEB)
    history.leave(2, 0, ZEB)
    history.open_club_table(0, 0, ZEB)
    _as_of_0_2(history)
    old = unsalted_tag(CLUB, ZEB)
    assert old.encode() in club.stored()
    store.players._known.clear()
    club.tokens[ZEB] = token = _old_token(history)
    running, ended = history.tables[0], history.tables[3]
    assert club.games(ZEB) == sorted([running.id, ended.id], reverse=True)
    history.finish(3, 0, ZEB)
    assert club.games(ZEB, "?status=running") == [running.id]
    assert club.games(ZEB, "?status=finished") == [ended.id]
    history.rematch(3, 0, ZEB)
    assert len(club.games(ZEB)) == 3
    history.erase()
    store.players._known.clear()
    assert club.call("GET", "/v1/me/games", token).status_code == 401
    assert history.found() == []


def _old_token(history: History) -> str:
    """A token as 0.2 issued it, with the plain hash in it."""
    store, old = history.club.context.store, unsalted_tag(CLUB, ZEB)
    token = tokens.new_player_token(old)
    later = history.club.context.now() + 10**6
    fields = {"app": CLUB, "id": ZEB, f"token:{tokens.hash_secret(token)}": later}
    store.client.hset(keys.player(old), mapping=fields)
    store.client.zadd(keys.players_of(CLUB), {old: later})
    return token


def test_a_name_that_an_operator_erases_is_in_no_answer(history: History) -> None:
    history.open_club_table(1, 0, ZEB)
    for called in (0, 1):
        history.sit(2, called, ZEB)
        history.leave(2, 0, ZEB)
    history.sit(1, 1, ZEB)
    for name in NAMES[:2]:
        erase.erase(history.club.context, name, really=True)
    table = history.tables[2]
    told = [event for entry in all_entries(table.context.store, table.id) for _, event in split(entry)]
    assert not any(b"Zeb" in event for event in told)
    left = {place for place, trace in history.found() if trace == b"zebediah"}
    assert left == set()
    assert METADATA["avatar"].encode() not in history.club.stored()
    history.erase()
    assert history.found() == [], "its guest's seat is found without a name"


def test_a_repeated_answer_has_the_seats_of_today_after_an_erasure_alone(history: History) -> None:
    repeated = {**history.sent[0]}
    before = history.club.call(**repeated)
    assert history.club.call(**repeated).data == before.data
    history.erase()
    after = history.club.call(**repeated)
    seats, given = (after.json or {})["game"]["seats"], (after.json or {})["tokens"]
    assert (after.status_code, after.headers["ETag"]) == (201, before.headers["ETag"])
    assert [seat["player"] for seat in seats] == [None, "user-43"]
    assert [each["player"] for each in given] == ["user-43"]


def test_a_game_that_cannot_be_written_keeps_no_other_from_being_cleared(history: History) -> None:
    newer, client = history.tables[0], history.club.context.store.client
    history.open_club_table(4, 0, ZEB)
    table = client.hget(keys.game(newer.id), "table")
    client.hset(keys.game(newer.id), "table", table.replace(b'"schema":', b'"schema":9', 1))
    refused = history.club.call("DELETE", f"/v1/players/{ZEB}", history.club.key)
    assert (refused.status_code, (refused.json or {})["code"]) == (503, "newer_record")
    assert load(history.club.context, history.tables[2].id).table.seat(1).player == ""
    client.hset(keys.game(newer.id), "table", table)
    history.erase()
    assert history.found() == []


def test_a_player_of_an_imported_game_is_erased_by_the_secret_of_its_new_store(history: History) -> None:
    context, game = history.club.context, history.tables[0]
    exported = b"".join(Export(context, [game.id]).lines())
    context.store.client.flushdb()
    elsewhere = History(history.app)
    import_file(context, exported)
    elsewhere.tables.append(game)
    assert game.id in elsewhere.club.games(ZEB)
    elsewhere.erase()
    assert elsewhere.found() == []


def test_the_secret_of_tags_survives_the_loss_of_its_node_and_a_node_that_is_away(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = history.club.context.store
    tag = store.players.tag_of(CLUB, ZEB)
    assert tag != unsalted_tag(CLUB, ZEB)
    store.client.delete(keys.PLAYER_SECRET)
    assert store.players.tag_of(CLUB, ZEB) == tag, "a shard has a copy"
    away = StoreUnavailable("away")
    monkeypatch.setattr(store.connection, "gather", lambda commands, **_: [away for _ in commands])
    assert store.players.tag_of(CLUB, ZEB) == tag, "it was read before"
    with pytest.raises(StoreUnavailable):
        PlayerStore(store.connection, store.replicas).tag_of(CLUB, ZEB)
    monkeypatch.undo()
    store.client.flushdb()
    assert store.players.tag_of(CLUB, ZEB) != tag, "another store"


def test_no_log_line_has_what_an_erasure_clears(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    logs.configure(load_settings({"LOG_FORMAT": "json", "LOG_LEVEL": "debug"}))
    monkeypatch.setattr(structlog.get_config()["logger_factory"], "_file", written)
    monkeypatch.setattr("service.api.http.middleware._log", structlog.get_logger())
    history.sit(1, 0, ZEB)
    history.subscribe(0, 0, ZEB)
    history.quick_play(3, 1, ZEB)
    assert history.club.call("POST", f"/v1/players/{ZEB}/token", history.club.key, json={}).status_code == 201
    history.erase()
    told = written.getvalue().lower()
    assert b'"/v1/players/*/token"' in told
    assert b'"/v1/players/*"' in told
    assert [trace for trace in history.traces() if trace in told] == []
