"""The analysis of a finished game, in batches: what each seat could expect, then the turning points, one by one.

The rulebook says what a seat has and has within reach (`seat_value`). Of what a game still brings, every seat is
given the same: as much as this game has brought on the average, in the part of its moves that is left. So all seats
begin alike and end with their points, and what lies between differs by how they stand.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec

from service.games.base import Seat
from service.store.games.records import GameRecord
from service.store.jobs.analyses import Analysed, Turn
from service.store.jobs.questions import Question
from service.usecases.context import Context
from service.usecases.hints import analysis
from service.usecases.views.replay import Course
from worker.bots.hints import rng_for
from worker.bots.strong import play_strong

BATCH_SECONDS = 0.1
"""A person's bot may be next."""
TURNS = 3


def question_budget(context: Context, game: GameRecord) -> int:
    """Positions for a hint, or for one turning point: the rulebook's number, whatever the table's own bots have."""
    return min(game.rulebook.budget, context.settings.bot_budget_max)


def analyse(context: Context, question: Question) -> str:
    """Go on for a batch; at least a step."""
    game, course, analysed = analysis.load_unfinished(context, question)
    budget, until = question_budget(context, game), time.monotonic() + BATCH_SECONDS
    while not analysed.is_done:
        analysed = _step(game, course, analysed, budget)
        if time.monotonic() >= until:
            break
    analysis.save(context, game, analysed)
    return "analysed" if analysed.is_done else "more"


def _step(game: GameRecord, course: Course, analysed: Analysed, budget: int) -> Analysed:
    if len(analysed.points) < len(course.states):
        point = expected_points(game, course, len(analysed.points))
        return msgspec.structs.replace(analysed, points=(*analysed.points, point))
    if analysed.turns is None:
        return msgspec.structs.replace(analysed, turns=turning_points(course, analysed.points))
    return msgspec.structs.replace(analysed, turns=_look_at_next(game, course, analysed.turns, budget))


def _standings(game: GameRecord, state: Any) -> list[float]:
    return [game.rulebook.seat_value(state, seat) for seat in range(1, len(game.table.seats) + 1)]


def expected_points(game: GameRecord, course: Course, version: int) -> tuple[float, ...]:
    """How many points each seat could expect after so many moves."""
    finals = [seat.total for seat in game.rulebook.score(course.states[-1]).seats]
    if version == len(course.states) - 1:
        return tuple(map(float, finals))
    first, now = _standings(game, course.states[0]), _standings(game, course.states[version])
    to_come = (sum(finals) - sum(first)) / len(finals)
    left = 1 - version / (len(course.states) - 1)
    return tuple(round(has + left * to_come, 1) for has in now)


def _lead(points: tuple[float, ...], seat: Seat) -> float:
    others = [each for number, each in enumerate(points, start=1) if number != seat]
    return points[seat - 1] - sum(others) / max(len(others), 1)


def turning_points(course: Course, points: tuple[tuple[float, ...], ...]) -> tuple[Turn, ...]:
    """The moves of seats after which most was otherwise for them, in their order; none that was taken back, or after
    which nothing was."""
    stood = [
        (version, move.seat)
        for version, move in enumerate(course.moves, start=1)
        if move.seat and not move.is_taken_back and not _is_taken_back(course, version)
    ]
    swings = [
        Turn(version, seat, round(_lead(points[version], seat) - _lead(points[version - 1], seat), 1))
        for version, seat in stood
    ]
    most = sorted((turn for turn in swings if turn.swing), key=lambda turn: -abs(turn.swing))[:TURNS]
    return tuple(sorted(most, key=lambda turn: turn.version))


def _is_taken_back(course: Course, version: int) -> bool:
    """Whether the board was later again as it was before the move."""
    before = course.states[version - 1]
    return any(
        move.is_taken_back and course.states[later] == before
        for later, move in enumerate(course.moves, start=1)
        if later > version
    )


def _look_at_next(game: GameRecord, course: Course, turns: tuple[Turn, ...], budget: int) -> tuple[Turn, ...]:
    """The turning points, with one more of them looked at."""
    index = next(index for index, turn in enumerate(turns) if not turn.is_looked_at)
    instead = _better_move(game, course, turns[index], budget)
    looked_at = msgspec.structs.replace(turns[index], is_looked_at=True, instead=instead)
    return (*turns[:index], looked_at, *turns[index + 1 :])


def _better_move(game: GameRecord, course: Course, turn: Turn, budget: int) -> Any:
    """What the strong bot would have played with what the seat knew; None where it is the move that was played."""
    rulebook, seat = game.rulebook, turn.seat
    known = rulebook.known(course.states[turn.version - 1], seat)
    move = play_strong(rulebook, known, seat, rng_for(rulebook, known, seat), budget)
    is_same = move == analysis.decode_move(game, course.moves[turn.version - 1].move)
    return None if is_same else msgspec.to_builtins(move)
