"""Distant Suns: all draw, each what another wants."""

from service.games.distant_suns.rulebook import DistantSuns

RULEBOOK = DistantSuns()
