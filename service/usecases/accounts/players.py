"""Players: an app's own users, by the app's names for them. A player's token is good for all of its games."""

from __future__ import annotations

import re

import msgspec

from service.store.accounts.players import PlayerRecord
from service.store.games.idempotency import Answer
from service.usecases.accounts import tokens
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.errors import invalid
from service.wire.answers import PlayerToken
from service.wire.refusals import PlayerNeeded, Refused, TokenUnknown, TooManyPlayers

ID_PATTERN = "^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,63}$"


def check_id(player_id: str) -> None:
    if not re.fullmatch(ID_PATTERN, player_id):
        raise invalid("player", "player")


def player_of(app: str, player_id: str) -> PlayerRecord:
    """A user of an app, who need not be known."""
    check_id(player_id)
    return PlayerRecord(app, player_id)


def issue(context: Context, app: str, player_id: str) -> Answer:
    """Issue a token to a player, who need not be known before."""
    check_id(player_id)
    settings, now = context.settings, context.now()
    player = context.store.players.with_tag(PlayerRecord(app, player_id))
    token = tokens.new_player_token(player.tag)
    known = msgspec.structs.replace(player, digest=tokens.hash_secret(token))
    if not context.store.players.has_room(player, now, settings.players_max):
        raise Refused(TooManyPlayers(settings.players_max))
    seconds = settings.player_token_seconds
    context.store.players.issue(known, now, now + 1000 * seconds, settings.player_tokens_max)
    return Answer(201, msgspec.json.encode(PlayerToken(player=player_id, token=token, expires_in=seconds)))


def identify(context: Context, token: str | None) -> Credential:
    """Look a player's token up, and refuse it if it has expired; return any other token as it is."""
    if token is None or not token.startswith(tokens.PLAYER_PREFIX):
        return token
    return _find(context, tokens.player_tag(token), tokens.hash_secret(token))


def _find(context: Context, tag: str, digest: str, is_fresh: bool = False) -> PlayerRecord:
    player = context.store.players.find(tag, digest, context.now(), is_fresh)
    if player is None:
        raise Refused(TokenUnknown())
    return player


def check_unexpired(context: Context, credential: Credential, is_fresh: bool = False) -> None:
    """Refuse a player whose token has expired meanwhile; with `is_fresh`, also one who was erased a moment ago."""
    if isinstance(credential, PlayerRecord):
        _find(context, credential.token_tag, credential.digest, is_fresh)


def require_player(context: Context, token: str | None) -> PlayerRecord:
    """The player whose token this is; refuse any other token."""
    found = identify(context, token)
    if not isinstance(found, PlayerRecord):
        raise Refused(PlayerNeeded())
    return found
