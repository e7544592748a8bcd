"""The value board of the full game: three tracks of tokens whose ranks decide what things are worth."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from service.games.base import Seat, Step
from service.games.nebula.content.pack import Pack
from service.games.nebula.events import TokenAdvanced
from service.games.nebula.moves import AdvanceToken
from service.games.nebula.refusals import NoSuchToken, TokenAtEnd
from service.games.nebula.stars import COLOURS
from service.games.nebula.state import NebulaState, NebulaStep, Track, pack_of
from service.games.refusals import Refusal

COLOUR_TRACK, CONSTELLATION_TRACK, ADVANCED_TRACK = range(3)

Place = tuple[int, int]
"""A token: its track, and its number there."""


def token_names(pack: Pack, advanced: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    """The tokens of each track, by their numbers."""
    return (COLOURS, pack.board.constellation_ids, tuple(pack.advanced_ids[goal] for goal in advanced))


@lru_cache(maxsize=1 << 10)
def _tokens(pack: Pack, advanced: tuple[int, ...]) -> dict[str, Place]:
    tracks = enumerate(token_names(pack, advanced))
    return {name: (track, number) for track, names in tracks for number, name in enumerate(names)}


def tokens(state: NebulaState) -> dict[str, Place]:
    """The 14 tokens by their names on the wire."""
    return _tokens(pack_of(state), state.advanced)


@lru_cache(maxsize=1 << 10)
def _moves(pack: Pack, advanced: tuple[int, ...]) -> tuple[tuple[AdvanceToken, Place], ...]:
    return tuple((AdvanceToken(name), place) for name, place in _tokens(pack, advanced).items())


def can_advance(state: NebulaState, place: Place) -> bool:
    """N-8: not beyond the last cell of the track."""
    track, number = place
    return state.tracks[track].cells[number] < pack_of(state).last_value_cells[track]


def is_due(state: NebulaState) -> bool:
    """N-8: with every token at the end the step is skipped; the introductory game has none."""
    return state.full and any(can_advance(state, place) for place in tokens(state).values())


def moves(state: NebulaState, seat: Seat) -> tuple[AdvanceToken, ...]:
    return tuple(move for move, place in _moves(pack_of(state), state.advanced) if can_advance(state, place))


def check(state: NebulaState, seat: Seat, move: AdvanceToken) -> Refusal | None:
    place = tokens(state).get(move.token)
    if place is None:
        return NoSuchToken()
    return None if can_advance(state, place) else TokenAtEnd()


def apply(state: NebulaState, seat: Seat, move: AdvanceToken) -> NebulaStep:
    which, number = tokens(state)[move.token]
    track = advance(state.tracks[which], number)
    tracks = (*state.tracks[:which], track, *state.tracks[which + 1 :])
    return Step(replace(state, tracks=tracks), (TokenAdvanced(seat, move.token, track.cells[number]),))


def advance(track: Track, token: int) -> Track:
    """N-9: one cell further, on top of what is there: only tokens on later cells stay ahead."""
    cell = track.cells[token] + 1
    others = [other for other in track.ranking if other != token]
    ahead = [other for other in others if track.cells[other] > cell]
    return Track(
        ranking=(*ahead, token, *others[len(ahead) :]), cells=(*track.cells[:token], cell, *track.cells[token + 1 :])
    )


def ranks(track: Track) -> tuple[int, ...]:
    """The rank of each token, the first being 0."""
    return tuple(track.ranking.index(token) for token in range(len(track.cells)))
