"""`python -m tests.store.archive.known_words` plays games and adds the words that their archives spell.

What is known stays where it is: archives have its places. A word that only one game of a rulebook has is not added.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import msgspec
from flask import Flask

from service.games.base import Plain, tag_of
from service.games.registry import RULEBOOKS
from service.store.archive import codec
from service.store.archive.dictionary import FILE, KNOWN
from service.store.redis import keys
from service.wire.events import TABLE_EVENTS
from tests.driver import Table, humans, play_out_as, rulebooks
from tests.store.games.stored_games import application

GAMES = 5
"""Of each level at a table of each size."""
LEVELS = "random", "greedy"


def _spelled(app: Flask, rulebook: str, players: int, level: str, seed: int) -> list[str]:
    table = Table.full(app, rulebook, players)
    play_out_as(level, table, seed)
    data = table.context.store.client.hget(keys.game(table.id), "archive")
    return codec.unpack(data).stream.columns.words.others


def _said(app: Flask, rulebook: str) -> Iterator[str]:
    """In two games at least; but for how people are called."""
    sizes = range(2, RULEBOOKS[rulebook].max_players + 1)
    wishes = [(players, level, seed) for players in sizes for level in LEVELS for seed in range(GAMES)]
    games = Counter(word for wish in wishes for word in _spelled(app, rulebook, *wish))
    names = {seat["name"] for seat in humans(max(sizes))}
    return (word for word, count in games.items() if count > 1 and word not in names)


def _kind(struct: type[msgspec.Struct]) -> Plain:
    return {"type": tag_of(struct), **dict.fromkeys(field.encode_name for field in msgspec.structs.fields(struct))}


def kinds() -> set[str]:
    """Of all moves and events that there can be, also of those that are rare."""
    books = [RULEBOOKS[rulebook] for rulebook in rulebooks()]
    moves = [{"seat": None, "move": _kind(move)} for book in books for move in book.move_classes]
    events = [_kind(event) for event in (*TABLE_EVENTS, *(event for book in books for event in book.event_types))]
    return {msgspec.json.encode(kind).decode() for kind in (*moves, *events)}


def main() -> None:
    with application() as app:
        found = {word for rulebook in rulebooks() for word in _said(app, rulebook)}
    new = (found | kinds()) - set(KNOWN)
    words = [*KNOWN, *sorted(new, key=lambda word: (not word.startswith("{"), word))]
    FILE.write_text(json.dumps(words, indent=0, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
