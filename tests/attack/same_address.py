"""Starving from the player's own address, as in a school behind one router."""

from __future__ import annotations

from tests.attack import starving
from tests.attack.service import PLAYER, Json


def attack() -> Json:
    return starving.attack(PLAYER)
