"""Every kind of move: who answers for it. Listing, refusing, checking and applying go through here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple, assert_never

from service.games.base import Refusal, Seat
from service.games.nebula import moves as asked
from service.games.nebula.moves import NebulaMove
from service.games.nebula.rules import black_stars, chaos, game_end, personal_goals, placing, time, turn, value_board
from service.games.nebula.rules.gate import NebulaStep, deciders, follow
from service.games.nebula.state import NebulaState, Phase


class Kind(NamedTuple):
    """One kind of move: the ruling that allows it, and why it is not possible now."""

    ruling: str
    why_not: Callable[[NebulaState, Seat], Refusal | None]


KINDS: dict[type[NebulaMove], Kind] = {
    asked.KeepGoal: Kind("N-21", personal_goals.why_not),
    asked.TakeTime: Kind("N-4", time.why_not),
    asked.TurnToChaos: Kind("N-18", chaos.why_not_turn),
    asked.KeepStars: Kind("N-5", chaos.why_not_keep),
    asked.PlaceStar: Kind("N-1", placing.why_not_place),
    asked.ReplaceStar: Kind("N-7", placing.why_not_replace),
    asked.PlaceBlackStar: Kind("N-17", black_stars.why_not),
    asked.AdvanceToken: Kind("N-9", value_board.why_not),
    asked.EndPlacing: Kind("N-11", turn.why_not_end),
}

Listing = Callable[[NebulaState, Seat], Sequence[NebulaMove]]

LISTINGS: dict[Phase, tuple[Listing, ...]] = {
    Phase.GOALS: (personal_goals.moves,),
    Phase.TAKE: (time.moves, chaos.turn_moves),
    Phase.KEEP: (chaos.keep_moves,),
    Phase.PLACE: (placing.moves, black_stars.moves, turn.end_moves),
    Phase.TOKEN: (value_board.moves,),
    Phase.OVER: (),
}
"""The moves of a phase, for the seat that decides."""


def legal_moves(state: NebulaState, seat: Seat) -> Sequence[NebulaMove]:
    if seat not in deciders(state):
        return ()
    return list(chain.from_iterable([listing(state, seat) for listing in LISTINGS[state.phase]]))


def check(state: NebulaState, seat: Seat, move: NebulaMove) -> None:
    match move:
        case asked.KeepGoal():
            personal_goals.check(state, seat, move)
        case asked.TakeTime():
            time.check(state, seat, move)
        case asked.TurnToChaos():
            chaos.check_turn(state, seat, move)
        case asked.KeepStars():
            chaos.check_keep(state, seat, move)
        case asked.PlaceStar():
            placing.check_place(state, seat, move)
        case asked.ReplaceStar():
            placing.check_replace(state, seat, move)
        case asked.PlaceBlackStar():
            black_stars.check(state, seat, move)
        case asked.AdvanceToken():
            value_board.check(state, seat, move)
        case asked.EndPlacing():
            turn.check_end(state, seat, move)
        case _:
            assert_never(move)


def apply(state: NebulaState, seat: Seat, move: NebulaMove) -> NebulaStep:
    """What the move does, and what follows from it by itself."""
    match move:
        case asked.KeepGoal():
            return follow(personal_goals.apply(state, seat, move), turn.begin_when_all_have_chosen)
        case asked.TakeTime():
            return follow(time.apply(state, seat, move), turn.go_on_placing)
        case asked.TurnToChaos():
            return chaos.apply_turn(state, seat, move)
        case asked.KeepStars():
            return follow(chaos.apply_keep(state, seat, move), turn.go_on_placing)
        case asked.PlaceStar():
            placed = placing.apply_place(state, seat, move)
            return follow(placed, game_end.at_three_constellations, turn.go_on_placing)
        case asked.ReplaceStar():
            return follow(placing.apply_replace(state, seat, move), turn.go_on_placing)
        case asked.PlaceBlackStar():
            placed = black_stars.apply(state, seat, move)
            return placed if placed.state.phase is Phase.TOKEN else follow(placed, turn.go_on_placing)
        case asked.AdvanceToken():
            return follow(value_board.apply(state, seat, move), turn.go_on_placing)
        case asked.EndPlacing():
            return turn.end_turn(state)
        case _:
            assert_never(move)
