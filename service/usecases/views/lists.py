"""The lobby: public games, newest first."""

from __future__ import annotations

from typing import get_args

import msgspec

from service.games.registry import RULEBOOKS
from service.store.games.idempotency import Answer
from service.store.games.lists import Lobby
from service.usecases.context import Context
from service.usecases.views import render
from service.wire.answers import GamePage
from service.wire.words import Status

_STATUSES = get_args(Status)


def page(
    context: Context,
    language: str,
    limit: int,
    status: str | None = None,
    rulebook: str | None = None,
    cursor: str | None = None,
) -> Answer:
    """One page. The cursor is the last id of the page before: what is added later is newer, so above it."""
    found = Lobby(context.store).page(
        [rulebook] if rulebook else list(RULEBOOKS), [status] if status else _STATUSES, cursor or "", limit
    )
    games = tuple(render.summary(game, language) for game in found.games)
    return Answer(200, msgspec.json.encode(GamePage(games=games, next=found.below or None)))
