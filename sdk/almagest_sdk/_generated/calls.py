# Generated from openapi/openapi.json by `make sdk`. Do not edit: the next run overwrites it.
"""Every call of the API, described: nothing is sent here."""

from __future__ import annotations

from typing import Literal
from urllib.parse import quote

from almagest_sdk._generated import models, moves
from almagest_sdk._transport import Call
from almagest_sdk.record import Record


def create_game(
    body: models.GameWish,
    *,
    idempotency_key: str | None = None,
) -> Call[models.CreatedGame]:
    """Create a game."""
    return Call(
        "POST",
        "/v1/games",
        models.CreatedGame,
        headers={
            "Idempotency-Key": idempotency_key,
        },
        body=body,
    )


def get_content(
    rulebook_id: str,
    *,
    accept_language: str | None = None,
    lang: Literal["en", "fr", "ru", "uk"] | None = None,
    pack: str | None = None,
) -> Call[Record]:
    """Cards and boards of a game, with coordinates for drawing."""
    return Call(
        "GET",
        f"/v1/rulebooks/{quote(str(rulebook_id), safe='')}/content",
        Record,
        query={
            "lang": lang,
            "pack": pack,
        },
        headers={
            "Accept-Language": accept_language,
        },
    )


def get_game(
    game_id: str,
    *,
    token: str | None = None,
    if_none_match: str | None = None,
) -> Call[models.Game]:
    """Look at a game as the caller sees it."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}",
        models.Game,
        token=token,
        headers={
            "If-None-Match": if_none_match,
        },
    )


def get_health() -> Call[models.Health]:
    """Is this process alive?"""
    return Call(
        "GET",
        "/healthz",
        models.Health,
    )


def get_metrics() -> Call[str]:
    """Counters for Prometheus."""
    return Call(
        "GET",
        "/metrics",
        str,
    )


def get_readiness() -> Call[models.Health]:
    """Does the store answer within a second?"""
    return Call(
        "GET",
        "/readyz",
        models.Health,
    )


def get_replay(
    game_id: str,
    *,
    token: str | None = None,
) -> Call[models.Replay]:
    """Seed, options and all moves of a finished game."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}/replay",
        models.Replay,
        token=token,
    )


def get_rulebook(
    rulebook_id: str,
    *,
    accept_language: str | None = None,
    lang: Literal["en", "fr", "ru", "uk"] | None = None,
) -> Call[models.Rulebook]:
    """Look at one game."""
    return Call(
        "GET",
        f"/v1/rulebooks/{quote(str(rulebook_id), safe='')}",
        models.Rulebook,
        query={
            "lang": lang,
        },
        headers={
            "Accept-Language": accept_language,
        },
    )


def get_score(
    game_id: str,
    *,
    token: str | None = None,
) -> Call[models.ScoreAnswer]:
    """The score: live as far as the caller may know, final after the end."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}/score",
        models.ScoreAnswer,
        token=token,
    )


def hand_seat_to_bot(
    game_id: str,
    seat: int,
    body: models.Nothing | None = None,
    *,
    token: str,
    idempotency_key: str | None = None,
) -> Call[models.Game]:
    """Hand an idle seat to a bot."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/{quote(str(seat), safe='')}/bot",
        models.Game,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
        },
        body=body,
    )


def leave_seat(
    game_id: str,
    *,
    token: str,
) -> Call[None]:
    """Leave."""
    return Call(
        "DELETE",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/me",
        type(None),
        token=token,
        repeatable=False,
    )


def list_events(
    game_id: str,
    *,
    token: str | None = None,
    last_event_id: str | None = None,
    after: int | None = None,
    limit: int | None = None,
    wait: int | None = None,
) -> Call[models.EventPage]:
    """What happened, and wait for what will."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}/events",
        models.EventPage,
        token=token,
        query={
            "after": after,
            "limit": limit,
            "wait": wait,
        },
        headers={
            "Last-Event-ID": last_event_id,
        },
    )


def list_games(
    *,
    status: Literal["open", "running", "scoring", "finished", "abandoned"] | None = None,
    rulebook: str | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[models.GamePage]:
    """List public games, newest first."""
    return Call(
        "GET",
        "/v1/games",
        models.GamePage,
        query={
            "status": status,
            "rulebook": rulebook,
            "limit": limit,
            "cursor": cursor,
        },
    )


def list_moves(
    game_id: str,
    *,
    token: str,
    accept_language: str | None = None,
    lang: Literal["en", "fr", "ru", "uk"] | None = None,
    type: str | None = None,
) -> Call[models.LegalMoves]:
    """List every legal move of the own seat, and why other kinds are not possible."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}/moves",
        models.LegalMoves,
        token=token,
        query={
            "lang": lang,
            "type": type,
        },
        headers={
            "Accept-Language": accept_language,
        },
    )


def list_rulebooks(
    *,
    accept_language: str | None = None,
    lang: Literal["en", "fr", "ru", "uk"] | None = None,
) -> Call[models.Rulebooks]:
    """List the games."""
    return Call(
        "GET",
        "/v1/rulebooks",
        models.Rulebooks,
        query={
            "lang": lang,
        },
        headers={
            "Accept-Language": accept_language,
        },
    )


def play_move(
    game_id: str,
    body: moves.Move,
    *,
    token: str,
    if_match: str,
    idempotency_key: str | None = None,
) -> Call[models.PlayedMove]:
    """Play one move."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/moves",
        models.PlayedMove,
        token=token,
        headers={
            "If-Match": if_match,
            "Idempotency-Key": idempotency_key,
        },
        body=body,
    )


def preview_move(
    game_id: str,
    body: moves.Move,
    *,
    token: str,
) -> Call[models.Preview]:
    """Check a move and see what it would do, as far as the caller may know; nothing is changed."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/moves/preview",
        models.Preview,
        token=token,
        body=body,
    )


def rotate_token(
    game_id: str,
    body: models.Nothing | None = None,
    *,
    token: str,
    idempotency_key: str | None = None,
) -> Call[models.NewToken]:
    """Rotate the own token."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/me/token",
        models.NewToken,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
        },
        body=body,
    )


def take_seat(
    game_id: str,
    body: models.TakeSeat,
    *,
    idempotency_key: str | None = None,
) -> Call[models.TakenSeat]:
    """Take a free seat."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/seats",
        models.TakenSeat,
        headers={
            "Idempotency-Key": idempotency_key,
        },
        body=body,
    )
