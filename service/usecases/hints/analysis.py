"""The analysis of a finished game: asked for by whoever may see it, made once by workers, and kept with the game."""

from __future__ import annotations

from typing import Any

import msgspec

from service.games.base import Move
from service.games.texts import decimal
from service.store.games.idempotency import Answer
from service.store.games.records import GameRecord
from service.store.jobs import analyses
from service.store.jobs.analyses import Analysed, Turn
from service.store.jobs.outbox import PendingJob
from service.store.jobs.questions import Question, ask
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.games import clocks
from service.usecases.transaction import load
from service.usecases.views import lookup, render, replay
from service.usecases.views.replay import Course
from service.wire.answers import Analysis, Instead, Point, TurningPoint
from service.wire.narrowing import union
from service.wire.refusals import TEXTS, NotFinished, NothingOwed, Refused


def decode_move(game: GameRecord, data: Any) -> Move:
    """Decode a stored move."""
    kind = union(game.rulebook.move_classes)
    move: Move = msgspec.json.decode(data, type=kind) if isinstance(data, msgspec.Raw) else msgspec.convert(data, kind)
    return move


def _turning_point(game: GameRecord, course: Course, turn: Turn, language: str) -> TurningPoint:
    rulebook = game.rulebook
    before, move = course.states[turn.version - 1], decode_move(game, course.moves[turn.version - 1].move)
    instead = decode_move(game, turn.instead) if turn.instead else None
    said = "turn.won" if turn.swing > 0 else "turn.lost"
    return TurningPoint(
        version=turn.version,
        seat=turn.seat,
        move=move,
        label=rulebook.label(before, move, language),
        swing=turn.swing,
        instead=Instead(move=instead, label=rulebook.label(before, instead, language)) if instead else None,
        why=TEXTS.say(said, language, swing=decimal(abs(turn.swing), language)),
    )


def _analysis(context: Context, game: GameRecord, found: Analysed, language: str) -> Analysis:
    course = replay.course(context, game)
    return Analysis(
        rulebook=game.rulebook.id,
        status="ready",
        points=tuple(Point(version=version, expected=each) for version, each in enumerate(found.points)),
        turning_points=tuple(_turning_point(game, course, turn, language) for turn in found.turns or ()),
    )


def read(context: Context, game_id: str, credential: Credential, language: str, asker: str) -> Answer:
    """The analysis; or 202 while workers think about it, which they are asked for here. Whoever asks first has it
    counted as theirs: a stranger spends nothing of what the bots of those who played may think."""
    game, viewer = lookup.load_as_viewer(context, game_id, credential)
    if game.clock.status != "finished":
        raise Refused(NotFinished(clocks.status_term(game.clock)))
    found = analyses.load(context.store, game.id)
    if found.is_done:
        ready = _analysis(context, game, found, language)
        return Answer(200, msgspec.json.encode(ready), render.etag(game, viewer, language))
    ask(context.store, Question(game.id, "analysis"), "nobody", asker, context.now())
    context.wake_worker(PendingJob("bot", game.id, game.clock.version))
    thinking = Analysis(rulebook=game.rulebook.id, status="thinking", points=(), turning_points=())
    return Answer(202, msgspec.json.encode(thinking))


def load_unfinished(context: Context, question: Question) -> tuple[GameRecord, Course, Analysed]:
    """Load a game whose analysis is not finished, its course, and the analysis so far."""
    game = load(context, question.game_id)
    found = analyses.load(context.store, game.id)
    if game.clock.status != "finished" or found.is_done:
        raise Refused(NothingOwed())
    return game, replay.course(context, game), found


def save(context: Context, game: GameRecord, analysed: Analysed) -> None:
    analyses.save(context.store, game.id, analysed)
