"""What a viewer sees: built by an allow-list from what the viewer knows."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

from service.games.base import Seat, SeatView, View, Viewer
from service.games.nebula.content.board import Board, Mask, bits
from service.games.nebula.content.pack import Pack
from service.games.nebula.content.shapes import TRACKS, TrackId
from service.games.nebula.goals import Stars, filled_cells
from service.games.nebula.known import known
from service.games.nebula.rules import bag, scoring, value_board
from service.games.nebula.rules.phases import deciders
from service.games.nebula.stars import COLOURS, STARS, Colour, Counts, Star, name, names, spread
from service.games.nebula.state import (
    HIDDEN,
    NOT_YET,
    PHASES,
    NebulaEndReason,
    NebulaPhase,
    NebulaState,
    Phase,
    SeatState,
    Track,
    Variant,
    pack_of,
)

KEPT = 1 << 11
"""How many of each part of views are kept: most moves change one or two of them."""

StarCounts = Annotated[dict[str, int], Meta(description="how many stars of each kind")]


class ClusterView(msgspec.Struct, frozen=True, gc=False):
    """A ring of stars; the cells of its clock count from 1."""

    clock: Annotated[int, Meta(description="the cell that the clock stands before")]
    cells: Annotated[tuple[Star | None, ...], Meta(description="null is an empty cell, or a star not known")]


class BagView(msgspec.Struct, frozen=True, gc=False):
    """What the bag holds, which anyone can count; its order is secret."""

    count: int
    stars: StarCounts


class NebulaBoardView(msgspec.Struct, frozen=True, gc=False):
    """The board in the middle, the bag and the box."""

    clusters: tuple[ClusterView, ...]
    boosted: Star | None
    marker: Annotated[int, Meta(description="the cell of the black marker; the first is 0")]
    marker_last: Annotated[int, Meta(description="where the black marker ends the game")]
    bag: BagView
    box: StarCounts


class RaceGoalView(msgspec.Struct, frozen=True, gc=False):
    """A race goal in play."""

    goal: str
    upper: Annotated[int, Meta(description="points for the first seat")]
    lower: Annotated[int, Meta(description="points for the others")]
    marked_by: Annotated[tuple[Seat, ...], Meta(description="the first to reach the goal comes first")]


class ValueTokenView(msgspec.Struct, frozen=True, gc=False):
    """A value token: a colour, a constellation or an advanced goal."""

    token: str
    cell: Annotated[int, Meta(description="the first is 0")]


class ValueTrackView(msgspec.Struct, frozen=True, gc=False):
    """A track of the value board, its tokens from the first rank to the last."""

    track: TrackId
    tokens: tuple[ValueTokenView, ...]


class ThisTurnView(msgspec.Struct, frozen=True, gc=False):
    """What the active seat has done so far."""

    placed: tuple[Star, ...]
    cells: Annotated[tuple[str, ...], Meta(description="where stars were placed; none of them is replaced this turn")]
    boosted_placed: Annotated[bool, Meta(description="whether a third placement is open for any colour")]
    drawn: Annotated[tuple[Star | None, ...], Meta(description="the stars of Chaos to choose from")]


class NebulaSeatView(SeatView, frozen=True, kw_only=True):
    """The observation area, the galaxy and the goals of one seat."""

    area: tuple[Star | None, ...]
    galaxy: Annotated[dict[str, Colour], Meta(description="the colour on each filled cell")]
    black_stars: int
    constellations: Annotated[tuple[str, ...], Meta(description="the completed ones")]
    race_goals: Annotated[int, Meta(description="how many it has marked")]
    goal_kept: Annotated[bool, Meta(description="whether the personal goal is chosen")]
    goal: Annotated[str | None, Meta(description="the personal goal; null while it is secret or not chosen")]
    goals_offered: Annotated[tuple[str, ...], Meta(description="the personal goals dealt to you; empty for others")]
    score: Annotated[int, Meta(description="what is known of the score")]


class NebulaView(View, frozen=True, kw_only=True):
    """A table of Nebula."""

    phase: Annotated[NebulaPhase, Meta(description="what the table waits for")]
    end_reason: Annotated[NebulaEndReason | None, Meta(description="what made the last round the last")]
    variant: Variant
    nebula: NebulaBoardView
    race_goals: tuple[RaceGoalView, ...]
    value_board: Annotated[tuple[ValueTrackView, ...] | None, Meta(description="null in the introductory game")]
    this_turn: ThisTurnView
    seats: tuple[NebulaSeatView, ...]


def view(state: NebulaState, viewer: Viewer) -> NebulaView:
    return _view_of_known(known(state, viewer))


def _view_of_known(state: NebulaState) -> NebulaView:
    return NebulaView(
        phase=PHASES[state.phase],
        round=state.round,
        last_round=state.round if state.ending else None,
        active=None if state.phase in (Phase.GOALS, Phase.OVER) else state.active,
        deciders=deciders(state),
        end_reason=state.ending or None,
        variant="full" if state.full else "introductory",
        nebula=_nebula(state),
        race_goals=_race_goals(pack_of(state), state.race, state.marks),
        value_board=_value_board(state) if state.full else None,
        this_turn=_this_turn(state),
        seats=tuple([_seat(state, seat, each) for seat, each in enumerate(state.seats, start=1)]),
    )


def _count_by_star(counts: Counts) -> dict[str, int]:
    return dict(zip(STARS, counts, strict=False))


@lru_cache(maxsize=KEPT)
def _cluster(clock: int, cluster: bytes) -> ClusterView:
    return ClusterView(clock + 1, names(cluster))


def _nebula(state: NebulaState) -> NebulaBoardView:
    sky = state.sky
    return NebulaBoardView(
        clusters=tuple(map(_cluster, sky.clocks, sky.clusters)),
        boosted=name(sky.boosted),
        marker=sky.marker,
        marker_last=pack_of(state).last_marker,
        bag=BagView(len(sky.bag), _count_by_star(bag.unseen_stars(state))),
        box=_count_by_star(sky.box),
    )


@lru_cache(maxsize=KEPT)
def _race_goals(pack: Pack, race: tuple[int, ...], marks: tuple[tuple[int, ...], ...]) -> tuple[RaceGoalView, ...]:
    goals = zip(race, marks, strict=True)
    return tuple(RaceGoalView(pack.race_ids[goal], *pack.race_values[goal], seats) for goal, seats in goals)


def _value_board(state: NebulaState) -> tuple[ValueTrackView, ...]:
    pack, advanced = pack_of(state), state.advanced
    return tuple([_value_track(pack, advanced, number, track) for number, track in enumerate(state.tracks)])


@lru_cache(maxsize=KEPT)
def _value_track(pack: Pack, advanced: tuple[int, ...], number: int, track: Track) -> ValueTrackView:
    called = value_board.token_names(pack, advanced)[number]
    return ValueTrackView(
        TRACKS[number], tuple(ValueTokenView(called[token], track.cells[token]) for token in track.ranking)
    )


def _this_turn(state: NebulaState) -> ThisTurnView:
    turn, ids = state.turn, pack_of(state).board.ids
    return ThisTurnView(
        placed=tuple([STARS[star] for star in bits(turn.placed)]),
        cells=tuple([ids[cell] for cell in bits(turn.fresh)]),
        boosted_placed=turn.boosted,
        drawn=names(turn.seen),
    )


def _seat(state: NebulaState, seat: Seat, own: SeatState) -> NebulaSeatView:
    pack = pack_of(state)
    goals = pack.personal_ids
    return NebulaSeatView(
        seat=seat,
        area=_area(own.area),
        galaxy=_galaxy(pack.board, own.stars),
        black_stars=own.black,
        constellations=_constellations(pack.board, filled_cells(own.stars)),
        race_goals=scoring.count_marks(state.marks, seat),
        goal_kept=own.kept != NOT_YET,
        goal=goals[own.kept] if own.kept >= 0 else None,
        goals_offered=tuple([goals[goal] for goal in own.offered if goal != HIDDEN]),
        score=scoring.ledger(state, seat).total,
    )


@lru_cache(maxsize=KEPT)
def _area(counts: Counts) -> tuple[Star | None, ...]:
    return names(spread(counts))


@lru_cache(maxsize=KEPT)
def _galaxy(board: Board, stars: Stars) -> dict[str, Colour]:
    return {board.ids[cell]: COLOURS[colour] for colour, mask in enumerate(stars) for cell in bits(mask)}


@lru_cache(maxsize=KEPT)
def _constellations(board: Board, filled: Mask) -> tuple[str, ...]:
    rows = zip(board.constellation_ids, board.constellations, strict=True)
    return tuple(called for called, cells in rows if cells & filled == cells)
