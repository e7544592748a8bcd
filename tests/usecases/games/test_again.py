"""Playing again, and sitting down at once."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from service.store.games.migrations import TABLE_SCHEMA
from service.store.games.records import SeatRecord
from service.store.redis import keys
from service.usecases.accounts import players
from service.usecases.accounts.api_keys import create_key
from service.usecases.accounts.tenants import tenant_of
from service.usecases.games import finish, quick_play, rematch
from service.usecases.transaction import load
from service.wire.refusals import TEXTS
from tests.driver import Json, Table, humans, play_out
from tests.usecases.later import Later

WISH = {"rulebook": "toy", "seats": 2, "name": "Hypatia"}


def _finished(app: Flask, seats: list[Json] | None = None) -> Table:
    table = Table(app, "toy", seats or humans(2), options={"rounds": "1"})
    free = [seat for seat in table.game(1)["seats"] if not seat["taken"]]
    for seat in free:
        table.sit(f"P{seat['seat']}")
    play_out(table)
    return table


def _again(table: Table, seat: int, key: str | None = None) -> TestResponse:
    return table.post("/rematch", seat, {}, **({"Idempotency_Key": key} if key else {}))


def test_the_first_offers_and_the_others_calls_seat_them_a_seat_further_up(app: Flask, toy: None) -> None:
    table = _finished(app)
    first = _again(table, 1)
    assert first.status_code == 201
    following = (first.json or {})["game"]
    assert (first.json or {})["seat"] == 2
    assert following["status"] == "open"
    told = (table.get("/events").json or {})["events"][-1]
    assert (told["type"], told["seat"], told["game"]) == ("rematch_offered", 1, following["id"])
    assert table.game()["rematch"] == following["id"]
    second = _again(table, 2).json or {}
    assert (second["seat"], second["game"]["id"], second["game"]["status"]) == (1, following["id"], "running")
    assert [seat["name"] for seat in second["game"]["seats"]] == ["P2", "P1"]
    assert second["game"]["seed_hash"] != table.game()["seed_hash"]


def test_bots_play_again_and_one_person_needs_nobody_else(app: Flask, toy: None) -> None:
    table = _finished(app, [*humans(1), {"kind": "bot", "level": "random"}])
    taken = _again(table, 1).json or {}
    assert taken["game"]["status"] == "running"
    assert [seat["kind"] for seat in taken["game"]["seats"]] == ["bot", "human"]


def test_the_seats_are_kept_for_those_who_played(app: Flask, toy: None) -> None:
    table = _finished(app)
    following = ((_again(table, 1).json or {})["game"])["id"]
    stranger = app.test_client().post(f"/v1/games/{following}/seats", json={"name": "Nobody"})
    assert (stranger.status_code, (stranger.json or {})["code"]) == (409, "seats_reserved")
    assert _again(table, 2).status_code == 201


def test_a_private_game_is_followed_by_a_private_one(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"}, visibility="private")
    for seat in (1, 2):
        assert table.play(seat, {"type": "choose", "number": 2}, seat - 1).status_code == 200
    finish.score(table.context, table.id, 2)
    taken = _again(table, 1).json or {}
    assert taken["game"]["visibility"] == "private"
    assert app.test_client().get(f"/v1/games/{taken['game']['id']}").status_code in (401, 404)


def test_a_repeated_call_gets_the_same_answer_and_a_second_one_is_refused(app: Flask, toy: None) -> None:
    table = _finished(app)
    first, again = (_again(table, 1, "the-key-of-the-first-call") for _ in range(2))
    assert first.data == again.data
    refused = _again(table, 1)
    assert (refused.status_code, (refused.json or {})["code"]) == (409, "rematch_agreed")
    table.context.store.client.delete(keys.game((first.json or {})["game"]["id"]))
    assert _again(table, 1, "the-key-of-the-first-call").data == first.data, "also when the next game is gone"


def test_the_next_game_waits_as_long_as_any_other(app: Flask, toy: None) -> None:
    table = _finished(app)
    following = load(table.context, ((_again(table, 1).json or {})["game"])["id"])
    assert following.clock.deadline == following.table.created + 1000 * table.context.settings.open_seconds


def test_there_is_no_rematch_before_the_end(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    assert (_again(table, 1).json or {})["code"] == "not_finished"
    assert table.post("/rematch", None, {}).status_code == 401


@pytest.mark.parametrize("players", [2, 3])
def test_all_who_ask_at_once_meet_at_one_table(app: Flask, toy: None, players: int) -> None:
    table = _finished(app, humans(players))
    with ThreadPoolExecutor(players) as pool:
        answers = list(pool.map(lambda seat: _again(table, seat), range(1, players + 1)))
    assert [answer.status_code for answer in answers] == [201] * players
    assert len({(answer.json or {})["game"]["id"] for answer in answers}) == 1
    met = load(table.context, table.game()["rematch"])
    assert met.clock.status == "running"
    open_games = app.test_client().get("/v1/games?status=open").json or {}
    assert not open_games["games"]


def test_everybody_moves_up_one_seat() -> None:
    assert [rematch.next_seat(seat, 3) for seat in (1, 2, 3)] == [3, 1, 2]


def _quick(app: Flask, key: str | None = None, **wish: object) -> TestResponse:
    headers = {"Idempotency-Key": key} if key else {}
    return app.test_client().post("/v1/quick", json={**WISH, **wish}, headers=headers)


def _sat(answer: TestResponse) -> tuple[str, str]:
    assert answer.status_code == 201, answer.data
    game = (answer.json or {})["game"]
    return game["id"], game["status"]


def test_who_comes_first_waits_and_the_second_begins(app: Flask, toy: None) -> None:
    (waiting, first), (joined, second) = (_sat(_quick(app)) for _ in range(2))
    assert (waiting, first, second) == (joined, "open", "running")
    assert _sat(_quick(app))[1] == "open"


@pytest.mark.parametrize(
    "other", [{"seats": 3}, {"options": {"rounds": "1"}}, {"clock": {"bank": 60}}, {"clock": {"per_decision": 60}}]
)
def test_only_the_same_wishes_meet(app: Flask, toy: None, other: Json) -> None:
    assert _sat(_quick(app))[0] != _sat(_quick(app, **other))[0]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_hundred_at_once_fill_tables_exactly(app: Flask, toy: None, seats: int) -> None:
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: _sat(_quick(app, seats=seats))[0], range(100)))
    assert set(Counter(answers).values()) == {seats}
    context = app.extensions["context"]
    assert {load(context, game).clock.status for game in answers} == {"running"}


def test_a_table_of_the_lobby_that_waits_is_filled_first(
    app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(app, "toy", humans(2))
    Later(app, monkeypatch).by(quick_play.LEFT_OPEN_MILLISECONDS / 1000 + 1)
    assert _sat(_quick(app)) == (table.id, "running")


@pytest.mark.parametrize(
    "unfit",
    [
        {"options": {"rounds": "1"}},
        {"visibility": "private"},
        {"turn_seconds": 60},
        {"takebacks": False},
        {"hints": "all"},
    ],
)
def test_a_table_of_the_lobby_with_other_terms_is_left_alone(
    app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch, unfit: Json
) -> None:
    table = Table(app, "toy", humans(2), **unfit)
    Later(app, monkeypatch).by(quick_play.LEFT_OPEN_MILLISECONDS / 1000 + 1)
    assert _sat(_quick(app))[0] != table.id


def test_a_place_that_was_taken_otherwise_is_skipped(app: Flask, toy: None) -> None:
    waiting, _ = _sat(_quick(app))
    assert app.test_client().post(f"/v1/games/{waiting}/seats", json={"name": "Direct"}).status_code == 201
    other, status = _sat(_quick(app))
    assert (other != waiting, status) == (True, "open")


def test_a_place_at_a_table_that_never_came_is_skipped(app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was to open it was killed before."""
    waiting, _ = _sat(_quick(app))
    app.extensions["context"].store.client.delete(keys.game(waiting))
    monkeypatch.setattr(quick_play, "OPENING_SECONDS", 0.05)
    assert _sat(_quick(app))[1] == "open"


