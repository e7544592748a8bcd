"""JSON to dataclasses and back."""

from __future__ import annotations

import copy
import pickle
from datetime import UTC, datetime

import pytest
from almagest_sdk import UNSET, Record, astra, models
from almagest_sdk._codec import decode, encode

from tests.sdk import samples


def test_a_game_is_nested_dataclasses() -> None:
    game = decode(models.Game, samples.game())
    assert game.seats[1] == models.Seat(
        seat=2, kind="human", name="P2", level=None, taken=True, host=False, deciding_since=None
    )
    assert game.created_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert game.options["dreamer"] == "player"


def test_unknown_fields_are_ignored() -> None:
    assert decode(models.Game, samples.game(invented_later=True)) == decode(models.Game, samples.game())


def test_absent_and_null_are_kept_apart() -> None:
    created = {"game": samples.game(), "seat": None, "token": None}
    found = decode(models.CreatedGame, created)
    assert found.token is None
    assert found.invite is UNSET
    assert not found.invite
    assert decode(models.CreatedGame, {**created, "invite": "abc"}).invite == "abc"


def test_what_is_unset_is_not_sent() -> None:
    assert encode(astra.UseAbility(card="leo")) == {"type": "use_ability", "card": "leo"}
    assert encode(astra.UseAbility(card="leo", telescopes=None))["telescopes"] is None


def test_a_missing_field_is_an_error() -> None:
    body = samples.game()
    del body["status"]
    with pytest.raises(TypeError, match="status"):
        decode(models.Game, body)


def test_events_keep_what_is_special_about_them() -> None:
    found = decode(models.Event, samples.event(1, kind="star_marked", card="leo", stars=[{"star": 2}]))
    assert found.type == "star_marked"
    assert found.more.card == "leo"
    assert found.more.stars[0].star == 2
    assert "type" not in found.more


def test_moves_are_equal_when_they_ask_for_the_same() -> None:
    wire = {"type": "observe", "card": "taurus", "path": [1, 2]}
    assert decode(astra.Observe, wire) == astra.Observe(card="taurus", path=[1, 2])
    assert encode(astra.Observe(card="taurus", path=(1, 2))) == wire


def test_records_read_like_objects_and_like_mappings() -> None:
    record = Record({"players": [{"name": "Ada"}], "round": 1})
    assert record.players[0].name == record["players"][0]["name"] == "Ada"
    assert list(record) == ["players", "round"]
    assert record == {"players": [{"name": "Ada"}], "round": 1}
    assert copy.deepcopy(record) == pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - our own bytes
    with pytest.raises(AttributeError, match="no 'sphere' here; there is players, round"):
        _ = record.sphere
