"""Apps: who holds a key. Several keys may be one app's, so that a new one is there before the old one goes.

Games, players and webhooks belong to the app; scopes and limits to the key.
"""

from __future__ import annotations

import hmac

import msgspec

from service.store.accounts.api_keys import Scope
from service.usecases.accounts import tokens
from service.usecases.context import Context
from service.wire.refusals import KeyNeeded, KeyUnknown, Refused, ScopeMissing


class App(msgspec.Struct, frozen=True):
    """Who calls with a key."""

    name: str
    key_id: str
    scopes: tuple[Scope, ...]
    limits: str


def app_of(context: Context, key: str | None) -> App | None:
    """The app whose key this is; None for any other token."""
    key_id = tokens.key_id(key) if key else None
    if key_id is None or key is None:
        return None
    found = context.store.apps.find(key_id, context.now())
    if found is None or not hmac.compare_digest(found.digest, tokens.hash_secret(key)):
        raise Refused(KeyUnknown())
    return App(found.app, found.id, found.scopes, found.limits)


def check_unrevoked(context: Context, app: object) -> None:
    """Refuse an app whose key was revoked meanwhile; others pass."""
    if isinstance(app, App) and context.store.apps.find(app.key_id, context.now()) is None:
        raise Refused(KeyUnknown())


def require_scope(app: App | None, scope: Scope) -> App:
    """The app, if its key may do this."""
    if app is None:
        raise Refused(KeyNeeded())
    if scope not in app.scopes:
        raise Refused(ScopeMissing(scope))
    return app


def app_for_new_game(context: Context, app: App | None) -> str:
    """The name of the app that creates a game; empty for anybody else, where the host lets everyone create games."""
    if app is None and context.settings.create_games == "everyone":
        return ""
    return require_scope(app, "games").name
