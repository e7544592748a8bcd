"""States that version 0.1 stored are turned into those of today and played on."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import msgspec
import pytest

from service.games import codec
from service.games.distant_suns import RULEBOOK
from service.games.distant_suns.content.pack import CLASSIC_OF_0_1, PACKS, full_hash
from service.games.distant_suns.state import DistantSunsState
from service.games.packs import UnknownPack
from service.games.rng import Rng
from tests.games.distant_suns import invariants
from tests.games.distant_suns.tables import CLASSIC, moves_of, play

STORED = Path(__file__).parents[2] / "store" / "games" / "stored" / "schema-1-distant_suns.json"


def stored() -> bytes:
    return base64.b64decode(json.loads(STORED.read_text())["fields"]["state"])


def upgraded() -> DistantSunsState:
    return RULEBOOK.decode(msgspec.msgpack.encode(RULEBOOK.upgrades[1](codec.plain(stored()))))


def test_a_state_of_0_1_is_not_read_as_one_of_today() -> None:
    with pytest.raises(codec.OtherSchema) as caught:
        RULEBOOK.decode(stored())
    assert caught.value.found == 1


def test_a_state_of_0_1_keeps_all_that_it_had() -> None:
    state = upgraded()
    assert (state.schema, state.rules, state.pack, state.pack_hash) == (2, 1, "classic", CLASSIC.hash)
    assert codec.plain(RULEBOOK.encode(state))[4:] == codec.plain(stored())[3:]
    assert RULEBOOK.decode(RULEBOOK.encode(state)) == state


@pytest.mark.parametrize("seed", range(5))
def test_a_state_of_0_1_is_played_on_to_the_end(seed: int) -> None:
    state, rng = upgraded(), Rng(bytes([seed]))
    while deciders := RULEBOOK.deciders(state):
        invariants.check(RULEBOOK, state)
        seat = rng.choice(deciders)
        state = play(state, seat, rng.choice(moves_of(state, seat)))
    assert RULEBOOK.end_reason(state) in RULEBOOK.end_reasons


def test_a_pack_is_found_by_the_first_digits_of_its_hash() -> None:
    assert full_hash(CLASSIC_OF_0_1) == CLASSIC.hash
    renamed = PACKS.source(CLASSIC.hash).replace(b'"Classic"', b'"Renamed"')
    other = PACKS.remember(renamed)
    assert full_hash(other.hash[:16]) == other.hash
    with pytest.raises(UnknownPack):
        full_hash("0123456789abcdef")
