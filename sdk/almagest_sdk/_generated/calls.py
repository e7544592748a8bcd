# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
"""Every call of the API, described: nothing is sent here."""

from __future__ import annotations

from typing import Literal
from urllib.parse import quote

from almagest_sdk._call import Call
from almagest_sdk._generated import models


def abandon_game(
    game_id: str,
    body: models.Nothing | None = None,
    *,
    token: str,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
) -> Call[models.Game]:
    """End a running game without a result."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/abandon",
        models.Game,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def ask_hints(
    game_id: str,
    body: models.Nothing | None = None,
    *,
    token: str,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    wait: int | None = None,
) -> Call[models.Hints]:
    """Ask what the strong bot would play."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/hints",
        models.Hints,
        token=token,
        query={
            "lang": lang,
            "wait": wait,
        },
        headers={
            "Accept-Language": accept_language,
        },
        body=body,
        repeatable=False,
    )


def change_webhook(
    webhook_id: str,
    body: models.WebhookChange,
    *,
    token: str,
) -> Call[models.WebhookAnswer]:
    """Change a webhook, or reactivate a parked one."""
    return Call(
        "PATCH",
        f"/v1/webhooks/{quote(str(webhook_id), safe='')}",
        models.WebhookAnswer,
        token=token,
        body=body,
        repeatable=False,
    )


def create_game(
    body: models.GameWish,
    *,
    token: str | None = None,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
) -> Call[models.CreatedGame]:
    """Create a game."""
    return Call(
        "POST",
        "/v1/games",
        models.CreatedGame,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def create_many_games(
    body: models.GameWishes,
    *,
    token: str,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
) -> Call[models.CreatedGames]:
    """Create up to 100 games of an app."""
    return Call(
        "POST",
        "/v1/games/bulk",
        models.CreatedGames,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def create_player_token(
    player: str,
    body: models.Nothing | None = None,
    *,
    token: str,
) -> Call[models.PlayerToken]:
    """Create a token for one of the app's users."""
    return Call(
        "POST",
        f"/v1/players/{quote(str(player), safe='')}/token",
        models.PlayerToken,
        token=token,
        body=body,
        repeatable=False,
    )


def create_webhook(
    body: models.WebhookWish,
    *,
    token: str,
) -> Call[models.NewWebhook]:
    """Create a webhook for the events of the app's games."""
    return Call(
        "POST",
        "/v1/webhooks",
        models.NewWebhook,
        token=token,
        body=body,
        repeatable=False,
    )


def delete_game(
    game_id: str,
    *,
    token: str,
) -> Call[None]:
    """Delete a game."""
    return Call(
        "DELETE",
        f"/v1/games/{quote(str(game_id), safe='')}",
        type(None),
        token=token,
        repeatable=False,
    )


def delete_webhook(
    webhook_id: str,
    *,
    token: str,
) -> Call[None]:
    """Delete a webhook, and the deliveries that wait for it."""
    return Call(
        "DELETE",
        f"/v1/webhooks/{quote(str(webhook_id), safe='')}",
        type(None),
        token=token,
        repeatable=False,
    )


def erase_player(
    player: str,
    *,
    token: str,
) -> Call[None]:
    """Erase one of the app's users."""
    return Call(
        "DELETE",
        f"/v1/players/{quote(str(player), safe='')}",
        type(None),
        token=token,
        repeatable=False,
    )


def get_analysis(
    game_id: str,
    *,
    token: str | None = None,
    if_none_match: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
) -> Call[models.Analysis]:
    """Get the analysis of a finished game."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}/analysis",
        models.Analysis,
        token=token,
        query={
            "lang": lang,
        },
        headers={
            "If-None-Match": if_none_match,
            "Accept-Language": accept_language,
        },
    )


def get_content(
    rulebook_id: models.RulebookId,
    *,
    if_none_match: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    pack: str | None = None,
) -> Call[models.Content]:
    """Get cards and boards of a game, with coordinates for drawing."""
    return Call(
        "GET",
        f"/v1/rulebooks/{quote(str(rulebook_id), safe='')}/content",
        models.Content,
        query={
            "lang": lang,
            "pack": pack,
        },
        headers={
            "If-None-Match": if_none_match,
            "Accept-Language": accept_language,
        },
    )


def get_content_by_hash(
    rulebook_id: models.RulebookId,
    pack_hash: str,
    *,
    if_none_match: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    edition: str | None = None,
) -> Call[models.Content]:
    """Get the content of one pack by its hash, which a game has as `pack_hash`."""
    return Call(
        "GET",
        f"/v1/rulebooks/{quote(str(rulebook_id), safe='')}/content/{quote(str(pack_hash), safe='')}",
        models.Content,
        query={
            "lang": lang,
            "edition": edition,
        },
        headers={
            "If-None-Match": if_none_match,
            "Accept-Language": accept_language,
        },
    )


def get_game(
    game_id: str,
    *,
    token: str | None = None,
    if_none_match: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    include: str | None = None,
    at: int | None = None,
    eyes: int | None = None,
) -> Call[models.Game]:
    """Get a game as the caller sees it."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}",
        models.Game,
        token=token,
        query={
            "lang": lang,
            "include": include,
            "at": at,
            "eyes": eyes,
        },
        headers={
            "If-None-Match": if_none_match,
            "Accept-Language": accept_language,
        },
    )


def get_health(
) -> Call[models.Health]:
    """Is this process alive?"""
    return Call(
        "GET",
        "/healthz",
        models.Health,
    )


def get_hints(
    game_id: str,
    *,
    token: str,
    accept_language: str | None = None,
    lang: models.Language | None = None,
) -> Call[models.Hints]:
    """Get the hints after asking for them."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}/hints",
        models.Hints,
        token=token,
        query={
            "lang": lang,
        },
        headers={
            "Accept-Language": accept_language,
        },
    )


def get_push_key(
) -> Call[models.PushKey]:
    """Get the key that a browser subscribes with."""
    return Call(
        "GET",
        "/v1/push",
        models.PushKey,
    )


def get_readiness(
) -> Call[models.Health]:
    """Can a move be written now?"""
    return Call(
        "GET",
        "/readyz",
        models.Health,
    )


def get_replay(
    game_id: str,
    *,
    token: str | None = None,
    if_none_match: str | None = None,
) -> Call[models.Replay]:
    """Get seed, options and all moves of a finished game."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}/replay",
        models.Replay,
        token=token,
        headers={
            "If-None-Match": if_none_match,
        },
    )


