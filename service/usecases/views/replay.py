"""A finished game as it stood after so many moves, as a seat saw it then: what a replay viewer draws."""

from __future__ import annotations

import functools

import msgspec

from service.games.base import Move, State, Viewer
from service.games.refusals import IllegalMove
from service.games.registry import RULEBOOKS
from service.games.rng import Rigged
from service.games.rulebook import AnyRulebook
from service.store.games import events
from service.store.games.idempotency import Answer
from service.store.games.records import GameRecord
from service.usecases.context import Context
from service.usecases.errors import invalid
from service.usecases.games import clocks
from service.usecases.views import render
from service.usecases.views.render import Parts
from service.wire.answers import ReplayMove
from service.wire.narrowing import union
from service.wire.refusals import NotFinished, Refused

KEPT_GAMES = 8
"""So many replays are kept in memory: whoever looks at one moment looks at the next."""

_decoder = msgspec.json.Decoder(ReplayMove)


class _Deal(msgspec.Struct, frozen=True):
    """All that the states of a game follow from."""

    rulebook: str
    players: int
    options: tuple[tuple[str, str], ...]
    seed: bytes
    draws: tuple[str, ...]
    moves: tuple[bytes, ...]


def _load_deal(context: Context, game: GameRecord) -> _Deal:
    table = game.table
    moves = tuple([entry.move for entry in events.all_entries(context.store, game.id) if entry.move])
    options = tuple(sorted(table.options.items()))
    return _Deal(table.rulebook, len(table.seats), options, table.deal_seed, table.draws, moves)


@functools.lru_cache(maxsize=KEPT_GAMES)
def _states(deal: _Deal) -> tuple[State, ...]:
    """Every state of a finished game, from the deal on; it ends early if these rules refuse a move."""
    rulebook = RULEBOOKS[deal.rulebook]
    states: list[State] = [rulebook.setup(deal.players, dict(deal.options), Rigged(deal.seed, deal.draws))]
    standing = list(states)
    for entry in deal.moves:
        try:
            standing = _after(rulebook, standing, _decoder.decode(entry))
        except IllegalMove:
            break
        states.append(standing[-1])
    return tuple(states)


def _after(rulebook: AnyRulebook, standing: list[State], played: ReplayMove) -> list[State]:
    """The states that lead here, without those of moves that were taken back."""
    if played.is_taken_back:
        return standing[:-1]
    move: Move = msgspec.json.decode(played.move, type=union(rulebook.move_classes))
    return [*standing, rulebook.apply(standing[-1], played.seat, move).state]


class Course(msgspec.Struct, frozen=True):
    """A finished game from the deal to its end: every state, and what led from each to the next."""

    states: tuple[State, ...]
    moves: tuple[ReplayMove, ...]


def course(context: Context, game: GameRecord) -> Course:
    """The course of a game; it ends early if these rules refuse a move."""
    deal = _load_deal(context, game)
    states = _states(deal)
    return Course(states, tuple(_decoder.decode(entry) for entry in deal.moves[: len(states) - 1]))


def _viewer_for(game: GameRecord, eyes: int | None, viewer: Viewer) -> Viewer:
    """Whose view to show: after the end everybody may see every seat's; 0 is a spectator's."""
    if eyes is None:
        return viewer
    if eyes > len(game.table.seats):
        raise invalid("eyes", "range", least=0, most=len(game.table.seats))
    return eyes or None


class Moment(msgspec.Struct, frozen=True):
    """A moment of a finished game: after how many moves, and as seen by whom."""

    at: int
    eyes: int | None = None


def moment_answer(
    context: Context, game: GameRecord, viewer: Viewer, language: str, parts: Parts, moment: Moment, is_inside: bool
) -> Answer:
    """The game as it was; who may know who the players are does not depend on whose eyes it is seen by."""
    if game.clock.status != "finished":
        raise Refused(NotFinished(clocks.status_term(game.clock)))
    seen_by, at = _viewer_for(game, moment.eyes, viewer), moment.at
    if at >= game.clock.version:
        return render.game_answer(seen_by, language, game, parts, is_inside)
    states = _states(_load_deal(context, game))
    if at >= len(states):
        raise invalid("at", "range", least=0, most=len(states) - 1)
    clock = msgspec.structs.replace(game.clock, version=at)
    then = msgspec.structs.replace(game, clock=clock, state=states[at], result=None)
    return render.game_answer(seen_by, language, then, parts, is_inside)
