"""Names of players: NFC, 1 to 40 characters, nothing invisible that could deceive."""

from __future__ import annotations

import unicodedata

MAX_LENGTH = 40
_JOINERS = frozenset("\u200c\u200d")
"""Persian and Indic words need them, and families of emoji."""
_FILLERS = frozenset("\u034f\u115f\u1160\u3164\uffa0")
"""Letters by their category, and nothing to see."""
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_VISIBLE = ("L", "N", "P", "S")


class UnfitName(ValueError):
    """A name that is not taken, and why."""


def _is_refused(character: str) -> bool:
    if character in _JOINERS:
        return False
    return character in _FILLERS or unicodedata.category(character) in _REFUSED


def _is_visible(character: str) -> bool:
    return unicodedata.category(character).startswith(_VISIBLE)


def clean(name: str) -> str:
    """The name as it is kept."""
    kept = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(kept) <= MAX_LENGTH:
        raise UnfitName(f"A name has 1 to {MAX_LENGTH} characters.")
    if any(_is_refused(character) for character in kept):
        raise UnfitName("A name has no control characters, no invisible ones and none that change its direction.")
    if not any(_is_visible(character) for character in kept):
        raise UnfitName("A name has something to see.")
    return kept
