"""An ended game is one small record, and every answer about it is what it was before, byte for byte."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import brotli  # type: ignore[import-untyped]  # the package has no types
import msgspec
import pytest
from flask import Flask

from service.api.app import create_app
from service.core.settings import load_settings
from service.games.base import LANGUAGES, Plain
from service.games.registry import RULEBOOKS
from service.store.archive import codec, dictionary, migrations
from service.store.change_messages import Entry
from service.store.errors import RecordIsNewer
from service.store.games import all_games, events
from service.store.games.lists import Lobby
from service.store.maintenance.archiving import AT_ONCE, Backlog, archive_game
from service.store.redis import keys
from service.store.redis.cluster import slot_of
from service.usecases.admin import games
from service.usecases.admin.export import Export
from service.usecases.admin.import_games import import_file
from service.usecases.context import Context
from service.usecases.games import create, finish
from service.usecases.views.verify import verify
from tests.clusters import ClusterProcesses, running_cluster
from tests.driver import Table, play_out, play_out_as, play_some, rulebooks
from tests.persistent import history
from tests.store.archive import known_words

LARGEST = 4096
"""Bytes of an ended game, of the store's memory."""
RELEASED = 343
"""Words that archives know by their places."""
PRINT = "cd366732ae1fbb7e0107820ee1e730ada90fe356f45438b9de69ccf90c8b47ff"


