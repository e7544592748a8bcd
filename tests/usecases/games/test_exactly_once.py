"""A move is played exactly once, whoever races and whatever is repeated."""

from __future__ import annotations

import http.client
import itertools
import json
import random
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from flask import Flask

from service.core.settings import load_settings
from service.games.base import Move
from service.store.games.idempotency import COPY_SECONDS, Answer, IdempotencyKey, Scope
from service.store.games.lists import Lobby
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.usecases.context import Context
from service.usecases.games import create, play_move, seats
from service.usecases.transaction import load
from service.wire.refusals import Refused
from tests.driver import Table, humans, play_out
from tests.processes import HOST, HUNG, Server
from tests.usecases.later import Later

CLIENTS = 8
ROUNDS = 150


def _new_game(context: Context) -> tuple[str, list[str]]:
    """Three people at Astra: one decider at a time, and no automa."""
    wish = create.CreateGame("astra", (create.CreateSeat("human"),) * 3, {}, "public", 0, 0)
    made = json.loads(create.create(context, wish).body)
    taken = [json.loads(seats.take_seat(context, made["game"]["id"], "P", None).body) for _ in range(2)]
    return made["game"]["id"], [made["token"], *(seat["token"] for seat in taken)]


def _rounds(context: Context) -> Iterator[tuple[GameRecord, int, str]]:
    """Positions to race for, from as many games as it takes."""
    left = ROUNDS
    while left:
        game_id, tokens = _new_game(context)
        while left and (game := load(context, game_id)).clock.status == "running":
            seat = game.clock.deciders[0]
            yield game, seat, tokens[seat - 1]
            assert load(context, game_id).clock.version == game.clock.version + 1
            left -= 1


def _send(connection: http.client.HTTPConnection, game: GameRecord, token: str, key: str, move: bytes) -> int:
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "If-Match": f'"{game.clock.version}"',
        "Idempotency-Key": key,
    }
    try:
        connection.request("POST", f"/v1/games/{game.id}/moves", move, headers)
        answer = connection.getresponse()
    except http.client.RemoteDisconnected:
        # A server may close a connection that is kept alive; the key makes it safe to send again.
        connection.request("POST", f"/v1/games/{game.id}/moves", move, headers)
        answer = connection.getresponse()
    answer.read()
    return answer.status


def test_eight_clients_race_and_one_wins_every_round(server: Server) -> None:
    url = server.environment["REDIS_URL"]
    context = Context(GameStore(url), load_settings({"REDIS_URL": url}))
    connections = [http.client.HTTPConnection(HOST, server.port, timeout=HUNG) for _ in range(CLIENTS)]
    chance = random.Random(8)
    with ThreadPoolExecutor(CLIENTS) as pool:
        for number, (game, seat, token) in enumerate(_rounds(context)):
            legal = game.rulebook.legal_moves(game.dealt, seat)
            bodies = [msgspec.json.encode(chance.choice(legal)) for _ in connections]
            keys = [f"{number}-{racer}" for racer in range(CLIENTS)]
            answers = list(pool.map(_send, connections, itertools.repeat(game), itertools.repeat(token), keys, bodies))
            assert answers.count(200) == 1, answers
            assert set(answers) <= {200, 409, 412}, answers
    for connection in connections:
        connection.close()


CHOOSE = {"type": "choose", "number": 2}


