"""Stored states: those of the first release go on, and what cannot be walked through does not decode."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from service.games import codec
from service.games.nebula import RULEBOOK
from service.games.nebula.stars import NO_STARS
from service.games.nebula.state import NebulaState, Turn
from service.games.rng import Rng
from tests.games.nebula import invariants
from tests.games.nebula.build import table

STORED = Path(__file__).parents[2] / "store" / "games" / "stored" / "schema-1-nebula.json"


def stored() -> bytes:
    return base64.b64decode(json.loads(STORED.read_text())["fields"]["state"])


def upgraded() -> NebulaState:
    values = codec.plain(stored())
    return RULEBOOK.decode(msgspec.msgpack.encode(RULEBOOK.upgrades[1](values)))


def test_a_state_of_schema_1_is_not_taken_for_a_present_one() -> None:
    with pytest.raises(codec.OtherSchema):
        RULEBOOK.decode(stored())


def test_a_state_of_schema_1_keeps_all_that_it_held() -> None:
    state = upgraded()
    assert (state.schema, state.rules) == (2, 1)
    assert codec.plain(RULEBOOK.encode(state))[2:] == codec.plain(stored())[1:]
    invariants.check(RULEBOOK, state)


@pytest.mark.parametrize("seed", range(5))
def test_a_game_of_schema_1_is_played_to_its_end(seed: int) -> None:
    state, rng = upgraded(), Rng(bytes((seed,)))
    while deciders := RULEBOOK.deciders(state):
        seat = rng.choice(deciders)
        state = RULEBOOK.apply(state, seat, rng.choice(RULEBOOK.legal_moves(state, seat))).state
        invariants.check(RULEBOOK, state)
    assert RULEBOOK.end_reason(state) in RULEBOOK.end_reasons
    assert state.rules == 1


def with_seat(**values: Any) -> NebulaState:
    state = table()
    return replace(state, seats=(replace(state.seats[0], **values), state.seats[1]))


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(with_seat(stars=(-1, 0, 0, 0, 0, 0)), id="a set of cells without an end"),
        pytest.param(with_seat(stars=(1 << 21, 0, 0, 0, 0, 0)), id="a cell that no galaxy has"),
        pytest.param(with_seat(area=(1 << 62, *NO_STARS[1:])), id="more stars than there are"),
        pytest.param(with_seat(area=(-1, *NO_STARS[1:])), id="less than no star"),
        pytest.param(replace(table(), turn=Turn(placed=-1)), id="a set of colours without an end"),
        pytest.param(replace(table(), turn=Turn(fresh=-1)), id="a set of new stars without an end"),
    ],
)
def test_what_cannot_be_walked_through_does_not_decode(state: NebulaState) -> None:
    with pytest.raises(msgspec.ValidationError):
        RULEBOOK.decode(RULEBOOK.encode(state))