def test_a_repeated_call_sits_down_once(app: Flask, toy: None) -> None:
    first, again = (_quick(app, "a-key-that-is-sent-twice") for _ in range(2))
    assert first.data == again.data
    assert _sat(_quick(app))[1] == "running"


def test_a_repeated_call_joins_a_table_once(app: Flask, toy: None) -> None:
    waiting, _ = _sat(_quick(app))
    first, again = (_quick(app, "a-key-that-is-sent-twice") for _ in range(2))
    assert _sat(first) == (waiting, "running")
    assert first.data == again.data


@pytest.mark.parametrize(("wish", "field"), [({"seats": 8}, "seats"), ({"options": {"x": "y"}}, "options.x")])
def test_what_cannot_be_played_is_refused_by_field(app: Flask, toy: None, wish: Json, field: str) -> None:
    refused = _quick(app, **wish)
    assert (refused.status_code, (refused.json or {})["field"]) == (422, field)


class Club:
    """An app whose users sit down at once."""

    def __init__(self, app: Flask) -> None:
        self.app, self.context = app, app.extensions["context"]
        self.key = create_key(self.context, "chess-club").key

    def token(self, player: str) -> str:
        return str(json.loads(players.issue(self.context, "chess-club", player).body)["token"])

    def quick(
        self, player: str | None, /, shown: str | None = None, key: str | None = None, **wish: object
    ) -> TestResponse:
        """By the app's server, or with what is shown."""
        named = {"player": player} if player else {}
        headers = {"Authorization": f"Bearer {shown or self.key}", **({"Idempotency-Key": key} if key else {})}
        return self.app.test_client().post("/v1/quick", json={**WISH, **named, **wish}, headers=headers)

    def games_of(self, player: str) -> list[str]:
        headers = {"Authorization": f"Bearer {self.token(player)}"}
        page = self.app.test_client().get("/v1/me/games", headers=headers).json or {}
        return [game["id"] for game in page["games"]]


