"""Who is asking. The token decides, never the body. To who has no right to a private game, there is none."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from service.games.base import Seat, Viewer
from service.store.accounts.players import PlayerRecord
from service.store.games.records import GameRecord, SeatRecord
from service.usecases.accounts import tokens
from service.usecases.accounts.apps import App, require_scope
from service.wire.refusals import NotTheApp, NotTheHost, Refusal, Refused, TokenNeeded, TokenUnknown, UnknownGame

Credential = str | PlayerRecord | App | None
"""What a caller shows: the token of a seat, itself; a player's token, as the player whose it is; an app's key, as the
app; or nothing."""


def _hide_private(game: GameRecord, why: Refusal) -> Refused:
    return Refused(UnknownGame(game.id) if game.table.visibility == "private" else why)


def _seats_where(game: GameRecord, matches: Callable[[SeatRecord], bool]) -> list[Seat]:
    """The numbers of the seats; it looks at all of them, so that the time it takes says nothing."""
    return [number for number, seat in enumerate(game.table.seats, start=1) if matches(seat)]


def _seats_of_token(game: GameRecord, token: str) -> list[Seat]:
    digest = tokens.hash_secret(token)
    return _seats_where(game, lambda seat: hmac.compare_digest(seat.token or "-", digest))


def seats_of_player(game: GameRecord, player: PlayerRecord) -> list[Seat]:
    """Where the player sits; not where a bot has taken over."""
    if game.table.app != player.app:
        return []
    return _seats_where(game, lambda seat: seat.kind == "human" and seat.player == player.id)


def is_own_app(game: GameRecord, credential: Credential) -> bool:
    """Whether the caller is the app that the game belongs to."""
    return isinstance(credential, App) and game.table.app == credential.name


def require_own_app(game: GameRecord, app: App) -> None:
    """Refuse an app whose game this is not; a private game of another is unknown to it."""
    if game.table.app != app.name:
        raise _hide_private(game, NotTheApp())
    require_scope(app, "games")


def seat_of(game: GameRecord, credential: Credential) -> Seat:
    """The seat whose token this is, or at which the player sits. No key is that of a seat."""
    if isinstance(credential, App):
        raise Refused(TokenUnknown()) if is_own_app(game, credential) else _hide_private(game, TokenUnknown())
    if credential is None:
        raise _hide_private(game, TokenNeeded())
    found = (
        seats_of_player(game, credential) if isinstance(credential, PlayerRecord) else _seats_of_token(game, credential)
    )
    if not found:
        raise _hide_private(game, TokenUnknown())
    return found[0]


def viewer_of(game: GameRecord, credential: Credential) -> Viewer:
    """A seat, or None for a spectator; private games have none but their app. A player may watch other people's games,
    and so may an app."""
    if isinstance(credential, App):
        if game.table.visibility == "private":
            require_own_app(game, credential)
        return None
    is_guest = credential is None or (isinstance(credential, PlayerRecord) and not seats_of_player(game, credential))
    if is_guest and game.table.visibility == "public":
        return None
    return seat_of(game, credential)


def is_invited(game: GameRecord, credential: Credential) -> bool:
    """Whether somebody shows the invite code of a private game that waits for players."""
    if game.clock.status != "open" or not isinstance(credential, str):
        return False
    return tokens.matches(credential, game.table.invite)


def digest_of(credential: Credential) -> str:
    """The hash of the token of a credential; empty for none, and for an app: its address counts alone."""
    if isinstance(credential, PlayerRecord):
        return credential.digest
    return tokens.hash_secret(credential) if isinstance(credential, str) and credential else ""


def require_host(game: GameRecord, seat: Seat) -> None:
    if seat != game.table.host:
        raise Refused(NotTheHost())


def check_invite(game: GameRecord, invite: str | None) -> None:
    if game.table.visibility == "private" and not tokens.matches(invite or "", game.table.invite):
        raise Refused(UnknownGame(game.id))
