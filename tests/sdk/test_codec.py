"""JSON to dataclasses and back."""

from __future__ import annotations

import copy
import pickle
from datetime import UTC, datetime
from typing import Any

import pytest
from almagest_sdk import UNSET, Record, UnknownEvent, astra, models
from almagest_sdk._codec import decode, encode

from tests.sdk import samples


def test_a_game_is_nested_dataclasses() -> None:
    game = decode(models.Game, samples.game())
    assert game.seats[1] == models.SeatAnswer(
        seat=2,
        kind="human",
        name="P2",
        level=None,
        taken=True,
        host=False,
        resigned=False,
        deciding_since=None,
        player=None,
        metadata=None,
    )
    assert game.created_at == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert game.options["dreamer"] == "player"


def test_unknown_fields_are_ignored() -> None:
    assert decode(models.Game, samples.game(invented_later=True)) == decode(models.Game, samples.game())


def test_absent_and_null_are_kept_apart() -> None:
    created: dict[str, Any] = {
        "rulebook": "astra",
        "game": samples.game(),
        "seat": None,
        "token": None,
        "invite": None,
        "tokens": [],
    }
    assert decode(models.CreatedGame, created).token is None
    problem = decode(models.Problem, samples.problem(409, "no_stardust", ruling="A-3"))
    assert problem.ruling == "A-3"
    assert problem.missed is UNSET
    assert not problem.missed


def test_what_is_unset_is_not_sent() -> None:
    assert encode(astra.UseAbility(card="leo")) == {"type": "use_ability", "card": "leo"}
    assert encode(astra.UseAbility(card="leo", telescopes=None))["telescopes"] is None


def test_a_missing_field_is_an_error() -> None:
    body = samples.game()
    del body["status"]
    with pytest.raises(TypeError, match="status"):
        decode(models.Game, body)


def test_events_are_told_apart_by_their_type() -> None:
    assert decode(astra.Event, samples.event(1)) == astra.CardGained(id=1, version=4, seat=1, card="leo")
    assert isinstance(decode(astra.Event, samples.finished(2)), models.GameFinished)


def test_an_event_of_a_newer_server_keeps_all_that_was_told() -> None:
    page = samples.page(samples.event(1), {"id": 2, "version": 5, "type": "comet_seen", "seat": 1, "tails": [{"n": 2}]})
    found = decode(astra.EventPage, page).events[1]
    assert isinstance(found, UnknownEvent)
    assert (found.type, found.name, found.id) == ("unknown", "comet_seen", 2)
    assert found.more.tails[0].n == 2


def test_a_view_is_dataclasses_too() -> None:
    game = decode(models.Game, samples.game())
    assert isinstance(game, astra.Game)
    assert game.view
    assert game.view.sky[0].marks == [astra.MarksView(seat=2, stars=[3, 4])]
    assert decode(models.Game, samples.game(view=None)).view is None


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
