"""Stored games with something wrong: records that cannot be read, and records that do not fit together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from service.store.errors import RecordError
from service.store.games import events
from service.usecases.admin.games import UnreadableGame, read_game
from service.usecases.context import Context


def _fault(context: Context, game_id: str) -> tuple[str, str] | None:
    """The code of what is wrong with a game, and what that is."""
    game = read_game(context.store, game_id)
    if isinstance(game, UnreadableGame):
        return game.code, game.reason
    try:
        for entry in events.all_entries(context.store, game_id):
            events.split(entry)
    except RecordError as error:
        return "unreadable", str(error)
    return None


def faulty_games(context: Context, game_ids: Iterable[str]) -> dict[str, list[str]]:
    """By the code of what is wrong, the games with their ids."""
    found: dict[str, list[str]] = defaultdict(list)
    for game_id in game_ids:
        if fault := _fault(context, game_id):
            code, reason = fault
            found[code].append(f"{game_id}: {reason}")
    return found