def get_rulebook(
    rulebook_id: models.RulebookId,
    *,
    if_none_match: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
) -> Call[models.RulebookAnswer]:
    """Get one game."""
    return Call(
        "GET",
        f"/v1/rulebooks/{quote(str(rulebook_id), safe='')}",
        models.RulebookAnswer,
        query={
            "lang": lang,
        },
        headers={
            "If-None-Match": if_none_match,
            "Accept-Language": accept_language,
        },
    )


def get_score(
    game_id: str,
    *,
    token: str | None = None,
    if_none_match: str | None = None,
) -> Call[models.ScoreAnswer]:
    """Get the score: the current one as far as the caller may know, the final one after the end."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}/score",
        models.ScoreAnswer,
        token=token,
        headers={
            "If-None-Match": if_none_match,
        },
    )


def get_webhook(
    webhook_id: str,
    *,
    token: str,
) -> Call[models.WebhookAnswer]:
    """Get a webhook."""
    return Call(
        "GET",
        f"/v1/webhooks/{quote(str(webhook_id), safe='')}",
        models.WebhookAnswer,
        token=token,
    )


def hand_seat_to_bot(
    game_id: str,
    seat: int,
    body: models.Nothing | None = None,
    *,
    token: str,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
) -> Call[models.Game]:
    """Hand an idle seat to a bot."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/{quote(str(seat), safe='')}/bot",
        models.Game,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def leave_seat(
    game_id: str,
    *,
    token: str,
) -> Call[None]:
    """Leave a game."""
    return Call(
        "DELETE",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/me",
        type(None),
        token=token,
        repeatable=False,
    )


