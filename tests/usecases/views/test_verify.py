"""What a replay says is believed when it can be played again: forged in one place, it is refused there."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.games.registry import RULEBOOKS
from service.games.rng import Rigged
from service.games.rulebook import AnyRulebook
from service.usecases.views.verify import CannotVerify, OtherRules, verify
from service.wire.canonical import replay_hash
from tests.driver import rulebooks
from tests.toy import TOY as TYPED
from tests.toy import Choose, Draw

TOY: AnyRulebook = TYPED
pytestmark = pytest.mark.usefixtures("toy")
SEED = bytes(range(32))
DRAW, BACK = {"type": "draw"}, None


def _dealt() -> Any:
    return TOY.setup(2, {"rounds": "1"}, Rigged(SEED, ()))


def _replay(*before: tuple[int, Any], drawn: int = 0, **otherwise: Any) -> bytes:
    """Moves of the first round, after which two seats choose; and the end at which so many cards were drawn."""
    state = _dealt()
    for _ in range(drawn):
        state = TOY.apply(state, 1, Draw()).state
    for seat in (1, 2):
        state = TOY.apply(state, seat, Choose(seat)).state
    moves = [*before, *((seat, {"type": "choose", "number": seat}) for seat in (1, 2))]
    replay = {
        "id": "g", "rulebook": "toy", "rules": TOY.rules, "players": 2, "options": {"rounds": "1"}, "seed": SEED.hex(),
        "seed_hash": hashlib.sha256(SEED).hexdigest(), "pack": "", "pack_hash": "",
        "moves": [{"seat": seat, "move": move} for seat, move in moves],
        "final_hash": TOY.digest(state), "score": TOY.score(state), **otherwise,
    }  # fmt: skip
    return msgspec.json.encode(replay)


def test_what_was_played_is_replayed_and_that_it_was_rigged_is_said() -> None:
    told = verify(_replay((1, DRAW), drawn=1))
    assert "g: 3 moves of toy replayed" in told
    assert "as published" in told
    assert "rigged" in verify(_replay(rigged=True))


@pytest.mark.parametrize(
    ("otherwise", "complaint"),
    [
        ({"rulebook": "chess"}, "no rulebook 'chess'"),
        ({"seed": "moon"}, "the seed is not hexadecimal"),
        ({"seed": "00"}, "the seed is not the one"),
        ({"final_hash": "00"}, "the final state"),
        ({"score": TOY.score(_dealt())}, "the score"),
        ({"players": "two"}, "no replay: .*players"),
        ({"rulebook": "astra", "rules": RULEBOOKS["astra"].rules, "pack": "moons"}, "'moons' is not here"),
    ],
)
def test_what_is_forged_is_named(otherwise: dict[str, Any], complaint: str) -> None:
    with pytest.raises(CannotVerify, match=complaint):
        verify(_replay(**otherwise))


RELEASED = sorted((Path(__file__).parent / "replays").glob("*.json"))
"""A replay of each released version and rulebook, as its server published it."""
OLD_RULES = {"0.1-astra"}


def test_every_released_version_has_a_replay_of_every_rulebook() -> None:
    found = {path.stem for path in RELEASED}
    assert found == {f"{version}-{rulebook}" for version in ("0.1", "0.2") for rulebook in rulebooks()}


@pytest.mark.parametrize("path", RELEASED, ids=lambda path: path.stem)
def test_an_honest_replay_of_a_released_version_is_never_accused(path: Path) -> None:
    if path.stem in OLD_RULES:
        with pytest.raises(OtherRules, match="its seed is the one promised"):
            verify(path.read_bytes())
    else:
        assert "seed, end and score are as published" in verify(path.read_bytes())


@pytest.mark.parametrize("path", [path for path in RELEASED if path.stem not in OLD_RULES], ids=lambda path: path.stem)
def test_a_changed_replay_of_a_released_version_is_refused(path: Path) -> None:
    replay = msgspec.json.decode(path.read_bytes())
    for changed in (
        {"moves": replay["moves"][:-1]},
        {"final_hash": "00"},
        {"score": {**replay["score"], "winners": []}},
    ):
        with pytest.raises(CannotVerify) as refused:
            verify(msgspec.json.encode({**replay, **changed}))
        assert not isinstance(refused.value, OtherRules)


def test_the_hash_of_a_replay_depends_on_what_it_says_and_not_on_how_states_are_stored() -> None:
    replay = msgspec.json.decode(_replay(final_hash="of another layout"))
    replay |= {"entropy": [None, None], "draws": []}
    published = {**replay, "replay_hash": replay_hash(replay)}
    assert replay_hash({**published, "final_hash": "of a later layout", "new": "field"}) == published["replay_hash"]
    assert "as published" in verify(msgspec.json.encode(published))
    backwards = dict(reversed(published.items()))
    assert "as published" in verify(json.dumps(backwards, indent=2).encode())
    with pytest.raises(CannotVerify, match="changed after it was published"):
        verify(msgspec.json.encode({**published, "id": "another"}))


@pytest.mark.parametrize("data", [b"", b"[]", b"3", b"{}"])
def test_what_is_no_replay_is_none(data: bytes) -> None:
    with pytest.raises(CannotVerify, match="this is no replay: "):
        verify(data)


def test_a_game_of_other_rules_is_told_with_both_numbers() -> None:
    with pytest.raises(OtherRules, match=f"under rules 7 of toy; here are rules {TOY.rules}"):
        verify(_replay(rules=7))


@pytest.fixture
def open_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever draws learns nothing by it, so that draws can be taken back."""
    monkeypatch.setattr(type(TOY), "reveals", lambda *_: False)


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        (((1, DRAW), (1, BACK)), 0),
        (((1, DRAW), (1, DRAW), (1, BACK)), 1),
        (((1, DRAW), (1, DRAW), (1, DRAW), (1, BACK)), 2),
        (((1, DRAW), (1, DRAW), (1, DRAW), (1, BACK), (1, BACK)), 1),
        (((1, DRAW), (1, DRAW), (1, DRAW), (1, BACK), (1, BACK), (1, BACK)), 0),
        (((1, DRAW), (2, DRAW), (2, BACK)), 1),
    ],
)
def test_moves_of_a_turn_are_taken_back_from_the_last_to_the_first(open_cards: None, moves: Any, left: int) -> None:
    assert "replayed" in verify(_replay(*moves, drawn=left))
    with pytest.raises(CannotVerify, match="the final state"):
        verify(_replay(*moves, drawn=left + 1))


@pytest.mark.parametrize(
    ("moves", "seat"),
    [
        (((1, BACK),), 1),
        (((1, DRAW), (2, BACK)), 2),
        (((1, DRAW), (1, BACK), (1, BACK)), 1),
        (((1, DRAW), (1, DRAW), (2, DRAW), (1, BACK)), 1),
        (((1, DRAW), (1, DRAW), (2, DRAW), (2, BACK), (1, BACK)), 1),
    ],
)
def test_nobody_takes_back_what_is_another_seats_or_stands_since_another_has_moved(
    open_cards: None, moves: Any, seat: int
) -> None:
    with pytest.raises(CannotVerify, match=f"seat {seat} takes back a move that stands"):
        verify(_replay(*moves))


def test_who_has_learned_something_takes_nothing_back() -> None:
    with pytest.raises(CannotVerify, match="seat 1 takes back a move that stands"):
        verify(_replay((1, DRAW), (1, BACK)))
