"""Bots and the Dreamer: pure functions of what a seat knows."""

from worker.players.base import Bot, decide
from worker.players.dreamer import play_dreamer
from worker.players.simple import play_greedy, play_random
from worker.players.strong import play_strong

BOTS: dict[str, Bot] = {"random": play_random, "greedy": play_greedy, "strong": play_strong}

__all__ = ["BOTS", "Bot", "decide", "play_dreamer", "play_random", "play_strong"]
