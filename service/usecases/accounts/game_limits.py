"""How many unfinished games an address, an app and a player may have."""

from __future__ import annotations

from collections.abc import Sequence

from service.games.refusals import Term
from service.store.accounts.players import PlayerRecord
from service.store.games.lists import PlayerGames
from service.store.jobs.outbox import bot_games
from service.store.jobs.tenant_games import unfinished_games
from service.usecases.context import Context
from service.wire.refusals import Refused, TooManyBotGames, TooManyGames


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


class PlannedGames:
    """Counts the games of an app once, and with them those that it plans to create in one call."""

    def __init__(self, context: Context, tenant: str, app: str) -> None:
        self._context, self._tenant, self._app = context, tenant, app
        self._games = self._bot_games = -1
        self._players: dict[str, int] = {}

    def add(self, players: Sequence[str], is_of_bots: bool) -> None:
        """Plan a game with these players at its seats, or refuse it: somebody has as many as the host allows."""
        settings, store = self._context.settings, self._context.store
        if self._games < 0:
            self._games = unfinished_games(store, self._tenant) if settings.running_games_app else 0
        if is_of_bots and self._bot_games < 0:
            self._bot_games = bot_games(store, self._tenant)
        if settings.running_games_app and self._games >= settings.running_games_app:
            raise Refused(TooManyGames(Term("games_of.app"), settings.running_games_app))
        if is_of_bots and self._bot_games >= settings.bot_games_max:
            raise Refused(TooManyBotGames("seats", settings.bot_games_max))
        for number, player in enumerate(players):
            self._check_player(player, f"seats.{number}.player")
        self._games, self._bot_games = self._games + 1, self._bot_games + is_of_bots
        for player in filter(None, players):
            self._players[player] += 1

    def _check_player(self, player: str, field: str) -> None:
        most = self._context.settings.running_games_player
        if player and player not in self._players:
            games = PlayerGames(self._context.store, PlayerRecord(self._app, player))
            self._players[player] = games.count_live() if most else 0
        if most and player and self._players[player] >= most:
            raise Refused(TooManyGames(Term("games_of.player"), most, field))