@pytest.fixture
def club(make_app: Callable[..., Flask], toy: None) -> Club:
    return Club(make_app(CREATE_GAMES="keys"))


def test_an_app_says_which_of_its_users_sits_down(club: Club) -> None:
    first, second = (club.quick(player, metadata={"avatar": f"{player}.png"}) for player in ("ada", "bo"))
    (waiting, _), (begun, status) = _sat(first), _sat(second)
    assert (begun, status) == (waiting, "running")
    assert [(seat.player, seat.metadata) for seat in load(club.context, begun).table.seats] == [
        ("ada", {"avatar": "ada.png"}),
        ("bo", {"avatar": "bo.png"}),
    ]
    assert club.games_of("ada") == club.games_of("bo") == [begun]


def test_a_player_sits_down_with_its_own_token_where_apps_alone_create_games(club: Club) -> None:
    waiting, _ = _sat(club.quick(None, club.token("ada")))
    assert _sat(club.quick("bo")) == (waiting, "running")
    game = load(club.context, waiting)
    assert (game.table.app, game.table.seat(1).player) == ("chess-club", "ada")
    assert game.table.tenant == tenant_of("", "chess-club")


def test_a_players_repeated_call_is_answered_as_before_and_its_key_is_nobody_elses(club: Club) -> None:
    ada, bo, key = club.token("ada"), club.token("bo"), "a-key-that-both-have-drawn"
    first, again, other = club.quick(None, ada, key), club.quick(None, ada, key), club.quick(None, bo, key)
    assert first.data == again.data
    assert _sat(other) == (_sat(first)[0], "running")
    assert (other.json or {})["seat"] == 2


def test_nobody_waits_twice_nor_plays_against_themselves(club: Club) -> None:
    ada = club.token("ada")
    answers = [club.quick("ada"), club.quick(None, ada), club.quick("ada", name="Another name")]
    assert len({_sat(answer) for answer in answers}) == 1
    assert [(answer.json or {})["seat"] for answer in answers] == [1, 1, 1]
    tokens = [(answer.json or {})["token"] for answer in answers]
    path = f"/v1/games/{_sat(answers[0])[0]}/seats/me"
    left = [club.app.test_client().delete(path, headers={"Authorization": f"Bearer {token}"}) for token in tokens]
    assert [answer.status_code for answer in left] == [401, 401, 204]


def test_a_repeated_call_of_who_waits_already_is_answered_as_before(club: Club) -> None:
    ada = club.token("ada")
    waiting = club.quick(None, ada)
    first, again = (club.quick(None, ada, "a-key-that-is-sent-twice") for _ in range(2))
    assert _sat(first) == _sat(waiting)
    assert first.data == again.data


def test_who_asks_again_before_any_list_knows_is_sent_to_the_same_place(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick_play, "_own_tables", lambda *_: [])
    waiting = {_sat(club.quick("ada")) for _ in range(3)}
    assert len(waiting) == 1
    assert _sat(club.quick("bo")) == (waiting.pop()[0], "running")


def test_a_seat_that_is_given_again_takes_no_place_from_others(club: Club) -> None:
    waiting = {_sat(club.quick("ada", seats=3))[0] for _ in range(3)}
    met = [_sat(club.quick(player, seats=3)) for player in ("bo", "cy")]
    assert {game for game, _ in met} == waiting
    assert met[-1][1] == "running"


def test_a_table_that_the_app_has_opened_for_a_player_fits_as_well(club: Club) -> None:
    seats = [{"kind": "human", "player": "ada"}, {"kind": "human"}]
    table = Table(club.app, "toy", seats, key=club.key)
    assert _sat(club.quick("ada")) == (table.id, "open")
    assert _sat(club.quick("ada", options={"rounds": "1"}))[0] != table.id


@pytest.mark.parametrize("other", [{"visibility": "private"}, {"rig": {"seed": "1"}}])
def test_a_table_that_is_in_no_list_is_nobodys_to_be_found(club: Club, other: Json) -> None:
    club.key = create_key(club.context, "chess-club", ("games", "players", "rig")).key
    table = Table(club.app, "toy", [{"kind": "human", "player": "ada"}, {"kind": "human"}], key=club.key, **other)
    assert _sat(club.quick("ada"))[0] != table.id


