"""How a bot process answers questions. Done twice, late, or for a game that went on: nothing happens."""

from __future__ import annotations

from collections.abc import Callable

from service.store.games.records import Ask, GameRecord
from service.store.jobs.questions import Question
from service.usecases.context import Context
from service.usecases.hints import hints
from worker.bots.hints import best_moves, rng_for
from worker.thinking.analysis import analyse, question_budget


def budget(context: Context, game: GameRecord) -> int:
    """Positions that a bot may search in a game. An old game may have been promised more than the host allows now."""
    return min(game.table.strong_budget or game.rulebook.budget, context.settings.bot_budget_max)


def give_hint(context: Context, question: Question) -> str:
    """What the strong bot would play with what the seat knows."""
    game, seat = hints.load_for_question(context, question), question.seat
    rulebook = game.rulebook
    known = rulebook.known(game.dealt, seat)
    moves = best_moves(rulebook, known, seat, rng_for(rulebook, known, seat), question_budget(context, game))
    hints.publish(context, question, game, moves)
    return "advised"


ANSWERS: dict[Ask, Callable[[Context, Question], str]] = {"hint": give_hint, "analysis": analyse}
