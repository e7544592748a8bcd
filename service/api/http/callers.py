"""Who calls: an app, by its key; a player, by its token; a seat, by its own token or the player's."""

from __future__ import annotations

from flask import g

from service.api.http.requests import address_key, bearer_token, newcomer_idempotency_key, optional_token
from service.api.http.responses import context
from service.store.accounts.api_keys import Scope
from service.store.accounts.players import PlayerRecord
from service.store.games.idempotency import IdempotencyKey
from service.usecases.accounts import apps, players
from service.usecases.accounts.access import Credential
from service.usecases.accounts.apps import App
from service.usecases.accounts.tenants import tenant_of
from service.wire.refusals import Refused, TokenNeeded


def calling_app() -> App | None:
    """The app whose key the call carries, or None; looked up once per request."""
    if "app" not in g:
        g.app = apps.app_of(context(), optional_token())
    found: App | None = g.app
    return found


def credential() -> Credential:
    """What the caller shows to a game: the token of a seat, a player, an app, or None."""
    return calling_app() or players.identify(context(), bearer_token())


def required_credential() -> str | PlayerRecord | App:
    """The credential of a call that needs one; its absence is refused before any other fault of the call."""
    found = credential()
    if found is None:
        raise Refused(TokenNeeded())
    return found


def calling_player() -> PlayerRecord:
    """The player of a call that is for players alone."""
    return players.require_player(context(), optional_token())


def optional_player() -> PlayerRecord | None:
    """The player of a call that need not have one; ignore other tokens."""
    found = players.identify(context(), optional_token())
    if not isinstance(found, PlayerRecord):
        return None
    # It is about to sit down: who was erased a moment ago does not come back.
    players.check_unexpired(context(), found, is_fresh=True)
    return found


def require_app(scope: Scope) -> App:
    """The app of a call that needs a key with this scope."""
    return apps.require_scope(calling_app(), scope)


def app_of_new_game(player: PlayerRecord | None = None) -> str:
    """The app that a new game belongs to, the player's if there is one; empty for none."""
    return player.app if player else apps.app_for_new_game(context(), calling_app())


def creator_idempotency_key(player: PlayerRecord | None = None) -> IdempotencyKey | None:
    """The Idempotency-Key of a call that creates a game: bound to the app's key or the player's token, if any."""
    return newcomer_idempotency_key((optional_token() or "") if player or calling_app() else "")


def creator_tenant(player: PlayerRecord | None = None) -> str:
    """The tenant that a new game counts for."""
    app = calling_app()
    return tenant_of(address_key(), player.app if player else app.name if app else "")


def viewer_tenant(credential: Credential) -> str:
    """The tenant that counts for a request about a game that others may have created."""
    if isinstance(credential, App):
        return tenant_of(address_key(), credential.name)
    return tenant_of(address_key(), credential.app if isinstance(credential, PlayerRecord) else "")
