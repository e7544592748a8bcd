"""Replaying a finished game: was the seed the one promised, was every move legal, is the end the same?"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

import msgspec

from service.games.base import Move, Seat, State
from service.games.refusals import IllegalMove
from service.games.registry import RULEBOOKS
from service.games.rng import ENTROPY_PATTERN, Rigged, deal_seed
from service.games.rulebook import AnyRulebook
from service.usecases.games.takeback_eligibility import is_final
from service.wire.answers import Replay, ReplayMove
from service.wire.canonical import replay_hash
from service.wire.narrowing import union


class CannotVerify(Exception):
    """The replay does not give what the file says."""


class OtherRules(CannotVerify):
    """The game was begun under other rules than these, so it cannot be replayed here; that accuses nobody."""


FIRST_RULES = 1
"""Replays of 0.1 do not say under which rules they were played."""


_UNSAID = {"rules": FIRST_RULES, "rigged": False, "draws": (), "entropy": (), "replay_hash": ""}
"""What older replays leave out."""


def _read(data: bytes) -> Replay:
    try:
        found = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        return msgspec.json.decode(msgspec.json.encode({**_UNSAID, **found}), type=Replay)
    except msgspec.DecodeError as error:
        raise CannotVerify(f"this is no replay: {error}") from None


def _check_hash(replay: Replay, data: bytes) -> None:
    """Refuse a file that was changed; replays of 0.1 and 0.2 have no hash of their own."""
    if replay.replay_hash and replay.replay_hash != replay_hash({**_UNSAID, **msgspec.json.decode(data)}):
        raise CannotVerify("the replay was changed after it was published: its hash is another one")


def _seed(replay: Replay) -> bytes:
    """The seed of the deal, of the secret that was promised and what people contributed."""
    try:
        seed = bytes.fromhex(replay.seed)
    except ValueError:
        raise CannotVerify("the seed is not hexadecimal") from None
    if hashlib.sha256(seed).hexdigest() != replay.seed_hash:
        raise CannotVerify("the seed is not the one whose hash was published")
    return deal_seed(seed, _contributions(replay))


def _contributions(replay: Replay) -> list[str]:
    """What the seats contributed to the deal, in their order; nothing counts in a rigged game."""
    contributed = [] if replay.rigged else [entropy for entropy in replay.entropy if entropy]
    if not all(re.fullmatch(ENTROPY_PATTERN, entropy) for entropy in contributed):
        raise CannotVerify("a contribution to the deal is not 32 bytes in hexadecimal digits")
    return contributed


def _rulebook(replay: Replay) -> AnyRulebook:
    if replay.rulebook not in RULEBOOKS:
        raise CannotVerify(f"there is no rulebook {replay.rulebook!r} here")
    return RULEBOOKS[replay.rulebook]


def _move(rulebook: AnyRulebook, raw: msgspec.Raw) -> Move:
    move: Move = msgspec.json.decode(raw, type=union(rulebook.move_classes))
    return move


def _replay_moves(rulebook: AnyRulebook, replay: Replay, state: State) -> State:
    """Play all moves, with takebacks, and return the last state."""
    undoable: list[UndoableMove] = []
    for number, played in enumerate(replay.moves, start=1):
        try:
            state, undoable = _after(rulebook, state, undoable, played)
        except (IllegalMove, msgspec.DecodeError) as error:
            raise CannotVerify(f"move {number} is not legal: {error}") from None
    return state


class UndoableMove(NamedTuple):
    """A move that its seat may take back, and the state before it."""

    seat: Seat
    before: State


def _after(
    rulebook: AnyRulebook, state: State, undoable: list[UndoableMove], played: ReplayMove
) -> tuple[State, list[UndoableMove]]:
    """The next state, and which moves can be taken back then."""
    if played.is_taken_back:
        if not undoable or undoable[-1].seat != played.seat:
            raise CannotVerify(f"seat {played.seat} takes back a move that stands")
        return undoable[-1].before, undoable[:-1]
    move = _move(rulebook, played.move)
    step = rulebook.apply(state, played.seat, move)
    if is_final(rulebook, state, played.seat, move, step):
        return step.state, []
    own = undoable if undoable and undoable[-1].seat == played.seat else []
    return step.state, [*own, UndoableMove(played.seat, state)]


def _list_seats(seats: list[int]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"


def _deal_note(replay: Replay) -> str:
    """Who had a share in the deal."""
    if replay.rigged:
        return "; the game was rigged: its seed or its draws were chosen, and nobody else had a share in the deal"
    given = [seat for seat, entropy in enumerate(replay.entropy, start=1) if entropy]
    if not given:
        return "; nobody contributed to the deal: the server's seed alone dealt"
    rest = [seat for seat, entropy in enumerate(replay.entropy, start=1) if not entropy]
    others = f"; {_list_seats(rest)} did not contribute" if rest else ""
    return f"; the deal is of the server's secret and what {_list_seats(given)} contributed{others}"


def _check_end(rulebook: AnyRulebook, replay: Replay, final: State) -> None:
    """Seed and moves determine the final state. Its hash depends on how a version stores states, so it is compared
    only where nothing else protects the file: in replays of 0.1 and 0.2, with the layouts of both."""
    if not rulebook.is_over(final):
        raise CannotVerify("the game is not over after the last move")
    released = rulebook.digest(final), *rulebook.past_digests(final)
    if not replay.replay_hash and replay.final_hash not in released:
        raise CannotVerify("the final state is another one, in every layout that was released")


def verify(data: bytes) -> str:
    """Replay, or raise `CannotVerify` with what is wrong."""
    replay = _read(data)
    rulebook, seed = _rulebook(replay), _seed(replay)
    if replay.rules != rulebook.rules:
        _check_hash(replay, data)
        raise OtherRules(
            f"{replay.id} was begun under rules {replay.rules} of {rulebook.id}; here are rules {rulebook.rules}: "
            "its seed is the one promised, but its moves can only be replayed by a version with those rules"
        )
    if rulebook.packs and replay.pack not in rulebook.packs.names:
        raise CannotVerify(f"the content pack {replay.pack!r} is not here; PACKS_DIR names the folder of such packs")
    state = rulebook.setup(replay.players, replay.options, Rigged(seed, replay.draws))
    if not rulebook.names_pack(replay.pack_hash, state):
        raise CannotVerify(f"the content pack {replay.pack!r} is another one here")
    final = _replay_moves(rulebook, replay, state)
    _check_end(rulebook, replay, final)
    if rulebook.score(final) != replay.score:
        raise CannotVerify("the score is another one")
    _check_hash(replay, data)
    result = (
        f"{replay.id}: {len(replay.moves)} moves of {replay.rulebook} replayed; seed, end and score are as published"
    )
    return result + _deal_note(replay)
