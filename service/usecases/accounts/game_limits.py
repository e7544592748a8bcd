"""How many unfinished games an address, an app and a player may have."""

from __future__ import annotations

from service.games.refusals import Term
from service.store.accounts.players import PlayerRecord
from service.store.games.lists import PlayerGames
from service.store.jobs.tenant_games import unfinished_games
from service.usecases.context import Context
from service.wire.refusals import Refused, TooManyGames


def check_tenant(context: Context, tenant: str, app: str) -> None:
    """Refuse another game of an app, or of an address, that has as many as the host allows."""
    settings = context.settings
    most, whose = (settings.running_games_app, "app") if app else (settings.running_games_address, "address")
    if most and unfinished_games(context.store, tenant) >= most:
        raise Refused(TooManyGames(Term(f"games_of.{whose}"), most))


def check_player(context: Context, app: str, player: str, field: str | None = None) -> None:
    """Refuse another game of a player, named by this field, who has as many as the host allows."""
    most = context.settings.running_games_player
    if most and player and PlayerGames(context.store, PlayerRecord(app, player)).count_live() >= most:
        raise Refused(TooManyGames(Term("games_of.player"), most, field))
