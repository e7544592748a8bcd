"""Two tables that differ only in a sealed drawing look the same to everybody else."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from service.games.base import Viewer
from service.games.distant_suns import RULEBOOK
from service.games.distant_suns.events import NothingDrawn, ShapeDrawn
from service.games.distant_suns.moves import Draw, Pass
from service.games.distant_suns.state import HIDDEN, PASSED, DistantSunsState
from service.games.refusals import IllegalMove
from service.games.rng import Rng
from tests.games.distant_suns.tables import (
    MOON,
    STAR,
    assigned,
    draws_of,
    full_but,
    moves_of,
    play,
    pocket_for_a_reduced_moon,
    sheet,
    table,
)  # fmt: skip


def twins() -> tuple[DistantSunsState, DistantSunsState]:
    """Seat 2 has drawn one thing or another; seat 1 and seat 3 have not."""
    state = assigned(table(sheet(), sheet(filled=0b1), players=3), MOON, STAR)
    return play(state, 2, draws_of(state, 2)[0]), play(state, 2, draws_of(state, 2, upgrades=1)[-1])


def all_that_is_seen(state: DistantSunsState, viewer: Viewer) -> bytes:
    seat = viewer or 0
    seen: list[Any] = [
        RULEBOOK.view(state, viewer),
        RULEBOOK.deciders(state),
        [(reason.type, RULEBOOK.sentence(reason.refusal, "en")) for reason in RULEBOOK.explain(state, seat)],
        RULEBOOK.legal_moves(state, seat),
        RULEBOOK.score(RULEBOOK.known(state, viewer)),
        RULEBOOK.encode(RULEBOOK.known(state, viewer)),
        refusals(state, seat),
    ]
    if viewer:
        seen.append(RULEBOOK.evaluate(RULEBOOK.known(state, viewer), viewer))
    return msgspec.json.encode(seen)


def refusals(state: DistantSunsState, seat: int) -> list[str]:
    found = []
    for move in (Pass(), Draw((0, 1, 2, 3)), Draw((200,))):
        try:
            RULEBOOK.check(state, seat, move)
        except IllegalMove as error:
            found.append(error.refusal.code)
    return found


def test_twins_cannot_be_told_apart() -> None:
    one, other = twins()
    other = replace(other, seed=b"another seed", drawn=99)
    assert one != other
    for viewer in (None, 1, 3):
        assert all_that_is_seen(one, viewer) == all_that_is_seen(other, viewer)
    assert all_that_is_seen(one, 2) != all_that_is_seen(other, 2)


def test_a_pass_looks_like_a_drawing() -> None:
    stuck = assigned(table(sheet(), full_but(), players=3), MOON, STAR)
    passed = play(stuck, 2, Pass())
    drawn = replace(passed, seals=(None, bytes((1, 2, 3)), None))
    assert all_that_is_seen(passed, 1) == all_that_is_seen(drawn, 1)


def test_moves_of_twins_tell_the_same() -> None:
    one, other = twins()
    move = draws_of(one, 1)[0]
    assert RULEBOOK.apply(one, 1, move).events == RULEBOOK.apply(other, 1, move).events


def test_known_is_idempotent_and_keeps_the_own_drawing() -> None:
    state, _ = twins()
    for viewer in (None, 1, 2, 3):
        known = RULEBOOK.known(state, viewer)
        assert RULEBOOK.known(known, viewer) == known
        assert known.seals == (None, state.seals[1] if viewer == 2 else HIDDEN, None), "who is to draw is public"
        assert (known.seed, known.drawn) == (b"", 0)


def test_a_preview_of_the_last_drawing_leaves_the_others_unknown() -> None:
    state, _ = twins()
    state = play(state, 3, draws_of(state, 3)[0])
    step = RULEBOOK.apply(RULEBOOK.known(state, 1), 1, draws_of(state, 1)[0])
    assert [event.seat for event in step.events if isinstance(event, ShapeDrawn)] == [1]
    assert [len(one.drawings) for one in step.state.sheets] == [1, 0, 0]
    assert RULEBOOK.deciders(step.state) == (2,)


def test_previews_leave_open_whether_others_drew_or_passed() -> None:
    """Seat 2 can pass, or draw with an upgrade: in every preview of seat 1 it may have done either."""
    pocket = pocket_for_a_reduced_moon()
    state = assigned(table(sheet(), replace(full_but(*pocket), filled=0b1)), STAR, MOON)
    passed, drawn = play(state, 2, Pass()), play(state, 2, Draw(pocket, upgrades=1))
    assert passed.seals == (None, PASSED)
    assert drawn.seals == (None, bytes(pocket))
    moves = moves_of(passed, 1)
    assert moves == moves_of(drawn, 1)
    for move in moves:
        one, other = (RULEBOOK.apply(RULEBOOK.known(each, 1), 1, move) for each in (passed, drawn))
        assert one == other
        assert not [event for event in one.events if isinstance(event, (ShapeDrawn, NothingDrawn)) and event.seat == 2]
        played = [RULEBOOK.apply(each, 1, move).events for each in (passed, drawn)]
        assert [NothingDrawn(2, 1, "moon") in events for events in played] == [True, False]


def test_what_is_imagined_is_possible_and_fits_what_is_known() -> None:
    state, _ = twins()
    for viewer in (None, 1, 3):
        known = RULEBOOK.known(state, viewer)
        imagined = {RULEBOOK.imagine(known, viewer, Rng(bytes([seed]))).seals[1] for seed in range(20)}
        open_again = replace(state, seals=(None, None, None))
        possible = {bytes(move.sectors) for move in moves_of(open_again, 2) if isinstance(move, Draw)}
        assert len(imagined) > 1
        assert imagined <= possible
        assert RULEBOOK.known(RULEBOOK.imagine(known, viewer, Rng(b"x")), viewer) == known


def test_a_seat_that_could_only_pass_is_imagined_to_have_passed() -> None:
    passed = play(assigned(table(sheet(), full_but()), MOON, STAR), 2, Pass())
    known = RULEBOOK.known(passed, 1)
    assert RULEBOOK.imagine(known, 1, Rng(b"x")).seals == (None, PASSED)


def test_a_state_without_secrets_is_imagined_as_it_is() -> None:
    known = RULEBOOK.known(table(), 1)
    assert RULEBOOK.imagine(known, 1, Rng(b"x")) == known