def test_the_same_key_gives_the_same_answer_byte_for_byte(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    first = table.play(1, CHOOSE, 0, "key-a")
    again = table.play(1, CHOOSE, 0, "key-a")
    assert first.status_code == again.status_code == 200
    assert first.data == again.data
    assert first.headers["ETag"] == again.headers["ETag"]
    assert table.game()["version"] == 1


def test_a_repeated_move_is_answered_as_before_even_when_the_game_went_on(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    first = table.play(1, CHOOSE, 0, "key-a")
    table.play(2, CHOOSE, 1)
    table.play(1, CHOOSE, 2, "key-b")
    assert table.play(1, CHOOSE, 0, "key-a").data == first.data
    assert table.game()["version"] == 3


def _forget_copies(table: Table) -> None:
    """As after `COPY_SECONDS`: what is left of an answer is a note."""
    client = table.context.store.client
    copies = list(client.scan_iter("{s*}:answer:*"))
    assert all(0 < client.ttl(copy) <= COPY_SECONDS for copy in copies)
    client.delete(*copies)


def test_a_late_repetition_of_a_move_tells_what_it_did_and_the_game_as_it_is(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    first = table.play(1, CHOOSE, 0, "key-a")
    _forget_copies(table)
    again = table.play(1, CHOOSE, 0, "key-a")
    assert (again.data, again.headers["ETag"]) == (first.data, first.headers["ETag"])
    table.play(2, CHOOSE, 1)
    late, told = table.play(1, CHOOSE, 0, "key-a"), first.json or {}
    assert late.status_code == 200
    assert late.json == {**told, "game": table.game(1)}
    assert late.headers["ETag"] == table.get(seat=1).headers["ETag"]
    assert table.game()["version"] == 2
    _forget_nothing_else(table)


def _forget_nothing_else(table: Table) -> None:
    """Another body is refused, and who has no such seat any more learns nothing."""
    assert (table.play(1, {"type": "choose", "number": 3}, 0, "key-a").json or {})["code"] == "key_reused"
    assert table.post("/seats/me/token", 1, {}).status_code == 200
    assert table.play(1, CHOOSE, 0, "key-a").status_code == 401


def test_a_late_repetition_after_the_end_finds_its_move_in_the_archive(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    first = table.play(1, CHOOSE, 0, "key-a")
    _forget_copies(table)
    play_out(table)
    assert not table.context.store.client.exists(keys.events(table.id))
    late = table.play(1, CHOOSE, 0, "key-a")
    assert late.json == {**(first.json or {}), "game": table.game(1)}


def test_a_taking_back_is_repeated_late(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    table.play(1, CHOOSE, 0)
    undone = table.post("/moves/undo", 1, {}, If_Match='"1"', Idempotency_Key="undo-a")
    _forget_copies(table)
    again = table.post("/moves/undo", 1, {}, If_Match='"1"', Idempotency_Key="undo-a")
    assert (undone.status_code, again.data) == (200, undone.data)


def test_a_kept_answer_of_a_move_takes_an_eighth_of_what_it_did(app: Flask) -> None:
    """Bytes of the store's memory over all the time for which anything of an answer is kept; it was 2.7 KB and more."""
    table = Table.full(app, "astra", 2)
    move = table.moves(1)["moves"][0]["move"]
    assert table.play(1, move, 0, str(uuid.uuid4())).status_code == 200
    client, seconds = table.context.store.client, table.context.settings.idempotency_seconds
    parts = [*client.scan_iter("{s*}:answer:*"), *client.scan_iter("{s*}:note:*")]
    assert sorted(round(client.ttl(part), -1) for part in parts) == [COPY_SECONDS, seconds]
    assert sum(client.memory_usage(part) * client.ttl(part) for part in parts) / seconds <= 2700 / 8


def test_the_same_key_with_another_body_is_refused(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    table.play(1, CHOOSE, 0, "key-a")
    other = table.play(1, {"type": "choose", "number": 3}, 0, "key-a")
    assert other.status_code == 422
    assert (other.json or {})["code"] == "key_reused"


def test_keys_of_two_seats_do_not_meet(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    assert table.play(1, CHOOSE, 0, "1").status_code == 200
    assert table.play(2, CHOOSE, 1, "1").status_code == 200
    assert table.game()["version"] == 2


def test_a_refused_move_does_not_use_up_its_key(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    assert table.play(1, {"type": "choose", "number": 9}, 0, "key-a").status_code == 409
    assert table.play(1, CHOOSE, 0, "key-a").status_code == 200


def test_a_game_is_created_once_per_key(app: Flask, toy: None) -> None:
    http_client = app.test_client()
    wish = {"rulebook": "toy", "seats": humans(2), "visibility": "private"}
    first = http_client.post("/v1/games", json=wish, headers={"Idempotency-Key": "create-1-of-this-test"})
    again = http_client.post("/v1/games", json=wish, headers={"Idempotency-Key": "create-1-of-this-test"})
    assert first.status_code == again.status_code == 201
    assert first.data == again.data
    other = http_client.post(
        "/v1/games", json={**wish, "seats": humans(3)}, headers={"Idempotency-Key": "create-1-of-this-test"}
    )
    assert other.status_code == 422
    elsewhere = http_client.post(
        "/v1/games",
        json=wish,
        headers={"Idempotency-Key": "create-1-of-this-test"},
        environ_base={"REMOTE_ADDR": "127.0.0.9"},
    )
    assert (elsewhere.json or {})["token"] != (first.json or {})["token"]


class Overtaken(GameStore):
    """A store at which somebody else is always served between the look at a key and the commit."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.rivals: list[Callable[[], None]] = []

    def find_answer(self, key: IdempotencyKey) -> Answer | None:
        found = super().find_answer(key)
        while self.rivals:
            self.rivals.pop()()
        return found


@pytest.mark.parametrize("text", ["a", "b", "c", "d"])
def test_of_two_creations_with_one_key_one_is_carried_out(context: Context, text: str) -> None:
    """Both look before either writes. Four keys, since two games may come into the same shard by chance."""
    wish = create.CreateGame("astra", (create.CreateSeat("human"),) * 3, {}, "public", 0, 0)
    key, given = IdempotencyKey.for_request(text, Scope("address", "here", "/v1/games"), b"request"), []
    rival, overtaken = Context(GameStore(context.store.url), context.settings), Overtaken(context.store.url)
    overtaken.rivals.append(lambda: given.append(create.create(rival, wish, key=key)))
    second = create.create(Context(overtaken, context.settings), wish, key=key)
    assert given == [second]
    assert len(Lobby(context.store).page(["astra"], ["open"], "", 9).games) == 1


def test_a_seat_is_taken_once_per_key(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(3))
    first = table.post("/seats", None, {"name": "B"}, Idempotency_Key="sit-1-of-this-test")
    again = table.post("/seats", None, {"name": "B"}, Idempotency_Key="sit-1-of-this-test")
    assert first.data == again.data
    assert [seat["taken"] for seat in table.game()["seats"]] == [True, True, False]


def test_a_token_is_rotated_once_per_key(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    first = table.post("/seats/me/token", 1, Idempotency_Key="rotate-1")
    again = table.post("/seats/me/token", 1, Idempotency_Key="rotate-1")
    assert first.status_code == again.status_code == 200
    assert first.data == again.data
    assert table.get(seat=1).status_code == 401


def test_a_task_that_runs_twice_plays_once(app: Flask, toy: None) -> None:
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "bot"}])
    loaded = load(table.context, table.id)
    first, second = loaded.rulebook.legal_moves(loaded.dealt, 2)[1:3]
    assert play_move.play_on(table.context, loaded, play_move.Automaton(2), first)
    assert play_move.play_on(table.context, loaded, play_move.Automaton(2), second) is None
    assert table.game()["version"] == 1


def test_a_worker_does_not_play_for_a_person_who_has_time(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    game = load(table.context, table.id)
    move = game.rulebook.legal_moves(game.dealt, 1)[0]
    with pytest.raises(Refused, match="not_automatic"):
        play_move.submit(table.context, table.id, play_move.Automaton(1, table.context.now()), 0, lambda _: move)


def test_stored_answers_hold_no_readable_token(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(2), visibility="private")
    app.test_client().post(
        "/v1/games", json={"rulebook": "toy", "seats": humans(2)}, headers={"Idempotency-Key": "sealed-in-the-store"}
    )
    dump = _dump(table.context)
    assert b"almagest_" not in dump
    assert table.created["invite"].encode() not in dump


def _as_given(move: Move, _: object) -> Move:
    return move


def _dump(context: Context) -> bytes:
    """Every byte of the store that is reachable by keys."""
    client, found = context.store.client, b""
    for key in client.scan_iter():
        kind = client.type(key)
        if kind == b"hash":
            found += repr(client.hgetall(key)).encode()
        elif kind == b"stream":
            found += repr(client.xrange(key)).encode()
        elif kind == b"string":
            found += client.get(key)
    return found


@pytest.mark.parametrize("what", ["/pause", "/resume", "/seats/me/resign", "/seats/2/bot"])
def test_whatever_else_a_seat_asks_for_is_carried_out_once_per_key(
    app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    table = Table.full(app, "toy", 3, idle_seconds=1)
    if what == "/resume":
        for seat in (1, 2, 3):
            table.post("/pause", seat, {})
    Later(app, monkeypatch).by(2)
    first, again = (table.post(what, 1, {}, Idempotency_Key="once-and-again") for _ in range(2))
    assert first.status_code in (200, 204), first.data
    assert (again.status_code, again.data, again.headers.get("ETag")) == (
        first.status_code, first.data, first.headers.get("ETag"),
    )  # fmt: skip
    events = (table.get("/events").json or {})["events"]
    assert len({event["type"] for event in events[-2:]}) == 2, "it was done once"
