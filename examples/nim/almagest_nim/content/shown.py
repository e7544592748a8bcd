"""What clients need for drawing, in one language."""

from __future__ import annotations

from typing import cast

import msgspec

from almagest_nim.rules.setup import HEAPS
from almagest_nim.state import COLOURS, Colour
from almagest_nim.text import TEXTS, colour_term
from service.games.base import Content, Language


class HeapContent(msgspec.Struct, frozen=True):
    """A heap as it is at the beginning."""

    colour: Colour
    name: str
    stones: int


class NimContent(Content, frozen=True, kw_only=True, tag_field="rulebook", tag="nim"):
    """The heaps, and the words of the game."""

    heaps: tuple[HeapContent, ...]


def content(language: str) -> NimContent:
    return NimContent(
        pack="",
        pack_hash="",
        language=cast(Language, language),
        name=TEXTS.say("game", language),
        rulings=TEXTS.under("ruling", language),
        texts={prefix: TEXTS.under(prefix, language) for prefix in ("phase", "score", "end", "colour")},
        heaps=tuple(_heap(colour, stones, language) for colour, stones in zip(COLOURS, HEAPS, strict=True)),
    )


def _heap(colour: Colour, stones: int, language: str) -> HeapContent:
    return HeapContent(colour, TEXTS.say(colour_term(colour), language), stones)
