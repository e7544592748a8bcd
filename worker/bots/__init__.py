"""Bots and the automa: pure functions of what a seat knows."""

from worker.bots.automa import play_automa
from worker.bots.base import Bot, decide
from worker.bots.simple import play_easy, play_greedy, play_random
from worker.bots.strong import play_strong

BOTS: dict[str, Bot] = {"random": play_random, "easy": play_easy, "greedy": play_greedy, "strong": play_strong}
"""By level, the weakest first."""

__all__ = ["BOTS", "Bot", "decide", "play_automa", "play_random", "play_strong"]
