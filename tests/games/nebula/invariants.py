"""Conservation laws of Nebula: what holds in every full state, whatever was played."""

from __future__ import annotations

from service.games.nebula.goals import filled_cells
from service.games.nebula.rules import bag
from service.games.nebula.stars import EMPTY, UNKNOWN, all_stars
from service.games.nebula.state import NOT_YET, NebulaState, Phase, SeatState, pack_of
from service.games.rulebook import AnyRulebook


def check(rulebook: AnyRulebook, state: NebulaState) -> None:
    """Raise AssertionError if a full state breaks a law."""
    stars_are_conserved(state)
    clusters_are_whole(state)
    for each in state.seats:
        galaxy_is_lawful(state, each)
    tokens_are_conserved(state)
    marks_are_lawful(state)
    goals_are_different(state)
    turn_is_lawful(state)
    end_is_lawful(rulebook, state)


def stars_are_conserved(state: NebulaState) -> None:
    """Bag, box, clusters, boosted star, five of chaos, areas, galaxies and black tracks hold every star once."""
    inside = tuple(state.sky.bag.count(star) for star in range(UNKNOWN + 1))
    outside = bag.visible_stars(state)
    assert tuple(map(sum, zip(inside, outside, strict=True))) == all_stars(state.players)
    assert bag.unseen_stars(state) == inside


def clusters_are_whole(state: NebulaState) -> None:
    pack = pack_of(state)
    assert len(state.sky.clusters) == len(state.sky.clocks) == 3
    for cluster, clock in zip(state.sky.clusters, state.sky.clocks, strict=True):
        assert len(cluster) == pack.cluster_cells
        assert all(star < UNKNOWN or star == EMPTY for star in cluster)
        assert 0 <= clock < pack.cluster_cells


def galaxy_is_lawful(state: NebulaState, each: SeatState) -> None:
    board = pack_of(state).board
    filled = filled_cells(each.stars)
    assert sum(mask.bit_count() for mask in each.stars) == filled.bit_count(), "two stars in one cell"
    for mask in each.stars:
        assert not mask & board.neighbours_of(mask), "two connected stars of one colour"
    if filled:
        assert is_connected_to_centre(state, filled)
    assert min(each.area) >= 0
    assert 0 <= each.black <= pack_of(state).black_cells


def is_connected_to_centre(state: NebulaState, filled: int) -> bool:
    board = pack_of(state).board
    reached = board.centre & filled
    while (more := (reached | board.neighbours_of(reached)) & filled) != reached:
        reached = more
    return reached == filled


def tokens_are_conserved(state: NebulaState) -> None:
    assert len(state.tracks) == (3 if state.full else 0)
    last_cells = pack_of(state).last_value_cells
    for track, size, last in zip(state.tracks, (6, 4, 4), last_cells, strict=False):
        assert sorted(track.ranking) == list(range(size))
        assert len(track.cells) == size
        assert all(0 <= cell <= last for cell in track.cells)
        ranked = [track.cells[token] for token in track.ranking]
        assert ranked == sorted(ranked, reverse=True)
    advanced = sum(sum(track.cells) for track in state.tracks)
    black = sum(each.black for each in state.seats)
    due = 1 if state.phase is Phase.TOKEN else 0
    assert advanced == (black - due if state.full else 0)
    assert state.sky.marker == min(black, pack_of(state).last_marker)


def marks_are_lawful(state: NebulaState) -> None:
    assert len(set(state.race)) == len(state.marks) == 4
    for seats in state.marks:
        assert len(set(seats)) == len(seats)
        assert set(seats) <= set(range(1, state.players + 1))


def goals_are_different(state: NebulaState) -> None:
    offered = [goal for each in state.seats for goal in each.offered]
    assert len(set(offered)) == 2 * state.players
    for each in state.seats:
        assert each.kept in (*each.offered, NOT_YET)
        assert each.kept != NOT_YET or state.phase is Phase.GOALS
    assert len(set(state.advanced)) == (4 if state.full else 0)


def turn_is_lawful(state: NebulaState) -> None:
    turn = state.turn
    assert turn.placed.bit_count() <= (3 if turn.boosted else 2)
    assert turn.fresh.bit_count() <= turn.placed.bit_count()
    assert bool(turn.seen) == (state.phase is Phase.KEEP)
    assert 1 <= state.active <= state.players


def end_is_lawful(rulebook: AnyRulebook, state: NebulaState) -> None:
    assert state.ending in (*rulebook.end_reasons, "")
    assert rulebook.is_over(state) == (state.phase is Phase.OVER)
    if state.phase is Phase.OVER:
        assert state.ending
        assert state.active == state.players, "every seat has had the same number of turns"
