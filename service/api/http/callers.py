"""Who calls: an app, by its key; a player, by its token; a seat, by whichever of both."""

from __future__ import annotations

from flask import g

from service.api.http.requests import (
    address_key,
    newcomers_once,
    shown_token,
    token,
)
from service.api.http.responses import context
from service.store.accounts.api_keys import Scope
from service.store.accounts.players import PlayerRecord
from service.store.games.idempotency import IdempotencyKey
from service.usecases.accounts import apps, players
from service.usecases.accounts.access import Shown
from service.usecases.accounts.apps import App
from service.usecases.accounts.tenants import tenant_of
from service.wire.refusals import Refused, TokenNeeded


def calling_app() -> App | None:
    """Whose key this call shows; None when it shows none. Asked once per request."""
    if "app" not in g:
        g.app = apps.app_of(context(), shown_token())
    found: App | None = g.app
    return found


def shown() -> Shown:
    """What the call shows to a game: the token of a seat, a player, or nothing."""
    return players.shown(context(), token())


def seat_shown() -> str | PlayerRecord:
    """The same for a call that needs it, whatever else is wrong with the call."""
    found = shown()
    if found is None:
        raise Refused(TokenNeeded())
    return found


def calling_player() -> PlayerRecord:
    """The player of a call that is for players alone."""
    return players.player_of(context(), shown_token())


def coming_player() -> PlayerRecord | None:
    """The player that wants to sit down, where one is shown; other tokens do not matter there."""
    found = players.shown(context(), shown_token())
    return found if isinstance(found, PlayerRecord) else None


def app_with(scope: Scope) -> App:
    """The app of a call that needs a key, and what the key has to be for."""
    return apps.with_scope(calling_app(), scope)


def creating_app(player: PlayerRecord | None = None) -> str:
    """The app that a new game belongs to; empty for none. A player comes to the tables of its app."""
    return player.app if player else apps.creating(context(), calling_app())


def creators_once(player: PlayerRecord | None = None) -> IdempotencyKey | None:
    """The use of an Idempotency-Key by who makes a game: bound to the app's key or the player's token where one is
    shown."""
    return newcomers_once((shown_token() or "") if player or calling_app() else "")


def whose_share(player: PlayerRecord | None = None) -> str:
    """Who is to be counted as the tenant that made a game."""
    app = calling_app()
    return tenant_of(address_key(), player.app if player else app.name if app else "")


def viewers_share(shown: Shown) -> str:
    """Who is to be counted as asking for something of a game that others may have made."""
    return tenant_of(address_key(), shown.app if isinstance(shown, PlayerRecord) else "")
