"""Names of players: NFC, 1 to 40 characters, nothing invisible that could deceive."""

from __future__ import annotations

import unicodedata

MAX_LENGTH = 40
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REFUSED = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})


class UnfitName(ValueError):
    """A name that is not taken, and why."""


def _is_refused(character: str) -> bool:
    return character in _BIDI or unicodedata.category(character) in _REFUSED


def clean(name: str) -> str:
    """The name as it is kept."""
    kept = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(kept) <= MAX_LENGTH:
        raise UnfitName(f"A name has 1 to {MAX_LENGTH} characters.")
    if any(_is_refused(character) for character in kept):
        raise UnfitName("A name has no control characters and none that change the direction of writing.")
    return kept
