"""Bots and the Dreamer: pure functions of what a seat knows."""

from worker.players.base import Bot, decide
from worker.players.simple import play_greedy, play_random

BOTS: dict[str, Bot] = {"random": play_random, "greedy": play_greedy}

__all__ = ["BOTS", "Bot", "decide"]
