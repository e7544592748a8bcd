"""Nebula, the second rulebook."""

from service.games.nebula.rulebook import Nebula

RULEBOOK = Nebula()

__all__ = ["RULEBOOK"]
