"""What a thinker does about a question. Done twice, late, or for a game that went on: nothing happens."""

from __future__ import annotations

from collections.abc import Callable

from service.store.asking import Question
from service.store.records import Ask, Game
from service.tables import advice
from service.tables.house import House
from worker.analysing import analyse
from worker.players.advice import advise, chance


def budget(house: House, game: Game) -> int:
    """Positions that the strong bot looks at. A game of old may have been promised more than the host lets bots now."""
    return min(game.table.strong_budget or game.rulebook.budget, house.settings.bot_budget_max)


def give_advice(house: House, question: Question) -> str:
    """What the strong bot would play with what the seat knows."""
    game, seat = advice.wanted(house, question), question.seat
    rulebook = game.rulebook
    known = rulebook.known(game.dealt, seat)
    moves = advise(rulebook, known, seat, chance(rulebook, known, seat), budget(house, game))
    advice.give(house, question, game, moves)
    return "advised"


ANSWERS: dict[Ask, Callable[[House, Question], str]] = {"hint": give_advice, "analysis": analyse}
