"""Games that 0.1 stored go on: the kept one is upgraded, read, and played to its end."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import msgspec
import pytest

from service.games import codec
from service.games.astra import RULEBOOK
from service.games.astra.state import AstraState
from service.games.rng import Rng
from tests.games.astra import invariants
from tests.games.astra.build import places

STORED = Path(__file__).parents[2] / "store" / "games" / "stored" / "schema-1-astra.json"


def stored() -> bytes:
    return base64.b64decode(json.loads(STORED.read_text())["fields"]["state"])


def upgraded(data: bytes) -> AstraState:
    return RULEBOOK.decode(msgspec.msgpack.encode(RULEBOOK.upgrades[1](codec.plain(data))))


def test_a_game_of_the_first_schema_is_not_read_as_it_is() -> None:
    with pytest.raises(codec.OtherSchema) as other:
        RULEBOOK.decode(stored())
    assert other.value.found == 1


def test_a_game_of_the_first_schema_keeps_all_that_it_had() -> None:
    plain, state = codec.plain(stored()), upgraded(stored())
    assert (state.schema, state.rules) == (RULEBOOK.schema, 1)
    assert (state.players, state.round, state.sphere) == (plain[5], plain[7], plain[8])
    assert (list(state.deck), list(state.discard)) == (plain[9], plain[11])
    assert [slot.card for slot in state.sky] == [slot[0] for slot in plain[12]]
    assert [list(slot.marks) for slot in state.sky] == [slot[1] for slot in plain[12]]
    assert RULEBOOK.encode(RULEBOOK.decode(RULEBOOK.encode(state))) == RULEBOOK.encode(state)


def test_a23_cards_of_the_first_schema_lie_in_their_order_and_the_places_after_them_are_empty() -> None:
    """Two cards were taken and not replaced yet, as while the discoverer discards."""
    plain = codec.plain(stored())
    plain[12] = plain[12][:1]
    upgrade = RULEBOOK.upgrades[1](plain)
    state = RULEBOOK.decode(msgspec.msgpack.encode(upgrade))
    assert places(state) == [plain[12][0][0], None, None]


def test_a_game_of_the_present_schema_that_began_under_the_first_rules_keeps_their_number() -> None:
    assert upgraded(stored()).rules == 1
    assert RULEBOOK.setup(2, RULEBOOK.complete_options({}), Rng(b"new")).rules == RULEBOOK.rules == 2


@pytest.mark.parametrize("seed", range(5))
def test_a_game_of_the_first_schema_goes_on_to_its_end(seed: int) -> None:
    state, rng = upgraded(stored()), Rng(bytes([seed]))
    invariants.check(RULEBOOK, state)
    while deciders := RULEBOOK.deciders(state):
        seat = rng.choice(deciders)
        state = RULEBOOK.apply(state, seat, rng.choice(RULEBOOK.legal_moves(state, seat))).state
        invariants.check(RULEBOOK, state)
    assert RULEBOOK.end_reason(state) in RULEBOOK.end_reasons
