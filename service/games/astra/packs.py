"""The content packs that this process can play with, by the hash that states carry."""

from __future__ import annotations

from pathlib import Path

from service.games.astra.content.pack import Card, Pack, PackError, load_pack, parse_pack
from service.games.astra.state import UNKNOWN, AstraState

__all__ = ["CLASSIC", "Card", "cards_of", "install", "installed", "pack_named", "problems"]

_UNKNOWN_CARD = Card(
    id=UNKNOWN,
    names={},
    element="",
    ability="",
    boons=(),
    fame=0,
    stars=(),
    lines=(),
    adjacent=(),
    start=0,
    grand=0,
    common=0,
    full=1,
    size=0,
)
"""Stands where a viewer may not know the card: no star of it can be marked, and it is never full."""

_by_name: dict[str, Pack] = {}
_cards: dict[str, dict[str, Card]] = {}


def install(pack: Pack) -> None:
    """Make a pack playable; the newest of a name is used for new games, older ones go on by their hash."""
    _by_name[pack.id] = pack
    _cards[pack.hash] = {**pack.cards, UNKNOWN: _UNKNOWN_CARD}


def installed() -> tuple[str, ...]:
    return tuple(_by_name)


def pack_named(name: str) -> Pack:
    return _by_name[name]


def problems(data: bytes) -> tuple[str, ...]:
    """Why these bytes are not a pack, if they are none."""
    try:
        parse_pack(data)
    except PackError as error:
        return tuple(str(problem) for problem in error.problems)
    return ()


def cards_of(state: AstraState) -> dict[str, Card]:
    """The cards this game is played with."""
    return _cards[state.pack_hash]


CLASSIC = load_pack(Path(__file__).parent / "content" / "classic.json")
install(CLASSIC)
