"""The deal is of the server's secret and of what people contribute after the server has committed itself."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import msgspec
import pytest
from flask import Flask

from service.games.rng import Rng
from service.store.games.records import SeatRecord
from service.usecases.context import Context
from service.usecases.transaction import load
from service.usecases.views.verify import CannotVerify, verify
from tests.driver import Table, humans, play_out
from worker import turns

ADA, BO, CY = "ad" * 32, "b0" * 32, "c4" * 32
pytestmark = pytest.mark.usefixtures("toy")


def _table(app: Flask, *contributed: str | None, **request: Any) -> Table:
    """Everybody sits down, and those with a contribution send it."""
    given = [{"entropy": each} if each else {} for each in contributed]
    table = Table(app, "toy", humans(len(contributed)), **given[0], **request)
    for number, more in enumerate(given[1:], start=2):
        assert table.sit(f"P{number}", **more).status_code == 201
    return table


def _deal(app: Flask, context: Context, *contributed: str | None) -> tuple[bytes, bytes]:
    """The server's secret, and the seed that dealt."""
    game = load(context, _table(app, *contributed).id)
    return game.table.seed, game.dealt.seed


@pytest.mark.parametrize("contributed", [(ADA, BO), (ADA, None), (None, BO), (ADA, None, CY)])
def test_the_deal_is_the_hmac_of_what_the_seats_contributed_in_their_order(
    app: Flask, context: Context, contributed: tuple[str | None, ...]
) -> None:
    secret, dealt = _deal(app, context, *contributed)
    message = bytes.fromhex("".join(each for each in contributed if each))
    assert dealt == hmac.new(secret, message, hashlib.sha256).digest()


def test_where_nobody_contributes_the_seed_alone_deals(app: Flask, context: Context) -> None:
    secret, dealt = _deal(app, context, None, None)
    assert dealt == secret


def test_the_commitment_is_public_before_and_contributions_as_soon_as_somebody_sits_down(app: Flask) -> None:
    table = Table(app, "toy", humans(3), entropy=ADA)
    promised = table.created["game"]["seed_hash"]
    assert table.created["game"]["entropy"] == [ADA, None, None]
    table.sit("Bo", entropy=BO)
    assert table.game()["entropy"] == [ADA, BO, None]
    table.sit("Cy")
    events = (table.get("/events").json or {})["events"]
    taken = [(event["seat"], event.get("entropy")) for event in events if event["type"] == "seat_taken"]
    assert taken == [(2, BO), (3, None)]
    assert table.game()["seed_hash"] == promised


def test_a_contribution_goes_with_who_leaves_before_the_start_and_stays_afterwards(app: Flask) -> None:
    table = Table(app, "toy", humans(3), entropy=ADA)
    table.sit("Bo", entropy=BO)
    table.http.delete(f"{table.path}/seats/me", headers=table.headers(2))
    assert table.game()["entropy"] == [ADA, None, None]
    table.sit("Cy", entropy=CY)
    table.sit("Di")
    table.http.delete(f"{table.path}/seats/me", headers=table.headers(2))
    assert table.game()["entropy"] == [ADA, CY, None]


@pytest.mark.parametrize("entropy", ["", "ad", "AD" * 32, "ad" * 33, "xy" * 32, 3, None, ["ad"]])
def test_a_contribution_is_32_bytes_in_lower_case(app: Flask, entropy: Any) -> None:
    table = Table(app, "toy", humans(2))
    bodies: dict[str, dict[str, Any]] = {
        "/v1/games": {"rulebook": "toy", "seats": humans(2)},
        "/v1/quick": {"rulebook": "toy", "seats": 2, "name": "Ada"},
        f"{table.path}/seats": {"name": "Ada"},
    }
    for path, body in bodies.items():
        answer = table.http.post(path, json={**body, "entropy": entropy})
        assert (answer.status_code, (answer.json or {})["field"]) == (422, "entropy"), path


def test_quick_play_and_rematches_take_contributions_too(app: Flask) -> None:
    http = app.test_client()
    request = {"rulebook": "toy", "seats": 2, "name": "Ada", "options": {"rounds": "1"}}
    first = http.post("/v1/quick", json={**request, "entropy": ADA}).json or {}
    second = http.post("/v1/quick", json={**request, "entropy": BO}).json or {}
    assert second["game"]["entropy"] == [ADA, BO]
    table = Table(app, "toy", humans(2), options={"rounds": "1"}, entropy=ADA)
    table.sit("Bo", entropy=BO)
    play_out(table)
    opened = table.post("/rematch", 1, {"entropy": CY}).json or {}
    assert opened["game"]["entropy"] == [None, CY]
    assert (table.post("/rematch", 2).json or {})["game"]["entropy"] == [None, CY]
    assert first["game"]["id"] == second["game"]["id"]


def test_the_replay_has_secret_and_contributions_and_verify_names_who_gave_them(app: Flask, context: Context) -> None:
    table = _table(app, ADA, None, CY, options={"rounds": "1"})
    play_out(table)
    data = table.get("/replay").data
    replay = msgspec.json.decode(data)
    assert replay["entropy"] == [ADA, None, CY]
    assert hashlib.sha256(bytes.fromhex(replay["seed"])).hexdigest() == table.created["game"]["seed_hash"]
    told = verify(data)
    assert "what seats 1, 3 contributed; seat 2 did not contribute" in told
    for changed in ([BO, None, CY], [CY, None, ADA], [None, None, CY], []):
        with pytest.raises(CannotVerify):
            verify(msgspec.json.encode({**replay, "entropy": changed, "replay_hash": ""}))
    with pytest.raises(CannotVerify, match="32 bytes"):
        verify(msgspec.json.encode({**replay, "entropy": ["ad"]}))


def test_a_replay_without_contributions_says_so(app: Flask) -> None:
    table = _table(app, None, None, options={"rounds": "1"})
    play_out(table)
    assert "nobody contributed to the deal" in verify(table.get("/replay").data)


def test_moments_of_a_finished_game_are_those_that_were_played(app: Flask) -> None:
    table = _table(app, ADA, BO, options={"rounds": "1"})
    before = table.game(1)["view"]
    play_out(table)
    assert (table.get("?at=0&eyes=1").json or {})["view"] == before


def test_bots_draw_from_a_stream_that_commitment_and_contributions_determine(app: Flask, context: Context) -> None:
    game = load(context, _table(app, ADA, BO).id)
    ours = turns._rng_for(game, 1)
    assert ours.seed == hashlib.sha256(game.dealt.seed + b"/worker/0/1").digest()
    assert ours.below(1 << 60) != Rng(game.dealt.seed).below(1 << 60)


@pytest.mark.parametrize("entropy", ["ad", "xy" * 32, "AD" * 32])
def test_a_stored_contribution_that_is_none_is_a_damaged_record(entropy: str) -> None:
    seat = SeatRecord("human", "Ada", entropy=entropy)
    with pytest.raises(msgspec.ValidationError, match="entropy"):
        msgspec.json.decode(msgspec.json.encode(seat), type=SeatRecord)
