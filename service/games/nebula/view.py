"""What a viewer sees: built by an allow-list from what the viewer knows."""

from __future__ import annotations

from service.games.base import Plain, Seat, Viewer
from service.games.nebula.content.board import bits
from service.games.nebula.goals import occupied
from service.games.nebula.known import known
from service.games.nebula.rules import bag, scoring, value_board
from service.games.nebula.rules.gate import deciders
from service.games.nebula.stars import COLOURS, STARS, Counts, name, spread
from service.games.nebula.state import HIDDEN, NOT_YET, NebulaState, Phase, Side, pack_of


def view(state: NebulaState, viewer: Viewer) -> Plain:
    return _seen(known(state, viewer), viewer)


def _seen(state: NebulaState, viewer: Viewer) -> Plain:
    return {
        "rulebook": "nebula",
        "pack": state.pack,
        "variant": "full" if state.full else "introductory",
        "players": state.players,
        "viewer": viewer,
        "round": state.round,
        "phase": state.phase.name.lower(),
        "turn": None if state.phase in (Phase.GOALS, Phase.OVER) else state.seat,
        "deciders": list(deciders(state)),
        "ending": state.ending or None,
        "nebula": _nebula(state),
        "race_goals": _race_goals(state),
        "value_board": _value_board(state),
        "this_turn": _this_turn(state),
        "seats": [_side(state, seat, side) for seat, side in enumerate(state.sides, start=1)],
    }


def _names(counts: Counts) -> list[str | None]:
    return [name(star) for star in spread(counts)]


def _counted(counts: Counts) -> dict[str, int]:
    return dict(zip(STARS, counts, strict=False))


def _nebula(state: NebulaState) -> Plain:
    sky = state.sky
    return {
        "clusters": [
            {"clock": clock + 1, "cells": [name(star) for star in cluster]}
            for cluster, clock in zip(sky.clusters, sky.clocks, strict=True)
        ],
        "boosted": name(sky.boosted),
        "marker": sky.marker,
        "marker_last": pack_of(state).last_marker,
        "bag": {"count": len(sky.bag), "stars": _counted(bag.unseen(state))},
        "box": _counted(sky.box),
    }


def _race_goals(state: NebulaState) -> list[Plain]:
    pack = pack_of(state)
    return [
        {
            "goal": pack.race_ids[goal],
            "upper": pack.race_values[goal][0],
            "lower": pack.race_values[goal][1],
            "marked_by": list(seats),
        }
        for goal, seats in zip(state.race, state.marks, strict=True)
    ]


def _value_board(state: NebulaState) -> list[Plain] | None:
    """Each track with its tokens from the first rank to the last."""
    if not state.full:
        return None
    names = {place: token for token, place in value_board.tokens(state).items()}
    return [
        {
            "track": data.id,
            "tokens": [{"token": names[number, token], "cell": track.cells[token]} for token in track.ranking],
        }
        for number, (data, track) in enumerate(zip(pack_of(state).data.value_board.tracks, state.tracks, strict=True))
    ]


def _this_turn(state: NebulaState) -> Plain:
    ids = pack_of(state).board.ids
    return {
        "placed": [STARS[star] for star in bits(state.turn.placed)],
        "cells": [ids[cell] for cell in bits(state.turn.fresh)],
        "boosted_placed": state.turn.boosted,
        "drawn": [name(star) for star in state.turn.seen],
    }


def _side(state: NebulaState, seat: Seat, side: Side) -> Plain:
    pack, filled = pack_of(state), occupied(side.stars)
    board = pack.board
    return {
        "seat": seat,
        "area": _names(side.area),
        "galaxy": {board.ids[cell]: COLOURS[colour] for colour, mask in enumerate(side.stars) for cell in bits(mask)},
        "black_stars": side.black,
        "constellations": [
            cid
            for cid, cells in zip(board.constellation_ids, board.constellations, strict=True)
            if cells & filled == cells
        ],
        "race_goals": scoring.marks_of(state, seat),
        "goal_kept": side.kept != NOT_YET,
        "goal": _goal(state, side.kept),
        "goals_offered": [_goal(state, goal) for goal in side.offered if goal != HIDDEN],
        "score": scoring.ledger(state, seat).total,
    }


def _goal(state: NebulaState, goal: int) -> str | None:
    return pack_of(state).personal_ids[goal] if goal >= 0 else None