@pytest.fixture
def unarchived(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are ended by somebody who is killed before they are put away."""
    monkeypatch.setattr(finish, "archive_game", lambda *_: False)


def _ended(app: Flask, rulebook: str, players: int, seed: int = 1, **wish: Any) -> Table:
    table = Table.full(app, rulebook, players, **wish)
    assert play_out(table, seed)["status"] == "finished"
    return table


def _fields(table: Table) -> dict[bytes, bytes]:
    fields: dict[bytes, bytes] = table.context.store.client.hgetall(keys.game(table.id))
    return fields


def _is_archived(table: Table) -> bool:
    has_stream = table.context.store.client.exists(keys.events(table.id))
    return b"archive" in _fields(table) and b"state" not in _fields(table) and not has_stream


def _asked(table: Table) -> Iterator[tuple[str, int | None, str]]:
    """Every question about an ended game, by everybody, in every language."""
    version = table.game()["version"]
    moments = [f"?at={at}&eyes={eyes}" for at in (0, version // 2, version, version + 9) for eyes in (0, 1)]
    looks = ["", "?include=moves,score", "/score", "/replay", "/events", "/events?after=3&limit=5", "/moves"]
    waits = ["/events?after=7&wait=1&include=view", "/events?wait=1", f"/events?after={table.game()['last_event']}"]
    for what in (*looks, *moments, *waits):
        yield from ((what, seat, "en") for seat in (None, 1, 2))
    yield from (("?include=moves,score", 1, language) for language in LANGUAGES)
    yield from ((f"?at={version // 2}", 2, language) for language in LANGUAGES)


def _answers(table: Table) -> dict[tuple[str, int | None, str], tuple[int, bytes, str | None]]:
    found = {}
    for what, seat, language in _asked(table):
        answer = table.get(what, seat, Accept_Language=language)
        found[what, seat, language] = (answer.status_code, answer.data, answer.headers.get("ETag"))
    listed = table.http.get("/v1/games?status=finished")
    streamed = table.get("/events?after=2", Accept="text/event-stream", Last_Event_ID=str(table.game()["last_event"]))
    found["list", None, "en"] = (listed.status_code, listed.data, None)
    found["stream", None, "en"] = (streamed.status_code, streamed.data, None)
    return found


def _shown(table: Table) -> Plain:
    """What an operator sees, but for the size."""
    return {**games.describe_game(table.context, table.id, secrets=True), "bytes": None}


def _exported(table: Table) -> list[bytes]:
    """The lines of a parcel, but for the time at which it left, and the seal that is over that."""
    connection = list(Export(table.context, [table.id]).lines())[-2]
    plain = msgspec.json.decode(connection, type=Plain)
    return [msgspec.json.encode(plain[name]) for name in plain if name != "left"]


PLAYED = [(rulebook, players) for rulebook in rulebooks() for players in (2, 3)]


@pytest.mark.parametrize(("rulebook", "players"), PLAYED)
def test_every_answer_is_byte_for_byte_as_before(app: Flask, unarchived: None, rulebook: str, players: int) -> None:
    table = _ended(app, rulebook, players)
    before, shown, exported = _answers(table), _shown(table), _exported(table)
    told = events.all_entries(table.context.store, table.id)
    others = {asked: status for asked, (status, *_) in before.items() if status != 200}
    assert others == {("/moves", None, "en"): 401, ("stream", None, "en"): 204}
    assert not _is_archived(table)
    assert archive_game(table.context.store, table.id)
    assert _is_archived(table)
    assert _answers(table) == before
    assert (_shown(table), _exported(table)) == (shown, exported)
    assert events.all_entries(table.context.store, table.id) == told
    assert "replayed" in verify(table.get("/replay").data)


def test_a_stream_of_an_archived_game_tells_all(app: Flask) -> None:
    table = _ended(app, "distant_suns", 2)
    last, told = table.game()["last_event"], b""
    stream = table.get("/events", Accept="text/event-stream").response
    for message in stream:
        told += message if isinstance(message, bytes) else message.encode()
        if b"id: %d\ndata: " % last in told:
            break
    numbers = [int(connection[4:]) for connection in told.split(b"\n") if connection.startswith(b"id: ")]
    assert numbers == [*range(1, last + 1)]


def test_who_scores_a_game_puts_it_away(app: Flask) -> None:
    table = _ended(app, "astra", 2)
    assert _is_archived(table)
    assert not table.context.store.client.zscore(keys.deadlines(keys.shard_of(table.id)), table.id)


MOST = {rulebook: RULEBOOKS[rulebook].max_players for rulebook in rulebooks()}
TABLES = [(rulebook, players, "random") for rulebook, most in MOST.items() for players in range(2, most + 1)]
LARGE_TABLES = [(rulebook, most, "greedy") for rulebook, most in MOST.items()]


@pytest.mark.parametrize(("rulebook", "players", "level"), [*TABLES, *LARGE_TABLES])
def test_an_ended_game_takes_four_kilobytes(
    app: Flask, monkeypatch: pytest.MonkeyPatch, rulebook: str, players: int, level: str
) -> None:
    """All that is kept of it, at a table of people."""
    monkeypatch.setattr(create, "_seed", lambda _: b"Vega, Deneb, Altair and Arcturus")
    table = Table.full(app, rulebook, players)
    assert play_out_as(level, table)["status"] == "finished"
    size = all_games.size(table.context.store, table.id)
    assert _is_archived(table)
    assert size.records + size.events <= LARGEST


def test_a_running_game_is_not_archived(app: Flask) -> None:
    table = Table.full(app, "distant_suns", 2)
    play_some(table, 5)
    before = _fields(table)
    assert not archive_game(table.context.store, table.id)
    assert not archive_game(table.context.store, f"{table.id[:-2]}zz"[:20])
    assert _fields(table) == before


def test_a_rematch_of_an_archived_game_is_told_and_archived_again(app: Flask) -> None:
    table = _ended(app, "distant_suns", 2)
    last = table.game()["last_event"]
    following = (table.post("/rematch", 1, {}).json or {})["game"]["id"]
    for is_new in (True, False):
        page = table.get(f"/events?after={last}").json or {}
        assert [(event["id"], event["type"], event["game"]) for event in page["events"]] == [
            (last + 1, "rematch_offered", following)
        ]
        assert table.game()["rematch"] == following
        whole = table.get("/events?limit=500").json or {}
        assert [event["id"] for event in whole["events"]] == [*range(1, min(last + 1, 500) + 1)]
        assert archive_game(table.context.store, table.id) is is_new
        assert _is_archived(table)


def test_a_token_of_an_archived_game_is_rotated(app: Flask) -> None:
    table = _ended(app, "distant_suns", 2)
    table.tokens[1] = (table.post("/seats/me/token", 1, {}).json or {})["token"]
    assert table.game(1)["seat"] == 1
    assert not archive_game(table.context.store, table.id)
    assert _is_archived(table)


def test_who_wrote_meanwhile_is_not_lost(app: Flask, unarchived: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rematch between reading a game and putting it away; the second attempt has it."""
    table = _ended(app, "distant_suns", 2)
    last, packed = table.game()["last_event"], codec.pack

    def overtaken(*what: Any) -> bytes:
        monkeypatch.setattr(codec, "pack", packed)
        assert table.post("/rematch", 1, {}).status_code == 201
        return packed(*what)

    monkeypatch.setattr(codec, "pack", overtaken)
    assert archive_game(table.context.store, table.id)
    assert _is_archived(table)
    assert table.game()["last_event"] == last + 1
    assert [event["type"] for event in (table.get(f"/events?after={last}").json or {})["events"]] == ["rematch_offered"]


def test_an_archived_game_moves_to_another_installation(app: Flask, context: Context) -> None:
    table = _ended(app, "nebula", 2)
    before, parcel = _answers(table), b"".join(Export(context, [table.id]).lines())
    context.store.client.flushdb()
    import_file(context, parcel)
    assert not _is_archived(table)
    assert archive_game(context.store, table.id)
    for asked in (("", 1, "en"), ("/score", None, "en"), ("/replay", 2, "en"), ("/events", None, "en")):
        assert _answers(table)[asked][:2] == before[asked][:2]


def test_an_archive_of_the_next_schema_is_refused_and_stays_byte_for_byte(app: Flask, context: Context) -> None:
    table, readable = _ended(app, "distant_suns", 2), _ended(app, "distant_suns", 2)
    newer = bytes([migrations.ARCHIVE_SCHEMA + 1]) + b"packed in another way"
    context.store.client.hset(keys.game(table.id), "archive", newer)
    before = _fields(table)
    asked = [table.get(), table.get("/events"), table.get("/replay"), table.post("/rematch", 1, {})]
    assert {(answer.status_code, (answer.json or {})["code"]) for answer in asked} == {(503, "newer_record")}
    assert not archive_game(context.store, table.id)
    assert _fields(table) == before
    listed = Lobby(context.store).page(["distant_suns"], ["finished"], "", 9).games
    assert {game.id for game in listed} == {table.id, readable.id}


def test_an_older_archive_is_upgraded_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "ARCHIVE_SCHEMA", 3)
    monkeypatch.setitem(migrations.ARCHIVE_UPGRADES, 1, lambda data: b"\x02" + data[1:] + b" two")
    monkeypatch.setitem(migrations.ARCHIVE_UPGRADES, 2, lambda data: b"\x03" + data[1:] + b" three")
    assert migrations.present_archive(b"\x01one") == b"\x03one two three"


