"""The printed tables of Astra: spheres, decks, scoring cards."""

from __future__ import annotations

from itertools import combinations

from service.games.astra.words import ELEMENTS, Element

SPHERES = ELEMENTS
"""Clockwise. The discard icon lies between the last one and the first."""

DREAM_NUMBERS = (1, 2, 3, 4)
"""Printed on the spheres of the two-player board, in the order of SPHERES."""

BELOW_GAME_END = {2: 29, 3: 25, 4: 18, 5: 11}

SCORING_CARDS: tuple[tuple[Element, Element], ...] = tuple(combinations(ELEMENTS, 2))
"""The six final-scoring cards: each pair of elements, premarked once."""

ROW_FAME = (0, 0, 2, 6, 11)
"""By the number of marks in a row."""

COLUMN_FAME = (0, 0, 0, 3, 6)
"""By the number of marks in a column."""

MAX_POUCH = 12
MAX_WISDOM = 12
MAX_LIMIT = 8
TELESCOPE_PRICE = 3
STARDUST_PER_FAME = 3
STARS_PER_FAME = 2
STRUCK_BY_DREAMER = 0b0011
"""The two leftmost boons."""