def test_who_has_begun_or_left_is_seated_anew(club: Club) -> None:
    first, _ = _sat(club.quick("ada"))
    _sat(club.quick("bo"))
    second, status = _sat(club.quick("ada"))
    assert (second != first, status) == (True, "open")
    headers = {"Authorization": f"Bearer {club.token('ada')}"}
    assert club.app.test_client().delete(f"/v1/games/{second}/seats/me", headers=headers).status_code == 204
    assert _sat(club.quick("ada"))[1] == "open"


def test_the_table_to_which_a_player_was_sent_never_came(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, _ = _sat(club.quick("ada"))
    club.context.store.client.delete(keys.game(waiting))
    monkeypatch.setattr(quick_play, "OPENING_SECONDS", 0.05)
    assert _sat(club.quick("ada"))[0] != waiting


@pytest.mark.parametrize("seats", [2, 4])
def test_a_hundred_players_at_once_who_all_ask_twice_fill_tables_exactly(club: Club, seats: int) -> None:
    """Whichever of both calls comes first: nobody sits opposite themselves, and no place is lost on who has one."""
    asked = [f"user-{number // 2}" for number in range(200)]
    with ThreadPoolExecutor(20) as pool:
        found = set(pool.map(lambda player: _sat(club.quick(player, seats=seats))[0], asked))
    games = [load(club.context, game) for game in found]
    sitting = [[seat.player for seat in game.table.seats if seat.player] for game in games]
    assert all(len(set(who)) == len(who) for who in sitting)
    assert {player for who in sitting for player in who} == set(asked)
    assert sum(game.clock.status == "open" for game in games) <= 1


@pytest.mark.parametrize(
    ("wish", "code"),
    [({"metadata": {"a": "b"}}, "players_only"), ({"player": "-"}, "player"), ({"player": "bo"}, "players_of_apps")],
)
def test_only_an_app_says_who_comes(club: Club, wish: Json, code: str) -> None:
    refused = club.quick(None, club.token("ada"), **wish)
    assert refused.status_code == 422
    assert TEXTS.names(f"field.{code}")["en"].partition("{")[0] in (refused.json or {})["detail"]


def test_a_key_that_is_not_for_players_seats_none(club: Club) -> None:
    club.key = create_key(club.context, "chess-club", ("games",)).key
    assert (club.quick("ada").json or {})["code"] == "scope_missing"
    assert _sat(club.quick(None))[1] == "open"


def test_the_next_game_is_a_new_one_with_the_same_wishes(app: Flask, toy: None) -> None:
    table = Table(app, "toy", [*humans(1), {"kind": "bot", "level": "random", "name": "Deep"}], turn_seconds=77)
    record = load(table.context, table.id).table
    before = msgspec.structs.replace(record, rigged=True, draws=("one",), rematch="another", schema=1)
    after = rematch._next_table(table.context, before)
    assert (after.rigged, after.draws, after.rematch, after.host) == (False, (), "", None)
    assert (len(after.seed), after.seed_hash) == (32, hashlib.sha256(after.seed).hexdigest())
    assert (after.schema, after.turn_seconds, after.options) == (TABLE_SCHEMA, 77, record.options)
    assert after.seed != before.seed
    assert (keys.shard_of(after.id), keys.time_of(after.id)) == (keys.shard_of(table.id), after.created)
    assert record.created <= after.created <= table.context.now()
    assert after.seats == (SeatRecord("bot", "Deep", "random"), SeatRecord("human", reserved=True))


@pytest.mark.parametrize(("method", "path"), [("POST", "/resign"), ("DELETE", "")])
def test_a_bot_that_played_on_for_a_person_has_a_name_of_its_own_in_the_next_game(
    club: Club, method: str, path: str
) -> None:
    """Else nobody could erase the person's."""
    ada = {"kind": "human", "player": "ada", "name": "Countess Ada"}
    table = Table(club.app, "toy", [ada, {"kind": "human"}], key=club.key, options={"rounds": "1"})
    table.sit("Bo")
    assert table.http.open(f"{table.path}/seats/me{path}", method=method, headers=table.headers(1)).status_code == 204
    play_out(table)
    following = (_again(table, 2).json or {})["game"]
    assert [seat["kind"] for seat in following["seats"]] == ["human", "bot"]
    assert "Countess" not in json.dumps(following)


def test_who_resigned_is_followed_by_a_bot_of_nobodys(app: Flask, toy: None) -> None:
    record = SeatRecord("bot", "P2", "strong", "", player="ada", metadata={"x": "y"}, resigned=True)
    assert rematch._reserve(record) == SeatRecord("bot", "", "strong")
    assert rematch._reserve(SeatRecord("human", "P1", player="ada")) == SeatRecord("human", reserved=True)