def test_known_words_stay_where_they_are() -> None:
    """Archives have their places. What was added since is not among those that are compared here."""
    assert hashlib.sha256("\n".join(dictionary.KNOWN[:RELEASED]).encode()).hexdigest() == PRINT
    assert len(set(dictionary.KNOWN)) == len(dictionary.KNOWN)


def test_every_kind_of_move_and_event_is_known() -> None:
    """`python -m tests.store.archive.known_words` adds what is not."""
    assert known_words.kinds() - set(dictionary.KNOWN) == set()


def test_an_archive_with_a_word_of_a_newer_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [Entry(1, 0, b"", b'[{"id":1,"version":0,"type":"game_started","seat":0}]')]
    packed = codec.pack(None, None, entries)
    columns = codec.unpack(packed).stream.columns
    assert dictionary.spell(columns.words) == ['{"type":"game_started","seat":null}', '{"state":null,"score":null}']
    codec.unpack.cache_clear()
    monkeypatch.setattr(codec, "KNOWN", dictionary.KNOWN[: dictionary.last_known(columns.words)])
    with pytest.raises(RecordIsNewer):
        codec.unpack(packed)
    monkeypatch.setattr(codec, "KNOWN", dictionary.KNOWN[: dictionary.last_known(columns.words) + 1])
    assert codec.entries(codec.unpack(packed)) == entries


def test_an_archive_of_the_first_layout_may_have_its_entries_as_they_were() -> None:
    entries = [Entry(1, 1, b"{}", ODD["spaces"])]
    first = msgspec.msgpack.encode([b"state", None, None, entries])
    opened = codec.unpack(b"\x01" + brotli.compress(first))
    assert (opened.state, opened.score, codec.entries(opened)) == (b"state", None, entries)


ODD = {
    "numbers that are not as ours": b'[{"id":1,"version":1,"type":"a","n":1.50}]',
    "another order": b'[{"version":1,"id":1,"type":"a"}]',
    "a number of another event": b'[{"id":7,"version":1,"type":"a"}]',
    "a number too large": b'[{"id":1,"version":1,"type":"a","n":9223372036854775807}]',
    "spaces": b'[{"id": 1, "version": 1, "type": "a"}]',
    "what stands for the same again": b'[{"id":1,"version":1,"n":-1,"o":{"n":-1.0}}]',
    "all kinds": b'[{"id":1,"version":1,"type":"a","n":[1,-2,null,true,0.5,"b",{"c":["b",3],"type":"d"}],"o":{}}]',
}


