"""The lobby: public games, newest first."""

from __future__ import annotations

from typing import get_args

from service import json
from service.games.registry import RULEBOOKS
from service.store.answers import Answer
from service.store.lobby import Lobby
from service.store.records import Status
from service.tables import render
from service.tables.context import Tables
from service.tables.refusals import Refused

_STATUSES = get_args(Status)


def page(
    tables: Tables, limit: int, status: str | None = None, rulebook: str | None = None, cursor: str | None = None
) -> Answer:
    """One page. The cursor is the last id of the page before: what is added later is newer, so above it."""
    if rulebook is not None and rulebook not in RULEBOOKS:
        raise Refused("invalid_field", f"There is no rulebook {rulebook!r}.", field="rulebook")
    found = Lobby(tables.store).page(
        [rulebook] if rulebook else list(RULEBOOKS), [status] if status else _STATUSES, cursor or "", limit
    )
    body = {"games": [render.summary(game) for game in found.games], "next": found.below or None}
    return Answer(200, json.dumps(body))
