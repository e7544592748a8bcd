"""Who is asking. The token decides, never the body."""

from __future__ import annotations

import hmac

from service.games.base import Seat, Viewer
from service.store.records import Game
from service.tables import secrets
from service.tables.refusals import Refused


def token_needed() -> Refused:
    return Refused("token_needed", "This needs the token of a seat: Authorization: Bearer <token>.")


def seat_of(game: Game, token: str | None) -> Seat:
    """The seat whose token this is. All seats are compared, whichever matches."""
    if token is None:
        raise token_needed()
    digest = secrets.hashed(token)
    found = [
        number
        for number, seat in enumerate(game.table.seats, start=1)
        if hmac.compare_digest(seat.token or "-", digest)
    ]
    if not found:
        raise Refused("token_unknown", "This token belongs to no seat of this game, or no longer.")
    return found[0]


def viewer_of(game: Game, token: str | None) -> Viewer:
    """A seat, or None for a spectator; private games have no spectators."""
    if token is None and game.table.visibility == "public":
        return None
    return seat_of(game, token)


def require_host(game: Game, seat: Seat) -> None:
    if seat != game.table.host:
        raise Refused("not_the_host", "Only the host of the game may do this.")


def check_invite(game: Game, invite: str | None) -> None:
    if game.table.visibility == "private" and not secrets.matches(invite or "", game.table.invite):
        raise Refused("invite_wrong", "This game is private; its invite code is needed to take a seat.")