@pytest.mark.parametrize("told", ODD.values(), ids=ODD)
def test_whatever_was_told_comes_back_byte_for_byte(told: bytes) -> None:
    entries = [Entry(1, 1, b'{"seat":1,"move":{"type":"a"}}', told), Entry(1, 1, b"", b"[]")]
    opened = codec.unpack(codec.pack(b"state", None, entries))
    assert (opened.state, opened.score) == (b"state", None)
    assert codec.entries(opened) == entries


ROWS = {
    "the same again": b'{"n":1,"o":{"n":1,"m":[1]}},{"m":[1],"n":1},{"m":[1],"n":2},{"m":[1],"n":1}',
    "almost the same again": b'{"n":[1],"o":{"n":[true]}},{"n":[1.0]},{"n":true},{"n":1},{"n":null},{"n":"1"}',
    "rows in rows": b'{"a":[{"n":1,"b":[{"n":2},{"n":2}]},{"n":2,"b":[]}],"n":2,"c":[{"n":1},3],"d":[{}]},{"n":2}',
    "known words": b'{"type":"classic","n":"classic","classic":["{}","orion",""]},{"type":7,"n":["orion","no star"]}',
    "rows without values": b'{"type":"b"},{"type":"c"},{"type":"b"},{}',
}


@pytest.mark.parametrize("told", ROWS.values(), ids=ROWS)
def test_what_is_alike_is_told_as_columns(told: bytes) -> None:
    """State and score with it."""
    plain = msgspec.json.decode(b"[%b]" % told, type=list[Plain])
    events = msgspec.json.encode([{"id": number, "version": 3, **event} for number, event in enumerate(plain, start=1)])
    entries = [Entry(len(plain), 3, b'{"seat":1,"move":null}', events), Entry(len(plain), 3, b"", b"[]")]
    state, score = msgspec.msgpack.encode([2, b"seed", "orion", [1.5, {}]]), msgspec.json.encode({"lines": plain})
    opened = codec.unpack(codec.pack(state, score, entries))
    assert (opened.state, opened.score, codec.entries(opened)) == (state, score, entries)
    assert opened.stream.entries == []


def test_older_stores_are_archived_little_by_little(app: Flask, context: Context, unarchived: None) -> None:
    ended = [_ended(app, "distant_suns", 2, seed) for seed in range(3)]
    more = [Table(app, "distant_suns", [{"kind": "human"}] * 2) for _ in range(2 * AT_ONCE)]
    for table in more:
        assert table.http.delete(f"{table.path}/seats/me", headers=table.headers(1)).status_code == 204
    running = Table.full(app, "distant_suns", 2)
    backlog, steps, archived = Backlog(context.store), 0, 0
    while archived < len(ended) + len(more):
        backlog.step()
        steps += 1
        now = sum(_is_archived(table) for table in (*ended, *more))
        assert now - archived <= AT_ONCE
        archived = now
    assert steps >= 3
    assert not _is_archived(running)
    while backlog.step() or not context.store.client.exists(keys.ARCHIVING_DONE):
        pass
    again = Backlog(context.store)
    before = context.store.client.info("stats")["total_commands_processed"]
    assert not again.step()
    assert not again.step()
    assert context.store.client.info("stats")["total_commands_processed"] - before == 2


def _on(cluster: ClusterProcesses) -> Flask:
    environment = {"REDIS_URL": cluster.url, "BROKER_URL": "redis://127.0.0.1:1", "RATELIMIT_ENABLED": "false"}
    return create_app(load_settings(environment))


def test_on_a_cluster_games_are_found_on_every_master_and_archived(toy: None, unarchived: None) -> None:
    with running_cluster() as cluster:
        app = _on(cluster)
        tables = [_ended(app, "toy", 2, seed, options={"rounds": "2"}) for seed in range(9)]
        store = tables[0].context.store
        before = {table.id: (history(table), table.get("/replay").data) for table in tables}
        assert len({cluster.owner(slot_of(keys.game(table.id))).port for table in tables}) > 1
        backlog = Backlog(store)
        while not store.client.exists(keys.ARCHIVING_DONE):
            backlog.step()
        assert all(_is_archived(table) for table in tables)
        assert {table.id: (history(table), table.get("/replay").data) for table in tables} == before
