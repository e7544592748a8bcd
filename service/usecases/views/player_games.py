"""The games of a player, across all devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import msgspec

from service.store.accounts.players import PlayerRecord
from service.store.games.idempotency import Answer
from service.store.games.lists import PlayerGames
from service.store.games.records import GameRecord
from service.usecases.accounts import access
from service.usecases.context import Context
from service.usecases.views import render
from service.usecases.views.lists import encode_rows
from service.wire.answers import MyGamePage
from service.wire.words import Status

_STATUSES = get_args(Status)
_BATCH = 100
"""Games that are looked at together while some of them are wanted."""


def _is_mine_to_move(game: GameRecord, player: PlayerRecord) -> bool:
    return game.clock.decision(_seat(game, player) or 0) is not None and not game.clock.paused


def _seat(game: GameRecord, player: PlayerRecord) -> int | None:
    return next(iter(access.seats_of_player(game, player)), None)


def _find(
    games: PlayerGames, statuses: list[str], below: str, most: int, is_wanted: Callable[[GameRecord], bool]
) -> list[GameRecord]:
    found: list[GameRecord] = []
    while True:
        page = games.page(statuses, below, _BATCH)
        found += filter(is_wanted, page.games)
        below = page.below
        if not below or len(found) >= most:
            return found[:most]


def page(
    context: Context,
    player: PlayerRecord,
    language: str,
    limit: int,
    status: str | None = None,
    turn: str | None = None,
    cursor: str | None = None,
) -> Answer:
    """One page, newest first. The cursor is the last id of the page before."""
    games = PlayerGames(context.store, player)
    statuses = [status] if status else ["running"] if turn else list(_STATUSES)
    is_wanted = (lambda game: _is_mine_to_move(game, player)) if turn else (lambda _: True)
    found = _find(games, statuses, cursor or "", limit + 1, is_wanted)
    viewer = f"{language} {player.app} {player.id}"
    page = MyGamePage(
        games=encode_rows(
            context, found[:limit], viewer, lambda game: render.my_game(game, _seat(game, player), language)
        ),
        next=found[limit - 1].id if len(found) > limit else None,
    )
    return Answer(200, msgspec.json.encode(page))
