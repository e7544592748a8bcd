"""The lobby: public games, newest first; and all games of an app, for its key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

import msgspec

from service.games.registry import RULEBOOKS
from service.store import damaged
from service.store.errors import RecordIsDamaged
from service.store.games.idempotency import Answer
from service.store.games.lists import AppGames, Lobby
from service.store.games.records import GameRecord
from service.usecases.accounts.apps import App
from service.usecases.context import Context
from service.usecases.views import render
from service.wire.answers import GamePage
from service.wire.words import Status

_STATUSES = get_args(Status)


def encode_rows(
    context: Context, games: Iterable[GameRecord], viewer: str, render_row: Callable[[GameRecord], msgspec.Struct]
) -> tuple[Any, ...]:
    """The games of a list as JSON, each by itself: one that cannot be shown is reported and left out. A row is made
    once for everybody who sees the same: `viewer` tells them apart."""
    rows: list[msgspec.Raw] = []
    for game in games:
        kept = context.store.summaries.rows(game)
        try:
            if viewer not in kept:
                kept[viewer] = msgspec.Raw(msgspec.json.encode(render_row(game)))
            rows.append(kept[viewer])
        except Exception as error:
            damaged.report(game.id, RecordIsDamaged("game", f"it cannot be shown: {error!r}"))
    return tuple(rows)


def page(
    context: Context,
    language: str,
    limit: int,
    status: str | None = None,
    rulebook: str | None = None,
    cursor: str | None = None,
    app: App | None = None,
) -> Answer:
    """One page, of an app's games if it calls. The cursor is the last id of the page before: what is added later is
    newer, so above it."""
    games = AppGames(context.store, app.name) if app else Lobby(context.store)
    found = games.page(
        [rulebook] if rulebook else list(RULEBOOKS), [status] if status else _STATUSES, cursor or "", limit
    )
    viewer = f"{language} {app.name}" if app else language
    rows = encode_rows(context, found.games, viewer, lambda game: render.summary(game, language, app is not None))
    return Answer(200, msgspec.json.encode(GamePage(games=rows, next=found.below or None)))
