"""Nim with secret cards: the example of a game for Almagest."""

from almagest_nim.rulebook import Nim

RULEBOOK = Nim()

__all__ = ["RULEBOOK"]
