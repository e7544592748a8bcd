"""The levels of bots. A level is added here alone, with the function that plays it: the API, the page, the command line
and the worker go by this table."""

from __future__ import annotations

from typing import Literal

import msgspec

from service.games.base import Names

Level = Literal["random", "easy", "greedy", "strong"]


class BotLevel(msgspec.Struct, frozen=True):
    """How a bot of a level plays, and what the page calls it."""

    strategy: str
    """The function that plays, `module:name`; only workers load it."""
    texts: Names
    has_budget: bool = False
    """Whether the function takes `budget`, the number of positions that the table lets it search."""


BOT_LEVELS: dict[Level, BotLevel] = {
    "random": BotLevel(
        "worker.bots.simple:play_random",
        {"en": "bot: random", "fr": "robot : au hasard", "ru": "бот: случайный", "uk": "бот: випадковий"},
    ),
    "easy": BotLevel(
        "worker.bots.simple:play_easy",
        {"en": "bot: easy", "fr": "robot : facile", "ru": "бот: лёгкий", "uk": "бот: легкий"},
    ),
    "greedy": BotLevel(
        "worker.bots.simple:play_greedy",
        {"en": "bot: greedy", "fr": "robot : gourmand", "ru": "бот: жадный", "uk": "бот: жадібний"},
    ),
    "strong": BotLevel(
        "worker.bots.strong:play_strong",
        {"en": "bot: strong", "fr": "robot : fort", "ru": "бот: сильный", "uk": "бот: сильний"},
        has_budget=True,
    ),
}
"""Each better than the one before."""
