"""What things are worth to the heuristic of Astra, in fame. Tuned by self-play."""

from __future__ import annotations

STARDUST = 0.55
STARDUST_AT_END = 1 / 3
TELESCOPE = 1.2
WISDOM = 0.6
"""A box of wisdom beyond the half fame it scores itself."""
POUCH = 1.5
"""Pouch size beyond the fame it scores itself."""
RIVALRY = {2: 0.5, 3: 0.05, 4: 0.2, 5: 0.2}
"""What the others have counts so much against what the seat has, shared among them: most with a single rival."""
CARDS_A_ROUND = {2: 1.0, 3: 1.1, 4: 1.4, 5: 1.7}
"""How fast the cards above Game End go."""
LONG = 8.0
"""Turns after which the end is so far that more of them change nothing."""

_USE = {
    "stardust_4": 2.2,
    "stardust_3": 1.6,
    "stardust_2": 1.1,
    "telescope": 1.2,
    "buy_telescopes": 0.4,
    "wisdom": 1.2,
    "pouch": 2.4,
    "mark_any": 1.4,
    "mark_any_and_adjacent": 1.6,
    "mark_three_cards": 6.0,
    "mark_two": 2.6,
    "fame_per_marked_card": 2.2,
    "fame_per_element": 1.8,
    "fame_per_grand": 1.6,
    "first_any_common": 0.8,
    "rest_gains_pouch": 1.6,
    "regain_before_grand": 1.0,
    "regain_if_common": 1.4,
}
_USE_IN_A_CROWD = {4: {"mark_three_cards": 8.5}, 5: {"mark_three_cards": 14.0, "mark_two": 4.0}}
"""The more cards lie in the sky with others' marks on them, the more of them a free mark completes."""
USE = {players: {**_USE, **_USE_IN_A_CROWD.get(players, {})} for players in range(2, 6)}
"""What using an effect once is worth, by experience, by the number of players."""
REACH = {
    "stardust_4": 4,
    "stardust_3": 3,
    "stardust_2": 2,
    "mark_any": 1,
    "mark_any_and_adjacent": 2,
    "mark_three_cards": 1,
    "mark_two": 2,
}
"""How many more stars of one card an active effect brings within reach."""
FREE_MARKS = frozenset({"mark_any", "mark_any_and_adjacent", "mark_three_cards", "mark_two"})
"""Effects that mark stars where the next path need not go."""
USES_A_TURN = 0.18
WAITING = 0.5
"""Of a use, lost while the card is exhausted."""
MISSED = 0.75
"""How likely a Rest does not turn a given exhausted card back: one sphere in four is active."""
NEARNESS = (1.4, 0.8, 0.4, 0.0)
"""Chances to turn a card back, by the steps that the sphere marker has to go to its element."""

TAKEN = 0.7
"""How likely somebody who can complete a card does so."""
LATER = 0.5
"""How likely a card that nobody can complete now is completed while it still matters."""
EVERY_MARK = 0.3
"""A mark beyond its rank among the helpers."""
BOON = {
    "fame": 1.0,
    "stardust": STARDUST,
    "observation": TELESCOPE,
    "improvement": 1 + POUCH,
    "wisdom": 0.5 + WISDOM,
    "activation": 1.0,
}
"""For each unit of a boon."""
