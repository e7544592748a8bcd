"""Stored games with something wrong: records that cannot be read, and records that do not fit together."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable

from service.games.registry import RULEBOOKS
from service.store.errors import NoSuchRulebook, RecordError
from service.store.games import events
from service.store.games.records import GameRecord
from service.usecases.admin.clock_checks import check_clock
from service.usecases.admin.event_checks import check_events
from service.usecases.admin.faults import Fault
from service.usecases.admin.games import UnreadableGame, read_game
from service.usecases.admin.state_checks import check_shown, check_state
from service.usecases.admin.table_checks import check_table
from service.usecases.context import Context


def _fault(context: Context, game_id: str) -> tuple[str, str] | None:
    """The code of what is wrong with a game, and what that is."""
    game = read_game(context.store, game_id)
    if isinstance(game, UnreadableGame):
        return game.code, game.reason
    try:
        fault = _first_fault(context, game) if game else None
    except NoSuchRulebook as unknown:
        return "rulebook_missing", str(unknown)
    except RecordError as error:
        return "unreadable", str(error)
    except Exception as error:
        return "inconsistent", repr(error)
    if fault:
        return "inconsistent", str(fault)
    damaged = context.store.push.count_damaged(game_id)
    return ("unreadable", f"damaged push subscriptions: {damaged}") if damaged else None


def _first_fault(context: Context, game: GameRecord) -> Fault | None:
    """The first fault that an import would refuse, but for what only a replay shows."""
    if game.table.rulebook not in RULEBOOKS:
        raise NoSuchRulebook(game.table.rulebook)
    entries = events.all_entries(context.store, game.id)
    found = itertools.chain(
        check_table(game.table, context.settings.metadata_max, game.state is not None),
        check_state(game, game.state) if game.state is not None else (),
        check_events(game, entries),
        check_clock(game, context.now()),
        check_shown(game),
    )
    return next(found, None)


def faulty_games(context: Context, game_ids: Iterable[str]) -> dict[str, list[str]]:
    """By the code of what is wrong, the games with their ids."""
    found: dict[str, list[str]] = defaultdict(list)
    for game_id in game_ids:
        if fault := _fault(context, game_id):
            code, reason = fault
            found[code].append(f"{game_id}: {reason}")
    return found
