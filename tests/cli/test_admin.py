"""`almagest admin` on a store under play, in this process: what it finds, what it changes, what it refuses."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import msgspec
import pytest
from flask import Flask

from service.cli import KEY
from service.cli.main import main
from service.games.registry import RULEBOOKS
from service.store.archive import codec
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.health import node_report
from service.store.jobs.broker import celery
from service.store.jobs.outbox import PendingJob
from service.store.redis import keys
from service.usecases.accounts.api_keys import create_key
from service.usecases.admin import doctor, games
from service.usecases.admin.export import Export
from service.usecases.admin.games import CannotDo
from service.usecases.admin.import_games import import_file
from service.usecases.context import Context
from service.usecases.transaction import load
from tests.driver import Table, humans, play_out, play_some, serving
from tests.processes import HUNG, everything
from tests.usecases.clubs import BO, App

Json = dict[str, Any]
Admin = Callable[..., Json]
BOT = {"kind": "bot", "level": "random"}


@pytest.fixture
def admin(app: Flask, store_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Admin:
    """Runs a subcommand that is done, and reads its JSON."""
    monkeypatch.setenv("REDIS_URL", store_url)

    def run(*words: str, code: int = 0) -> Json:
        assert main(["admin", *words, "--json"]) == code
        found: Json = json.loads(capsys.readouterr().out)
        return found

    return run


@pytest.fixture
def refused(admin: Admin, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs a subcommand that is not done, and reads the sentence."""

    def run(*words: str) -> str:
        assert main(["admin", *words]) == 2
        said = capsys.readouterr().err
        assert said.startswith("almagest admin: ")
        assert said.count("\n") == 1
        return said

    return run


def at(context: Context, seconds: int) -> Context:
    """The same context, so many seconds later."""
    now = context.now() + 1000 * seconds
    return dataclasses.replace(context, clock=lambda: now)


def _ids(found: Json) -> list[str]:
    return [game["id"] for game in found["games"]]


def test_all_games_are_listed_also_private_ones_and_the_newest_first(app: Flask, admin: Admin) -> None:
    public = Table.full(app, "astra", 2)
    private = Table(app, "nebula", humans(2), visibility="private")
    assert _ids(admin("games")) == sorted([public.id, private.id], reverse=True)
    assert _ids(admin("games", "--status", "open")) == [private.id]
    assert _ids(admin("games", "--rulebook", "astra")) == [public.id]
    assert len(_ids(admin("games", "--limit", "1"))) == 1
    assert _ids(admin("games", "--stuck")) == []


