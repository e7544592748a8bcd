# Generated from openapi/openapi.json by `make sdk`. Do not edit: the next run overwrites it.
"""The calls of the API, sent: one class per resource, one method per call."""

from __future__ import annotations

from typing import Literal

from almagest_sdk._generated import calls, models, moves
from almagest_sdk._transport import Transport
from almagest_sdk.record import Record


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
        after: int | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> models.EventPage:
        """What happened, and wait for what will."""
        return self._transport.send(
            calls.list_events(
                game_id,
                token=token,
                last_event_id=last_event_id,
                after=after,
                limit=limit,
                wait=wait,
            )
        )


class Games:
    """Games, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        body: models.GameWish,
        *,
        idempotency_key: str | None = None,
    ) -> models.CreatedGame:
        """Create a game."""
        return self._transport.send(
            calls.create_game(
                body,
                idempotency_key=idempotency_key,
            )
        )

    def get(
        self,
        game_id: str,
        *,
        token: str | None = None,
    ) -> models.Game:
        """Look at a game as the caller sees it."""
        return self._transport.send(
            calls.get_game(
                game_id,
                token=token,
            )
        )

    def list(
        self,
        *,
        status: Literal["open", "running", "scoring", "finished", "abandoned"] | None = None,
        rulebook: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> models.GamePage:
        """List public games, newest first."""
        return self._transport.send(
            calls.list_games(
                status=status,
                rulebook=rulebook,
                limit=limit,
                cursor=cursor,
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
        return self._transport.send(calls.get_health())

    def metrics(
        self,
    ) -> str:
        """Counters for Prometheus."""
        return self._transport.send(calls.get_metrics())

    def readiness(
        self,
    ) -> models.Health:
        """Does the store answer within a second?"""
        return self._transport.send(calls.get_readiness())


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
        lang: Literal["en", "fr", "ru", "uk"] | None = None,
        type: str | None = None,
    ) -> models.LegalMoves:
        """List every legal move of the own seat, and why other kinds are not possible."""
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
        body: moves.Move,
        *,
        token: str,
        if_match: str,
        idempotency_key: str | None = None,
    ) -> models.PlayedMove:
        """Play one move."""
        return self._transport.send(
            calls.play_move(
                game_id,
                body,
                token=token,
                if_match=if_match,
                idempotency_key=idempotency_key,
            )
        )

    def preview(
        self,
        game_id: str,
        body: moves.Move,
        *,
        token: str,
    ) -> models.Preview:
        """Check a move and see what it would do, as far as the caller may know; nothing is changed."""
        return self._transport.send(
            calls.preview_move(
                game_id,
                body,
                token=token,
            )
        )


class Results:
    """Results, call by call."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def replay(
        self,
        game_id: str,
        *,
        token: str | None = None,
    ) -> models.Replay:
        """Seed, options and all moves of a finished game."""
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
        """The score: live as far as the caller may know, final after the end."""
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

    def content(
        self,
        rulebook_id: str,
        *,
        accept_language: str | None = None,
        lang: Literal["en", "fr", "ru", "uk"] | None = None,
        pack: str | None = None,
    ) -> Record:
        """Cards and boards of a game, with coordinates for drawing."""
        return self._transport.send(
            calls.get_content(
                rulebook_id,
                accept_language=accept_language,
                lang=lang,
                pack=pack,
            )
        )

    def get(
        self,
        rulebook_id: str,
        *,
        accept_language: str | None = None,
        lang: Literal["en", "fr", "ru", "uk"] | None = None,
    ) -> models.Rulebook:
        """Look at one game."""
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
        lang: Literal["en", "fr", "ru", "uk"] | None = None,
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
    ) -> models.Game:
        """Hand an idle seat to a bot."""
        return self._transport.send(
            calls.hand_seat_to_bot(
                game_id,
                seat,
                body,
                token=token,
                idempotency_key=idempotency_key,
            )
        )

    def leave(
        self,
        game_id: str,
        *,
        token: str,
    ) -> None:
        """Leave."""
        self._transport.send(
            calls.leave_seat(
                game_id,
                token=token,
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
        """Rotate the own token."""
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
        idempotency_key: str | None = None,
    ) -> models.TakenSeat:
        """Take a free seat."""
        return self._transport.send(
            calls.take_seat(
                game_id,
                body,
                idempotency_key=idempotency_key,
            )
        )


class Api:
    """All resources."""

    def __init__(self, transport: Transport) -> None:
        self.events = Events(transport)
        self.games = Games(transport)
        self.health = Health(transport)
        self.moves = Moves(transport)
        self.results = Results(transport)
        self.rulebooks = Rulebooks(transport)
        self.seats = Seats(transport)