def list_deliveries(
    webhook_id: str,
    *,
    token: str,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    status: models.DeliveryStatus | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[models.DeliveryPage]:
    """List deliveries, newest first."""
    return Call(
        "GET",
        f"/v1/webhooks/{quote(str(webhook_id), safe='')}/deliveries",
        models.DeliveryPage,
        token=token,
        query={
            "lang": lang,
            "status": status,
            "limit": limit,
            "cursor": cursor,
        },
        headers={
            "Accept-Language": accept_language,
        },
    )


def list_events(
    game_id: str,
    *,
    token: str | None = None,
    last_event_id: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    after: int | None = None,
    limit: int | None = None,
    wait: int | None = None,
    include: str | None = None,
) -> Call[models.EventPage]:
    """List the events of a game, or wait for new ones."""
    return Call(
        "GET",
        f"/v1/games/{quote(str(game_id), safe='')}/events",
        models.EventPage,
        token=token,
        query={
            "lang": lang,
            "after": after,
            "limit": limit,
            "wait": wait,
            "include": include,
        },
        headers={
            "Last-Event-ID": last_event_id,
            "Accept-Language": accept_language,
        },
    )


def list_games(
    *,
    token: str | None = None,
    accept_language: str | None = None,
    status: models.Status | None = None,
    rulebook: models.RulebookId | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[models.GamePage]:
    """List public games, or with an app's key all games of the app; newest first."""
    return Call(
        "GET",
        "/v1/games",
        models.GamePage,
        token=token,
        query={
            "status": status,
            "rulebook": rulebook,
            "limit": limit,
            "cursor": cursor,
        },
        headers={
            "Accept-Language": accept_language,
        },
    )


def list_moves(
    game_id: str,
    *,
    token: str,
    if_none_match: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    type: str | None = None,
) -> Call[models.LegalMoves]:
    """List the legal moves of one's own seat, and why other types of moves are not possible."""
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
            "If-None-Match": if_none_match,
            "Accept-Language": accept_language,
        },
    )


def list_my_events(
    *,
    token: str,
    last_event_id: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    after: str | None = None,
    wait: int | None = None,
    include: str | None = None,
) -> Call[models.NewsPage]:
    """List the events of all games of the player, or wait for new ones."""
    return Call(
        "GET",
        "/v1/me/events",
        models.NewsPage,
        token=token,
        query={
            "lang": lang,
            "after": after,
            "wait": wait,
            "include": include,
        },
        headers={
            "Last-Event-ID": last_event_id,
            "Accept-Language": accept_language,
        },
    )


def list_my_games(
    *,
    token: str,
    accept_language: str | None = None,
    status: models.Status | None = None,
    turn: Literal["mine"] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[models.MyGamePage]:
    """List the player's own games, also private ones, newest first."""
    return Call(
        "GET",
        "/v1/me/games",
        models.MyGamePage,
        token=token,
        query={
            "status": status,
            "turn": turn,
            "limit": limit,
            "cursor": cursor,
        },
        headers={
            "Accept-Language": accept_language,
        },
    )


def list_player_games(
    player: str,
    *,
    token: str,
    accept_language: str | None = None,
    status: models.Status | None = None,
    turn: Literal["mine"] | None = None,
    limit: int | None = None,
    cursor: str | None = None,
) -> Call[models.MyGamePage]:
    """List the games of one of the app's users, also private ones, newest first."""
    return Call(
        "GET",
        f"/v1/players/{quote(str(player), safe='')}/games",
        models.MyGamePage,
        token=token,
        query={
            "status": status,
            "turn": turn,
            "limit": limit,
            "cursor": cursor,
        },
        headers={
            "Accept-Language": accept_language,
        },
    )


def list_rulebooks(
    *,
    if_none_match: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
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
            "If-None-Match": if_none_match,
            "Accept-Language": accept_language,
        },
    )


def list_webhooks(
    *,
    token: str,
) -> Call[models.Webhooks]:
    """List the app's webhooks."""
    return Call(
        "GET",
        "/v1/webhooks",
        models.Webhooks,
        token=token,
    )