def test_tables_are_for_people(app: Flask, admin: Admin, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table.full(app, "astra", 2)
    assert main(["admin", "games"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["id", "rulebook", "status"]
    assert row.split()[:3] == [table.id, "astra", "running"]
    assert main(["admin", "games", "show", table.id]) == 0
    assert "P2" in capsys.readouterr().out


def _stuck(admin: Admin) -> str:
    (found,) = admin("games", "--stuck", "--seconds", "0")["games"]
    return str(found["troubles"][0])


def _backdate(context: Context, key: str, game_id: str) -> None:
    context.store.client.zadd(key, {game_id: context.now() - 60_000})


def test_work_that_no_worker_does_is_stuck(app: Flask, context: Context, admin: Admin) -> None:
    table = Table(app, "astra", [BOT, BOT])
    _backdate(context, keys.outbox(keys.shard_of(table.id)), table.id)
    assert _stuck(admin).startswith("owed: bot waits for a worker since 6")
    context.store.client.zrem(keys.outbox(keys.shard_of(table.id)), table.id)
    assert _stuck(admin).startswith("not_queued: bot")


def test_time_that_is_up_and_not_noticed_is_stuck(app: Flask, context: Context, admin: Admin) -> None:
    table = Table.full(app, "astra", 2, clock={"per_decision": 60})
    clock = load(context, table.id).clock
    past = msgspec.structs.replace(clock, deadline=context.now() - 90_000)
    context.store.client.hset(keys.game(table.id), "clock", msgspec.json.encode(past))
    assert _stuck(admin).startswith("late: the time was up 9")


def _overwrite(context: Context, table: Table, field: str, old: bytes, new: bytes) -> None:
    key = keys.game(table.id)
    found = context.store.client.hget(key, field)
    assert old in found
    context.store.client.hset(key, field, found.replace(old, new, 1))


def test_what_cannot_be_read_here_is_stuck_and_stays(
    app: Flask, context: Context, admin: Admin, refused: Callable[..., str]
) -> None:
    table = Table.full(app, "astra", 2)
    _overwrite(context, table, "table", b'"schema":%d' % TABLE_SCHEMA, b'"schema":9')
    stored = context.store.client.hgetall(keys.game(table.id))
    assert _stuck(admin).startswith("newer_record: a table of schema 9")
    for words in (("games", "show"), ("games", "abandon"), ("games", "requeue"), ("export",)):
        assert "schema 9" in refused(*words, table.id)
    assert context.store.client.hgetall(keys.game(table.id)) == stored


def test_a_missing_rulebook_or_pack_is_stuck(app: Flask, context: Context, admin: Admin) -> None:
    table = Table.full(app, "astra", 2)
    digest = load(context, table.id).dealt.pack_hash
    _overwrite(context, table, "state", digest.encode(), b"f" * len(digest))
    assert _stuck(admin).startswith("pack_missing: ")
    with patch.dict(RULEBOOKS):
        del RULEBOOKS["astra"]
        assert _stuck(admin).startswith("rulebook_missing: ")


def test_a_game_is_shown_without_its_secrets(app: Flask, context: Context, admin: Admin) -> None:
    table = Table.full(app, "astra", 2, visibility="private")
    game = load(context, table.id)
    shown = admin("games", "show", table.id)
    (since,) = game.clock.since
    assert [seat["owes_since"] for seat in shown["seats"]][since.seat - 1] == since.at
    assert (shown["version"], shown["rules"]) == (game.clock.version, game.dealt.rules)
    assert shown["bytes"]["records"] > 0 < shown["bytes"]["events"]
    secrets = {"seed", "invite", "state"}
    assert secrets.isdisjoint(shown)
    for secret in (game.table.seed.hex(), game.table.invite, *(seat.token for seat in game.table.seats)):
        assert secret not in json.dumps(shown)
    told = admin("games", "show", table.id, "--secrets")
    assert set(told) - set(shown) == secrets
    assert told["seed"] == game.table.seed.hex()


def test_who_listens_hears_that_a_game_was_abandoned(
    app: Flask, admin: Admin, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.full(app, "astra", 2)
    told = table.game()["last_event"]
    heard: list[Any] = []
    listener = threading.Thread(
        target=lambda: heard.append(app.test_client().get(f"{table.path}/events?after={told}&wait=30").json)
    )
    listener.start()
    admin("games", "abandon", table.id)
    listener.join(HUNG)
    assert [event["type"] for event in heard[0]["events"]] == ["game_abandoned"]
    assert table.game()["status"] == "abandoned"
    assert "has ended already" in refused("games", "abandon", table.id)
    assert "There is no game" in refused("games", "abandon", keys.new_game_id(3, 1))


def test_requeued_work_is_told_at_once_and_owed_anew(app: Flask, context: Context, wakeups: list[PendingJob]) -> None:
    table = Table(app, "astra", [BOT, BOT])
    outbox = keys.outbox(keys.shard_of(table.id))
    context.store.client.zrem(outbox, table.id)
    wakeups.clear()
    sent: list[tuple[str, str, int]] = []
    done = games.requeue(context, table.id, lambda *job: not sent.append(job))  # type: ignore[func-returns-value]  # always None
    assert done == games.Requeued("bot", True)
    assert sent == [("bot", table.id, 0)]
    assert wakeups == []
    assert context.store.client.zscore(outbox, table.id) >= context.now()
    assert not games.requeue(context, table.id, lambda *_: False).hinted


def test_what_waits_for_people_is_not_requeued_until_their_time_is_up(
    app: Flask, context: Context, refused: Callable[..., str]
) -> None:
    table = Table.full(app, "astra", 2, clock={"per_decision": 60})
    assert "owes nothing" in refused("games", "requeue", table.id)
    assert games.requeue(at(context, 61), table.id, lambda *_: True).work == "late"


NAME = "Ana María"


def _named(app: Flask) -> list[Table]:
    """Running, ended, and left in the lobby: there the name is in the events alone."""
    tables = [Table(app, rulebook, humans(2)) for rulebook in ("astra", "nebula", "distant_suns")]
    for table in tables:
        assert table.sit(NAME).status_code == 201
    play_out(tables[1])
    left = Table(app, "astra", humans(3))
    left.sit(NAME)
    assert left.http.delete(f"{left.path}/seats/me", headers=left.headers(2)).status_code == 204
    return [*tables, left]


def _stored(context: Context) -> bytes:
    """All that the store has; games and events also as they were told before they were compressed."""
    rows = []
    for key in context.store.client.scan_iter("{s*}:game:*"):
        fields = context.store.client.hgetall(key)
        rows += fields.values()
        if b"archive" in fields:
            rows += [entry.events for entry in codec.entries(codec.unpack(fields[b"archive"]))]
    for key in context.store.client.scan_iter("{s*}:events:*"):
        rows += [value for _, row in context.store.client.xrange(key) for value in row.values()]
    return b"\n".join([*rows, everything(context.store.client)])


def test_a_name_is_erased_everywhere_and_games_go_on(app: Flask, context: Context, admin: Admin) -> None:
    running, ended, _, left = tables = _named(app)
    events = [table.get("/events").json for table in tables]
    lifetime = context.store.client.ttl(keys.game(ended.id))
    found = {"games": 4, "seats": 3, "events": 4, "left": 0, "unread": []}
    assert admin("erase", NAME) == {"erased": False, **found}
    assert NAME.encode() in _stored(context)
    assert admin("erase", "Ana") == {"erased": False, "games": 0, "seats": 0, "events": 0, "left": 0, "unread": []}
    assert admin("erase", NAME, "--yes") == {"erased": True, **found}
    assert NAME.encode() not in _stored(context)
    assert lifetime - 60 < context.store.client.ttl(keys.game(ended.id)) <= lifetime
    for table, before in zip(tables, events, strict=True):
        text = json.dumps(before, ensure_ascii=False).replace(NAME, "Player 2")
        assert json.loads(text)["events"] == (table.get("/events").json or {})["events"]
    assert running.game()["seats"][1]["name"] == "Player 2"
    assert (running.get(Accept_Language="fr").json or {})["seats"][1]["name"] == "Joueur 2"
    assert play_out(running)["status"] == "finished"
    assert left.sit("Bo").status_code == 201


def test_a_name_is_erased_where_it_is_kept_who_left(app: Flask, context: Context, admin: Admin, toy: None) -> None:
    """A user of an app who went before the game began is known by name to the list of those alone."""
    club = App(app)
    table = club.table(BO, {"kind": "human"}, {"kind": "human"})
    for name in (NAME, "Eve"):
        club.as_player(name[:3], "POST", f"{table.path}/seats", json={"name": name})
        club.as_player(name[:3], "DELETE", f"{table.path}/seats/me")
    found = {"games": 1, "seats": 0, "events": 1, "left": 1, "unread": []}
    assert admin("erase", NAME) == {"erased": False, **found}
    assert admin("erase", NAME, "--yes") == {"erased": True, **found}
    assert NAME.encode() not in _stored(context)
    assert b"Eve" in _stored(context)


def test_a_name_that_nobody_could_have_is_refused(refused: Callable[..., str]) -> None:
    assert "no name" in refused("erase", "")


def test_erasing_says_which_games_it_could_not_read(
    app: Flask, context: Context, admin: Admin, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table.full(app, "astra", 2)
    _overwrite(context, table, "table", b'"schema":%d' % TABLE_SCHEMA, b'"schema":9')
    assert admin("erase", "P2", "--yes", code=1)["unread"] == [table.id]


def _exported(context: Context, *tables: Table) -> bytes:
    return b"".join(Export(context, [table.id for table in tables]).lines())


def _gone(context: Context) -> None:
    context.store.client.flushdb()


def _sealed(data: bytes, old: bytes, new: bytes) -> bytes:
    """Changed by who knows how to seal a file."""
    body = b"".join(data.splitlines(keepends=True)[:-1])
    assert old in body
    body = body.replace(old, new)
    return body + json.dumps({"line": "seal", "sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n"


def test_a_file_of_games_is_taken_whole_and_unchanged_or_not_at_all(app: Flask, context: Context) -> None:
    table = Table.full(app, "astra", 2)
    data = _exported(context, table)
    _gone(context)
    lines = data.splitlines(keepends=True)
    for damaged, why in (
        (data.replace(b'"rev":', b'"rev":1', 1), "damaged or not whole"),
        (b"".join(lines[:-1]), "damaged or not whole"),
        (data[:-40], "damaged"),
        (b"", "no file of exported games"),
        (b"hello\n", "no file of exported games"),
        (_sealed(data, b'"format":1', b'"format":2'), "has format 2"),
        (_sealed(data, b'"table":{"schema":%d' % TABLE_SCHEMA, b'"table":{"schema":9'), "table: a table of schema 9"),
        (_sealed(data, b'"clock":{"schema":%d' % CLOCK_SCHEMA, b'"clock":{"schema":9'), "clock: a clock of schema 9"),
        (_sealed(data, b'"rulebook":"astra"', b'"rulebook":"chess"'), "no rulebook 'chess'"),
        (_sealed(data, table.id.encode(), b"not-an-id"), "no id of a game"),
    ):
        with pytest.raises(CannotDo, match=why):
            import_file(context, damaged)
    assert context.store.client.dbsize() == 0
    import_file(context, data)
    with pytest.raises(CannotDo, match=f"There is a game {table.id} here already"):
        import_file(context, data)


def test_of_a_file_with_a_game_that_exists_none_is_taken(app: Flask, context: Context) -> None:
    new, old = Table.full(app, "astra", 2), Table.full(app, "astra", 2)
    both, alone = _exported(context, new, old), _exported(context, old)
    _gone(context)
    import_file(context, alone)
    with pytest.raises(CannotDo, match=f"There is a game {old.id} here already"):
        import_file(context, both)
    assert new.get().status_code == 404


def test_a_pack_travels_with_its_games(app: Flask, context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.full(app, "astra", 2)
    state = load(context, table.id).dealt
    data, packs = _exported(context, table), RULEBOOKS["astra"].packs
    assert packs
    _gone(context)
    monkeypatch.setattr(packs, "_by_hash", {})
    without = b"".join(line for line in data.splitlines(keepends=True) if not line.startswith(b'{"line":"pack"'))
    with pytest.raises(CannotDo, match="no content pack with the hash"):
        import_file(context, _sealed(without, b"", b""))
    with pytest.raises(CannotDo, match="another one in the file"):
        import_file(context, _sealed(data, f'"hash":"{state.pack_hash}"'.encode(), b'"hash":"0"'))
    import_file(context, data)
    assert context.store.client.exists(keys.pack("astra", state.pack_hash))


def test_the_time_on_the_way_is_nobodys(app: Flask, context: Context) -> None:
    table = Table.full(app, "astra", 2, clock={"per_decision": 60})
    before = load(context, table.id).clock
    data = _exported(context, table)
    _gone(context)
    (game,) = import_file(at(context, 3600), data)
    moved = game.clock.deadline - before.deadline
    assert 3590_000 < moved < 3700_000
    assert game.clock.since[0].at - before.since[0].at == moved
    assert context.store.client.zscore(keys.deadlines(keys.shard_of(table.id)), table.id) == game.clock.deadline


def test_what_a_game_waits_for_is_owed_elsewhere(app: Flask, context: Context, wakeups: list[PendingJob]) -> None:
    table = Table(app, "astra", [BOT, BOT])
    data = _exported(context, table)
    _gone(context)
    wakeups.clear()
    import_file(context, data)
    assert wakeups == [PendingJob("bot", table.id, 0)]
    assert context.store.client.zscore(keys.outbox(keys.shard_of(table.id)), table.id)
    assert _ids(table.http.get("/v1/games").json or {}) == [table.id]


def test_a_move_can_be_taken_back_elsewhere(app: Flask, context: Context) -> None:
    table = Table.full(app, "nebula", 2)
    while not load(context, table.id).clock.takeback:
        play_some(table, 1)
    stood = table.game()
    data = _exported(context, table)
    _gone(context)
    import_file(context, data)
    seat = load(context, table.id).clock.takeback[-1].seat
    assert table.post("/moves/undo", seat, None, If_Match=f'"{stood["version"]}"').status_code == 200


def test_games_end_here_once_they_are_written_unless_they_went_on(app: Flask, context: Context) -> None:
    moved, ended = Table.full(app, "astra", 2), Table.full(app, "astra", 2)
    play_out(ended)
    leaving = Export(context, [moved.id, ended.id])
    play_some(moved, 1)
    with pytest.raises(CannotDo, match="went on while it was exported"):
        leaving.abandon_games()
    assert moved.game()["status"] == "running"
    Export(context, [moved.id, ended.id]).abandon_games()
    assert (moved.game()["status"], ended.game()["status"]) == ("abandoned", "finished")


def test_what_cannot_be_read_or_found_is_told_in_one_sentence(
    tmp_path: Path, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "nowhere" in refused("import", str(tmp_path / "nowhere"))
    assert "No almagest serve" in refused("games", "--data-dir", str(tmp_path))
    assert "they are open, running" in refused("games", "--status", "asleep")
    assert "no rulebook 'chess'" in refused("games", "--rulebook", "chess")
    monkeypatch.setenv("REDIS_URL", f"unix://{tmp_path}/nobody")
    assert "or set REDIS_URL" in refused("games")
    monkeypatch.setenv("REDIS_URL", "http://nobody")
    assert "REDIS_URL must be a URL" in refused("games")


def _levels(found: Json) -> dict[str, str]:
    return {row["what"]: row["level"] for row in found["findings"]}


def test_the_doctor_names_what_is_wrong_and_what_to_do(
    app: Flask, context: Context, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(celery, "connection_for_write", lambda: contextlib.nullcontext(Mock()))
    table = Table(app, "astra", [BOT, BOT])
    context.store.client.config_set("appendonly", "yes")
    context.store.client.config_set("appendfsync", "always")
    assert set(_levels(admin("doctor")).values()) <= {"ok", "warn"}
    _backdate(context, keys.outbox(keys.shard_of(table.id)), table.id)
    _overwrite(context, table, "table", b'"schema":%d' % TABLE_SCHEMA, b'"schema":9')
    context.store.client.config_set("maxmemory-policy", "allkeys-lru")
    context.store.client.config_set("appendonly", "no")
    try:
        found = admin("doctor", code=1)
    finally:
        context.store.client.config_set("maxmemory-policy", "noeviction")
    bad = {what for what, level in _levels(found).items() if level == "bad"}
    assert bad == {"store: appendonly", "store: maxmemory-policy", "records", "outbox"}
    assert all(row["advice"] for row in found["findings"] if row["level"] != "ok")


def _level(context: Context, what: str) -> str:
    """What is said of the node."""
    return next(
        row.level for node in node_report.look(context.store) for row in doctor.check_node(node, 0) if row.what == what
    )


def test_the_doctor_tells_a_full_store_and_one_without_a_limit(context: Context) -> None:
    client = context.store.client
    assert _level(context, "store: memory") == "warn"
    try:
        client.config_set("maxmemory", 2**34)
        assert _level(context, "store: memory") == "ok"
        client.config_set("maxmemory", int(client.info("memory")["used_memory"] * 1.02))
        assert _level(context, "store: memory") == "bad"
    finally:
        client.config_set("maxmemory", 0)


def test_the_doctor_of_a_store_that_is_away_says_so(
    tmp_path: Path, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", f"unix://{tmp_path}/nobody")
    found = admin("doctor", code=1)["findings"]
    assert (found[0]["what"], found[0]["level"]) == ("store", "bad")


def test_a_key_is_printed_once_listed_and_revoked(
    app: Flask, admin: Admin, refused: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", "keys", "create", "chess-club", "--scopes", "games,rig", "--limits", "5 per minute"]) == 0
    key = capsys.readouterr().out.strip()
    made = app.test_client().post(
        "/v1/games", json={"rulebook": "astra", "seats": humans(2)}, headers={"Authorization": f"Bearer {key}"}
    )
    assert made.status_code == 201
    (listed,) = admin("keys", "list")["keys"]
    assert (listed["app"], listed["scopes"], listed["limits"]) == ("chess-club", ["games", "rig"], "5 per minute")
    assert key.split("_")[1] == listed["id"]
    assert listed["created"]
    assert listed["last_used"]
    assert main(["admin", "keys", "list"]) == 0
    assert key not in capsys.readouterr().out
    assert admin("keys", "revoke", listed["id"])["revoked"]
    assert admin("keys", "list")["keys"] == []
    assert "no key" in refused("keys", "revoke", listed["id"])


def test_commands_that_create_games_show_the_key(
    make_app: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`almagest smoke` and `almagest play`, where apps alone create games."""
    app = make_app(CREATE_GAMES="keys")
    monkeypatch.delenv(KEY, raising=False)
    with serving(app) as url:
        for command in (["smoke", "--server", url, "--seconds", "0"], ["play", "--server", url]):
            assert main(command) == 1
            assert "key" in capsys.readouterr().err
        monkeypatch.setenv(KEY, create_key(app.extensions["context"], "terminal").key)
        assert main(["smoke", "--server", url, "--seconds", "0"]) == 1
        assert "is still running" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [("Chess Club",), ("",), ("club", "--scopes", "games,all"), ("club", "--scopes", ""), ("club", "--limits", "many")],
)
def test_a_key_that_cannot_be_is_refused_in_a_sentence(refused: Callable[..., str], admin: Admin, words: Any) -> None:
    assert refused("keys", "create", *words)
    assert admin("keys", "list")["keys"] == []


def test_what_an_import_refuses_is_named_by_line_field_and_reason(
    app: Flask, context: Context, admin: Admin, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table.full(app, "astra", 2)
    file = tmp_path / "moved.jsonl"
    file.write_bytes(_sealed(_exported(context, table), b'"name":"P2","token"', b'"name":"\\u202e","token"'))
    _gone(context)
    assert main(["admin", "import", str(file)]) == 1
    assert f"{file}:3: table.seats[1].name: no player can have this name" in capsys.readouterr().err
    (fault,) = admin("import", str(file), code=1)["faults"]
    assert (fault["line"], fault["field"]) == (3, "table.seats[1].name")
    assert context.store.client.dbsize() == 0
