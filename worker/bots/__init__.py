"""Bots and the automa: pure functions of what a seat knows."""

import pkgutil

from service.games.bot_levels import BOT_LEVELS
from worker.bots.automa import play_automa
from worker.bots.base import Bot, decide
from worker.bots.simple import play_random
from worker.bots.strong import play_strong

BOTS: dict[str, Bot] = {name: pkgutil.resolve_name(level.strategy) for name, level in BOT_LEVELS.items()}
"""By level, the weakest first."""

__all__ = ["BOTS", "Bot", "decide", "play_automa", "play_random", "play_strong"]