def pause_game(
    game_id: str,
    body: models.Nothing | None = None,
    *,
    token: str,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
) -> Call[models.Game]:
    """Pause the game, propose a pause, or agree to one."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/pause",
        models.Game,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def play_move(
    game_id: str,
    body: models.Move,
    *,
    token: str,
    if_match: str,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    include: str | None = None,
) -> Call[models.PlayedMove]:
    """Play one move."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/moves",
        models.PlayedMove,
        token=token,
        query={
            "lang": lang,
            "include": include,
        },
        headers={
            "If-Match": if_match,
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def preview_move(
    game_id: str,
    body: models.Move,
    *,
    token: str,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    include: str | None = None,
) -> Call[models.Preview]:
    """Preview a move: what it would do, as far as the caller may know; it changes nothing."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/moves/preview",
        models.Preview,
        token=token,
        query={
            "lang": lang,
            "include": include,
        },
        headers={
            "Accept-Language": accept_language,
        },
        body=body,
    )


def quick_play(
    body: models.QuickWish,
    *,
    token: str | None = None,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
) -> Call[models.TakenSeat]:
    """Join a game at once."""
    return Call(
        "POST",
        "/v1/quick",
        models.TakenSeat,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def rematch(
    game_id: str,
    body: models.Rematch | None = None,
    *,
    token: str,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
) -> Call[models.TakenSeat]:
    """Play again."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/rematch",
        models.TakenSeat,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def replace_host(
    game_id: str,
    body: models.Nothing | None = None,
    *,
    token: str,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
) -> Call[models.Game]:
    """Vote for another host."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/host",
        models.Game,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def resign_seat(
    game_id: str,
    body: models.Resign | None = None,
    *,
    token: str,
    idempotency_key: str | None = None,
) -> Call[None]:
    """Resign."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/me/resign",
        type(None),
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
        },
        body=body,
    )


def resume_game(
    game_id: str,
    body: models.Nothing | None = None,
    *,
    token: str,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
) -> Call[models.Game]:
    """Resume a paused game, or decline a pause."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/resume",
        models.Game,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def rotate_token(
    game_id: str,
    body: models.Nothing | None = None,
    *,
    token: str,
    idempotency_key: str | None = None,
) -> Call[models.NewToken]:
    """Replace the token of one's own seat."""
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


def send_again(
    webhook_id: str,
    delivery_id: str,
    body: models.Nothing | None = None,
    *,
    token: str,
) -> Call[None]:
    """Send a delivery again, now."""
    return Call(
        "POST",
        f"/v1/webhooks/{quote(str(webhook_id), safe='')}/deliveries/{quote(str(delivery_id), safe='')}/again",
        type(None),
        token=token,
        body=body,
        repeatable=False,
    )


def subscribe_push(
    game_id: str,
    body: models.DeviceWish,
    *,
    token: str,
    accept_language: str | None = None,
) -> Call[models.PushDevice]:
    """Subscribe this browser to a push whenever the seat has to decide."""
    return Call(
        "PUT",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/me/push",
        models.PushDevice,
        token=token,
        headers={
            "Accept-Language": accept_language,
        },
        body=body,
        repeatable=False,
    )


def take_back_move(
    game_id: str,
    body: models.Nothing | None = None,
    *,
    token: str,
    if_match: str,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
    lang: models.Language | None = None,
    include: str | None = None,
) -> Call[models.PlayedMove]:
    """Take back one's own last move."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/moves/undo",
        models.PlayedMove,
        token=token,
        query={
            "lang": lang,
            "include": include,
        },
        headers={
            "If-Match": if_match,
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def take_seat(
    game_id: str,
    body: models.TakeSeat,
    *,
    token: str | None = None,
    idempotency_key: str | None = None,
    accept_language: str | None = None,
) -> Call[models.TakenSeat]:
    """Take a free seat."""
    return Call(
        "POST",
        f"/v1/games/{quote(str(game_id), safe='')}/seats",
        models.TakenSeat,
        token=token,
        headers={
            "Idempotency-Key": idempotency_key,
            "Accept-Language": accept_language,
        },
        body=body,
    )


def unsubscribe_push(
    game_id: str,
    *,
    token: str,
    device: str | None = None,
) -> Call[None]:
    """Unsubscribe one browser or all."""
    return Call(
        "DELETE",
        f"/v1/games/{quote(str(game_id), safe='')}/seats/me/push",
        type(None),
        token=token,
        query={
            "device": device,
        },
        repeatable=False,
    )
