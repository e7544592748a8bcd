# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
"""The calls of the API, sent: one class per resource, one method per call."""

from __future__ import annotations

from typing import Literal, overload

from almagest_sdk._generated import calls, models
from almagest_sdk._generated import astra
from almagest_sdk._generated import distant_suns
from almagest_sdk._generated import nebula
from almagest_sdk._transport import Transport


class Events:
    """Events, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
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
    ) -> models.EventPage:
        """List the events of a game, or wait for new ones."""
        return self._transport.send(
            calls.list_events(
                game_id,
                token=token,
                last_event_id=last_event_id,
                accept_language=accept_language,
                lang=lang,
                after=after,
                limit=limit,
                wait=wait,
                include=include,
            )
        )


class Games:
    """Games, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def abandon(
        self,
        game_id: str,
        body: models.Nothing | None = None,
        *,
        token: str,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
    ) -> models.Game:
        """End a running game without a result."""
        return self._transport.send(
            calls.abandon_game(
                game_id,
                body,
                token=token,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
            )
        )

    def create(
        self,
        body: models.GameWish,
        *,
        token: str | None = None,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
    ) -> models.CreatedGame:
        """Create a game."""
        return self._transport.send(
            calls.create_game(
                body,
                token=token,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
            )
        )

    def create_many(
        self,
        body: models.GameWishes,
        *,
        token: str,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
    ) -> models.CreatedGames:
        """Create up to 100 games of an app."""
        return self._transport.send(
            calls.create_many_games(
                body,
                token=token,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
            )
        )

    def delete(
        self,
        game_id: str,
        *,
        token: str,
    ) -> None:
        """Delete a game."""
        self._transport.send(
            calls.delete_game(
                game_id,
                token=token,
            )
        )

    def get(
        self,
        game_id: str,
        *,
        token: str | None = None,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        include: str | None = None,
        at: int | None = None,
        eyes: int | None = None,
    ) -> models.Game:
        """Get a game as the caller sees it."""
        return self._transport.send(
            calls.get_game(
                game_id,
                token=token,
                accept_language=accept_language,
                lang=lang,
                include=include,
                at=at,
                eyes=eyes,
            )
        )

    def list(
        self,
        *,
        token: str | None = None,
        accept_language: str | None = None,
        status: models.Status | None = None,
        rulebook: models.RulebookId | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.GamePage:
        """List public games, or with an app's key all games of the app; newest first."""
        return self._transport.send(
            calls.list_games(
                token=token,
                accept_language=accept_language,
                status=status,
                rulebook=rulebook,
                limit=limit,
                cursor=cursor,
            )
        )

    def pause(
        self,
        game_id: str,
        body: models.Nothing | None = None,
        *,
        token: str,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
    ) -> models.Game:
        """Pause the game, propose a pause, or agree to one."""
        return self._transport.send(
            calls.pause_game(
                game_id,
                body,
                token=token,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
            )
        )

    def quick_play(
        self,
        body: models.QuickWish,
        *,
        token: str | None = None,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
    ) -> models.TakenSeat:
        """Join a game at once."""
        return self._transport.send(
            calls.quick_play(
                body,
                token=token,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
            )
        )

    def rematch(
        self,
        game_id: str,
        body: models.Rematch | None = None,
        *,
        token: str,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
    ) -> models.TakenSeat:
        """Play again."""
        return self._transport.send(
            calls.rematch(
                game_id,
                body,
                token=token,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
            )
        )

    def replace_host(
        self,
        game_id: str,
        body: models.Nothing | None = None,
        *,
        token: str,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
    ) -> models.Game:
        """Vote for another host."""
        return self._transport.send(
            calls.replace_host(
                game_id,
                body,
                token=token,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
            )
        )

    def resume(
        self,
        game_id: str,
        body: models.Nothing | None = None,
        *,
        token: str,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
    ) -> models.Game:
        """Resume a paused game, or decline a pause."""
        return self._transport.send(
            calls.resume_game(
                game_id,
                body,
                token=token,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
            )
        )


class Health:
    """Health, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get(
        self,
    ) -> models.Health:
        """Is this process alive?"""
        return self._transport.send(
            calls.get_health(
            )
        )

    def readiness(
        self,
    ) -> models.Health:
        """Can a move be written now?"""
        return self._transport.send(
            calls.get_readiness(
            )
        )


class Hints:
    """Hints, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def ask(
        self,
        game_id: str,
        body: models.Nothing | None = None,
        *,
        token: str,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        wait: int | None = None,
    ) -> models.Hints:
        """Ask what the strong bot would play."""
        return self._transport.send(
            calls.ask_hints(
                game_id,
                body,
                token=token,
                accept_language=accept_language,
                lang=lang,
                wait=wait,
            )
        )

    def get(
        self,
        game_id: str,
        *,
        token: str,
        accept_language: str | None = None,
        lang: models.Language | None = None,
    ) -> models.Hints:
        """Get the hints after asking for them."""
        return self._transport.send(
            calls.get_hints(
                game_id,
                token=token,
                accept_language=accept_language,
                lang=lang,
            )
        )


class Me:
    """Me, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_my_events(
        self,
        *,
        token: str,
        last_event_id: str | None = None,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        after: str | None = None,
        wait: int | None = None,
        include: str | None = None,
    ) -> models.NewsPage:
        """List the events of all games of the player, or wait for new ones."""
        return self._transport.send(
            calls.list_my_events(
                token=token,
                last_event_id=last_event_id,
                accept_language=accept_language,
                lang=lang,
                after=after,
                wait=wait,
                include=include,
            )
        )

    def list_my_games(
        self,
        *,
        token: str,
        accept_language: str | None = None,
        status: models.Status | None = None,
        turn: Literal["mine"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.MyGamePage:
        """List the player's own games, also private ones, newest first."""
        return self._transport.send(
            calls.list_my_games(
                token=token,
                accept_language=accept_language,
                status=status,
                turn=turn,
                limit=limit,
                cursor=cursor,
            )
        )


class Moves:
    """Moves, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        game_id: str,
        *,
        token: str,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        type: str | None = None,
    ) -> models.LegalMoves:
        """List the legal moves of one's own seat, and why other types of moves are not possible."""
        return self._transport.send(
            calls.list_moves(
                game_id,
                token=token,
                accept_language=accept_language,
                lang=lang,
                type=type,
            )
        )

    def play(
        self,
        game_id: str,
        body: models.Move,
        *,
        token: str,
        if_match: str,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        include: str | None = None,
    ) -> models.PlayedMove:
        """Play one move."""
        return self._transport.send(
            calls.play_move(
                game_id,
                body,
                token=token,
                if_match=if_match,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
                lang=lang,
                include=include,
            )
        )

    def preview(
        self,
        game_id: str,
        body: models.Move,
        *,
        token: str,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        include: str | None = None,
    ) -> models.Preview:
        """Preview a move: what it would do, as far as the caller may know; it changes nothing."""
        return self._transport.send(
            calls.preview_move(
                game_id,
                body,
                token=token,
                accept_language=accept_language,
                lang=lang,
                include=include,
            )
        )

    def take_back(
        self,
        game_id: str,
        body: models.Nothing | None = None,
        *,
        token: str,
        if_match: str,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        include: str | None = None,
    ) -> models.PlayedMove:
        """Take back one's own last move."""
        return self._transport.send(
            calls.take_back_move(
                game_id,
                body,
                token=token,
                if_match=if_match,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
                lang=lang,
                include=include,
            )
        )


class Players:
    """Players, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_token(
        self,
        player: str,
        body: models.Nothing | None = None,
        *,
        token: str,
    ) -> models.PlayerToken:
        """Create a token for one of the app's users."""
        return self._transport.send(
            calls.create_player_token(
                player,
                body,
                token=token,
            )
        )

    def erase(
        self,
        player: str,
        *,
        token: str,
    ) -> None:
        """Erase one of the app's users."""
        self._transport.send(
            calls.erase_player(
                player,
                token=token,
            )
        )

    def list_games(
        self,
        player: str,
        *,
        token: str,
        accept_language: str | None = None,
        status: models.Status | None = None,
        turn: Literal["mine"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.MyGamePage:
        """List the games of one of the app's users, also private ones, newest first."""
        return self._transport.send(
            calls.list_player_games(
                player,
                token=token,
                accept_language=accept_language,
                status=status,
                turn=turn,
                limit=limit,
                cursor=cursor,
            )
        )


class Push:
    """Push, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def key(
        self,
    ) -> models.PushKey:
        """Get the key that a browser subscribes with."""
        return self._transport.send(
            calls.get_push_key(
            )
        )

    def subscribe(
        self,
        game_id: str,
        body: models.DeviceWish,
        *,
        token: str,
        accept_language: str | None = None,
    ) -> models.PushDevice:
        """Subscribe this browser to a push whenever the seat has to decide."""
        return self._transport.send(
            calls.subscribe_push(
                game_id,
                body,
                token=token,
                accept_language=accept_language,
            )
        )

    def unsubscribe(
        self,
        game_id: str,
        *,
        token: str,
        device: str | None = None,
    ) -> None:
        """Unsubscribe one browser or all."""
        self._transport.send(
            calls.unsubscribe_push(
                game_id,
                token=token,
                device=device,
            )
        )


class Results:
    """Results, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def analysis(
        self,
        game_id: str,
        *,
        token: str | None = None,
        accept_language: str | None = None,
        lang: models.Language | None = None,
    ) -> models.Analysis:
        """Get the analysis of a finished game."""
        return self._transport.send(
            calls.get_analysis(
                game_id,
                token=token,
                accept_language=accept_language,
                lang=lang,
            )
        )

    def replay(
        self,
        game_id: str,
        *,
        token: str | None = None,
    ) -> models.Replay:
        """Get seed, options and all moves of a finished game."""
        return self._transport.send(
            calls.get_replay(
                game_id,
                token=token,
            )
        )

    def score(
        self,
        game_id: str,
        *,
        token: str | None = None,
    ) -> models.ScoreAnswer:
        """Get the score: the current one as far as the caller may know, the final one after the end."""
        return self._transport.send(
            calls.get_score(
                game_id,
                token=token,
            )
        )


class Rulebooks:
    """Rulebooks, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @overload
    def content(
        self,
        rulebook_id: Literal["astra"],
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        pack: str | None = None,
    ) -> astra.Content: ...
    @overload
    def content(
        self,
        rulebook_id: Literal["distant_suns"],
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        pack: str | None = None,
    ) -> distant_suns.Content: ...
    @overload
    def content(
        self,
        rulebook_id: Literal["nebula"],
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        pack: str | None = None,
    ) -> nebula.Content: ...
    @overload
    def content(
        self,
        rulebook_id: models.RulebookId,
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        pack: str | None = None,
    ) -> models.Content: ...
    def content(
        self,
        rulebook_id: models.RulebookId,
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        pack: str | None = None,
    ) -> models.Content:
        """Get cards and boards of a game, with coordinates for drawing."""
        return self._transport.send(
            calls.get_content(
                rulebook_id,
                accept_language=accept_language,
                lang=lang,
                pack=pack,
            )
        )

    @overload
    def content_by_hash(
        self,
        rulebook_id: Literal["astra"],
        pack_hash: str,
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        edition: str | None = None,
    ) -> astra.Content: ...
    @overload
    def content_by_hash(
        self,
        rulebook_id: Literal["distant_suns"],
        pack_hash: str,
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        edition: str | None = None,
    ) -> distant_suns.Content: ...
    @overload
    def content_by_hash(
        self,
        rulebook_id: Literal["nebula"],
        pack_hash: str,
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        edition: str | None = None,
    ) -> nebula.Content: ...
    @overload
    def content_by_hash(
        self,
        rulebook_id: models.RulebookId,
        pack_hash: str,
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        edition: str | None = None,
    ) -> models.Content: ...
    def content_by_hash(
        self,
        rulebook_id: models.RulebookId,
        pack_hash: str,
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        edition: str | None = None,
    ) -> models.Content:
        """Get the content of one pack by its hash, which a game has as `pack_hash`."""
        return self._transport.send(
            calls.get_content_by_hash(
                rulebook_id,
                pack_hash,
                accept_language=accept_language,
                lang=lang,
                edition=edition,
            )
        )

    def get(
        self,
        rulebook_id: models.RulebookId,
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
    ) -> models.RulebookAnswer:
        """Get one game."""
        return self._transport.send(
            calls.get_rulebook(
                rulebook_id,
                accept_language=accept_language,
                lang=lang,
            )
        )

    def list(
        self,
        *,
        accept_language: str | None = None,
        lang: models.Language | None = None,
    ) -> models.Rulebooks:
        """List the games."""
        return self._transport.send(
            calls.list_rulebooks(
                accept_language=accept_language,
                lang=lang,
            )
        )


class Seats:
    """Seats, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def hand_to_bot(
        self,
        game_id: str,
        seat: int,
        body: models.Nothing | None = None,
        *,
        token: str,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
    ) -> models.Game:
        """Hand an idle seat to a bot."""
        return self._transport.send(
            calls.hand_seat_to_bot(
                game_id,
                seat,
                body,
                token=token,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
            )
        )

    def leave(
        self,
        game_id: str,
        *,
        token: str,
    ) -> None:
        """Leave a game."""
        self._transport.send(
            calls.leave_seat(
                game_id,
                token=token,
            )
        )

    def resign(
        self,
        game_id: str,
        body: models.Resign | None = None,
        *,
        token: str,
        idempotency_key: str | None = None,
    ) -> None:
        """Resign."""
        self._transport.send(
            calls.resign_seat(
                game_id,
                body,
                token=token,
                idempotency_key=idempotency_key,
            )
        )

    def rotate_token(
        self,
        game_id: str,
        body: models.Nothing | None = None,
        *,
        token: str,
        idempotency_key: str | None = None,
    ) -> models.NewToken:
        """Replace the token of one's own seat."""
        return self._transport.send(
            calls.rotate_token(
                game_id,
                body,
                token=token,
                idempotency_key=idempotency_key,
            )
        )

    def take(
        self,
        game_id: str,
        body: models.TakeSeat,
        *,
        token: str | None = None,
        idempotency_key: str | None = None,
        accept_language: str | None = None,
    ) -> models.TakenSeat:
        """Take a free seat."""
        return self._transport.send(
            calls.take_seat(
                game_id,
                body,
                token=token,
                idempotency_key=idempotency_key,
                accept_language=accept_language,
            )
        )


class Webhooks:
    """Webhooks, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def change(
        self,
        webhook_id: str,
        body: models.WebhookChange,
        *,
        token: str,
    ) -> models.WebhookAnswer:
        """Change a webhook, or reactivate a parked one."""
        return self._transport.send(
            calls.change_webhook(
                webhook_id,
                body,
                token=token,
            )
        )

    def create(
        self,
        body: models.WebhookWish,
        *,
        token: str,
    ) -> models.NewWebhook:
        """Create a webhook for the events of the app's games."""
        return self._transport.send(
            calls.create_webhook(
                body,
                token=token,
            )
        )

    def delete(
        self,
        webhook_id: str,
        *,
        token: str,
    ) -> None:
        """Delete a webhook, and the deliveries that wait for it."""
        self._transport.send(
            calls.delete_webhook(
                webhook_id,
                token=token,
            )
        )

    def get(
        self,
        webhook_id: str,
        *,
        token: str,
    ) -> models.WebhookAnswer:
        """Get a webhook."""
        return self._transport.send(
            calls.get_webhook(
                webhook_id,
                token=token,
            )
        )

    def list_deliveries(
        self,
        webhook_id: str,
        *,
        token: str,
        accept_language: str | None = None,
        lang: models.Language | None = None,
        status: models.DeliveryStatus | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.DeliveryPage:
        """List deliveries, newest first."""
        return self._transport.send(
            calls.list_deliveries(
                webhook_id,
                token=token,
                accept_language=accept_language,
                lang=lang,
                status=status,
                limit=limit,
                cursor=cursor,
            )
        )

    def list(
        self,
        *,
        token: str,
    ) -> models.Webhooks:
        """List the app's webhooks."""
        return self._transport.send(
            calls.list_webhooks(
                token=token,
            )
        )

    def send_again(
        self,
        webhook_id: str,
        delivery_id: str,
        body: models.Nothing | None = None,
        *,
        token: str,
    ) -> None:
        """Send a delivery again, now."""
        self._transport.send(
            calls.send_again(
                webhook_id,
                delivery_id,
                body,
                token=token,
            )
        )


class Api:
    """All resources."""

    def __init__(self, transport: Transport) -> None:
        self.events = Events(transport)
        self.games = Games(transport)
        self.health = Health(transport)
        self.hints = Hints(transport)
        self.me = Me(transport)
        self.moves = Moves(transport)
        self.players = Players(transport)
        self.push = Push(transport)
        self.results = Results(transport)
        self.rulebooks = Rulebooks(transport)
        self.seats = Seats(transport)
        self.webhooks = Webhooks(transport)
