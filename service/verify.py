"""Replaying a finished game: was the seed the one promised, was every move legal, is the end the same?"""

from __future__ import annotations

import hashlib
from typing import Any, Union

import msgspec

from service.games.base import IllegalMove, Move, Rulebook, Score, Seat, State
from service.games.registry import RULEBOOKS
from service.games.rng import Rng


class CannotVerify(Exception):
    """The replay does not give what the file says."""


class PlayedMove(msgspec.Struct, frozen=True):
    """Who moved, and how."""

    seat: Seat
    move: msgspec.Raw


class Replay(msgspec.Struct, frozen=True):
    """What `GET /v1/games/{id}/replay` answers."""

    id: str
    rulebook: str
    players: int
    options: dict[str, str]
    seed: str
    seed_hash: str
    pack: str
    pack_hash: str
    moves: tuple[PlayedMove, ...]
    final_hash: str
    score: Score


def _read(data: bytes) -> Replay:
    try:
        return msgspec.json.decode(data, type=Replay)
    except msgspec.DecodeError as error:
        raise CannotVerify(f"this is no replay: {error}") from None


def _seed(replay: Replay) -> bytes:
    try:
        seed = bytes.fromhex(replay.seed)
    except ValueError:
        raise CannotVerify("the seed is not hexadecimal") from None
    if hashlib.sha256(seed).hexdigest() != replay.seed_hash:
        raise CannotVerify("the seed is not the one whose hash was published")
    return seed


def _rulebook(replay: Replay) -> Rulebook[Any, Any]:
    if replay.rulebook not in RULEBOOKS:
        raise CannotVerify(f"there is no rulebook {replay.rulebook!r} here")
    return RULEBOOKS[replay.rulebook]


def _move(rulebook: Rulebook[Any, Any], raw: msgspec.Raw) -> Move:
    move: Move = msgspec.json.decode(raw, type=_union(rulebook))
    return move


def _union(rulebook: Rulebook[Any, Any]) -> Any:
    return Union[rulebook.move_types]  # noqa: UP007 - made of a tuple, which `|` cannot do


def _played(rulebook: Rulebook[Any, Any], replay: Replay, state: State) -> State:
    for number, played in enumerate(replay.moves, start=1):
        try:
            state = rulebook.apply(state, played.seat, _move(rulebook, played.move)).state
        except (IllegalMove, msgspec.DecodeError) as error:
            raise CannotVerify(f"move {number} is not legal: {error}") from None
    return state


def verify(data: bytes) -> str:
    """Replay, or raise `CannotVerify` with what is wrong."""
    replay = _read(data)
    rulebook, seed = _rulebook(replay), _seed(replay)
    state = rulebook.setup(replay.players, replay.options, Rng(seed))
    if state.pack_hash != replay.pack_hash:
        raise CannotVerify(f"the content pack {replay.pack!r} is another one here")
    final = _played(rulebook, replay, state)
    if rulebook.digest(final) != replay.final_hash:
        raise CannotVerify("the final state is another one")
    if rulebook.score(final) != replay.score:
        raise CannotVerify("the score is another one")
    return f"{replay.id}: {len(replay.moves)} moves of {replay.rulebook} replayed; seed, end and score are as published"
