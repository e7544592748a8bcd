"""A move is played exactly once, whoever races and whatever is repeated."""

from __future__ import annotations

import functools
import http.client
import itertools
import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from flask import Flask

from service import config
from service.games.base import Move
from service.store.games import GameStore
from service.store.records import Game
from service.tables import create, play, seats
from service.tables.context import Tables
from service.tables.refusals import Refused
from service.tables.writing import load
from tests.service.driver import Table, humans
from tests.service.processes import HOST, Server

CLIENTS = 8
ROUNDS = 500


def _new_game(tables: Tables) -> tuple[str, list[str]]:
    """Three people at Astra: one decider at a time, and no dreamer."""
    wish = create.GameWish("astra", (create.SeatWish("human"),) * 3, {}, "public", 0, 0)
    made = json.loads(create.create(tables, wish).body)
    taken = [json.loads(seats.take(tables, made["game"]["id"], "P", None).body) for _ in range(2)]
    return made["game"]["id"], [made["token"], *(seat["token"] for seat in taken)]


def _rounds(tables: Tables) -> Iterator[tuple[Game, int, str]]:
    """Positions to race for, from as many games as it takes."""
    left = ROUNDS
    while left:
        game_id, tokens = _new_game(tables)
        while left and (game := load(tables, game_id)).clock.status == "running":
            seat = game.clock.deciders[0]
            yield game, seat, tokens[seat - 1]
            assert load(tables, game_id).clock.version == game.clock.version + 1
            left -= 1


def _send(connection: http.client.HTTPConnection, game: Game, token: str, key: str, move: bytes) -> int:
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
    tables = Tables(GameStore(url), config.load({"REDIS_URL": url}))
    connections = [http.client.HTTPConnection(HOST, server.port, timeout=30) for _ in range(CLIENTS)]
    chance = random.Random(8)
    with ThreadPoolExecutor(CLIENTS) as pool:
        for number, (game, seat, token) in enumerate(_rounds(tables)):
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
    first = http_client.post("/v1/games", json=wish, headers={"Idempotency-Key": "create-1"})
    again = http_client.post("/v1/games", json=wish, headers={"Idempotency-Key": "create-1"})
    assert first.status_code == again.status_code == 201
    assert first.data == again.data
    other = http_client.post("/v1/games", json={**wish, "seats": humans(3)}, headers={"Idempotency-Key": "create-1"})
    assert other.status_code == 422
    elsewhere = http_client.post(
        "/v1/games", json=wish, headers={"Idempotency-Key": "create-1"}, environ_base={"REMOTE_ADDR": "127.0.0.9"}
    )
    assert (elsewhere.json or {})["token"] != (first.json or {})["token"]


def test_a_seat_is_taken_once_per_key(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(3))
    first = table.post("/seats", None, {"name": "B"}, Idempotency_Key="sit-1")
    again = table.post("/seats", None, {"name": "B"}, Idempotency_Key="sit-1")
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
    move = table.tables.store.load(table.id).game
    assert move
    for number in (1, 2):
        chosen = move.rulebook.legal_moves(move.dealt, 2)[number]
        key = play.automatic_key(table.id, 0)
        play.submit(table.tables, table.id, play.Automaton(2), 0, functools.partial(_as_given, chosen), key)
    assert table.game()["version"] == 1


def test_a_worker_does_not_play_for_a_person_who_has_time(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    game = load(table.tables, table.id)
    move = game.rulebook.legal_moves(game.dealt, 1)[0]
    with pytest.raises(Refused, match="A person sits here"):
        play.submit(table.tables, table.id, play.Automaton(1, table.tables.now()), 0, lambda _: move)


def test_stored_answers_hold_no_readable_token(app: Flask, toy: None) -> None:
    table = Table(app, "toy", humans(2), visibility="private")
    app.test_client().post(
        "/v1/games", json={"rulebook": "toy", "seats": humans(2)}, headers={"Idempotency-Key": "sealed"}
    )
    dump = _dump(table.tables)
    assert b"almagest_" not in dump
    assert table.created["invite"].encode() not in dump


def _as_given(move: Move, _: object) -> Move:
    return move


def _dump(tables: Tables) -> bytes:
    """Every byte of the store that is reachable by keys."""
    client, found = tables.store.client, b""
    for key in client.scan_iter():
        kind = client.type(key)
        if kind == b"hash":
            found += repr(client.hgetall(key)).encode()
        elif kind == b"stream":
            found += repr(client.xrange(key)).encode()
        elif kind == b"string":
            found += client.get(key)
    return found
