"""Astra: the rules are in `rules/`, one module per section of the book; README.md maps rulings to functions."""

from service.games.astra.rulebook import Astra

RULEBOOK = Astra()

__all__ = ["RULEBOOK"]
